"""Draw the chances of all seats over the steps of a deal or a match: curves, and the same data as a table.

`games.analysis.deal` computes them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.analysis.findings import WHOLE, Curve, DealFindings
from games.localization import numbers
from games.replay.links import ReplayChoice

HEIGHT: Final = 220
_WIDTH: Final = 1000
_TOP, _BOTTOM = 8, 204
_MOST: Final = 120
"""The most links to steps of other deals: of a longer match only to some of them."""
_NUMBERS: Final = 20
"""The most numbers of deals below the curves."""
_AFAR: Final = -9
"""The place of the marker where the shown step is not on the curves."""
KINDS: Final = {
    "match": gettext_lazy("Match, all hands open"),
    "match-seen": gettext_lazy("Match, as each player saw it"),
    "deal": gettext_lazy("Deal, all hands open"),
    "deal-seen": gettext_lazy("Deal, as each player saw it"),
}


@dataclass(frozen=True)
class Line:
    """The curve of a player; `number` decides colour and dash."""

    number: int
    name: str
    points: str
    chance: str


@dataclass(frozen=True)
class Column:
    """A step with a link; positions are texts, as a template would print `2,5`."""

    step: int
    address: str
    title: str
    x: str
    width: str


@dataclass(frozen=True)
class Row:
    """A row of the table: a step, and the chance of each player after it."""

    step: int
    address: str
    chances: list[str]


@dataclass(frozen=True)
class Level:
    """A height of the axis."""

    y: str
    text: str


@dataclass(frozen=True)
class Span:
    """A deal below the curves: where it begins, and its number in its middle (0 where there is no room)."""

    begin: str
    middle: str
    number: int


@dataclass(frozen=True)
class Tab:
    """Another curve."""

    title: str
    address: str
    choice: ReplayChoice
    is_chosen: bool


class ChanceCurves:
    """The chosen curves for the template."""

    height = HEIGHT

    def __init__(
        self,
        deals: Sequence[DealFindings],
        number: int,
        choice: ReplayChoice,
        names: Sequence[str],
        *,
        is_running: bool,
    ) -> None:
        self._deals, self._number, self._choice, self.names = deals, number, choice, names
        has_match = any(deal.match is not None for deal in deals)
        # In a match of one deal the same moves would come with two figures: those of the match say it all.
        has_deals = not has_match or len(deals) > 1 or is_running
        self._kinds = [kind for kind in KINDS if (has_match if kind.startswith("match") else has_deals)]
        self.chosen = choice.curve if choice.curve in self._kinds else self._kinds[0]
        self.is_of_match = self.chosen.startswith("match")
        self.is_open = not self.chosen.endswith("seen")

    @property
    def tabs(self) -> list[Tab]:
        """The curves to choose from."""
        return [
            Tab(str(KINDS[kind]), f"{other.address}#analysis", other, kind == self.chosen)
            for kind in self._kinds
            for other in [self._choice.charting(kind)]
        ]

    @property
    def title(self) -> str:
        """The curves in a sentence, for screen readers."""
        return _("{curves}: {chances}").format(
            curves=KINDS[self.chosen], chances=self._in_words(self._shown[1])
        )

    @property
    def is_ready(self) -> bool:
        """Whether the chosen curves are worked out."""
        return bool(self._points)

    @property
    def lines(self) -> list[Line]:
        """The curves, in the order of the seats."""
        return [
            Line(
                number=seat,
                name=name,
                points=" ".join(
                    f"{self._x(place):.1f},{self._y(chances[seat]):.1f}"
                    for place, (_step, chances) in enumerate(self._points)
                ),
                chance=numbers.percent(self._shown[1][seat] / WHOLE),
            )
            for seat, name in enumerate(self.names)
        ]

    @property
    def levels(self) -> list[Level]:
        """The heights of 0, 50 and 100 percent."""
        return [
            Level(f"{self._y(chance):.1f}", numbers.percent(chance / WHOLE))
            for chance in (0, WHOLE // 2, WHOLE)
        ]

    @property
    def spans(self) -> list[Span]:
        """The deals below the curves of a match, of many only some with their number."""
        if not self.is_of_match:
            return []
        begins = [
            (deal.number, place)
            for place, deal in enumerate(self._deals_of_points)
            if not place or deal is not self._deals_of_points[place - 1]
        ]
        ends = [place for _number, place in begins[1:]] + [len(self._points) - 1]
        every = -(-len(begins) // _NUMBERS)
        if len(begins) < 2:
            return []
        return [
            Span(
                f"{self._x(begin):.1f}",
                f"{self._x((begin + end) / 2) * 100 / _WIDTH:.2f}%",
                0 if number % every else number,
            )
            for (number, begin), end in zip(begins, ends, strict=True)
        ]

    @property
    def first(self) -> int:
        """The first step of the curves."""
        return self._points[0][0]

    @property
    def last(self) -> int:
        """The last step of the curves."""
        return self._points[-1][0]

    @property
    def shown_step(self) -> int:
        """The step whose chances are told beside the names: the shown one if it is on the curves."""
        return self._shown[0]

    @property
    def marker(self) -> str:
        """The place of the shown step."""
        is_here = self._shown[0] == self._choice.step
        return f"{self._x(self._shown[0] - self.first):.1f}" if is_here else str(_AFAR)

    @property
    def columns(self) -> list[Column]:
        """The steps as links across the curves: each reaches half-way to the next."""
        places = [place for place, _point in self._some]
        middles = [(left + right) / 2 for left, right in pairwise(places)]
        edges = [0.0, *middles, float(max(1, len(self._points) - 1))]
        return [
            Column(
                step,
                self._choice.to(step),
                _("Step {step}: {story}").format(step=step, story=self._in_words(chances)),
                f"{self._x(left):.1f}",
                f"{self._x(right - left):.1f}",
            )
            for (_place, (step, chances)), (left, right) in zip(self._some, pairwise(edges), strict=True)
        ]

    @property
    def rows(self) -> list[Row]:
        """The same steps as a table."""
        return [
            Row(step, self._choice.to(step), [numbers.percent(chance / WHOLE) for chance in chances])
            for _place, (step, chances) in self._some
        ]

    @cached_property
    def _some(self) -> list[tuple[int, tuple[int, list[int]]]]:
        """The points with a link: each of the shown deal, and some of the others."""
        of_others = sum(deal.number != self._number for deal in self._deals_of_points)
        every = max(1, -(-of_others // _MOST))
        return [
            (place, point)
            for place, (point, deal) in enumerate(zip(self._points, self._deals_of_points, strict=True))
            if deal.number == self._number or place % every == 0 or place == len(self._points) - 1
        ]

    @cached_property
    def _shown(self) -> tuple[int, list[int]]:
        """The shown step with its chances, the last one if it is not on the curves."""
        step = self._choice.step
        return next((point for point in self._points if point[0] == step), self._points[-1])

    @property
    def _gap(self) -> float:
        return _WIDTH / max(1, len(self._points) - 1)

    @cached_property
    def _points(self) -> list[tuple[int, list[int]]]:
        """The steps with the chances after them."""
        return [
            (deal.first_step + place, chances)
            for deal in self._drawn
            for place, chances in enumerate(self._rows(deal))
        ]

    @cached_property
    def _deals_of_points(self) -> list[DealFindings]:
        return [deal for deal in self._drawn for _chances in self._rows(deal)]

    @property
    def _drawn(self) -> Iterator[DealFindings]:
        return (deal for deal in self._deals if self.is_of_match or deal.number == self._number)

    def _rows(self, deal: DealFindings) -> list[list[int]]:
        curve: Curve = (deal.match if self.is_of_match else deal.deal) or Curve()
        return curve.open if self.is_open else curve.seen

    def _in_words(self, chances: Sequence[int]) -> str:
        order = sorted(range(len(chances)), key=lambda seat: -chances[seat])
        return ", ".join(f"{self.names[seat]} {numbers.percent(chances[seat] / WHOLE)}" for seat in order)

    def _x(self, place: float) -> float:
        return place * self._gap

    def _y(self, chance: int) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * chance / WHOLE
