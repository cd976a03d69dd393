"""Positions that play seldom reaches: last cards, an empty draw pile, few seats left, high totals."""

from games.rules.cards.cards import SUPER_STAR, WILD_DRAW_FOUR, cards, deck
from games.rules.match.state import CALLED, NONE, OPEN, TURN, State
from games.rules.play.scoring import hand_points
from tests.games.rules import oracle
from tests.games.rules.any_match import RichChance


def bring_near_the_end(state: State, chance: RichChance) -> bool:
    """Take cards and seats away from a table whose first turn begins, as if much had been played.

    Return whether nothing is left to draw, so that the deal is blocked if everybody is reluctant to lay.
    """
    if state.phase != TURN:
        return False
    _take_seats_away(state, chance)
    _take_cards_away(state, chance)
    for seat in range(state.seats):
        if state.options.going_out.startswith("refill"):
            state.emptied[seat] = chance.below(7)
        if state.options.match_end == "target" and not state.eliminated[seat]:
            state.totals[seat] = max(0, state.options.target_score - 1 - chance.below(60))
    if chance.below(2) or state.options.going_out in ("refill_countdown", "to_last"):
        _hold_telling_cards(state, chance)
    if state.options.reset_zero and chance.below(2):
        state.hands[state.next_after(state.to_act)] = cards("r0 g0")
    is_stuck = chance.below(5) == 0
    if is_stuck:
        _leave_nothing_to_draw(state, chance)
    _owe_some_calls(state, chance)
    return is_stuck


def _take_seats_away(state: State, chance: RichChance) -> None:
    options = state.options
    for seat in state.active_seats():
        left = len(state.active_seats())
        if seat == state.to_act or left == 2 or chance.below(2):
            continue
        if options.going_out == "to_last":
            state.out.append(seat)
        elif options.scoring == "elimination" and left > options.survivors + 1:
            state.round, state.eliminated[seat], state.totals[seat] = 2, 1, options.target_score
        else:
            continue
        state.draw_pile[:0] = state.hands[seat]
        state.hands[seat] = []


def _take_cards_away(state: State, chance: RichChance) -> None:
    most = 1 + chance.below(4)
    for seat in state.active_seats():
        hand = state.hands[seat]
        size = max(1, most - chance.below(2))
        while len(hand) > size:
            state.draw_pile.insert(0, hand.pop(chance.below(len(hand))))
        if chance.below(2):
            _take_telling_cards(hand, state, chance)
    if chance.below(3):
        del state.draw_pile[: len(state.draw_pile) - chance.below(5)]


def _hold_telling_cards(state: State, chance: RichChance) -> None:
    """Let the seat to act hold a card that does something as the last one, or as the last but one."""
    colour = oracle.active_colour(state)
    all_cards = deck(state.options.deck, len(state.options.customizable_effects))
    black = [card for card in all_cards if card > WILD_DRAW_FOUR]
    telling = [*cards(f"{colour}5 {colour}5 {colour}+ {colour}R {colour}7 {colour}0 w4 w4"), *black, *black]
    hand = state.hands[state.to_act]
    other = hand[chance.below(len(hand))]
    hand[:] = [telling[chance.below(len(telling))], other][: 1 + chance.below(2)]
    if state.options.deck == "mario_112" and chance.below(2):
        hand[:] = [*cards(f"{colour}+"), other]
        state.hands[state.next_after(state.to_act)] = [SUPER_STAR]
    if state.options.pair_as_skip and chance.below(2):
        hand[:] = [*cards(f"{colour}3 {colour}3"), other]
    _hold_what_goes_out(state, chance)


def _hold_what_goes_out(state: State, chance: RichChance) -> None:
    """Let the seat to act hold a last card that tells by the way of going out, or of counting."""
    hand, colour, options = state.hands[state.to_act], oracle.active_colour(state), state.options
    if options.going_out == "to_last" and chance.below(2):
        hand[:] = cards(f"{colour}R")
    if options.going_out == "refill_countdown" and chance.below(4):
        hand[:] = [WILD_DRAW_FOUR] if chance.below(3) else cards(f"{colour}+")
        state.emptied[state.to_act] = chance.below(5) if chance.below(3) else 6
    if options.going_out == "ends_round" and options.scoring == "win_loss" and chance.below(2):
        hand[:] = cards(f"{colour}3")
        state.dealer = chance.below(state.seats)
        seat, *others = state.in_turn_order(state.to_act)
        for other in others:
            state.hands[other] = state.hands[seat][:]


def _leave_nothing_to_draw(state: State, chance: RichChance) -> None:
    """Take the draw pile away and give two seats the same cards, mostly the best or the worst."""
    state.draw_pile.clear()
    seats = state.active_seats()
    worth = {seat: hand_points(state.hands[seat], state.options) for seat in seats}
    seats.sort(key=worth.__getitem__, reverse=bool(chance.below(2)))
    seat_ = seats.pop(0 if chance.below(4) else chance.below(len(seats)))
    other = seats[chance.below(len(seats))]
    state.hands[other] = state.hands[seat_][:]
    if chance.below(2):
        state.totals[other] = state.totals[seat_]


def _owe_some_calls(state: State, chance: RichChance) -> None:
    for seat in state.active_seats():
        if len(state.hands[seat]) == 1:
            state.uno[seat] = (NONE, OPEN, CALLED)[chance.below(3)]


def _take_telling_cards(hand: list[int], state: State, chance: RichChance) -> None:
    """Exchange cards of a hand for some of the draw pile that do something under one rule or another."""
    pile = state.draw_pile
    for place in range(len(hand)):
        symbols = ("0257SR+", "", "")[chance.below(3)]
        cards = [card for card in pile if oracle.symbol(card) in symbols or card > WILD_DRAW_FOUR]
        if state.options.jump_in and chance.below(2):
            held = {card for other in state.hands for card in other}
            cards = [card for card in pile if card in held]
        if cards and chance.below(3):
            taken = cards[chance.below(len(cards))]
            pile.remove(taken)
            pile.insert(0, hand[place])
            hand[place] = taken
