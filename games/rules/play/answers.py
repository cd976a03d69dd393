"""The cards that answer a pending effect (the table of rules.md 3.8)."""

from games.rules.cards.cards import (
    COLOUR_OF,
    DRAW_TWO,
    PLUS_TEN,
    REVERSE,
    SKIP,
    SUPER_STAR,
    SYMBOL_OF,
    WILD_DRAW_FOUR,
    Card,
)
from games.rules.match.state import State
from games.rules.play.playable_cards import holds_colour


def may_answer(state: State, seat: int, card: Card) -> bool:
    """Whether the victim may play the card instead of accepting."""
    symbol = SYMBOL_OF[card]
    if symbol == REVERSE:
        reflects = state.options.reverse_reflects and COLOUR_OF[card] == state.colour
        return reflects and state.is_active(state.pending_source)
    kind = state.pending_kind
    if kind == "draw2":
        return _answers_draw_two(state, symbol)
    if kind == "draw4":
        return _answers_draw_four(state, seat, card)
    if kind == "ten":
        return symbol == PLUS_TEN and state.options.stack_ten
    return symbol == SKIP and state.options.skip_rescue == "identical" and card == state.pending_card


def _answers_draw_two(state: State, symbol: int) -> bool:
    if symbol == DRAW_TWO:
        return state.options.stack_draw_two != "off"
    if symbol == WILD_DRAW_FOUR:
        return state.options.draw_four_answers_draw_two
    return symbol == SUPER_STAR and state.is_active(state.pending_source)


def _answers_draw_four(state: State, seat: int, card: Card) -> bool:
    options = state.options
    if card == WILD_DRAW_FOUR:
        # Its condition is measured by the ordered colour alone (A46, A84); a bluff passes where it can
        # be challenged.
        is_honest = options.draw_four_legality == "always" or not holds_colour(state, seat)
        return options.stack_draw_four == "sum" and (is_honest or options.draw_four_challenge != "off")
    if SYMBOL_OF[card] == DRAW_TWO:
        rule = options.draw_two_beats_draw_four
        return rule == "any_colour" or (rule == "ordered_colour" and COLOUR_OF[card] == state.colour)
    return card == SUPER_STAR and state.is_active(state.pending_source)
