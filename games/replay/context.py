"""The context of the page of a replay: a moment of a match."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from games.models import Table
from games.pages.result import DealResult, result_of
from games.replay import moments
from games.replay.links import Choice
from games.replay.move_list import MoveList
from games.rulebooks import explanations
from games.wording.seat_names import seat_names

_LETTERS: Final = "ABCDEFGHIJ"


@dataclass(frozen=True)
class SeatAtStep:
    """A seat in the replay; `hand` is None if the viewer may not see it."""

    name: str
    hand: list[int] | None
    count: int
    total: int
    is_turn: bool
    is_dealer: bool
    eliminated: int
    is_viewed: bool
    wins: int = 0
    losses: int = 0

    @property
    def backs(self) -> range:
        """A range over the card backs to draw for a hidden hand: twelve at most."""
        return range(min(self.count, 12) if self.hand is None else 0)


@dataclass(frozen=True)
class DealLink:
    """A deal: a link to its first step, its winner, and whether the shown step is in it."""

    number: int
    address: str
    winner: str
    is_shown: bool


@dataclass(frozen=True)
class View:
    """A link to this step with the cards of another seat, or of all."""

    title: str
    address: str
    is_chosen: bool


class ReplayPage:
    """A moment of a match with links to others."""

    def __init__(self, moment: moments.Moment, choice: Choice) -> None:
        self._moment = moment
        self.table, self.sight, self.step = moment.table, moment.sight, moment.step
        self.choice = Choice(choice.table_id, moment.step, _seat(moment), choice.moves, choice.curve)
        self.also = self.choice.also
        self.names = seat_names(moment.seats)
        self.moves = MoveList(moment, self.choice, self.names)
        self.steps = len(moment.outline.steps)
        self.is_over = self.table.is_over
        self.is_first, self.is_last = self.step <= 1, self.step >= self.steps
        self.previous, self.next = max(1, self.step - 1), min(self.steps, self.step + 1)

    @cached_property
    def played(self) -> explanations.RulesInUse:
        """The rulebook of the match."""
        return explanations.played_at(self.table)

    @property
    def status(self) -> str:
        """The status of the match."""
        is_given_up = self.table.status == Table.Status.CLOSED and self.sight is not None
        return _("Not finished") if is_given_up else self.table.get_status_display()

    @property
    def words(self) -> list[str]:
        """The events of this step in sentences."""
        return [line for event in self._moment.events if (line := event.sentence(self.names))]

    @property
    def deals(self) -> list[DealLink]:
        """The deals in order."""
        return [
            DealLink(
                number=deal.number,
                address=self.choice.to(deal.first_step),
                winner=self.names[deal.winner] if deal.winner is not None and deal.winner >= 0 else "",
                is_shown=deal is self._moment.deal,
            )
            for deal in self._moment.outline.deals
        ]

    @property
    def next_deal(self) -> int:
        """The first step of the next deal, 0 if there is none."""
        deals = self._moment.outline.deals
        number = self._moment.deal.number if self._moment.deal else len(deals)
        return deals[number].first_step if number < len(deals) else 0

    @property
    def previous_deal(self) -> int:
        """The first step of this deal, or of the deal before if this is it; 0 at the beginning."""
        begins = (deal.first_step for deal in reversed(self._moment.outline.deals))
        return next((first for first in begins if first < self.step), 0)

    @property
    def views(self) -> list[View]:
        """The views the visitor may choose; none during the match."""
        if not self.is_over or self.sight is None:
            return []
        choices = [("", _("All hands")), *zip(_LETTERS, self.names, strict=False)]
        return [View(title, self.choice.by(key), key == self.choice.seat) for key, title in choices]

    @property
    def eyes(self) -> str:
        """The name of the seat whose hand is shown, empty for all hands or none."""
        return self.names[self._moment.eyes] if self._moment.eyes is not None else ""

    @property
    def counts_wins(self) -> bool:
        """Whether deals won and lost count, and not points."""
        options = self._moment.outline.options
        return options is not None and options.scoring == "win_loss"

    @property
    def seats(self) -> list[SeatAtStep]:
        """All seats clockwise, from the viewed seat or else from A on."""
        sight = self.sight
        if sight is None:
            return []
        first = self._moment.eyes or 0
        order = [(first + place) % sight.seats for place in range(sight.seats)]
        return [
            SeatAtStep(
                name=self.names[index],
                hand=None if (hand := sight.hands[index]) is None else sorted(hand),
                count=sight.counts[index],
                total=sight.totals[index],
                is_turn=index == sight.to_act,
                is_dealer=index == sight.dealer,
                eliminated=sight.eliminated[index],
                is_viewed=index == self._moment.eyes,
                wins=sight.wins[index],
                losses=sight.losses[index],
            )
            for index in order
        ]

    @property
    def result(self) -> DealResult | None:
        """The points, at the step that ended a deal."""
        return result_of([self._moment.events], self.sight, self.names) if self.sight else None


def _seat(moment: moments.Moment) -> str:
    """Return the letter of the seat whose view is shown."""
    return _LETTERS[moment.eyes] if moment.table.is_over and moment.eyes is not None else ""
