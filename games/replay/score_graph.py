"""The totals of a match deal by deal: a graph drawn by the server, and the same data as a table.

Every player has a dash and a sign besides the colour. The name is at the end of the line, or below the graph
on a phone.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deals import outline
from games.localization import numbers
from games.localization.lists import listed
from games.replay.links import ReplayChoice

HEIGHT: Final = 260
_TOP, _BOTTOM = 14, 232
_LEFT, _RIGHT = 7.0, 76.0  # percent of the width; the names are on the right
_LABEL_GAP: Final = 16
_LONGEST: Final = 14
_MANY: Final = 30
"""With more deals than this, only numbered deals and the last have signs on the lines."""
_MOST_TICKS: Final = 10
_ROUND: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9)
SIGNS: Final = ("circle", "square", "triangle", "diamond", "cross")


@dataclass(frozen=True)
class Point:
    """A total after a deal, with a link to its end. Positions are texts, as a template would print `2,5`."""

    x: str
    y: str
    address: str
    title: str


@dataclass(frozen=True)
class Stroke:
    """The line from one deal to the next."""

    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True)
class Series:
    """A player's line: `number` decides colour, dash and sign; the label is at its end."""

    number: int
    sign: str
    is_hollow: bool
    name: str
    label: str
    label_y: str
    total: int
    points: list[Point]
    strokes: list[Stroke]


@dataclass(frozen=True)
class Tick:
    """A line across the graph, or a deal below it."""

    text: str
    place: str


@dataclass(frozen=True)
class ScoredDeal:
    """A deal in the table: its link, and the points and total of every seat."""

    number: int
    address: str
    cells: list[tuple[str, int]]


class ScoreGraph:
    """The totals of a match over its deals, for the template. Partners have a line together."""

    def __init__(self, match_outline: outline.Outline, choice: ReplayChoice, names: list[str]) -> None:
        self._choice = choice
        self._sides = 2 if match_outline.has_partners else len(names)
        self.names = [listed(names[seat :: self._sides]) for seat in range(self._sides)]
        self._deals = [deal for deal in match_outline.deals if deal.points is not None]
        options = match_outline.options
        self.counts_wins = options is not None and options.scoring == "win_loss"
        self.is_low = options is not None and options.scoring in ("own_hand_low", "elimination")
        self._target = options.target_score if options is not None and not self.counts_wins else 0
        self.height = HEIGHT
        self.left, self.right, self.bottom = f"{_LEFT}%", f"{_RIGHT}%", _BOTTOM

    @property
    def has_deals(self) -> bool:
        """Whether any deal has been scored."""
        return bool(self._deals)

    @property
    def title(self) -> str:
        """The graph in a sentence, for screen readers."""
        last = self._totals[-1]
        order = sorted(range(len(last)), key=lambda seat: last[seat], reverse=not self.is_low)
        totals = ", ".join(f"{self.names[seat]} {numbers.number(last[seat])}" for seat in order)
        count = len(self._deals)
        sentence = ngettext(
            "Totals after {number} deal: {list}", "Totals after {number} deals: {list}", count
        )
        return sentence.format(number=count, list=totals)

    @property
    def legend(self) -> list[Series]:
        """The lines, the leader first."""
        return sorted(self.series, key=lambda series: series.total, reverse=not self.is_low)

    @cached_property
    def series(self) -> list[Series]:
        """The lines, in seat order."""
        label_at = self._labels()
        return [
            Series(
                number=seat,
                sign=SIGNS[seat % len(SIGNS)],
                is_hollow=seat >= len(SIGNS),
                name=name,
                label=_short(name, self._totals[-1][seat]),
                label_y=label_at[seat],
                total=self._totals[-1][seat],
                points=self._points(seat, name),
                strokes=self._strokes(seat),
            )
            for seat, name in enumerate(self.names)
        ]

    @property
    def levels(self) -> list[Tick]:
        """Lines across at round numbers."""
        step = next(size for size in _ROUND if self._most / size <= 5)
        return [Tick(numbers.number(value), self._height(value)) for value in range(0, self._most + 1, step)]

    @property
    def target(self) -> Tick | None:
        """The line at the total that ends the match or eliminates a player, if it is within the graph."""
        if not 0 < self._target <= self._most:
            return None
        return Tick(numbers.number(self._target), self._height(self._target))

    @property
    def ticks(self) -> list[Tick]:
        """The deal numbers below the graph: round numbers, at most as many as a phone has room for."""
        deals = range(self._every, len(self._deals) + 1, self._every)
        return [Tick(str(deal), self._x(deal)) for deal in deals]

    @property
    def rows(self) -> list[ScoredDeal]:
        """The deals as a table."""
        rows = []
        for number, deal in enumerate(self._deals, start=1):
            now, before = self._totals[number], self._totals[number - 1]
            cells = [
                (f"+{total - old}" if total > old else "", total)
                for total, old in zip(now, before, strict=True)
            ]
            rows.append(ScoredDeal(deal.number, self._choice.to(deal.last_step), cells))
        return rows

    @cached_property
    def _totals(self) -> list[list[int]]:
        """The totals after each deal, beginning with zeros before the first."""
        after = [deal.wins if self.counts_wins else deal.totals for deal in self._deals]
        return [[0] * self._sides, *(totals[: self._sides] for totals in after)]

    @cached_property
    def _most(self) -> int:
        return max(1, *(total for totals in self._totals for total in totals))

    @cached_property
    def _every(self) -> int:
        return next(size for size in _ROUND if len(self._deals) / size <= _MOST_TICKS)

    def _points(self, seat: int, name: str) -> list[Point]:
        return [
            Point(
                x=self._x(number),
                y=self._height(self._totals[number][seat]),
                address=self._choice.to(deal.last_step),
                title=_("Deal {deal}: {name} {total}").format(
                    deal=deal.number, name=name, total=numbers.number(self._totals[number][seat])
                ),
            )
            for number, deal in enumerate(self._deals, start=1)
            if len(self._deals) <= _MANY or number % self._every == 0 or number == len(self._deals)
        ]

    def _strokes(self, seat: int) -> list[Stroke]:
        heights = [self._height(totals[seat]) for totals in self._totals]
        # Deals without points are joined to a single stroke.
        corners = [
            number
            for number, height in enumerate(heights)
            if number == 0 or heights[number - 1 : number + 2] != [height] * 3
        ]
        return [
            Stroke(self._x(begin), heights[begin], self._x(end), heights[end])
            for begin, end in pairwise(corners)
        ]

    def _labels(self) -> list[str]:
        """Return the heights of the names: at the ends of the lines, moved apart where they would overlap."""
        ends = [self._y(total) for total in self._totals[-1]]
        order = sorted(range(len(ends)), key=lambda seat: (ends[seat], seat))
        at, lowest = dict.fromkeys(order, 0.0), float(_TOP)
        for seat in order:
            at[seat] = lowest = max(ends[seat], lowest)
            lowest += _LABEL_GAP
        too_low = max(0.0, lowest - _LABEL_GAP - (HEIGHT - 8))
        for seat in reversed(order):
            if not too_low:
                break
            at[seat] -= too_low
            above = [at[other] for other in order[: order.index(seat)]]
            too_low = max(0.0, above[-1] + _LABEL_GAP - at[seat]) if above else 0.0
        return [f"{at[seat] + 4:.1f}" for seat in range(len(ends))]

    def _x(self, number: int) -> str:
        return f"{_LEFT + (_RIGHT - _LEFT) * number / len(self._deals):.2f}%"

    def _height(self, total: int) -> str:
        return f"{self._y(total):.1f}"

    def _y(self, total: int) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * total / self._most


def _short(name: str, total: int) -> str:
    cut = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return f"{numbers.number(total)} {cut}"
