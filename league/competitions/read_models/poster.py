"""How large a bracket can be written so that it fits one page; `poster.css` has the same measures.

One of many matches is small there, so it can be had on several pages as well: the first ones with the matches
of the early rounds that lead to one another, the last one with what is left.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

from league.competitions.read_models.rounds import Section, ShownRound

_HIGH, _WIDE = 630, 1030
"""A sheet of A4 on its side, without margins and heading, in pixels of 1/96 inch."""
_BANNER: Final = 50
"""How much higher the heading of the page of a bracket is than that of a poster, if somebody has won."""
_LARGEST, _SMALLEST = 26, 3
_COLUMN: Final = 10.2
"""The narrowest column with its gap, in the size of the type; so are the other measures."""
_LINE, _MATCH, _HEADINGS = 1.5, 1.4, 5.0
_TIGHT_LINE, _TIGHT_MATCH = 1.22, 0.25
_LEGIBLE: Final = 15
"""Type of this size is read from where one stands before a wall."""
_MOST_PARTS: Final = 16
_MOST_WITH_NAMES: Final = 10
"""Up to so many matches below each other are written with their names."""


@dataclass(frozen=True, slots=True)
class Poster:
    """`size` is that of the type in half pixels; sections stand `beside` each other or below."""

    size: int
    is_beside: bool
    is_tight: bool
    sections: Sequence[Section] = ()

    @property
    def is_small(self) -> bool:
        """Whether one has to step close to read it."""
        return self.size < _LEGIBLE


def poster(sections: Sequence[Section], *, is_even: bool = False) -> Poster:
    """Return the way in which the type can be largest; `is_even` where cells of a tree are equally high."""
    longest = max((len(one.matches) for section in sections for one in section.rounds), default=0)
    is_tight, high = longest > _MOST_WITH_NAMES, _HIGH - (_BANNER if is_even else 0)
    heights = [_height(section, is_tight=is_tight, is_even=is_even) for section in sections] or [1.0]
    columns = [len(section.rounds) for section in sections] or [1]
    below = min(high / sum(heights), _WIDE / (max(columns) * _COLUMN))
    beside = min(high / max(heights), _WIDE / (sum(columns) * _COLUMN))
    size = max(_SMALLEST, min(_LARGEST, int(2 * max(below, beside))))
    return Poster(size, beside > below, is_tight, sections)


def posters(sections: Sequence[Section]) -> list[Poster]:
    """Return the bracket on as few pages as are needed to read it."""
    parts, found = 1, [poster(sections)]
    while any(one.is_small for one in found) and parts < _MOST_PARTS:
        parts *= 2
        found = [poster(some) for some in _cut(sections, parts) if some]
    return found


def _cut(sections: Sequence[Section], parts: int) -> Iterable[list[Section]]:
    for part in range(parts):
        yield [
            Section(one.title, [_part(played, part, parts) for played in early], one.is_tree)
            for one in sections
            if (early := [played for played in one.rounds if len(played.matches) >= parts])
        ]
    yield [
        Section(one.title, late, one.is_tree)
        for one in sections
        if (late := [played for played in one.rounds if len(played.matches) < parts])
    ]


def _part(played: ShownRound, part: int, parts: int) -> ShownRound:
    count, found = len(played.matches), copy(played)
    found.matches = played.matches[part * count // parts : (part + 1) * count // parts]
    return found


def _height(section: Section, *, is_tight: bool, is_even: bool) -> float:
    line, match = (_TIGHT_LINE, _TIGHT_MATCH) if is_tight else (_LINE, _MATCH)
    matches = [
        [
            match + line * (len(shown.lines) + len(shown.match.open_seats) + len(shown.byes))
            for shown in one.matches
        ]
        for one in section.rounds
    ]
    if is_even and section.is_tree:
        return max(map(len, matches)) * max(map(max, filter(None, matches))) + _HEADINGS
    return max(map(sum, matches)) + _HEADINGS
