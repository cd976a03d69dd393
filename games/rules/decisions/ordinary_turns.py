"""Fast decisions for everyday turns: a card with a simple effect, a drawn card, a pass.

Nine of ten moves are of this kind, so they are decided here without a copy of the state. `decide` handles all
other commands and all refusals; property tests prove that both decide alike.
"""

from typing import Any, Final, Protocol

from games.rules.cards.cards import COLOUR_OF, COLOURS, TOKENS, WILD, Card
from games.rules.match.commands import Accept, Command, DrawCard, Pass, PlayCard
from games.rules.match.events import (
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
from games.rules.match.evolve import accept_and_turn, draw_one, fold, lay_and_turn, pass_and_turn
from games.rules.match.phases import AFTER_DRAW, CALLED, OPEN, PENDING, TURN
from games.rules.match.simple_effects import (
    DRAWS_FOUR,
    DRAWS_TWO,
    NAMES_COLOUR,
    PLAIN,
    PLAYS_AGAIN,
    RARE,
    REVERSES,
    SKIPS,
)
from games.rules.match.state import State
from games.rules.play.playable_cards import FOLLOWS, draw_four_is_legal

_SEATS: Final = range(10)
_CARDS: Final = range(len(TOKENS))
_COLOURS: Final = range(len(COLOURS))
_PENULTIMATE: Final = 2  # cards in hand before the last but one is played
_TWO_EVENTS: Final = frozenset(
    {NAMES_COLOUR, REVERSES, DRAWS_FOUR}
)  # their second event is the colour or direction
# Events are immutable, so they are created once.
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
    """Return the events of playing a card that fits, None if this is not an everyday play.

    It is the turn of the seat, which holds the card and, after drawing, has just drawn it. A black card
    names its colour, other cards name none.
    """
    held = len(state.hands[seat])
    if OPEN in state.uno or (_is_special(state, held) if held <= _PENULTIMATE else called):
        return None
    effect = state.simple_effects[card]
    if effect == PLAIN:
        events: list[Event] = [_PLAYED[seat][card], _STARTED[state.next_after(seat)]]
    elif effect == NAMES_COLOUR:
        events = [_PLAYED[seat][card], _CHOSEN[seat, colour], _STARTED[state.next_after(seat)]]
    elif effect == DRAWS_TWO:
        events = [_PLAYED[seat][card], _RAISED[seat][state.next_after(seat)]]
    else:
        events = _RARER[effect](state, seat, card, colour)
    if held == _PENULTIMATE and events:
        # The duty comes after colour and direction, before what happens to others (rules.md 3.15).
        events.insert(2 if effect in _TWO_EVENTS else 1, (_CALLED if called else _DUE)[seat])
    return events or None


def next_turn(state: State, seat: int, effect: int) -> tuple[int, int] | None:
    """Return the direction and the seat of the turn after a card that raises no penalty.

    None if it raises one, or is a Reverse with two seats left, which may act like a Skip.
    """
    following, direction = state.next_after(seat), state.direction
    if effect <= NAMES_COLOUR:
        return direction, following
    if effect == SKIPS:
        return direction, state.next_after(following)
    if effect == PLAYS_AGAIN:
        return direction, seat
    before = state.next_before(seat)
    return None if effect != REVERSES or before == following else (-direction, before)


def _is_special(state: State, held: int) -> bool:
    """Whether playing one of these few cards ends the round or opens the centre."""
    return held < _PENULTIMATE or state.options.uno_centre


def event_of_draw(state: State, seat: int) -> Event | None:
    """Return the event of drawing in the turn, None if there may be more than one card and one event."""
    if not state.draws_one or not state.draw_pile or OPEN in state.uno:
        return None
    return _DRAWN[seat][state.draw_pile[-1]]


def events_of_pass(state: State, seat: int) -> list[Event] | None:
    """Return the events of passing after a card was drawn, None if passing may not be allowed."""
    if state.drawn_card < 0 or not may_pass(state):
        return None
    return [_PASSED[seat], _STARTED[state.next_after(seat)]]


def may_pass(state: State) -> bool:
    """Whether a seat that has drawn may pass, and only the next turn follows."""
    return state.options.play_after_draw != "forced" and not state.silence_kind


def may_take(state: State) -> bool:
    """Whether only the next turn follows after taking the pending cards."""
    return (
        0 < state.pending_total <= len(state.draw_pile)
        and OPEN not in state.uno
        and not state.silence_kind
        and not state.options.ready_pause
        and state.options.draw_cards_lose_turn
    )


def events_of_accept(state: State, seat: int) -> list[Event] | None:
    """Return the events of taking the pending cards, None if there may be more effects."""
    if not may_take(state):
        return None
    drawn = CardsDrawn(seat, state.draw_pile[: -state.pending_total - 1 : -1], "penalty")
    return [_ACCEPTED[seat], drawn, _STARTED[state.next_after(seat)]]


def _skip(state: State, seat: int, card: Card, _colour: int | None) -> list[Event]:
    following = state.next_after(seat)
    return [_PLAYED[seat][card], _SKIPPED[following], _STARTED[state.next_after(following)]]


def _play_again(_state: State, seat: int, card: Card, _colour: int | None) -> list[Event]:
    return [_PLAYED[seat][card], _STARTED[seat]]


def _reverse(state: State, seat: int, card: Card, _colour: int | None) -> list[Event]:
    ahead = next_turn(state, seat, REVERSES)
    return [_PLAYED[seat][card], _REVERSED[ahead[0]], _STARTED[ahead[1]]] if ahead else []


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


def _play(state: State, command: PlayCard, *, happens: bool) -> list[Event] | None:
    seat, card, colour = command.seat, command.card, command.colour
    if seat != state.to_act:
        return None
    hand = state.hands[seat]
    if (
        (state.phase != TURN and (state.phase != AFTER_DRAW or card != state.drawn_card))
        or card not in hand
        or not FOLLOWS[state.colour][state.discard_pile[-1]][card]
        or command.target is not None
        or command.offered is not None
        or (colour not in _COLOURS if card >= WILD else colour is not None)
    ):
        return None
    if state.simple_effects[card] == PLAIN and len(hand) > _PENULTIMATE:
        if command.uno or OPEN in state.uno:
            return None
        following = state.next_after(seat)
        if happens:
            lay_and_turn(state, seat, card, COLOUR_OF[card], state.direction, following)
        return [_PLAYED[seat][card], _STARTED[following]]
    events = events_of_play(state, seat, card, colour, command.uno)
    if happens and events:
        _apply_play(state, seat, card, colour, command.uno, events)
    return events


def _apply_play(
    state: State, seat: int, card: Card, colour: int | None, called: bool, events: list[Event]
) -> None:
    effect = state.simple_effects[card]
    if effect > REVERSES:
        fold(events, state)
        return
    is_penultimate = len(state.hands[seat]) == _PENULTIMATE
    direction = -state.direction if effect == REVERSES else state.direction
    shown = COLOUR_OF[card] if colour is None else colour
    lay_and_turn(state, seat, card, shown, direction, events[-1].seat)  # type: ignore[attr-defined]  # TurnStarted
    if is_penultimate:
        state.uno[seat] = CALLED if called else OPEN


def _draw(state: State, command: DrawCard, *, happens: bool) -> list[Event] | None:
    if state.phase != TURN or command.seat != state.to_act:
        return None
    event = event_of_draw(state, command.seat)
    if event is None:
        return None
    if happens:
        draw_one(state, command.seat)
    return [event]


def _pass(state: State, command: Pass, *, happens: bool) -> list[Event] | None:
    if state.phase != AFTER_DRAW or command.seat != state.to_act:
        return None
    events = events_of_pass(state, command.seat)
    if happens and events:
        pass_and_turn(state, state.next_after(command.seat))
    return events


def _accept(state: State, command: Accept, *, happens: bool) -> list[Event] | None:
    if state.phase != PENDING or command.seat != state.to_act:
        return None
    events = events_of_accept(state, command.seat)
    if happens and events:
        accept_and_turn(state, command.seat, state.next_after(command.seat))
    return events


class _Judge(Protocol):
    def __call__(self, state: State, command: Any, *, happens: bool) -> list[Event] | None: ...


EVERYDAY: Final[dict[type[Command], _Judge]] = {
    PlayCard: _play,
    DrawCard: _draw,
    Pass: _pass,
    Accept: _accept,
}
"""By type of command: a function that returns its events, or None, and applies them if `happens`."""
