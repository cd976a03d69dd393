"""The timeline of a match: a strip with its deals and a lane for each kind of mark, drawn by the server.

Places along the strip are percentages of its width, so that it fits every screen without distorting a sign.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.replay import outline
from games.replay.links import Choice
from games.replay.move_list import mark_words
from games.rules.match import sentences

LANES: Final = (
    (outline.LEAD, pgettext_lazy("changes of the lead in a match", "Lead")),
    (outline.CHALLENGE, gettext_lazy("Challenges")),
    (outline.CATCH, gettext_lazy("Catches")),
    (outline.UNO, "UNO"),
    (outline.PENALTY, gettext_lazy("Penalties")),
)
_LANE_OF: Final = {outline.MISS: outline.UNO}
_TOP: Final = 26  # pixels above the lanes: the numbers of the deals
_LANE: Final = 24
_WIDTHS: Final = ((60, "very-long", 0.009), (24, "long", 0.018), (0, "", 0.035))
"""From more deals than these on: how wide the strip is, and what share of it the number of a deal takes."""


@dataclass(frozen=True)
class Band:
    """A deal on the strip."""

    number: int
    address: str
    title: str
    x: str
    width: str
    middle: str
    is_odd: bool
    has_number: bool


@dataclass(frozen=True)
class Sign:
    """A mark on the strip; its sign is drawn by its kind."""

    kind: str
    address: str
    title: str
    x: str
    y: int


@dataclass(frozen=True)
class Lane:
    """A row of the strip for marks of one kind."""

    title: str
    kind: str
    y: int
    count: int


class Timeline:
    """A match as a strip, for the template; `notes` are steps with something that was said about them."""

    def __init__(
        self, found: outline.Outline, step: int, choice: Choice, names: list[str], notes: Sequence[int] = ()
    ) -> None:
        self._outline, self._choice, self._names, self._notes = found, choice, names, notes
        self._steps = max(1, len(found.steps))
        self.cursor = self._at(step)
        self._lanes = [*LANES, ("comment", gettext_lazy("Comments"))] if notes else list(LANES)
        deals = len(found.deals)
        self.length, self._number = next(
            (name, share) for more, name, share in _WIDTHS if deals > more or not more
        )
        self.height = _TOP + _LANE * len(self._lanes) + 4

    @property
    def lanes(self) -> list[Lane]:
        """The rows from top to bottom."""
        kinds = [_LANE_OF.get(one.kind, one.kind) for one in self._outline.marks]
        kinds += ["comment"] * len(self._notes)
        return [Lane(str(title), kind, self._y(kind), kinds.count(kind)) for kind, title in self._lanes]

    @property
    def bands(self) -> list[Band]:
        """The deals, each as wide as it is long; numbers stand at those that have room for one."""
        found, free = [], 0.0
        for one in self._outline.deals:
            middle = (one.first_step - 1 + one.last_step) / 2 / self._steps
            has_number = middle - self._number / 2 >= free
            free = middle + self._number / 2 if has_number else free
            found.append(self._band(one, middle, has_number=has_number))
        return found

    @property
    def signs(self) -> list[Sign]:
        """The marks in the order of the match."""
        found = [
            Sign(
                kind=one.kind,
                address=self._choice.to(one.step),
                title=_("Step {step}: {story}").format(step=one.step, story=mark_words(one, self._names)),
                x=self._at(one.step),
                y=self._y(_LANE_OF.get(one.kind, one.kind)),
            )
            for one in self._outline.marks
            if one.kind != outline.DEAL
        ]
        return found + [self._note(step) for step in sorted(set(self._notes))]

    def _band(self, deal: outline.Deal, middle: float, *, has_number: bool) -> Band:
        return Band(
            number=deal.number,
            address=self._choice.to(deal.first_step),
            title=self._told(deal),
            x=self._at(deal.first_step, before=True),
            width=_percent((deal.last_step - deal.first_step + 1) / self._steps),
            middle=_percent(middle),
            is_odd=bool(deal.number % 2),
            has_number=has_number,
        )

    def _note(self, step: int) -> Sign:
        address, title = self._choice.to(step), _("Step {step}: a comment").format(step=step)
        return Sign("comment", address, title, self._at(step), self._y("comment"))

    def _told(self, deal: outline.Deal) -> str:
        if deal.winner is None:
            return _("Deal {deal}").format(deal=deal.number)
        points = sum(deal.points or [])
        if deal.winner < 0:
            plain, counted = _("Deal {deal}: won by nobody"), _("Deal {deal}: won by nobody, {points}")
        else:
            plain, counted = _("Deal {deal}: won by {name}"), _("Deal {deal}: won by {name}, {points}")
        sentence, name = counted if points else plain, self._names[deal.winner]
        return sentence.format(deal=deal.number, name=name, points=sentences.points(points))

    def _y(self, kind: str) -> int:
        return _TOP + _LANE * [one for one, _title in self._lanes].index(kind) + _LANE // 2

    def _at(self, step: int, *, before: bool = False) -> str:
        """Return where a step is: the middle of its part of the strip, or where that begins."""
        return _percent((step - (1 if before else 0.5)) / self._steps)


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"
