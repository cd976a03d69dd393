"""Where a match stands, and how each event changes it.

The state is mutable and only `evolve` writes it. Events carry outcomes, so nothing is worked out
here that a rule decides: an old log keeps its meaning when a rule is corrected.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.rules import events as e
from games.rules.cards import COLOUR_OF, WILD
from games.rules.options import DEFAULTS, Options, from_differences

READY_TO_DEAL: Final = "created"
DEALING: Final = "dealing"
TURN: Final = "turn"
AFTER_DRAW: Final = "after_draw"
PENDING: Final = "pending"
STARTER_CHOICE: Final = "starter_choice"
OVER: Final = "over"
MATCH_OVER: Final = "match_over"
RUNNING: Final = frozenset({TURN, AFTER_DRAW, PENDING, STARTER_CHOICE})

NONE, OPEN, CALLED = range(3)
"""The duty of a seat to call: none, open (it may be caught), called."""


class State:
    """A match at one moment. Seats are 0 for A …, `-1` is nobody or nothing; piles have the top last."""

    __slots__ = (
        "colour",
        "dealer",
        "differences",
        "direction",
        "discard_pile",
        "draw_pile",
        "drawn_card",
        "drawn_count",
        "eliminated",
        "hands",
        "idle_turns",
        "layer",
        "name",
        "options",
        "pending_challengeable",
        "pending_kind",
        "pending_legal",
        "pending_source",
        "pending_total",
        "places",
        "points",
        "previous_winner",
        "round",
        "rulebook",
        "seats",
        "starter_top",
        "to_act",
        "totals",
        "uno",
        "winner",
        "winners",
    )

    def __init__(self, seats: int = 0, rulebook: str = "", options: Options = DEFAULTS) -> None:
        self.seats = seats
        self.rulebook = rulebook
        self.options = options
        self.differences: dict[str, bool | int | str | list[str]] = {}
        self.round = 0
        self.dealer = e.NOBODY
        self.previous_winner = e.NOBODY
        self.totals = [0] * seats
        self.eliminated = [0] * seats
        self.clear_round()

    def clear_round(self) -> None:
        self.name = READY_TO_DEAL
        self.direction = 1
        self.colour = -1
        self.to_act = e.NOBODY
        self.hands: list[list[int]] = [[] for _seat in range(self.seats)]
        self.draw_pile: list[int] = []
        self.discard_pile: list[int] = []
        self.layer = e.NOBODY  # who laid the top card; nobody for a starter
        self.starter_top = False
        self.pending_kind = ""
        self.pending_total = 0
        self.pending_source = e.NOBODY
        self.pending_challengeable = False
        self.pending_legal = True  # the hidden verdict on the last Wild Draw Four
        self.drawn_card = -1
        self.drawn_count = 0  # cards drawn in the turn so far
        self.idle_turns = 0  # consecutive turns that ended after zero cards drawn
        self.uno = [NONE] * self.seats
        self.winner = e.NOBODY
        self.points = [0] * self.seats
        self.winners: list[int] = []
        self.places: list[int] = []

    def copy(self) -> "State":
        """Return an independent state; options and differences are shared because nobody changes them."""
        twin = State.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hands = [hand[:] for hand in self.hands]
        for name in _FLAT_LISTS:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    __hash__ = None  # type: ignore[assignment]  # a mutable state is no key

    def __repr__(self) -> str:
        return "State(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in State.__slots__) + ")"

    @property
    def top(self) -> int:
        """The top card of the discard pile, -1 if there is none yet."""
        return self.discard_pile[-1] if self.discard_pile else -1

    def is_active(self, seat: int) -> bool:
        """Whether there is such a seat and it is still in the match."""
        return 0 <= seat < self.seats and not self.eliminated[seat]

    def active_seats(self) -> list[int]:
        """The seats still in the match, clockwise from A."""
        return [seat for seat in range(self.seats) if not self.eliminated[seat]]

    def next_after(self, seat: int) -> int:
        """The nearest active seat from `seat` in the current direction."""
        return self._nearest(seat, self.direction)

    def left_of(self, seat: int) -> int:
        """The nearest active seat clockwise from `seat`, whatever the direction."""
        return self._nearest(seat, 1)

    def _nearest(self, seat: int, direction: int) -> int:
        for _one in range(self.seats):
            seat = (seat + direction) % self.seats
            if not self.eliminated[seat]:
                return seat
        return e.NOBODY


def evolve(state: State, event: e.Event) -> None:
    """Change the state by one event."""
    HANDLERS[type(event)](state, event)


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """Return the state after the events; without a state they begin with the start of a round."""
    state = State() if state is None else state
    for event in events:
        HANDLERS[type(event)](state, event)
    return state


_FLAT_LISTS: Final = (
    "discard_pile",
    "draw_pile",
    "eliminated",
    "places",
    "points",
    "totals",
    "uno",
    "winners",
)


def _dealer_chosen(state: State, event: e.DealerChosen) -> None:
    state.dealer = event.seat


def _round_started(state: State, event: e.RoundStarted) -> None:
    if state.round == 0 or state.differences != event.options:
        state.options = from_differences(event.options)
        state.differences = event.options
    state.round = event.round
    state.rulebook = event.rulebook
    state.seats = event.seats
    state.dealer = event.dealer
    state.totals = event.totals[:]
    state.eliminated = event.eliminated[:]
    state.previous_winner = event.previous_winner
    state.clear_round()
    state.name = DEALING


def _cards_dealt(state: State, event: e.CardsDealt) -> None:
    state.hands = [hand[:] for hand in event.hands]
    state.draw_pile = event.pile[::-1]


def _starter_returned(state: State, event: e.StarterReturned) -> None:
    state.draw_pile = event.pile[::-1]


def _starter_turned(state: State, event: e.StarterTurned) -> None:
    state.draw_pile.pop()
    state.discard_pile.append(event.card)
    state.colour = COLOUR_OF[event.card]
    state.starter_top = True


def _starter_colour_asked(state: State, event: e.StarterColourAsked) -> None:
    state.name = STARTER_CHOICE
    state.to_act = event.seat


def _colour_chosen(state: State, event: e.ColourChosen | e.StarterColourChosen) -> None:
    state.colour = event.colour


def _turn_started(state: State, event: e.TurnStarted) -> None:
    state.name = TURN
    state.to_act = event.seat
    state.drawn_card = -1
    state.drawn_count = 0


def _card_played(state: State, event: e.CardPlayed) -> None:
    card = event.card
    state.hands[event.seat].remove(card)
    state.discard_pile.append(card)
    if card < WILD:
        state.colour = COLOUR_OF[card]
    state.name = TURN
    state.layer = event.seat
    state.starter_top = False
    state.pending_legal = event.legal
    state.drawn_card = -1
    state.idle_turns = 0
    state.uno[event.seat] = NONE


def _direction_reversed(state: State, event: e.DirectionReversed) -> None:
    state.direction = event.direction


def _cards_drawn(state: State, event: e.CardsDrawn) -> None:
    if event.cards:
        state.hands[event.seat] += event.cards
        del state.draw_pile[-len(event.cards) :]
        state.uno[event.seat] = NONE
    if event.reason == "turn":
        state.name = AFTER_DRAW
        state.drawn_count += len(event.cards)
        if event.cards:
            state.drawn_card = event.cards[-1]


def _draw_pile_rebuilt(state: State, event: e.DrawPileRebuilt) -> None:
    state.draw_pile = event.pile[::-1]
    del state.discard_pile[:-1]


def _turn_passed(state: State, _event: e.TurnPassed) -> None:
    state.idle_turns = 0 if state.drawn_count else state.idle_turns + 1
    state.name = TURN
    state.drawn_card = -1


def _penalty_raised(state: State, event: e.PenaltyRaised) -> None:
    state.name = PENDING
    state.to_act = event.victim
    state.pending_kind = event.kind
    state.pending_total = event.total
    state.pending_source = event.source
    state.pending_challengeable = event.challengeable


def _penalty_settled(state: State, _event: e.PenaltyAccepted | e.ChallengeUpheld | e.ChallengeFailed) -> None:
    state.name = TURN
    state.idle_turns = 0
    state.pending_kind = ""
    state.pending_total = 0
    state.pending_source = e.NOBODY
    state.pending_challengeable = False
    state.pending_legal = True


def _uno_due(state: State, event: e.UnoDue) -> None:
    state.uno[event.seat] = OPEN


def _uno_called(state: State, event: e.UnoCalled) -> None:
    state.uno[event.seat] = CALLED


def _uno_closed(state: State, event: e.UnoCaught | e.UnoLapsed) -> None:
    state.uno[event.seat] = NONE


def _round_ended(state: State, event: e.RoundEnded) -> None:
    state.name = OVER
    state.to_act = e.NOBODY
    state.winner = event.winner
    state.uno = [NONE] * state.seats
    state.drawn_card = -1
    state.pending_legal = True


def _points_scored(state: State, event: e.PointsScored) -> None:
    state.points = event.points[:]
    state.totals = event.totals[:]


def _seat_eliminated(state: State, event: e.SeatEliminated) -> None:
    state.eliminated[event.seat] = state.round


def _match_ended(state: State, event: e.MatchEnded) -> None:
    state.name = MATCH_OVER
    state.winners = event.winners[:]
    state.places = event.places[:]


def _tells_only(state: State, event: e.Event) -> None:
    """Tell people what happened; another event carries the change."""


HANDLERS: Final[dict[type[e.Event], Callable[[State, Any], None]]] = {
    e.DealerChosen: _dealer_chosen,
    e.RoundStarted: _round_started,
    e.CardsDealt: _cards_dealt,
    e.StarterReturned: _starter_returned,
    e.StarterTurned: _starter_turned,
    e.StarterColourAsked: _starter_colour_asked,
    e.StarterColourChosen: _colour_chosen,
    e.TurnStarted: _turn_started,
    e.CardPlayed: _card_played,
    e.ColourChosen: _colour_chosen,
    e.DirectionReversed: _direction_reversed,
    e.CardsDrawn: _cards_drawn,
    e.DrawPileRebuilt: _draw_pile_rebuilt,
    e.TurnPassed: _turn_passed,
    e.PenaltyRaised: _penalty_raised,
    e.PenaltyAccepted: _penalty_settled,
    e.PlayerSkipped: _tells_only,
    e.ChallengeMade: _tells_only,
    e.ChallengeUpheld: _penalty_settled,
    e.ChallengeFailed: _penalty_settled,
    e.UnoDue: _uno_due,
    e.UnoCalled: _uno_called,
    e.UnoCaught: _uno_closed,
    e.UnoLapsed: _uno_closed,
    e.RefereePenalty: _tells_only,
    e.WentOut: _tells_only,
    e.RoundEnded: _round_ended,
    e.PointsScored: _points_scored,
    e.SeatEliminated: _seat_eliminated,
    e.MatchEnded: _match_ended,
}
