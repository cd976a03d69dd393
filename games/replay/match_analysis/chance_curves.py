"""Draw the chances of all seats over the steps of a deal or a match: curves, and the same data as a table.

`games.analysis.deal` computes them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
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
"""The most places with a link; a longer match has a link for several steps."""
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
    last: str


@dataclass(frozen=True)
class Column:
    """A step with a link; positions are texts, as a template would print `2,5`."""

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
        self, deals: Sequence[DealFindings], number: int, choice: ReplayChoice, names: Sequence[str]
    ) -> None:
        self._deals, self._number, self._choice, self.names = deals, number, choice, names
        self._has_match = any(deal.match is not None for deal in deals)
        usual = "match" if self._has_match else "deal"
        is_known = choice.curve in KINDS and (self._has_match or choice.curve.startswith("deal"))
        self.chosen = choice.curve if is_known else usual
        self.is_of_match = self.chosen.startswith("match")
        self.is_open = not self.chosen.endswith("seen")

    @property
    def tabs(self) -> list[Tab]:
        """The curves to choose from."""
        return [
            Tab(str(title), f"{other.address}#analysis", other, kind == self.chosen)
            for kind, title in KINDS.items()
            if self._has_match or kind.startswith("deal")
            for other in [self._choice.charting(kind)]
        ]

    @property
    def title(self) -> str:
        """The curves in a sentence, for screen readers."""
        return _("{curves}: {chances}").format(
            curves=KINDS[self.chosen], chances=self._in_words(self._points[-1][1])
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
                last=numbers.percent(self._points[-1][1][seat] / WHOLE),
            )
            for seat, name in enumerate(self.names)
        ]

    @property
    def levels(self) -> list[str]:
        """The heights of 0, 50 and 100 percent."""
        return [f"{self._y(chance):.1f}" for chance in (0, WHOLE // 2, WHOLE)]

    @property
    def columns(self) -> list[Column]:
        """The steps as links across the curves."""
        return [
            Column(
                self._choice.to(step),
                _("Step {step}: {story}").format(step=step, story=self._in_words(chances)),
                f"{max(0.0, self._x(place - self._every / 2)):.1f}",
                f"{self._every * self._gap:.1f}",
            )
            for place, (step, chances) in self._some
        ]

    @property
    def rows(self) -> list[Row]:
        """The same steps as a table."""
        return [
            Row(step, self._choice.to(step), [numbers.percent(chance / WHOLE) for chance in chances])
            for _place, (step, chances) in self._some
        ]

    @property
    def _some(self) -> Iterator[tuple[int, tuple[int, list[int]]]]:
        for place, point in enumerate(self._points):
            if place % self._every == 0 or place == len(self._points) - 1:
                yield place, point

    @property
    def _every(self) -> int:
        return -(-len(self._points) // _MOST)

    @property
    def _gap(self) -> float:
        return _WIDTH / max(1, len(self._points) - 1)

    @cached_property
    def _points(self) -> list[tuple[int, list[int]]]:
        """The steps with the chances after them."""
        return [
            (deal.first_step + place, chances)
            for deal in self._deals
            if self.is_of_match or deal.number == self._number
            for place, chances in enumerate(self._rows(deal))
        ]

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
