"""How the events of the house rules change the state; `evolve` adds these to its own handlers."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.rules.match import events as e
from games.rules.match import house_events as h
from games.rules.match.phases import AWARD, CENTRE, EXCHANGE, FORFEIT, NONE, READY
from games.rules.match.state import State


def _tells_only(state: State, event: e.Event) -> None:
    """Tell people what happened; another event carries the change."""


def _taken_back(state: State, event: h.CardTakenBack) -> None:
    state.hands[event.seat].append(state.discard_pile.pop())
    state.uno[event.seat] = NONE
    state.colour = event.colour
    state.layer = state.layer_before
    state.starter_top = state.starter_before


def _swapped(state: State, event: h.HandsSwapped) -> None:
    hands, one, two = state.hands, event.seat, event.target
    hands[one], hands[two] = hands[two], hands[one]
    _end_duties(state, (one, two))


def _rotated(state: State, event: h.HandsRotated) -> None:
    seats = event.seats
    passed = [state.hands[seat] for seat in seats]
    for place, seat in enumerate(seats):
        state.hands[seat] = passed[place - 1]
    _end_duties(state, seats)


def _shuffled(state: State, event: h.HandsShuffled) -> None:
    state.hands = [hand[:] for hand in event.hands]
    _end_duties(state, range(state.seats))


def _end_duties(state: State, seats: Iterable[int]) -> None:
    """End the duties of seats that hold another hand now; a new one is an event of its own."""
    for seat in seats:
        state.uno[seat] = NONE


def _offered(state: State, event: h.ExchangeOffered) -> None:
    state.name = EXCHANGE
    state.to_act = event.target
    state.offered_card = event.card
    state.later = event.later


def _exchanged(state: State, event: h.CardsExchanged) -> None:
    state.hands[event.seat].remove(event.card)
    state.hands[event.target].remove(event.received)
    state.hands[event.seat].append(event.received)
    state.hands[event.target].append(event.card)
    state.offered_card = -1
    state.later = []


def _opened(state: State, event: h.HandsUpOpened) -> None:
    state.name = CENTRE
    state.to_act = event.seats[0]
    state.placed = []
    state.later = event.later


def _placed(state: State, event: h.HandPlaced) -> None:
    state.placed.append(event.seat)
    missing = [seat for seat in state.in_turn_order(state.layer) if seat not in state.placed]
    state.to_act = missing[0]


def _closed(state: State, _event: h.HandsUpClosed) -> None:
    state.placed = []
    state.later = []


def _ready_given(state: State, _event: h.ReadyGiven) -> None:
    state.later = []


def _ready_requested(state: State, event: h.ReadyRequested) -> None:
    state.name = READY
    state.to_act = event.seat
    state.later = event.later


def _silence_started(state: State, event: h.SilenceStarted) -> None:
    state.silence_kind = event.kind
    state.silence_mark = event.mark


def _silence_over(state: State, _event: h.SilenceEnded | h.SilenceBroken) -> None:
    state.silence_kind = ""
    state.silence_mark = -1


def _uno_missed(state: State, event: h.UnoMissed) -> None:
    state.uno[event.seat] = NONE


def _demanded(state: State, event: h.ForfeitDemanded) -> None:
    state.name = FORFEIT
    state.to_act = event.seat
    state.forfeit_cards = event.cards


def _charade(state: State, event: h.CharadeStarted) -> None:
    state.name = AWARD
    state.to_act = event.seat


def _put_below(state: State, event: h.CharadeWon | h.WildsDiscarded) -> None:
    for card in event.cards:
        state.hands[event.seat].remove(card)
    state.discard_pile[-1:-1] = event.cards
    if event.cards:
        state.uno[event.seat] = NONE


HOUSE_HANDLERS: Final[dict[type[e.Event], Callable[[State, Any], None]]] = {
    h.JumpedIn: _tells_only,
    h.PenaltyReflected: _tells_only,
    h.PenaltyBounced: _tells_only,
    h.CardTakenBack: _taken_back,
    h.ReadyRequested: _ready_requested,
    h.ReadyGiven: _ready_given,
    h.HandsSwapped: _swapped,
    h.HandsRotated: _rotated,
    h.HandsShuffled: _shuffled,
    h.ExchangeOffered: _offered,
    h.CardsExchanged: _exchanged,
    h.HandsUpOpened: _opened,
    h.HandPlaced: _placed,
    h.HandsUpClosed: _closed,
    h.SilenceStarted: _silence_started,
    h.SilenceEnded: _silence_over,
    h.SilenceBroken: _silence_over,
    h.UnoMissed: _uno_missed,
    h.IllegalCardPenalised: _tells_only,
    h.FalseCallPenalised: _tells_only,
    h.HandRefilled: _tells_only,
    h.ForfeitDemanded: _demanded,
    h.ForfeitPerformed: _tells_only,
    h.ForfeitRefused: _tells_only,
    h.CharadeStarted: _charade,
    h.CharadeWon: _put_below,
    h.WildsDiscarded: _put_below,
}
