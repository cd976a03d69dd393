"""The context of the page of a replay: a moment of a match."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from games.deals.outline import Deal, actor
from games.localization.lists import listed
from games.models import Table
from games.pages.result import DealResult, result_of
from games.replay import match_at_step
from games.replay.closing import Closing
from games.replay.links import ReplayChoice
from games.replay.move_list import MoveList
from games.replay.names_at_steps import NamesAtSteps
from games.rulebooks import explanations
from games.rules.match.events import CardPlayed, CardsDrawn
from games.wording import absences, winners

ALL: Final = "all"
_LETTERS: Final = "ABCDEFGHIJ"


@dataclass(frozen=True)
class SeatAtStep:
    """A seat in the replay; `hand` is None if the viewer may not see it, `drawn` came in this step."""

    key: str
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
    drawn: tuple[int, ...] = ()
    side: int = 0

    @property
    def cards(self) -> list[tuple[int, bool]]:
        """The hand in order; each card with whether it was drawn in this step."""
        hand, drawn = self.hand or [], Counter(self.drawn)
        return [(card, place > hand.count(card) - drawn[card]) for card, place in _counted(hand)]

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
class FinalPlace:
    """A player or side at the end of the match; `eliminated` is the deal in which they had to stop, or 0."""

    place: int
    name: str
    total: int
    eliminated: int


@dataclass(frozen=True)
class View:
    """A link to this step with the cards of another seat, or of all."""

    title: str
    address: str
    is_chosen: bool


class ReplayPage:
    """A moment of a match with links to others."""

    def __init__(self, moment: match_at_step.MatchAtStep, choice: ReplayChoice) -> None:
        self._moment = moment
        self.table, self.sight, self.step = moment.table, moment.sight, moment.step
        self.choice = ReplayChoice(choice.table_id, moment.step, _seat(moment), choice.moves, choice.curve)
        self.also = self.choice.also
        self.names_at_steps = NamesAtSteps(moment.table, moment.seats, lambda: moment.outline.steps)
        self.names, self.names_here = self.names_at_steps.now, self.names_at_steps.at(moment.step)
        self.moves = MoveList(moment, self.choice, self.names_at_steps)
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
        return self.names_at_steps.rulings.told(self.step, self._moment.events, self.names_here)

    @property
    def result_in_words(self) -> str:
        """Who won the match, empty while it is played or if nobody did."""
        first = [name for seat, name in zip(self._moment.seats, self.names, strict=True) if seat.place == 1]
        return winners.in_words(first, has_partners=self._has_partners) if first else ""

    @property
    def final_places(self) -> list[FinalPlace]:
        """The places at the end of the match with totals, the first place first; sides have one together."""
        seats = [(seat, self.names[seat.index]) for seat in self._moment.seats if seat.place]
        if self._has_partners and len(seats) == 4:
            seats = [(seat, listed([name, seats[seat.index + 2][1]])) for seat, name in seats[:2]]
        rows = [
            FinalPlace(seat.place, name, seat.total, seat.eliminated_round)
            for seat, name in seats
            if seat.place
        ]
        return sorted(rows, key=lambda row: row.place)

    @cached_property
    def played_by_bots(self) -> list[str]:
        """For whom a bot played while they were away, in sentences."""
        moment, names = self._moment, self.names_at_steps.over_time
        steps = moment.outline.steps
        return absences.played_by_bots(self.table, steps, moment.seats, names, moment.seat)

    @property
    def _has_partners(self) -> bool:
        return self._moment.outline.has_partners

    @property
    def deals(self) -> list[DealLink]:
        """The deals in order."""
        return [
            DealLink(
                number=deal.number,
                address=self.choice.to(deal.first_step),
                winner=self._winner(deal),
                is_shown=deal is self._moment.deal,
            )
            for deal in self._moment.outline.deals
        ]

    def _winner(self, deal: Deal) -> str:
        if deal.winner is None or deal.winner < 0:
            return ""
        names = self.names_at_steps.at(deal.last_step)
        return winners.of_deal(deal.winner, names, has_partners=self._has_partners)

    @property
    def next_deal(self) -> int:
        """The first step of the next deal, 0 if there is none."""
        deals = self._moment.outline.deals
        number = self._moment.deal.number if self._moment.deal else len(deals)
        return deals[number].first_step if number < len(deals) else 0

    @property
    def previous_deal(self) -> int:
        """The first step of this deal, or of the deal before if this is it; 0 in the first deal."""
        if self._moment.deal is None or self._moment.deal.number == 1:
            return 0
        begins = (deal.first_step for deal in reversed(self._moment.outline.deals))
        return next((first for first in begins if first < self.step), 0)

    @property
    def views(self) -> list[View]:
        """The views the visitor may choose; none during the match."""
        if not self.is_over or self.sight is None:
            return []
        own = self._moment.seat
        choices = [("" if own is None else ALL, _("All hands")), *zip(_LETTERS, self.names, strict=False)]
        return [View(title, self.choice.by(key), key == self.choice.seat) for key, title in choices]

    @property
    def eyes(self) -> str:
        """The name of the seat whose hand is shown, empty for all hands or none."""
        return self.names_here[self._moment.eyes] if self._moment.eyes is not None else ""

    @property
    def played_by(self) -> str:
        """The name of the player whose card of this step is on the table, empty if none was played."""
        played = [event for event in self._moment.events if isinstance(event, CardPlayed)]
        is_on_top = bool(played) and self.sight is not None and self.sight.top == played[-1].card
        return self.names_here[played[-1].seat] if is_on_top else ""

    @property
    def bot_played_for(self) -> str:
        """The name of the absent player for whom a bot made this step; empty for all other steps."""
        seat = self._moment.absent_player(self.step) if self.steps else None
        return self.names_here[seat] if seat is not None else ""

    @property
    def is_overdue(self) -> bool:
        """Whether the clock made this step when the time of its player had run out."""
        return bool(self.steps) and self._moment.overdue_player(self.step) is not None

    @property
    def acted(self) -> str:
        """The key of the seat that acted in this step, empty for nobody."""
        seat = actor(self._moment.events)
        return f"at-{seat}" if seat >= 0 else ""

    @property
    def closing(self) -> Closing | None:
        """The end of the match, at its last step."""
        return (
            Closing(self._moment, self.choice, self.names_at_steps)
            if self.is_last and self.is_ended
            else None
        )

    @property
    def is_ended(self) -> bool:
        """Whether the match was played to its end."""
        return self.sight is not None and bool(self.sight.places)

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
                key=f"at-{index}",
                name=self.names_here[index],
                hand=None if (hand := sight.hands[index]) is None else sorted(hand),
                count=sight.counts[index],
                total=sight.totals[index],
                is_turn=index == sight.to_act,
                is_dealer=index == sight.dealer,
                eliminated=sight.eliminated[index],
                is_viewed=index == self._moment.eyes,
                wins=sight.wins[index],
                losses=sight.losses[index],
                drawn=self._drawn_by(index),
                side=index % 2 + 1 if self._has_partners else 0,
            )
            for index in order
        ]

    def _drawn_by(self, seat: int) -> tuple[int, ...]:
        events = self._moment.events
        drawn = [event.cards for event in events if isinstance(event, CardsDrawn) and event.seat == seat]
        return tuple(card for cards in drawn for card in cards if card >= 0)

    @property
    def result(self) -> DealResult | None:
        """The points, at the step that ended a deal."""
        if self.sight is None:
            return None
        events, has_partners = [self._moment.events], self._moment.outline.has_partners
        return result_of(events, self.sight, self.names_here, has_partners=has_partners)


def _seat(moment: match_at_step.MatchAtStep) -> str:
    """Return the letter of the seat whose view is shown; for a player who sees all hands `all`."""
    if not moment.table.is_over:
        return ""
    if moment.eyes is not None:
        return _LETTERS[moment.eyes]
    return "" if moment.seat is None else ALL


def _counted(hand: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return each card with how many like it there are so far, itself included."""
    seen: Counter[int] = Counter()
    for card in hand:
        seen[card] += 1
        yield card, seen[card]
