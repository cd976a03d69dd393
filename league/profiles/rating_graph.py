"""The rating of a player over the days: a graph drawn by the server, and the same as a table."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.formats import localize
from django.utils.translation import gettext as _

from games.localization import dates
from league.models import Rating
from league.rules import ratings as rules
from league.rules.ratings import GAMES_TO_SETTLE, POOLS

HEIGHT: Final = 240
_TOP, _BOTTOM = 16.0, 204.0
_LEFT, _RIGHT = 8.0, 96.0  # percent of the width
_WIDE: Final = 1000
_MOST_POINTS: Final = 120
_MOST_MARKERS: Final = 40
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class Point:
    """A rating after the last match of a day; `matches` counts them up to then."""

    day: dt.date
    rating: float
    matches: int
    x: str
    y: float

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few matches for certainty."""
        return self.matches < GAMES_TO_SETTLE


@dataclass(frozen=True)
class Tick:
    """A line across the graph, or a day below it."""

    text: str
    place: str
    anchor: str = "middle"


class RatingGraph:
    """The rating of a player in a pool of a club, for the template; `today` is the day of the ladder."""

    def __init__(self, rating: Rating, today: dt.date) -> None:
        self.rating, self._today = rating, today
        self.height, self.left, self.right, self.bottom = HEIGHT, f"{_LEFT}%", f"{_RIGHT}%", _BOTTOM
        self.width, self.top, self.wide, self.high = f"{_RIGHT - _LEFT}%", _TOP, _WIDE, _BOTTOM - _TOP

    @property
    def key(self) -> str:
        """Its key in an address."""
        return key_of(self.rating)

    @property
    def name(self) -> str:
        """The club and the pool."""
        return f"{self.rating.ladder.club.name}, {_(POOLS[self.rating.pool]).lower()}"

    @property
    def now(self) -> float:
        """The rating as the ladder shows it today, with the uncertainty added since the last match."""
        row = self.rating
        known = rules.Rating(row.player_id, row.mu, row.sigma, row.games, row.played_on.toordinal())
        return rules.shown(rules.idle(known, self._today.toordinal()))

    @property
    def best(self) -> Point:
        """The day of the highest rating."""
        return max(self.points, key=lambda point: point.rating)

    @property
    def title(self) -> str:
        """The graph in a sentence, for readers who cannot see it."""
        first, last = self.points[0], self.points[-1]
        return _(
            "Rating in {name}: {first} after {first_day}, {last} after {last_day}, "
            "highest {best} after {best_day}"
        ).format(
            name=self.name,
            first=localize(first.rating),
            first_day=dates.day(first.day),
            last=localize(last.rating),
            last_day=dates.day(last.day),
            best=localize(self.best.rating),
            best_day=dates.day(self.best.day),
        )

    @property
    def has_signs(self) -> bool:
        """Whether there is room for a marker at every point."""
        return len(self.points) <= _MOST_MARKERS

    @property
    def has_open_signs(self) -> bool:
        """Whether some markers are open: the rating was still provisional."""
        return self.has_signs and any(point.is_provisional for point in self.points)

    @cached_property
    def points(self) -> list[Point]:
        """The points of the line, the oldest first; of many days the last of each stretch."""
        days: list[list[float]] = self.rating.path
        first, last = days[0][0], days[-1][0]
        stretch = max(1, -(-int(last - first + 1) // _MOST_POINTS))
        chosen = {int(day - first) // stretch: (day, rating, games) for day, rating, games in days}
        return [
            Point(dt.date.fromordinal(int(day)), rating, int(games), self._x(day), round(self._y(rating), 1))
            for day, rating, games in chosen.values()
        ]

    @property
    def line(self) -> str:
        """The line, in the coordinates of its own picture, which is stretched to the width."""
        return " ".join(
            f"{_WIDE * self._share(point.day.toordinal()):.0f},{point.y - _TOP:.1f}" for point in self.points
        )

    @property
    def area(self) -> str:
        """The area below the line."""
        return f"0,{self.high:g} {self.line} {_WIDE},{self.high:g}" if len(self.points) > 1 else ""

    @property
    def levels(self) -> list[Tick]:
        """Lines across at whole numbers."""
        low, high = self._range
        step = next(candidate for candidate in _STEPS if (high - low) / candidate <= 5)
        values = range(-(-low // step) * step, high + 1, step)
        return [Tick(str(value).replace("-", "−"), f"{self._y(value):.1f}") for value in values]

    @property
    def ticks(self) -> list[Tick]:
        """The first and the last day, and a day between them where there is room."""
        first, last = self._span
        days = [first, (first + last) // 2, last] if last - first > 1 else sorted({first, last})
        anchors = {first: "start", last: "end"}
        return [
            Tick(dates.day(dt.date.fromordinal(day)), self._x(day), anchors.get(day, "middle"))
            for day in days
        ]

    @cached_property
    def _span(self) -> tuple[int, int]:
        return int(self.rating.path[0][0]), int(self.rating.path[-1][0])

    @cached_property
    def _range(self) -> tuple[int, int]:
        """Return whole numbers between which all ratings lie, at least five apart."""
        values = [rating for _day, rating, _games in self.rating.path]
        low, high = int(min(0, *values) // 1), int(-(-max(values) // 1))
        return low, max(high, low + 5)

    def _share(self, day: float) -> float:
        first, last = self._span
        return (day - first) / (last - first) if last > first else 1.0

    def _x(self, day: float) -> str:
        return f"{_LEFT + (_RIGHT - _LEFT) * self._share(day):.2f}%"

    def _y(self, rating: float) -> float:
        low, high = self._range
        return _BOTTOM - (_BOTTOM - _TOP) * (rating - low) / (high - low)


def key_of(rating: Rating) -> str:
    """Return the key of a rating in an address."""
    return f"{rating.ladder.club.slug}.{rating.pool}"
