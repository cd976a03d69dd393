"""Boards and rules of the play-outs, from a state of the engine, and the rulebooks they know."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from games.bots.playouts import layout as at
from games.rules.cards.cards import COLOUR_OF, COLOURS, IS_BLACK, SYMBOL_OF, points_table
from games.rules.match import commands as c
from games.rules.match import simple_effects as effects
from games.rules.match import state as phases
from games.rules.match.simple_effects import answerable
from games.rules.match.state import State
from games.rules.options.options import Options
from games.rules.play.dealing import whole_deck
from games.rules.play.playable_cards import FOLLOWS
from games.rules.play.playing import CLOCKWISE, COUNTER_CLOCKWISE
from games.rules.play.starter import openers

Board = list[int]
"""A deal as numbers; an array of 64-bit numbers where it is compiled."""
Rules = list[int]

_LARGEST: Final = 4000
_PHASES: Final = {
    phases.TURN: at.TURN,
    phases.AFTER_DRAW: at.AFTER_DRAW,
    phases.PENDING: at.PENDING,
    phases.STARTER_CHOICE: at.STARTER_CHOICE,
    phases.OVER: at.OVER,
    phases.MATCH_OVER: at.OVER,
}
_KINDS: Final = {
    "": 0,
    "draw2": at.DRAW_TWO_PENDING,
    "draw4": at.DRAW_FOUR_PENDING,
    "ten": at.TEN_PENDING,
    "skip": at.SKIP_PENDING,
}


class Overlook(NamedTuple):
    """What is no command of the engine: a seat does not catch another, and the others do not either."""

    seat: int
    target: int


Action = c.Command | Overlook | None
"""What can be done on a board; None stands for doing nothing."""

_ACTIONS: Final[dict[type[c.Command | Overlook], int]] = {
    c.PlayCard: at.PLAY,
    c.JumpIn: at.JUMP,
    c.DrawCard: at.DRAW_CARD,
    c.Pass: at.PASS,
    c.Accept: at.ACCEPT,
    c.Challenge: at.CHALLENGE,
    c.ChooseColour: at.NAME_COLOUR,
    c.CallUno: at.CALL,
    c.Catch: at.CATCH,
    Overlook: at.OVERLOOK,
}
_EFFECTS: Final = {
    effects.PLAIN: at.ENDS_TURN,
    effects.NAMES_COLOUR: at.NAMES_COLOUR,
    effects.REVERSES: at.REVERSES,
    effects.SKIPS: at.SKIPS,
    effects.DRAWS_TWO: at.DRAWS_TWO,
}
_UNKNOWN: Final = (
    ("five_exchange", False, "exchanges of single cards"),
    ("uno_centre", False, "hands on the centre"),
    ("pair_as_skip", False, "pairs"),
    ("draw_pile_exhausted", "reshuffle", "a draw pile that ends the deal"),
    ("uno_penalty_trigger", "caught", "cards for a missed call that nobody has to notice"),
)
"""Options with the only value that the play-outs know, and what they would have to know for others."""


def unknown_to(options: Options) -> str:
    """Return the rules that the play-outs do not know; empty if they know all of them."""
    for name, known, reason in _UNKNOWN:
        if getattr(options, name) != known:
            return reason
    if options.going_out == "refill_six":
        return "six new cards for an empty hand"
    if any(effect != "none" for effect in options.customizable_effects):
        return "Customizable cards with an effect"
    return ""


def knows(options: Options) -> bool:
    """Whether the play-outs know all that these rules ask."""
    return not unknown_to(options)


def can_show(state: State) -> bool:
    """Whether a board can show what the deal waits for."""
    return state.phase in _PHASES


@lru_cache(maxsize=64)
def rules_of(options: Options) -> tuple[int, ...]:
    """Return the rules as numbers."""
    rules = [0] * at.RULES_SIZE
    for place, value in _values(options).items():
        rules[place] = int(value)
    worth = points_table(options.customizable_points)
    may_open = openers(options.starter_rule)
    effect_of = _effects(options)
    for card in range(at.KINDS):
        rules[at.COLOURS_OF + card] = COLOUR_OF[card]
        rules[at.SYMBOLS_OF + card] = SYMBOL_OF[card]
        rules[at.CLASS_OF + card] = at.CLASSES - 1 if IS_BLACK[card] else SYMBOL_OF[card]
        rules[at.POINTS_OF + card] = worth[card]
        rules[at.OPENS + card] = card in may_open
        rules[at.EFFECT_OF + card] = effect_of[card]
        group = max(COLOUR_OF[card], 0) * at.CLASSES + rules[at.CLASS_OF + card]
        rules[at.ROW_OF + card] = at.FITS + group * at.KINDS
        rules[at.UNIT_OF + card] = 0 if IS_BLACK[card] else 1 << (8 * COLOUR_OF[card])
        for colour in range(len(COLOURS)):
            row = at.FITS + (colour * at.CLASSES + rules[at.CLASS_OF + card]) * at.KINDS
            rules[row : row + at.KINDS] = map(int, FOLLOWS[colour][card])
    for colour in range(len(COLOURS)):
        rules[at.CIRCLE + colour] = CLOCKWISE[colour]
        rules[at.CIRCLE + 4 + colour] = COUNTER_CLOCKWISE[colour]
    deck = whole_deck(options)
    rules[at.DECK : at.DECK + len(deck)] = deck
    rules[at.DECK_SIZE] = len(deck)
    return tuple(rules)


def fresh(seats: int, dealer: int = 0, eliminated: Iterable[int] = ()) -> Board:
    """Return a board before the deal; `rules_of` and `course.deal` do the rest."""
    board = empty(seats)
    gone = set(eliminated)
    for seat in range(seats):
        board[at.ACTIVE + seat] = seat not in gone
    board[at.IN_PLAY] = seats - len(gone)
    board[at.DEALER] = dealer
    return board


def empty(seats: int) -> Board:
    """Return a board without cards."""
    board = [0] * (at.HANDS + seats * at.CARDS)
    board[at.SEATS] = seats
    board[at.DIRECTION] = 1
    board[at.HONEST] = 1
    board[at.CHANCE] = 1
    board[at.LARGEST] = _LARGEST
    for place in (at.LAYER, at.SOURCE, at.SKIP_CARD, at.DRAWN, at.WINNER, at.LOSER, at.FIRST_OUT):
        board[place] = -1
    for place in (at.COLOUR, at.NAMED, at.TARGET, at.COLOUR_BEFORE, at.LAYER_BEFORE):
        board[place] = -1
    for seat in range(10):
        board[at.LACKS + seat] = -1
        board[at.FAVOURITE + seat] = -1
    return board


def board_of(state: State) -> Board:
    """Return the board of a deal that the engine plays; its hidden cards are on it."""
    board = empty(state.seats)
    for place, value in _situation(state).items():
        board[place] = int(value)
    _put(board, at.DRAW_SIZE, at.DRAW, state.draw_pile)
    _put(board, at.DISCARD_SIZE, at.DISCARD, state.discard_pile)
    for seat in range(state.seats):
        _put(board, at.SIZE + seat, at.HANDS + at.CARDS * seat, state.hands[seat])
        board[at.ACTIVE + seat] = state.is_active(seat)
        board[at.DUTY + seat] = state.uno[seat]
        board[at.EMPTIED + seat] = state.emptied[seat]
        board[at.POINTS + seat] = state.points[seat]
    return board


def has_action(command: c.Command) -> bool:
    """Whether the play-outs can carry out a command."""
    return type(command) in _ACTIONS


def action_of(command: Action) -> tuple[int, ...]:
    """Return an action as the play-outs read it."""
    if command is None:
        return (0, 0, -1, -1, -1, 0)
    colour, target = getattr(command, "colour", None), getattr(command, "target", None)
    return (
        _ACTIONS[type(command)],
        command.seat,  # type: ignore[union-attr]
        getattr(command, "card", -1),
        -1 if colour is None else colour,
        -1 if target is None else target,
        int(getattr(command, "uno", False)),
    )


def command_of(action: Sequence[int]) -> Action:
    """Return what `action_of` has written."""
    kind, seat, card, colour, target, call = action
    if kind == 0:
        return None
    command = next(command for command, number in _ACTIONS.items() if number == kind)
    known = {
        "seat": seat,
        "card": card,
        "colour": None if colour < 0 else colour,
        "target": None if target < 0 else target,
        "uno": bool(call),
    }
    return command(**{name: value for name, value in known.items() if name in command.__annotations__})  # type: ignore[arg-type]


def _effects(options: Options) -> list[int]:
    """Return what follows on each card; a silence changes nothing about that."""
    quick = _EFFECTS if not answerable(options) else _EFFECTS | {effects.DRAWS_TWO: at.BY_THE_RULES}
    of_cards = effects.simple_effects(msgspec.structs.replace(options, silence="off"))
    return [quick.get(effect, at.BY_THE_RULES) for effect in of_cards]


def _situation(state: State) -> dict[int, int]:
    return {
        at.PHASE: _PHASES[state.phase],
        at.ACTOR: state.to_act,
        at.DIRECTION: state.direction,
        at.COLOUR: state.colour,
        at.LAYER: state.layer,
        at.STARTER: state.starter_top,
        at.KIND: _KINDS[state.pending_kind],
        at.TOTAL: state.pending_total,
        at.SOURCE: state.pending_source,
        at.CHALLENGEABLE: state.pending_challengeable,
        at.HONEST: state.pending_legal,
        at.SKIP_CARD: state.pending_card,
        at.HEIGHT: state.chain_height,
        at.COLOUR_BEFORE: state.colour_before,
        at.LAYER_BEFORE: state.layer_before,
        at.STARTER_BEFORE: state.starter_before,
        at.DRAWN: state.drawn_card,
        at.DRAWN_COUNT: state.drawn_count,
        at.IDLE: state.idle_turns,
        at.WINNER: state.winner,
        at.LOSER: state.loser,
        at.DEALER: state.dealer,
        at.OPEN_DUTIES: state.uno.count(phases.OPEN),
        at.IN_PLAY: len(state.active_seats()),
        at.FIRST_OUT: next((seat for seat in state.out if not state.eliminated[seat]), -1),
    }


def _put(board: Board, size: int, first: int, cards: list[int]) -> None:
    board[size] = len(cards)
    board[first : first + len(cards)] = cards


def _values(options: Options) -> dict[int, int | bool]:
    return {
        at.VOLUNTARY: options.voluntary_draw,
        at.UNTIL_PLAYABLE: 0 if options.draw_rule == "one" else options.draw_until_max,
        at.AFTER_DRAWING: ("optional", "forced", "never").index(options.play_after_draw),
        at.PLAY_AGAIN: options.skip_effect == "play_again",
        at.SKIP_RESCUE: options.skip_rescue == "identical",
        at.SKIPS_WITH_TWO: options.two_player_reverse == "skip",
        at.REFLECTS: options.reverse_reflects,
        at.STACK_TWO: ("off", "transfer", "sum").index(options.stack_draw_two),
        at.STACK_FOUR: options.stack_draw_four == "sum",
        at.STACK_TEN: options.stack_ten,
        at.LEGALITY: ("no_colour", "no_match", "always").index(options.draw_four_legality),
        at.CHALLENGING: ("off", "mattel", "take_back").index(options.draw_four_challenge),
        at.TWO_ON_FOUR: ("off", "ordered_colour", "any_colour").index(options.draw_two_beats_draw_four),
        at.FOUR_ON_TWO: options.draw_four_answers_draw_two,
        at.LOSE_TURN: options.draw_cards_lose_turn,
        at.LAST_CARD: options.last_card_draw_effect,
        at.JUMP_IN: options.jump_in,
        at.JUMP_SELF: options.jump_in_self,
        at.SEVEN_ZERO: options.seven_zero,
        at.IN_CIRCLE: options.colours_in_circle,
        at.PENALTY: options.uno_penalty,
        at.WITH_PLAY: options.uno_call_deadline == "with_play",
        at.ANY_SINGLE: options.uno_duty == "any_single_card",
        at.GOING_OUT: {"to_last": at.TO_LAST, "refill_countdown": at.COUNTDOWN}.get(options.going_out, 0),
        at.LOWEST_WINS: options.blocked_round == "lowest_hand",
        at.SCORING: {"winner_takes_all": at.WINNER_TAKES_ALL, "win_loss": at.WINS}.get(
            options.scoring, at.OWN_HAND
        ),
        at.PARTNERS: options.teams == "partners",
        at.RESET_ZERO: options.reset_zero,
        at.ANSWERABLE: answerable(options),
        at.HAND_SIZE: options.hand_size,
        at.PREVIOUS_BEGINS: options.first_player == "previous_winner",
    }
