"""How each event changes the state: the only writer of it.

Events carry outcomes, so nothing is worked out here that a rule decides: an old log keeps its meaning
when a rule is corrected.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.rules.cards.cards import COLOUR_OF, WILD, WILD_DRAW_FOUR, Card
from games.rules.match import events as e
from games.rules.match.house_changes import HOUSE_HANDLERS
from games.rules.match.phases import (
    AFTER_DRAW,
    CALLED,
    DEALING,
    MATCH_OVER,
    NONE,
    OPEN,
    OVER,
    PENDING,
    STARTER_CHOICE,
    TURN,
)
from games.rules.match.state import State
from games.rules.options.options import from_differences


def evolve(state: State, event: e.Event) -> None:
    """Change the state by one event."""
    HANDLERS[type(event)](state, event)


def lay_and_turn(state: State, seat: int, card: Card, colour: int, direction: int, following: int) -> None:
    """Do at once what a card does that is laid while no effect waits, and the turn after it.

    The same as its events one by one; no Wild Draw Four.
    """
    state.hands[seat].remove(card)
    state.discard_pile.append(card)
    state.colour = colour
    state.direction = direction
    state.name = TURN
    state.to_act = following
    state.layer = seat
    state.starter_top = False
    state.pending_legal = True
    state.drawn_card = -1
    state.drawn_count = 0
    state.idle_turns = 0
    state.uno[seat] = NONE


def draw_one(state: State, seat: int) -> None:
    """Do what drawing one card in the turn does; the draw pile holds a card."""
    card = state.draw_pile.pop()
    state.hands[seat].append(card)
    state.uno[seat] = NONE
    state.name = AFTER_DRAW
    state.drawn_count += 1
    state.drawn_card = card


def pass_and_turn(state: State, following: int) -> None:
    """Do at once what passing after a draw and the turn after it do."""
    state.idle_turns = 0
    state.name = TURN
    state.to_act = following
    state.drawn_card = -1
    state.drawn_count = 0


def accept_and_turn(state: State, seat: int, following: int) -> None:
    """Do at once what taking the waiting cards and the turn after it do; the draw pile holds enough."""
    total = state.pending_total
    state.hands[seat] += state.draw_pile[: -total - 1 : -1]
    del state.draw_pile[-total:]
    state.uno[seat] = NONE
    _end_pending(state)
    state.pending_legal = True
    state.idle_turns = 0
    state.name = TURN
    state.to_act = following
    state.drawn_card = -1
    state.drawn_count = 0


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """Return the state after the events; without a state they begin with the start of a round."""
    state = State() if state is None else state
    for event in events:
        HANDLERS[type(event)](state, event)
    return state


def _dealer_chosen(state: State, event: e.DealerChosen) -> None:
    state.dealer = event.seat


def _round_started(state: State, event: e.RoundStarted) -> None:
    if state.differences != event.options:
        state.play_by(from_differences(event.options))
        state.differences = event.options
    state.round = event.round
    state.rulebook = event.rulebook
    state.seats = event.seats
    state.dealer = event.dealer
    state.totals = event.totals[:]
    state.eliminated = event.eliminated[:]
    state.previous_winner = event.previous_winner
    state.wins = event.wins[:] or [0] * event.seats
    state.losses = event.losses[:] or [0] * event.seats
    state.youngest = event.youngest
    state.retired = event.retired[:]
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
    seat, card = event.seat, event.card
    state.hands[seat].remove(card)
    state.discard_pile.append(card)
    height = 1
    if state.pending_kind:
        # On a Draw Two the condition is waived: such a Wild Draw Four never goes back.
        height = 0 if state.pending_kind == "draw2" else state.chain_height + 1
        _end_pending(state)
    if card < WILD:
        state.colour = COLOUR_OF[card]
    elif card == WILD_DRAW_FOUR:
        state.chain_height = height
        state.colour_before = state.colour
        state.layer_before = state.layer
        state.starter_before = state.starter_top
    state.name = TURN
    state.layer = seat
    state.starter_top = False
    state.pending_legal = event.legal
    state.drawn_card = -1
    state.idle_turns = 0
    state.uno[seat] = NONE


def _direction_reversed(state: State, event: e.DirectionReversed) -> None:
    state.direction = event.direction


def _cards_drawn(state: State, event: e.CardsDrawn) -> None:
    cards = event.cards
    if cards:
        state.hands[event.seat] += cards
        del state.draw_pile[-len(cards) :]
        state.uno[event.seat] = NONE
    if event.reason == "turn":
        state.name = AFTER_DRAW
        state.drawn_count += len(cards)
        if cards:
            state.drawn_card = cards[-1]


def _draw_pile_rebuilt(state: State, event: e.DrawPileRebuilt) -> None:
    state.draw_pile = event.pile[::-1]
    del state.discard_pile[: -event.kept]
    state.chain_height = min(state.chain_height, event.kept)


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
    state.pending_card = event.card
    state.chain_height = event.height


def _penalty_settled(state: State, _event: e.PenaltyAccepted | e.ChallengeUpheld | e.ChallengeFailed) -> None:
    state.name = TURN
    state.idle_turns = 0
    state.pending_legal = True
    _end_pending(state)


def _end_pending(state: State) -> None:
    state.pending_kind = ""
    state.pending_total = 0
    state.pending_source = e.NOBODY
    state.pending_challengeable = False
    state.pending_card = -1
    state.chain_height = 0


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
    state.loser = event.loser
    state.silence_kind = ""
    state.silence_mark = -1
    state.later = []
    _end_pending(state)  # a deal may also be broken off while something waits
    state.offered_card = -1
    state.uno = bytearray(state.seats)
    state.drawn_card = -1
    state.pending_legal = True


def _points_scored(state: State, event: e.PointsScored) -> None:
    state.points = event.points[:]
    state.totals = event.totals[:]
    state.wins = event.wins[:] or state.wins
    state.losses = event.losses[:] or state.losses


def _went_out(state: State, event: e.WentOut) -> None:
    state.emptied[event.seat] += 1
    if event.leaves:
        state.out.append(event.seat)
        if state.to_act == event.seat:
            state.to_act = state.next_after(event.seat)


def _seat_eliminated(state: State, event: e.SeatEliminated) -> None:
    state.eliminated[event.seat] = state.round


def _seat_given_up(state: State, event: e.SeatGivenUp) -> None:
    seat = event.seat
    state.eliminated[seat] = event.round
    state.retired.append(seat)
    if not event.hand:
        return
    state.aside += event.hand
    state.hands[seat] = []
    state.uno[seat] = NONE
    if state.pending_source == seat:
        state.pending_challengeable = False
    if state.to_act == seat:
        _pass_on(state, seat)


def _pass_on(state: State, seat: int) -> None:
    """Let the next seat be to act in place of one that left; what waited for that one is gone with it."""
    if state.name != STARTER_CHOICE:
        state.name = TURN
    _end_pending(state)
    state.drawn_card = -1
    state.drawn_count = 0
    state.to_act = state.next_after(seat)


def _match_ended(state: State, event: e.MatchEnded) -> None:
    state.name = MATCH_OVER
    state.winners = event.winners[:]
    state.places = event.places[:]


def _tells_only(state: State, event: e.Event) -> None:
    """Tell people what happened; another event carries the change."""


HANDLERS: Final[dict[type[e.Event], Callable[[State, Any], None]]] = {
    e.DealerChosen: _dealer_chosen,
    e.RoundStarted: _round_started,
    e.DealVoided: _tells_only,
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
    e.WentOut: _went_out,
    e.RoundEnded: _round_ended,
    e.PointsScored: _points_scored,
    e.SeatEliminated: _seat_eliminated,
    e.SeatGivenUp: _seat_given_up,
    e.MatchEnded: _match_ended,
    **HOUSE_HANDLERS,
}
