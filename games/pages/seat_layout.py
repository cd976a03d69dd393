"""Place the seats around the felt in playing order, for screens with room for it."""

from typing import Final, NamedTuple

WIDTH: Final = 16
"""The column of the rightmost seats; the leftmost are in column 0."""
HEIGHT: Final = 8
"""The row of the lowest seats; the highest are in row 0."""
_SIDE: Final = {5: 1, 6: 1, 7: 2, 8: 2, 9: 2}
"""The number of seats on each side of the felt, for so many players opposite the viewer; else none or one."""


class Spot(NamedTuple):
    """The place of a seat on the felt: its column and its row."""

    column: int
    row: int


def opposite(count: int) -> list[Spot]:
    """Return the spots of the other players, clockwise from the left of the viewer, who sits below."""
    sides = _SIDE.get(count, int(count > 2))
    return [*_left(sides), *_row(count - 2 * sides, 0), *reversed(_right(sides))]


def around(count: int) -> list[Spot]:
    """Return the spots of all players, clockwise from the left, for spectators."""
    sides = int(count > 4)
    below = (count - 2 * sides) // 2
    above = count - 2 * sides - below
    beside = HEIGHT // 2
    left, right = [Spot(0, beside)] * sides, [Spot(WIDTH, beside)] * sides
    return [*left, *_row(above, 0), *right, *reversed(_row(below, HEIGHT))]


def _left(sides: int) -> list[Spot]:
    """Return the spots on the left from below to above."""
    return [Spot(0, row) for row in _beside(sides)]


def _right(sides: int) -> list[Spot]:
    return [Spot(WIDTH, row) for row in _beside(sides)]


def _beside(sides: int) -> list[int]:
    return {0: [], 1: [4], 2: [6, 3]}[sides]


def _row(count: int, row: int) -> list[Spot]:
    """Return the spots of a row from left to right."""
    if count == 1:
        return [Spot(WIDTH // 2, row)]
    first = max(0, 6 - 2 * count + count // 4)
    step = (WIDTH - 2 * first) / max(1, count - 1)
    return [Spot(round(first + step * place), row) for place in range(count)]
