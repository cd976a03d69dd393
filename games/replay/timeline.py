"""The timeline of a match: a strip with its deals and a lane for each kind of mark, drawn by the server.

Places along the strip are percentages of its width, so that it fits every screen without distorting a sign.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.deals import outline
from games.replay.links import ReplayChoice
from games.replay.move_list import mark_words
from games.replay.names_at_steps import NamesAtSteps
from games.rules.match import sentence_patterns
from games.wording import winners

LANES: Final = (
    (outline.LEAD, pgettext_lazy("changes of the lead in a match", "Lead")),
    (outline.CHALLENGE, gettext_lazy("Challenges")),
    (outline.CATCH, gettext_lazy("Players caught")),
    (outline.UNO, "UNO"),
    (outline.PENALTY, gettext_lazy("Penalties")),
)
_LANE_OF: Final = {outline.MISS: outline.UNO}
_TOP: Final = 26  # pixels above the lanes: the numbers of the deals
_LANE: Final = 24
_MANY: Final = 600
"""With more marks than this, those that would lie on each other are shown by the first of them."""
_PLACES: Final = 400
_WIDTHS: Final = ((50, "very-long", 0.009), (24, "long", 0.018), (0, "", 0.035))
"""By number of deals: the width of the strip, and the share of it that the number of a deal takes."""
_EVERY: Final = (1, 2, 5, 10, 20, 50, 100, 1000, 10**9)

_SHAPES: Final = {
    outline.LEAD: '<path d="M-4 7V-8M-4-8 7-4-4 0"/>',
    outline.CHALLENGE: '<path d="M0-7 7 0 0 7-7 0Z"/>',
    outline.CATCH: '<path d="M-6-6 6 6M6-6-6 6"/>',
    outline.UNO: '<circle r="4"/>',
    outline.MISS: '<circle class="sign__hollow" r="5"/>',
    "comment": '<path d="M-6-6H6V3H0l-4 4V3h-2Z"/>',
}
_TRIANGLE: Final = '<path d="M0-7 7 6H-7Z"/>'


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
    """A mark on the strip; its kind decides the sign."""

    kind: str
    address: str
    title: str
    x: str
    y: int

    @property
    def drawn(self) -> SafeString:
        """The mark as a link, for the strip."""
        # A long match has thousands of them: a loop in the template took longer than all the rest.
        address, title = escape(self.address), escape(self.title)
        link = f'href="{address}" hx-get="{address}" tabindex="-1" aria-label="{title}"'
        shape = _SHAPES.get(self.kind, _TRIANGLE)
        picture = f'<svg x="{self.x}" y="{self.y}" overflow="visible"><rect/>{shape}</svg>'
        return mark_safe(f'<a class="sign sign--{self.kind}" {link}><title>{title}</title>{picture}</a>')  # noqa: S308 - escaped above


@dataclass(frozen=True)
class Lane:
    """A row of the strip for marks of one kind."""

    title: str
    kind: str
    y: int
    count: int


class Timeline:
    """A match as a strip, for the template; `notes` are the steps with comments."""

    def __init__(
        self,
        match_outline: outline.Outline,
        step: int,
        choice: ReplayChoice,
        names_at_steps: NamesAtSteps,
        notes: Sequence[int] = (),
    ) -> None:
        self._outline, self._choice, self._notes = match_outline, choice, notes
        self._names_at_steps = names_at_steps
        self._steps = max(1, len(match_outline.steps))
        self.cursor = self._at(step)
        self._lanes = [*LANES, ("comment", gettext_lazy("Comments"))] if notes else list(LANES)
        deals = len(match_outline.deals)
        self.length, self._number = next(
            (name, share) for more, name, share in _WIDTHS if deals > more or not more
        )
        self.height = _TOP + _LANE * len(self._lanes) + 4

    @property
    def lanes(self) -> list[Lane]:
        """The rows from top to bottom."""
        kinds = [_LANE_OF.get(mark.kind, mark.kind) for mark in self._outline.marks]
        kinds += ["comment"] * len(self._notes)
        return [Lane(str(title), kind, self._y(kind), kinds.count(kind)) for kind, title in self._lanes]

    @property
    def bands(self) -> list[Band]:
        """The deals, as wide as they are long, each with its number; of very many every fifth or so."""
        places = self._places_of_numbers()
        return [self._band(deal, places.get(deal.number)) for deal in self._outline.deals]

    @property
    def signs(self) -> list[Sign]:
        """The marks in the order of the match; of very many those that lie apart."""
        marks = [mark for mark in self._outline.marks if mark.kind != outline.DEAL]
        signs = [
            Sign(
                kind=mark.kind,
                address=self._choice.to(mark.step),
                title=_("Step {step}: {story}").format(step=mark.step, story=self._words(mark)),
                x=self._at(mark.step),
                y=self._y(_LANE_OF.get(mark.kind, mark.kind)),
            )
            for mark in (marks if len(marks) <= _MANY else self._apart(marks))
        ]
        return signs + [self._note(step) for step in sorted(set(self._notes))]

    def _words(self, mark: outline.Mark) -> str:
        return mark_words(mark, self._names_at_steps, has_partners=self._outline.has_partners)

    def _apart(self, marks: Sequence[outline.Mark]) -> list[outline.Mark]:
        """Return the marks without those that would lie on the mark before them in their lane."""
        by_place = {
            (_LANE_OF.get(mark.kind, mark.kind), mark.step * _PLACES // self._steps): mark
            for mark in reversed(marks)
        }
        return sorted(by_place.values(), key=lambda mark: mark.step)

    def _places_of_numbers(self) -> dict[int, float]:
        """Return where the numbers of the deals are: in the middle of each, or beside it if it is short."""
        deals = self._outline.deals
        every = next(count for count in _EVERY if len(deals) // count * self._number <= 1)
        numbered = [deal for deal in deals if deal.number % every == 0]
        middles = [(deal.first_step - 1 + deal.last_step) / 2 / self._steps for deal in numbered]
        least = self._number / 2
        for place, middle in enumerate(middles):
            middles[place] = max(middle, least)
            least = middles[place] + self._number
        most = 1 - self._number / 2
        for place in reversed(range(len(middles))):
            middles[place] = min(middles[place], most)
            most = middles[place] - self._number
        return {deal.number: middle for deal, middle in zip(numbered, middles, strict=True)}

    def _band(self, deal: outline.Deal, middle: float | None) -> Band:
        return Band(
            number=deal.number,
            address=self._choice.to(deal.first_step),
            title=self._title(deal),
            x=self._at(deal.first_step, before=True),
            width=_percent((deal.last_step - deal.first_step + 1) / self._steps),
            middle="" if middle is None else _percent(middle),
            is_odd=bool(deal.number % 2),
            has_number=middle is not None,
        )

    def _note(self, step: int) -> Sign:
        address, title = self._choice.to(step), _("Step {step}: a comment").format(step=step)
        return Sign("comment", address, title, self._at(step), self._y("comment"))

    def _title(self, deal: outline.Deal) -> str:
        if deal.winner is None:
            return _("Deal {deal}").format(deal=deal.number)
        points = sum(deal.points or [])
        if deal.winner < 0:
            plain, counted = _("Deal {deal}: no winner"), _("Deal {deal}: no winner, {points}")
        else:
            plain, counted = _("Deal {deal}: won by {name}"), _("Deal {deal}: won by {name}, {points}")
        names, sentence = self._names_at_steps.at(deal.last_step), counted if points else plain
        name = winners.of_deal(deal.winner, names, has_partners=self._outline.has_partners)
        return sentence.format(deal=deal.number, name=name, points=sentence_patterns.points(points))

    def _y(self, kind: str) -> int:
        return _TOP + _LANE * [lane for lane, _title in self._lanes].index(kind) + _LANE // 2

    def _at(self, step: int, *, before: bool = False) -> str:
        """Return the position of a step: the middle of its part of the strip, or the beginning of it."""
        return _percent((step - (1 if before else 0.5)) / self._steps)


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"
