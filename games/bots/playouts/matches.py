"""Matches played on from their totals, with deals drawn from a list of how deals end."""

from typing import Final

from games.bots.playouts.array_rules import below
from games.bots.playouts.layout import CHANCE, Numbers

WHOLE: Final = 2520
"""A match won alone; a match that up to ten share is divided without a rest."""
LONGEST: Final = 1000
"""The deals after which a match is broken off."""
SPREAD: Final = 2_654_435_761
WARMING: Final = 4  # draws after which generators that began alike differ

# The array of a match; the place of the generator is that of a board (`layout.CHANCE`).
PLAYERS: Final = 0
SIDES: Final = 1
GOAL: Final = 2  # the total that ends the match, 0 for none
DEALS_LEFT: Final = 3  # 0 for no limit
FIRST_DEALER: Final = 4
NEXT_DEALER: Final = 5  # how many seats further
WINNER_BEGINS: Final = 6
START: Final = 32
STANDING: Final = 42
MATCH_SIZE: Final = 52


def finish_matches(match: Numbers, outcomes: Numbers, shares: Numbers, matches: int) -> None:
    """Play some matches on to their end and add to `shares` what each side has won of them.

    `outcomes` has for each deal of the list the winner, counted from the dealer, and the points.
    """
    sides = match[SIDES]
    for number in range(1, matches + 1):
        # Each match begins a generator of its own: whatever the totals, the same deals follow.
        match[CHANCE] = (SPREAD * number & 0xFFFFFFFF) + (number << 32)
        for _draw in range(WARMING):
            below(match, 2)
        for side in range(sides):
            match[STANDING + side] = match[START + side]
        highest = play_deals_of_a_match(match, outcomes)
        winners = 0
        for side in range(sides):
            winners += match[STANDING + side] == highest
        for side in range(sides):
            if match[STANDING + side] == highest:
                shares[side] += WHOLE // winners


def play_deals_of_a_match(match: Numbers, outcomes: Numbers) -> int:
    """Add deals to the standing until the match ends; return the highest total."""
    seats, sides, goal, limit = match[PLAYERS], match[SIDES], match[GOAL], match[DEALS_LEFT]
    rows, dealer = len(outcomes) // 2, match[FIRST_DEALER]
    highest = 0
    for side in range(sides):
        highest = max(highest, match[STANDING + side])
    for deal in range(1, LONGEST + 1):
        row = 2 * below(match, rows)
        winner = outcomes[row]
        following = dealer + match[NEXT_DEALER]
        if winner >= 0:
            seat = (dealer + winner) % seats
            match[STANDING + seat % sides] += outcomes[row + 1]
            highest = max(highest, match[STANDING + seat % sides])
            if match[WINNER_BEGINS]:
                following = seat + seats - 1
        dealer = following % seats
        if deal == limit or (goal and highest >= goal):
            break
    return highest
