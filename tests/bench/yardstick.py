"""The least a random classic round can cost in plain Python: lists of small numbers, no events, no checks.

Four seats, random legal moves, official effects; no bluffs, no UNO calls, no scores.
"""

import random

from games.rules.cards.cards import COLOUR_OF, DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, WILD, WILD_DRAW_FOUR, deck

DECK = deck("classic_108")
SEATS = 4
FITS = [
    [
        [card >= WILD or COLOUR_OF[card] == colour or SYMBOL_OF[card] == SYMBOL_OF[top] for card in range(54)]
        for top in range(54)
    ]
    for colour in range(4)
]


def play_round(dice: random.Random) -> int:
    """Play one round and return its number of turns."""
    pile = DECK[:]
    dice.shuffle(pile)
    hands = [[pile.pop() for _card in range(7)] for _seat in range(SEATS)]
    discards = [pile.pop()]
    top = discards[0]
    colour = COLOUR_OF[top] if top < WILD else dice.randrange(4)
    seat, direction, turns = 0, 1, 0
    while turns < 10_000:
        turns += 1
        hand = hands[seat]
        fits = FITS[colour][top]
        playable = [card for card in hand if fits[card]]
        if playable:
            top = playable[int(dice.random() * len(playable))]
        else:
            drawn = _draw(pile, discards, 1, dice)
            if not drawn or not fits[drawn[0]]:
                hand += drawn
                seat = (seat + direction) % SEATS
                continue
            top = drawn[0]
            hand.append(top)
        hand.remove(top)
        discards.append(top)
        if not hand:
            break
        colour = COLOUR_OF[top] if top < WILD else int(dice.random() * 4)
        symbol = SYMBOL_OF[top]
        if symbol == REVERSE:
            direction = -direction
        seat = (seat + direction) % SEATS
        if symbol == SKIP:
            seat = (seat + direction) % SEATS
        elif symbol in (DRAW_TWO, WILD_DRAW_FOUR):
            hands[seat] += _draw(pile, discards, 2 if symbol == DRAW_TWO else 4, dice)
            seat = (seat + direction) % SEATS
    return turns


def _draw(pile: list[int], discards: list[int], count: int, dice: random.Random) -> list[int]:
    drawn = []
    for _card in range(count):
        if not pile:
            pile += discards[:-1]
            del discards[:-1]
            dice.shuffle(pile)
            if not pile:
                break
        drawn.append(pile.pop())
    return drawn
