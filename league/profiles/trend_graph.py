"""What a hundred decisions of a player cost over time: a graph drawn by the server."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _

from games.localization import dates
from league.profiles.insight import Stretch

HEIGHT: Final = 240
_TOP, _BOTTOM = 16.0, 204.0
_LEFT, _RIGHT = 8.0, 96.0  # percent of the width
_STEPS: Final = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


@dataclass(frozen=True)
class Point:
    """A stretch of matches: a sign, and a line from `high` to `low` for the interval."""

    x: str
    y: str
    high: str
    low: str
    stretch: Stretch


@dataclass(frozen=True)
class Stroke:
    """The line from one stretch to the next."""

    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True)
class Tick:
    """A line across the graph, or a day below it."""

    text: str
    place: str
    anchor: str = "middle"


class TrendGraph:
    """The stretches of a player's matches for the template; at least two."""

    height, bottom = HEIGHT, _BOTTOM
    left, right = f"{_LEFT}%", f"{_RIGHT}%"

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self._stretches = stretches
        self._low = min(0.0, *(stretch.figure.low for stretch in stretches))
        self._high = max(self._low + 1, *(stretch.figure.high for stretch in stretches))

    @property
    def title(self) -> str:
        """The graph in a sentence, for readers who cannot see it."""
        first, last = self._stretches[0], self._stretches[-1]
        sentence = _("Deals lost per 100 decisions: {first} until {first_day}, {last} until {last_day}")
        return sentence.format(
            first=_one_decimal(first.figure.value),
            first_day=_day(first),
            last=_one_decimal(last.figure.value),
            last_day=_day(last),
        )

    @property
    def points(self) -> list[Point]:
        """The stretches, the oldest first."""
        return [
            Point(
                self._x(number),
                self._y(stretch.figure.value),
                self._y(stretch.figure.high),
                self._y(stretch.figure.low),
                stretch,
            )
            for number, stretch in enumerate(self._stretches)
        ]

    @property
    def strokes(self) -> list[Stroke]:
        """The lines between the stretches."""
        points = self.points
        return [Stroke(a.x, a.y, b.x, b.y) for a, b in pairwise(points)]

    @property
    def levels(self) -> list[Tick]:
        """Lines across at round numbers."""
        step = next(size for size in _STEPS if (self._high - self._low) / size <= 5)
        first, last = -int(-self._low // step), int(self._high // step)
        values = [number * step for number in range(first, last + 1)]
        return [Tick(_one_decimal(value), self._y(value)) for value in values]

    @property
    def ticks(self) -> list[Tick]:
        """The days on which the first and the last stretch ended."""
        last = len(self._stretches) - 1
        return [
            Tick(_day(self._stretches[number]), self._x(number), anchor)
            for number, anchor in ((0, "start"), (last, "end"))
        ]

    def _x(self, number: int) -> str:
        return f"{_LEFT + (_RIGHT - _LEFT) * number / (len(self._stretches) - 1):.2f}%"

    def _y(self, value: float) -> str:
        return f"{_BOTTOM - (_BOTTOM - _TOP) * (value - self._low) / (self._high - self._low):.1f}"


def _one_decimal(value: float) -> str:
    return localize(round(value, 1) + 0.0).replace("-", "−")  # no −0.0


def _day(stretch: Stretch) -> str:
    return dates.day(timezone.localdate(stretch.ended))
