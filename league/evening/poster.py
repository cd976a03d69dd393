"""How large a bracket can be written so that it fits one page; `poster.css` has the same measures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from league.rounds_page import Section

_HIGH, _WIDE = 630, 1030
"""A sheet of A4 on its side, without margins and heading, in pixels of 1/96 inch."""
_LARGEST, _SMALLEST = 26, 3
_COLUMN: Final = 10.2
"""The narrowest column with its gap, in the size of the type; so are the other measures."""
_LINE, _MATCH, _HEADINGS = 1.5, 1.4, 5.0
_TIGHT_LINE, _TIGHT_MATCH = 1.35, 0.4
_MOST_WITH_NAMES: Final = 10
"""Up to so many matches below each other are written with their names."""


@dataclass(frozen=True, slots=True)
class Poster:
    """`size` is that of the type in half pixels; sections stand `beside` each other or below."""

    size: int
    is_beside: bool
    is_tight: bool


def poster(sections: Sequence[Section]) -> Poster:
    """Return the way in which the type can be largest."""
    longest = max((len(one.matches) for section in sections for one in section.rounds), default=0)
    is_tight = longest > _MOST_WITH_NAMES
    heights = [_height(section, is_tight=is_tight) for section in sections] or [1.0]
    columns = [len(section.rounds) for section in sections] or [1]
    below = min(_HIGH / sum(heights), _WIDE / (max(columns) * _COLUMN))
    beside = min(_HIGH / max(heights), _WIDE / (sum(columns) * _COLUMN))
    size = max(_SMALLEST, min(_LARGEST, int(2 * max(below, beside))))
    return Poster(size, beside > below, is_tight)


def _height(section: Section, *, is_tight: bool) -> float:
    line, match = (_TIGHT_LINE, _TIGHT_MATCH) if is_tight else (_LINE, _MATCH)
    high = max(
        sum(
            match + line * (len(shown.lines) + len(shown.match.open_seats) + len(shown.byes))
            for shown in one.matches
        )
        for one in section.rounds
    )
    return high + _HEADINGS
