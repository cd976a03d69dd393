"""The largest type in which a bracket fits a page; `poster.css` has the same measures.

A large bracket is small there, so it can be split over several pages: the first ones have the matches of the
early rounds that lead to each other, the last page the rest.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

from league.competitions.read_models.rounds import Section, ShownRound

_HIGH, _WIDE = 630, 1030
"""A landscape A4 page, without margins and heading, in pixels of 1/96 inch."""
_BANNER: Final = 50
"""How much higher the heading of a bracket's page is than a poster's, with a winner."""
_LARGEST, _SMALLEST = 26, 3
_LARGEST_WITH_NAMES: Final = 48
"""A small bracket grows beyond the largest type, to fill the page, as long as no name is cut."""
_LETTER, _BESIDE_NAME = 0.6, 4.2
"""The width of a letter; and that of a figure, the padding and the gap beside a name."""
_COLUMN: Final = 10.2
"""The narrowest column with its gap, in units of the type size; so are the other measures."""
_LINE, _MATCH, _HEADINGS = 1.5, 1.4, 5.0
_TIGHT_LINE, _TIGHT_MATCH = 1.22, 0.25
_LEGIBLE: Final = 15
"""Type of this size is legible on a wall."""
_MOST_PARTS: Final = 16
_MOST_WITH_NAMES: Final = 10
"""The most matches below each other that are printed with their names."""


@dataclass(frozen=True, slots=True)
class Poster:
    """`size` is the type size in half pixels; sections are `beside` each other or below."""

    size: int
    is_beside: bool
    is_tight: bool
    sections: Sequence[Section] = ()

    @property
    def is_small(self) -> bool:
        """Whether it is only legible from close up."""
        return self.size < _LEGIBLE


def poster(sections: Sequence[Section], *, is_even: bool = False) -> Poster:
    """Return the layout with the largest type; `is_even` where all cells of a tree have the same height."""
    longest = max(
        (len(shown_round.matches) for section in sections for shown_round in section.rounds), default=0
    )
    is_tight, high = longest > _MOST_WITH_NAMES, _HIGH - (_BANNER if is_even else 0)
    heights = [_height(section, is_tight=is_tight, is_even=is_even) for section in sections] or [1.0]
    columns = [len(section.rounds) for section in sections] or [1]
    below = min(high / sum(heights), _WIDE / (max(columns) * _COLUMN))
    beside = min(high / max(heights), _WIDE / (sum(columns) * _COLUMN))
    fits = int(2 * max(below, beside))
    size = max(_SMALLEST, min(_LARGEST, fits))
    if not is_even and fits > _LARGEST:
        across = sum(columns) if beside > below else max(columns)
        size = max(size, min(_LARGEST_WITH_NAMES, fits, _with_whole_names(sections, across)))
    return Poster(size, beside > below, is_tight, sections)


def _with_whole_names(sections: Sequence[Section], columns: int) -> int:
    """Return the largest type in which every name fits its column."""
    lines = (
        line
        for section in sections
        for shown in section.rounds
        for match in shown.matches
        for line in match.lines
    )
    longest = max((len(line.contender.name) for line in lines), default=0)
    return int(2 * _WIDE / (columns * (longest * _LETTER + _BESIDE_NAME)))


def posters(sections: Sequence[Section]) -> list[Poster]:
    """Return the bracket on as few pages as are legible."""
    parts, pages = 1, [poster(sections)]
    while any(page.is_small for page in pages) and parts < _MOST_PARTS:
        parts *= 2
        pages = [poster(some) for some in _cut(sections, parts) if some]
    return pages


def _cut(sections: Sequence[Section], parts: int) -> Iterable[list[Section]]:
    for part in range(parts):
        yield [
            Section(section.title, [_part(played, part, parts) for played in early], section.is_tree)
            for section in sections
            if (early := [played for played in section.rounds if len(played.matches) >= parts])
        ]
    yield [
        Section(section.title, late, section.is_tree)
        for section in sections
        if (late := [played for played in section.rounds if len(played.matches) < parts])
    ]


def _part(played: ShownRound, part: int, parts: int) -> ShownRound:
    count, part_of_round = len(played.matches), copy(played)
    part_of_round.matches = played.matches[part * count // parts : (part + 1) * count // parts]
    return part_of_round


def _height(section: Section, *, is_tight: bool, is_even: bool) -> float:
    line, match = (_TIGHT_LINE, _TIGHT_MATCH) if is_tight else (_LINE, _MATCH)
    matches = [
        [
            match + line * (len(shown.lines) + len(shown.match.open_seats) + len(shown.byes))
            for shown in shown_round.matches
        ]
        for shown_round in section.rounds
    ]
    if is_even and section.is_tree:
        return max(map(len, matches)) * max(map(max, filter(None, matches))) + _HEADINGS
    return max(map(sum, matches)) + _HEADINGS
