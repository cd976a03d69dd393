"""The everyday turn: a card with a simple effect while others are left, one card drawn, a pass.

Nine moves of ten are of this kind, so they are judged here in one go, without a copy of the state. Whatever
is out of the ordinary or has to be refused is left to `decide`; that both judge alike is proved by the
property tests.
"""

from collections.abc import Callable
from typing import Any, Final

from games.rules.card_effects import (
    DRAWS_FOUR,
    DRAWS_TWO,
    NAMES_COLOUR,
    PLAIN,
    PLAYS_AGAIN,
    RARE,
    REVERSES,
    SKIPS,
)
from games.rules.cards import COLOURS, TOKENS, WILD, Card
from games.rules.commands import Accept, Command, DrawCard, Pass, PlayCard
from games.rules.events import (
    CardPlayed,
    CardsDrawn,
    ColourChosen,
    DirectionReversed,
    Event,
    PenaltyAccepted,
    PenaltyRaised,
    PlayerSkipped,
    TurnPassed,
    TurnStarted,
    UnoCalled,
    UnoDue,
)
from games.rules.matching import FOLLOWS, draw_four_is_legal
from games.rules.names import AFTER_DRAW, OPEN, PENDING, TURN
from games.rules.state import State

_SEATS: Final = range(10)
_CARDS: Final = range(len(TOKENS))
_COLOURS: Final = range(len(COLOURS))
_PENULTIMATE: Final = 2  # cards held before laying the last but one
_TWO_EVENTS: Final = frozenset(
    {NAMES_COLOUR, REVERSES, DRAWS_FOUR}
)  # a second event tells colour or direction
# Events never change, so one of each is enough.
_PLAYED: Final = [[CardPlayed(seat, card) for card in _CARDS] for seat in _SEATS]
_STARTED: Final = [TurnStarted(seat) for seat in _SEATS]
_CHOSEN: Final[dict[tuple[int, int | None], Event]] = {
    (seat, colour): ColourChosen(seat, colour) for seat in _SEATS for colour in _COLOURS
}
_SKIPPED: Final = [PlayerSkipped(seat) for seat in _SEATS]
_REVERSED: Final = {1: DirectionReversed(1), -1: DirectionReversed(-1)}
_RAISED: Final = [[PenaltyRaised("draw2", 2, victim, seat) for victim in _SEATS] for seat in _SEATS]
_DRAWN: Final = [[CardsDrawn(seat, [card], "turn") for card in _CARDS] for seat in _SEATS]
_ACCEPTED: Final = [PenaltyAccepted(seat) for seat in _SEATS]
_CALLED: Final = [UnoCalled(seat) for seat in _SEATS]
_DUE: Final = [UnoDue(seat) for seat in _SEATS]
_PASSED: Final = [TurnPassed(seat) for seat in _SEATS]


def events_of_play(
    state: State, seat: int, card: Card, colour: int | None, called: bool = False
) -> list[Event] | None:
    """Return the events of laying a card that fits, None if it is no everyday play.

    It is the turn of the seat, which holds the card and, after drawing, has just drawn it. A black card
    names its colour, other cards none.
    """
    held = len(state.hands[seat])
    if OPEN in state.uno or (_is_special(state, held) if held <= _PENULTIMATE else called):
        return None
    following = (seat + state.direction) % state.seats
    if state.eliminated[following] or following in state.out:
        following = state.next_after(seat)
    effect = state.simple_effects[card]
    if effect == PLAIN:
        events: list[Event] = [_PLAYED[seat][card], _STARTED[following]]
    elif effect == NAMES_COLOUR:
        events = [_PLAYED[seat][card], _CHOSEN[seat, colour], _STARTED[following]]
    elif effect == DRAWS_TWO:
        events = [_PLAYED[seat][card], _RAISED[seat][following]]
    else:
        events = _RARER[effect](state, seat, card, colour)
    if held == _PENULTIMATE and events:
        # The duty comes after colour and direction, before what happens to others (rules.md 3.15).
        events.insert(2 if effect in _TWO_EVENTS else 1, (_CALLED if called else _DUE)[seat])
    return events or None


def _is_special(state: State, held: int) -> bool:
    """Whether laying one of these few cards ends the round or opens the centre."""
    return held < _PENULTIMATE or state.options.uno_centre


def event_of_draw(state: State, seat: int) -> Event | None:
    """Return the event of drawing in the turn, None if more than one card and one event may come of it."""
    if not state.draws_one or not state.draw_pile or OPEN in state.uno:
        return None
    return _DRAWN[seat][state.draw_pile[-1]]


def events_of_pass(state: State, seat: int) -> list[Event] | None:
    """Return the events of passing after a card was drawn, None if passing may not be allowed."""
    if state.drawn_card < 0 or state.options.play_after_draw == "forced" or state.silence_kind:
        return None
    return [_PASSED[seat], _STARTED[state.next_after(seat)]]


def events_of_accept(state: State, seat: int) -> list[Event] | None:
    """Return the events of taking the waiting cards, None if more may come of it."""
    total = state.pending_total
    if (
        not 0 < total <= len(state.draw_pile)
        or OPEN in state.uno
        or state.silence_kind
        or state.options.ready_pause
        or not state.options.draw_cards_lose_turn
    ):
        return None
    drawn = CardsDrawn(seat, state.draw_pile[: -total - 1 : -1], "penalty")
    return [_ACCEPTED[seat], drawn, _STARTED[state.next_after(seat)]]


def _skip(state: State, seat: int, card: Card, _colour: int | None) -> list[Event]:
    following = state.next_after(seat)
    return [_PLAYED[seat][card], _SKIPPED[following], _STARTED[state.next_after(following)]]


def _play_again(_state: State, seat: int, card: Card, _colour: int | None) -> list[Event]:
    return [_PLAYED[seat][card], _STARTED[seat]]


def _reverse(state: State, seat: int, card: Card, _colour: int | None) -> list[Event]:
    following = state.next_before(seat)
    if following == state.next_after(seat):
        return []  # with two left a Reverse may act like a Skip
    return [_PLAYED[seat][card], _REVERSED[-state.direction], _STARTED[following]]


def _draw_four(state: State, seat: int, card: Card, colour: int | None) -> list[Event]:
    legal = draw_four_is_legal(state, seat)
    challengeable = state.options.draw_four_challenge != "off"
    if not (legal or challengeable):
        return []
    raised = PenaltyRaised("draw4", 4, state.next_after(seat), seat, challengeable, -1, 1)
    return [CardPlayed(seat, card, legal), _CHOSEN[seat, colour], raised]


def _rare(_state: State, _seat: int, _card: Card, _colour: int | None) -> list[Event]:
    return []


_RARER: Final = {
    SKIPS: _skip,
    PLAYS_AGAIN: _play_again,
    REVERSES: _reverse,
    DRAWS_FOUR: _draw_four,
    RARE: _rare,
}


def _play(state: State, command: PlayCard) -> list[Event] | None:
    seat, card, colour = command.seat, command.card, command.colour
    if (
        seat != state.to_act
        or (state.name != TURN and (state.name != AFTER_DRAW or card != state.drawn_card))
        or card not in state.hands[seat]
        or not FOLLOWS[state.colour][state.discard_pile[-1]][card]
        or command.target is not None
        or command.offered is not None
        or (colour not in _COLOURS if card >= WILD else colour is not None)
    ):
        return None
    return events_of_play(state, seat, card, colour, command.uno)


def _draw(state: State, command: DrawCard) -> list[Event] | None:
    if state.name != TURN or command.seat != state.to_act:
        return None
    event = event_of_draw(state, command.seat)
    return [event] if event else None


def _pass(state: State, command: Pass) -> list[Event] | None:
    if state.name != AFTER_DRAW or command.seat != state.to_act:
        return None
    return events_of_pass(state, command.seat)


def _accept(state: State, command: Accept) -> list[Event] | None:
    if state.name != PENDING or command.seat != state.to_act:
        return None
    return events_of_accept(state, command.seat)


EVERYDAY: Final[dict[type[Command], Callable[[State, Any], list[Event] | None]]] = {
    PlayCard: _play,
    DrawCard: _draw,
    Pass: _pass,
    Accept: _accept,
}
"""By kind of command: what returns its events, or None if it is none of the everyday; the state stays."""
