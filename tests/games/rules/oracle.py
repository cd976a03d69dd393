"""A second opinion on what is allowed: rules.md read again, slowly and without the engine's tables.

It says of any command whether it is accepted. Cards are looked at as their tokens, so that nothing of
the engine's arithmetic is believed.
"""

from collections.abc import Callable
from typing import Any

from games.rules.cards.cards import TOKENS
from games.rules.match import commands as c
from games.rules.match.state import CALLED, OPEN, RUNNING, State

COLOURS = "rygb"


def allows(state: State, command: c.Command) -> bool:
    """Whether rules.md lets the command pass, be it at the cost of cards (4.7)."""
    if isinstance(command, (c.Deal, c.DrawForDealer, c.EndMatch)):
        return _BETWEEN_ROUNDS[type(command)](state, command)
    if isinstance(command, (c.Retire, c.CallTime)):
        return _leaves(state, command)
    if state.phase not in RUNNING:
        return False
    if isinstance(command, c.EndCentre):
        return state.phase == "centre"
    seat: int = getattr(command, "seat")  # noqa: B009 - every command left has a seat
    return in_play(state, seat) and _IN_ROUND[type(command)](state, command)


def in_play(state: State, seat: int | None) -> bool:
    return (
        seat is not None and seat in range(state.seats) and not (state.eliminated[seat] or seat in state.out)
    )


def others(state: State, seat: int) -> list[int]:
    return [number for number in range(state.seats) if number != seat and in_play(state, number)]


def token(card: int) -> str:
    return TOKENS[card]


def is_black(card: int) -> bool:
    return token(card)[0] not in COLOURS


def symbol(card: int) -> str:
    """Return what is printed on a coloured card; a black one has a symbol of its own."""
    return token(card) if is_black(card) else token(card)[1:]


def active_colour(state: State) -> str:
    return COLOURS[state.colour]


# 3.6: which card may be played


def fits(state: State, card: int) -> bool:
    """Whether the card fits, the condition of a Wild Draw Four left aside."""
    return is_black(card) or token(card)[0] == active_colour(state) or symbol(card) == symbol(state.top)


def four_is_honest(state: State, seat: int) -> bool:
    rule = state.options.draw_four_legality
    coloured = [card for card in state.hands[seat] if not is_black(card)]
    if rule == "always":
        return True
    if rule == "no_match" and state.pending_kind != "draw4":
        return not any(fits(state, card) for card in coloured)
    return not any(token(card)[0] == active_colour(state) for card in coloured)


def legally_playable(state: State, seat: int, card: int) -> bool:
    return fits(state, card) and (token(card) != "w4" or four_is_honest(state, seat))


def is_illegal_card(state: State, seat: int, card: int) -> bool:
    if token(card) == "w4" and state.options.draw_four_challenge != "off":
        return False  # a bluff: the remedy is the challenge
    return not legally_playable(state, seat, card)


def ends_round(state: State, seat: int) -> bool:
    """Whether playing one card now ends the round, so that no colour has to be named."""
    if len(state.hands[seat]) != 1:
        return False
    return {
        "ends_round": True,
        "to_last": len(others(state, seat)) == 1,
        "refill_countdown": state.emptied[seat] == 6,
        "refill_six": len(state.draw_pile) <= _drawn_before(state, seat),
    }[state.options.going_out]


def _drawn_before(state: State, seat: int) -> int:
    """Return how many cards are drawn for missed calls before the seat's card is played (3.15, step 1)."""
    missed = [other for other in others(state, seat) if state.uno[other] == OPEN]
    return len(missed) * state.options.uno_penalty if state.options.uno_penalty_trigger == "automatic" else 0


def well_named(state: State, command: c.PlayCard | c.JumpIn) -> bool:
    """Whether colour, target and offer are as the card needs them."""
    return _colour_is_right(state, command) and _target_is_right(state, command)


def _colour_is_right(state: State, command: c.PlayCard | c.JumpIn) -> bool:
    if not is_black(command.card):
        return command.colour is None
    if command.colour is None:
        return state.options.colours_in_circle or ends_round(state, command.seat)
    return command.colour in range(4)


def _target_is_right(state: State, command: c.PlayCard | c.JumpIn) -> bool:
    aims = token(command.card) == "ws" or (symbol(command.card) == "7" and state.options.seven_zero)
    if command.offered is not None:
        rest = state.hands[command.seat][:]
        rest.remove(command.card)
        is_five = state.options.five_exchange and symbol(command.card) == "5"
        return is_five and command.target in others(state, command.seat) and command.offered in rest
    if aims and command.target is None:
        return len(state.hands[command.seat]) == 1
    return command.target in others(state, command.seat) if aims else command.target is None


# 3.8: the table of answers


def answers(state: State, seat: int, card: int) -> bool:
    laid, kind, options = token(card), state.pending_kind, state.options
    if symbol(card) == "R":
        has_source = in_play(state, state.pending_source)
        return options.reverse_reflects and laid[0] == active_colour(state) and has_source
    if laid == "st":
        return kind in ("draw2", "draw4") and in_play(state, state.pending_source)
    if kind == "skip":
        return options.skip_rescue == "identical" and card == state.pending_card
    if kind == "ten":
        return options.stack_ten and laid == "+10"
    if kind == "draw2":
        if laid == "w4":
            return options.draw_four_answers_draw_two
        return symbol(card) == "+" and options.stack_draw_two != "off"
    return _answers_draw_four(state, seat, card)


def _answers_draw_four(state: State, seat: int, card: int) -> bool:
    options, laid = state.options, token(card)
    if laid == "w4":
        may_bluff = options.draw_four_challenge != "off"
        return options.stack_draw_four == "sum" and (may_bluff or four_is_honest(state, seat))
    if symbol(card) != "+":
        return False
    rule = options.draw_two_beats_draw_four
    return rule == "any_colour" or (rule == "ordered_colour" and laid[0] == active_colour(state))


# The commands


def _play(state: State, command: c.PlayCard | c.JumpIn) -> bool:
    if (
        command.seat != state.to_act
        or command.card not in state.hands[command.seat]
        or not well_named(state, command)
    ):
        return False
    if state.phase == "pending":
        return answers(state, command.seat, command.card)
    if state.phase == "after_draw" and command.card != state.drawn_card:
        return False
    if state.phase not in ("turn", "after_draw"):
        return False
    return state.options.illegal_card_penalty > 0 or not is_illegal_card(state, command.seat, command.card)


def may_jump_now(state: State, seat: int) -> bool:
    """Whether 4.5 lets the seat jump in on the card on top, held or not (A80)."""
    top, options = token(state.top), state.options
    if state.starter_top or (is_black(state.top) and top != "w"):
        return False
    if state.layer == seat and not options.jump_in_self:
        return False
    if state.layer == seat and symbol(state.top) == "+" and options.stack_draw_two == "sum":
        return False
    if state.phase == "pending":
        return (state.pending_kind, symbol(state.top)) in (("draw2", "+"), ("skip", "S"))
    return state.phase == "turn" or (state.phase == "after_draw" and seat != state.to_act)


def _jump(state: State, command: c.JumpIn) -> bool:
    if not state.options.jump_in:
        return False
    if state.phase == "turn" and command.seat == state.to_act:
        return _play(state, command)
    if not may_jump_now(state, command.seat) or command.card not in state.hands[command.seat]:
        return False
    return well_named(state, command) and (
        command.card == state.top or state.options.illegal_card_penalty > 0
    )


def _pair(state: State, command: c.LayPair) -> bool:
    if not state.options.pair_as_skip or state.phase != "turn" or command.seat != state.to_act:
        return False
    return (
        symbol(command.card).isdigit()
        and state.hands[command.seat].count(command.card) >= 2
        and fits(state, command.card)
    )


def _draw(state: State, command: c.DrawCard) -> bool:
    if state.phase != "turn" or command.seat != state.to_act:
        return False
    playable = any(legally_playable(state, command.seat, card) for card in state.hands[command.seat])
    return state.options.voluntary_draw or not playable


def _pass(state: State, command: c.Pass) -> bool:
    if state.phase != "after_draw" or command.seat != state.to_act:
        return False
    drew_one = state.drawn_card >= 0
    forced = state.options.play_after_draw == "forced"
    return not (forced and drew_one and legally_playable(state, command.seat, state.drawn_card))


def _choose_colour(state: State, command: c.ChooseColour) -> bool:
    if not _in_own("starter_choice")(state, command) or command.colour not in range(4):
        return False
    return command.target in (others(state, command.seat) if token(state.top) == "ws" else [None])


def _call(state: State, command: c.CallUno) -> bool:
    duty = state.uno[command.seat]
    if duty == OPEN:
        return state.options.uno_call_deadline == "until_caught"
    return duty != CALLED and state.options.false_call_penalty > 0


def _catch(state: State, command: c.Catch) -> bool:
    if command.target not in others(state, command.seat):
        return False
    return state.uno[command.target] == OPEN or state.options.false_call_penalty > 0


def _slap(state: State, command: c.PlaceHand) -> bool:
    return state.phase == "centre" and command.seat != state.layer and command.seat not in state.placed


def _award(state: State, command: c.AwardCharade) -> bool:
    return _in_own("award")(state, command) and command.guesser in (None, *others(state, command.seat))


def _penalise(state: State, command: c.Penalise) -> bool:
    return {
        "penalty": command.cards >= 1,
        "silence": bool(state.silence_kind),
        "advice": state.options.advice_penalty > 0,
    }.get(command.reason, False)


def _deal(state: State, command: c.Deal) -> bool:
    is_first = state.phase == "created"
    if not is_first and state.phase != "over":
        return False
    if command.youngest is not None and not (
        is_first and state.options.first_player == "youngest" and in_play(state, command.youngest)
    ):
        return False
    if command.dealer is None:
        return True
    unknown = is_first and state.dealer < 0
    return unknown and state.options.dealer_choice == "fixed" and in_play(state, command.dealer)


def _end_match(state: State, _one: c.EndMatch) -> bool:
    return state.phase == "over" and state.options.match_end == "manual"


def _draw_for_dealer(state: State, _one: c.DrawForDealer) -> bool:
    return state.phase == "created" and state.dealer < 0


def _leaves(state: State, command: c.Retire | c.CallTime) -> bool:
    """Whether a competition may let a seat leave, or call time, now: no rule of the box."""
    if isinstance(command, c.CallTime):
        return state.phase not in ("created", "match_over")
    is_awaited = state.phase in ("exchange", "centre", "ready", "forfeit", "award")
    is_in = command.seat in range(state.seats) and not state.eliminated[command.seat]
    return is_in and not is_awaited and state.phase not in ("created", "match_over")


def _in_own(name: str) -> Callable[[State, Any], bool]:
    return lambda state, command: state.phase == name and command.seat == state.to_act


_BETWEEN_ROUNDS: dict[type[c.Command], Callable[[State, Any], bool]] = {
    c.Deal: _deal,
    c.EndMatch: _end_match,
    c.DrawForDealer: _draw_for_dealer,
}
_IN_ROUND: dict[type[c.Command], Callable[[State, Any], bool]] = {
    c.PlayCard: _play,
    c.JumpIn: _jump,
    c.LayPair: _pair,
    c.DrawCard: _draw,
    c.Pass: _pass,
    c.Accept: _in_own("pending"),
    c.Challenge: lambda state, command: _in_own("pending")(state, command) and state.pending_challengeable,
    c.ChooseColour: _choose_colour,
    c.CallUno: _call,
    c.Catch: _catch,
    c.GiveCard: lambda state, command: (
        _in_own("exchange")(state, command) and command.card in state.hands[command.seat]
    ),
    c.PlaceHand: _slap,
    c.SayReady: _in_own("ready"),
    c.Perform: _in_own("forfeit"),
    c.AwardCharade: _award,
    c.Penalise: _penalise,
}


# What is accepted but never listed


def needless(state: State, command: c.Command) -> bool:
    """Whether an allowed command is not worth listing: it costs cards, or says what changes nothing."""
    if isinstance(command, (c.Penalise, c.EndCentre, c.DrawForDealer, c.Retire, c.CallTime)):
        return True
    if isinstance(command, c.Deal):
        return command != c.Deal()
    if isinstance(command, c.CallUno):
        return state.uno[command.seat] != OPEN
    if isinstance(command, c.Catch):
        return state.uno[command.target] != OPEN
    if isinstance(command, c.LayPair):
        return command.uno and len(state.hands[command.seat]) != 3
    return isinstance(command, (c.PlayCard, c.JumpIn)) and _is_needless_laying(state, command)


def _is_needless_laying(state: State, command: c.PlayCard | c.JumpIn) -> bool:
    held = len(state.hands[command.seat])
    if isinstance(command, c.JumpIn) and state.phase == "turn" and command.seat == state.to_act:
        return True
    if command.target is not None and held == 1:
        return True
    if command.colour is not None and state.options.colours_in_circle:
        return True
    if state.phase != "pending" or isinstance(command, c.JumpIn):
        costs = (
            command.card != state.top
            if isinstance(command, c.JumpIn)
            else is_illegal_card(state, command.seat, command.card)
        )
        if costs:
            return True
    may_swap = command.target is not None and command.offered is None
    comes_to_one = held == 2 or (
        may_swap and any(len(state.hands[i]) == 1 for i in others(state, command.seat))
    )
    return command.uno and not comes_to_one
