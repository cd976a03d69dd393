"""List the commands a seat may send now, for bots, pages and programs alike.

The list depends only on what the seat may know. A useless UNO flag and a referee's penalty are accepted by
`decide` but not listed here.
"""

from collections.abc import Callable
from typing import Final

from games.rules.cards.cards import (
    COLOURS,
    IS_BLACK,
    SKIP,
    SYMBOL_OF,
    WILD,
    WILD_DRAW_FOUR,
    WILD_SHUFFLE,
    WILD_SWAP,
    Card,
)
from games.rules.house_rules.jumping import may_jump
from games.rules.match.commands import (
    Accept,
    AwardCharade,
    CallUno,
    Catch,
    Challenge,
    ChooseColour,
    Command,
    Deal,
    DrawCard,
    EndMatch,
    GiveCard,
    JumpIn,
    LayPair,
    Pass,
    Perform,
    PlaceHand,
    PlayCard,
    SayReady,
)
from games.rules.match.state import (
    AFTER_DRAW,
    AWARD,
    CENTRE,
    EXCHANGE,
    FORFEIT,
    OPEN,
    OVER,
    PENDING,
    READY,
    READY_TO_DEAL,
    RUNNING,
    STARTER_CHOICE,
    TURN,
    State,
)
from games.rules.play.answers import may_answer
from games.rules.play.draw_and_pass import must_play_drawn
from games.rules.play.going_out import cards_of_refill, would_end_round
from games.rules.play.play_checks import needs_target
from games.rules.play.playable_cards import FITTING, FOLLOWS, holds_playable, may_be_laid

_COLOURS = range(len(COLOURS))
_PENULTIMATE = 2  # cards in hand before the last but one is played
_ZERO, _FIVE = 0, 5


def _tabled(seat: int, flags: tuple[bool, ...]) -> list[list[Command]]:
    coloured: list[list[Command]] = [
        [PlayCard(seat, card, None, flag) for flag in flags] for card in range(WILD)
    ]
    return coloured + [
        [PlayCard(seat, card, colour, flag) for flag in flags for colour in _COLOURS]
        for card in (WILD, WILD_DRAW_FOUR)
    ]


# Commands are immutable, so they are created once.
_PLAYS: Final = [_tabled(seat, (False,)) for seat in range(10)]
_CALLS: Final = [_tabled(seat, (False, True)) for seat in range(10)]
_DRAWS: Final = [DrawCard(seat) for seat in range(10)]
_ACCEPTS: Final = [Accept(seat) for seat in range(10)]
_CHALLENGES: Final = [Challenge(seat) for seat in range(10)]
_PASSES: Final = [Pass(seat) for seat in range(10)]


def legal_commands(state: State, seat: int) -> list[Command]:
    """Return every command the seat may send now, plays first, then the others, then calls and catches."""
    legal: list[Command] = []
    name = state.phase
    if name == TURN and seat == state.to_act:
        _add_turn(state, seat, legal)  # the most common phase needs no look-up
    elif seat == state.to_act and name in _ADD:
        _ADD[name](state, seat, legal)
    elif name not in RUNNING:
        return _between_rounds(state, seat)
    elif name == CENTRE and _owes_hand(state, seat):
        legal.append(PlaceHand(seat))
    if (OPEN in state.uno or state.options.jump_in) and state.is_active(seat):
        _add_out_of_turn(state, seat, legal)
    return legal


def _owes_hand(state: State, seat: int) -> bool:
    return state.is_active(seat) and seat != state.layer and seat not in state.placed


def _between_rounds(state: State, seat: int) -> list[Command]:
    if state.phase not in (OVER, READY_TO_DEAL) or not 0 <= seat < state.seats:
        return []
    ends = state.phase == OVER and state.options.match_end == "manual"
    return [Deal(), EndMatch()] if ends else [Deal()]


def _add_turn(state: State, seat: int, legal: list[Command]) -> None:
    hand = state.hands[seat]
    if len(hand) > _PENULTIMATE:
        plays, tabled = _PLAYS[seat], state.tabled_plays
    else:
        plays, tabled = _tables_near_the_end(state, seat, len(hand))
    for card in FITTING[state.colour][state.discard_pile[-1]].intersection(hand):
        if card <= tabled:
            legal += plays[card]
        else:
            _add_rare_play(state, seat, card, legal)
    if state.options.voluntary_draw or not holds_playable(state, seat):
        legal.append(_DRAWS[seat])


def _tables_near_the_end(state: State, seat: int, held: int) -> tuple[list[list[Command]], int]:
    """Return the table of plays by card, and the last card whose plays are all in the table."""
    if held == _PENULTIMATE:
        return _CALLS[seat], state.tabled_plays
    tabled = min(state.tabled_plays, WILD - 1)  # the last black card may need no colour
    return (_CALLS if _is_refilled_with_one(state, seat) else _PLAYS)[seat], tabled


def _add_rare_play(state: State, seat: int, card: Card, legal: list[Command]) -> None:
    if card == WILD_DRAW_FOUR and not may_be_laid(state, seat, card):
        return
    _add_play(state, seat, card, legal)
    hand = state.hands[seat]
    if state.options.pair_as_skip and SYMBOL_OF[card] < SKIP and hand.count(card) > 1:
        left = len(hand) - 2
        may_call = left == 1 or (left == 0 and _is_refilled_with_one(state, seat))
        flags = (False, True) if may_call else (False,)
        legal += [LayPair(seat, card, flag) for flag in flags]


def _add_after_draw(state: State, seat: int, legal: list[Command]) -> None:
    card = state.drawn_card
    if card >= 0 and FOLLOWS[state.colour][state.discard_pile[-1]][card]:
        if card <= state.tabled_plays and len(state.hands[seat]) > _PENULTIMATE:
            legal += _PLAYS[seat][card]
        elif card != WILD_DRAW_FOUR or may_be_laid(state, seat, card):
            _add_play(state, seat, card, legal)
    if state.options.play_after_draw != "forced" or not must_play_drawn(state):
        legal.append(_PASSES[seat])


def _add_play(
    state: State, seat: int, card: Card, legal: list[Command], make: type[PlayCard | JumpIn] = PlayCard
) -> None:
    """Add the plays of a card: every colour and partner, and a call where one card would be left."""
    flags = (False, True) if _may_leave_one(state, seat, card) else (False,)
    if card < WILD and not (state.options.seven_zero or state.options.five_exchange):
        legal += [make(seat, card, None, flag) for flag in flags]
        return
    targets: list[int | None] = [None]
    if len(state.hands[seat]) > 1 and needs_target(state, card):
        targets = [*state.in_turn_order(seat)]
    for target in targets:
        legal += [make(seat, card, k, flag, target) for flag in flags for k in _colours(state, seat, card)]
    if state.options.five_exchange and SYMBOL_OF[card] == _FIVE:
        _add_offers(state, seat, card, flags, legal, make)


def _may_leave_one(state: State, seat: int, card: Card) -> bool:
    """Whether the seat may hold a single card after playing the card, so that a call with it counts."""
    held = len(state.hands[seat])
    if held == _PENULTIMATE:
        return True
    if state.options.uno_duty == "laid_only":
        return False
    if held == 1:
        return _is_refilled_with_one(state, seat)
    others = state.in_turn_order(seat)
    if needs_target(state, card):
        return any(len(state.hands[other]) == 1 for other in others)
    if state.options.seven_zero and SYMBOL_OF[card] == _ZERO:
        return len(state.hands[others[-1]]) == 1
    # Shuffle Hands deals from the left of its player, who gets the last card of each full round.
    return card == WILD_SHUFFLE and (sum(map(len, state.hands)) - 1) // (len(others) + 1) == 1


def _is_refilled_with_one(state: State, seat: int) -> bool:
    """Whether the seat refills its hand with a single card, which is a duty under `any_single_card`."""
    if state.options.uno_duty == "laid_only":
        return False
    return cards_of_refill(state, seat) == 1


def _colours(state: State, seat: int, card: Card) -> list[int | None]:
    if not IS_BLACK[card] or state.options.colours_in_circle:
        return [None]
    return [*_COLOURS, None] if would_end_round(state, seat) else [*_COLOURS]


def _add_offers(
    state: State,
    seat: int,
    card: Card,
    flags: tuple[bool, ...],
    legal: list[Command],
    make: type[PlayCard | JumpIn],
) -> None:
    hand = state.hands[seat]
    offers = [other for other in dict.fromkeys(hand) if other != card or hand.count(card) > 1]
    for partner in state.in_turn_order(seat):
        legal += [make(seat, card, None, flag, partner, offered) for flag in flags for offered in offers]


def _add_out_of_turn(state: State, seat: int, legal: list[Command]) -> None:
    if state.options.jump_in:
        _add_jumps(state, seat, legal)
    _add_calls(state, seat, legal)


def _add_jumps(state: State, seat: int, legal: list[Command]) -> None:
    """Add the jump-ins; in the seat's own turn a jump-in is a play."""
    if state.phase == TURN and seat == state.to_act:
        return
    if (
        state.phase in (TURN, AFTER_DRAW, PENDING)
        and state.top in state.hands[seat]
        and may_jump(state, seat)
    ):
        _add_play(state, seat, state.top, legal, JumpIn)


def _add_colours(state: State, seat: int, legal: list[Command]) -> None:
    targets = state.in_turn_order(seat) if state.top == WILD_SWAP else [None]
    legal += [ChooseColour(seat, colour, target) for target in targets for colour in _COLOURS]


def _add_answers(state: State, seat: int, legal: list[Command]) -> None:
    if state.answerable:
        for card in dict.fromkeys(state.hands[seat]):
            if may_answer(state, seat, card):
                _add_play(state, seat, card, legal)
    legal.append(_ACCEPTS[seat])
    if state.pending_challengeable:
        legal.append(_CHALLENGES[seat])


def _add_gifts(state: State, seat: int, legal: list[Command]) -> None:
    legal += [GiveCard(seat, card) for card in dict.fromkeys(state.hands[seat])]


def _add_awards(state: State, seat: int, legal: list[Command]) -> None:
    legal += [AwardCharade(seat, guesser) for guesser in (*state.in_turn_order(seat), None)]


def _add_calls(state: State, seat: int, legal: list[Command]) -> None:
    for other, duty in enumerate(state.uno):
        if duty != OPEN or not state.is_active(other):
            continue
        if other != seat:
            legal.append(Catch(seat, other))
        elif state.options.uno_call_deadline != "with_play":
            legal.append(CallUno(seat))


_ADD: Final[dict[str, Callable[[State, int, list[Command]], None]]] = {
    AFTER_DRAW: _add_after_draw,
    PENDING: _add_answers,
    EXCHANGE: _add_gifts,
    READY: lambda _state, seat, legal: legal.append(SayReady(seat)),
    FORFEIT: lambda _state, seat, legal: legal.extend([Perform(seat, done=True), Perform(seat, done=False)]),
    AWARD: _add_awards,
    STARTER_CHOICE: _add_colours,
}
