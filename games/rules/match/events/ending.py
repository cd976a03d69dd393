"""Events at the end of a round and of the match, and of seats that leave it."""

from typing import Final

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop, listed, ngettext, shown_number
from games.rules.cards.cards import Card, hidden
from games.rules.match.events.base import Event
from games.rules.match.phases import MATCH_OVER, NONE, OVER, STARTER_CHOICE, TURN
from games.rules.match.places import of_sides
from games.rules.match.seat_names import Names, sides_of
from games.rules.match.sentence_patterns import of_seat
from games.rules.match.state import NOBODY, State


@event_type("went_out")
class WentOut(Event, frozen=True):
    """The hand became empty; with `leaves` the seat takes no further part in the round."""

    seat: int
    leaves: bool = False

    def change(self, state: State) -> None:
        state.emptied[self.seat] += 1
        if self.leaves:
            state.out.append(self.seat)
            if state.to_act == self.seat:
                state.to_act = state.next_after(self.seat)

    sentence = of_seat(gettext_noop("{name} went out"))


@event_type("round_ended")
class RoundEnded(Event, frozen=True):
    """`reason` is out or blocked; `hands` are the cards left in the hands.

    With the reasons `left` and `time` the deal ends without counting.
    """

    winner: int
    reason: str
    hands: list[list[Card]]
    loser: int = NOBODY

    def change(self, state: State) -> None:
        state.phase = OVER
        state.to_act = NOBODY
        state.winner = self.winner
        state.loser = self.loser
        state.silence_kind = ""
        state.silence_mark = -1
        state.later = []
        state.clear_pending()  # a deal may also be broken off while an effect is pending
        state.offered_card = -1
        state.uno = bytearray(state.seats)
        state.drawn_card = -1
        state.pending_legal = True

    def sentence(self, names: Names) -> str:
        if self.winner < 0:
            return _(_WITHOUT_WINNER[self.reason])
        return _("{name} won the deal").format(name=names[self.winner])


@event_type("points_scored")
class PointsScored(Event, frozen=True):
    """The points of this round and the totals after it, by seat."""

    points: list[int]
    totals: list[int]
    wins: list[int] = []
    losses: list[int] = []

    def change(self, state: State) -> None:
        state.points = self.points[:]
        state.totals = self.totals[:]
        state.wins = self.wins[:] or state.wins
        state.losses = self.losses[:] or state.losses

    def sentence(self, names: Names) -> str | None:
        scored = [
            f"{listed([names[seat] for seat in side])} {shown_number(self.points[side[0]])}"
            for side in sides_of(names)
            if self.points[side[0]]
        ]
        return _("Points: {list}").format(list=", ".join(scored)) if scored else None


@event_type("seat_eliminated")
class SeatEliminated(Event, frozen=True):
    """The seat is out of the match."""

    seat: int

    def change(self, state: State) -> None:
        state.eliminated[self.seat] = state.round

    sentence = of_seat(gettext_noop("{name} is out of the match"))


@event_type("seat_given_up")
class SeatGivenUp(Event, frozen=True):
    """The seat left the match for good before the end of `round`; its `hand` is out of play."""

    seat: int
    round: int
    hand: list[Card] = []

    def change(self, state: State) -> None:
        seat = self.seat
        state.eliminated[seat] = self.round
        state.retired.append(seat)
        if not self.hand:
            return
        state.aside += self.hand
        state.hands[seat] = []
        state.uno[seat] = NONE
        if state.pending_source == seat:
            state.pending_challengeable = False
        if state.to_act == seat:
            _pass_on(state, seat)

    def seen_by(self, seat: int | None) -> Event:
        if self.seat == seat:
            return self
        return SeatGivenUp(self.seat, self.round, hidden(self.hand))

    sentence = of_seat(gettext_noop("{name} has left the match; those cards are out of play"))


@event_type("match_ended")
class MatchEnded(Event, frozen=True):
    """`places` are the places of the seats, 1 for the best; shared places are equal.

    Partners have the place of their side. Older logs call the losing side third, as two seats are before it.
    """

    winners: list[int]
    places: list[int]

    def change(self, state: State) -> None:
        state.phase = MATCH_OVER
        state.winners = self.winners[:]
        has_partners = state.options.teams == "partners"
        state.places = of_sides(self.places) if has_partners else self.places[:]

    def sentence(self, names: Names) -> str:
        winners = [names[seat] for seat in self.winners]
        return ngettext("{names} won the match", "{names} won the match", len(winners)).format(
            names=listed(winners)
        )


_WITHOUT_WINNER: Final = {
    "blocked": gettext_noop("The deal is blocked: no one wins it"),
    "out": gettext_noop("No one wins the deal"),
    "left": gettext_noop("The deal does not count: no one is left to play it"),
    "time": gettext_noop("Time is up: this deal does not count"),
}


def _pass_on(state: State, seat: int) -> None:
    """Give the turn to the next seat after one that left, and remove an effect that was pending on it."""
    if state.phase != STARTER_CHOICE:
        state.phase = TURN
    state.clear_pending()
    state.drawn_card = -1
    state.drawn_count = 0
    state.to_act = state.next_after(seat)
