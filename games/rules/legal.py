"""All that a seat may ask for at this moment: the one list for bots, pages and programs.

It depends only on what the seat may know. A useless UNO flag and a referee's penalty are accepted by
`decide` but not listed here.
"""

from collections.abc import Callable
from typing import Final

from games.rules.cards import COLOURS, WILD, WILD_DRAW_FOUR, Card
from games.rules.commands import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    ChooseColour,
    Command,
    Deal,
    DrawCard,
    Pass,
    PlayCard,
)
from games.rules.drawing import must_play_drawn
from games.rules.matching import fitting, holds_playable, may_be_laid
from games.rules.state import (
    AFTER_DRAW,
    OPEN,
    OVER,
    PENDING,
    READY_TO_DEAL,
    RUNNING,
    STARTER_CHOICE,
    TURN,
    State,
)

_COLOURS = range(len(COLOURS))


def legal_commands(state: State, seat: int) -> list[Command]:
    """Return every command the seat may send now, plays first, then the others, then calls and catches."""
    name = state.name
    if name not in RUNNING:
        return [Deal()] if name in (OVER, READY_TO_DEAL) and 0 <= seat < state.seats else []
    if not state.is_active(seat):
        return []
    found: list[Command] = []
    if seat == state.to_act:
        _ADD[name](state, seat, found)
    if OPEN in state.uno:
        _add_calls(state, seat, found)
    return found


def _add_turn(state: State, seat: int, found: list[Command]) -> None:
    hand = state.hands[seat]
    fits = fitting(state)
    for card in dict.fromkeys(hand):
        if fits[card] and (card != WILD_DRAW_FOUR or may_be_laid(state, seat, card)):
            _add_play(seat, card, len(hand), found)
    if state.options.voluntary_draw or not holds_playable(state, seat):
        found.append(DrawCard(seat))


def _add_after_draw(state: State, seat: int, found: list[Command]) -> None:
    card = state.drawn_card
    if card >= 0 and may_be_laid(state, seat, card):
        _add_play(seat, card, len(state.hands[seat]), found)
    if not must_play_drawn(state):
        found.append(Pass(seat))


def _add_play(seat: int, card: Card, held: int, found: list[Command]) -> None:
    """Add the plays of one card: with every colour, and with the call where it leaves one card."""
    flags = (False, True) if held == 2 else (False,)
    if card < WILD:
        found += [PlayCard(seat, card, None, flag) for flag in flags]
        return
    found += [PlayCard(seat, card, colour, flag) for flag in flags for colour in _COLOURS]
    if held == 1:
        found.append(PlayCard(seat, card))


def _add_colours(_state: State, seat: int, found: list[Command]) -> None:
    found += [ChooseColour(seat, colour) for colour in _COLOURS]


def _add_answers(state: State, seat: int, found: list[Command]) -> None:
    found.append(Accept(seat))
    if state.pending_challengeable:
        found.append(Challenge(seat))


def _add_calls(state: State, seat: int, found: list[Command]) -> None:
    for other, duty in enumerate(state.uno):
        if duty != OPEN:
            continue
        if other != seat:
            found.append(Catch(seat, other))
        elif state.options.uno_call_deadline != "with_play":
            found.append(CallUno(seat))


_ADD: Final[dict[str, Callable[[State, int, list[Command]], None]]] = {
    TURN: _add_turn,
    AFTER_DRAW: _add_after_draw,
    PENDING: _add_answers,
    STARTER_CHOICE: _add_colours,
}
