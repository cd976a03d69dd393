"""The places of a deal in its array (the board), and those of the rules in theirs.

A seat's value is at a place plus the number of the seat. Piles have the top last, hands the newest card.
"""

from typing import Final

Numbers = list[int]
"""An array of 64-bit numbers where the play-outs are compiled."""

CARDS: Final = 112
"""The cards of the largest deck."""
KINDS: Final = 62
"""The numbers that a card may have."""
CLASSES: Final = 14
"""The symbols that a coloured card has, and one more for all black cards."""

# The board
SEATS: Final = 0
PHASE: Final = 1
ACTOR: Final = 2
DIRECTION: Final = 3
COLOUR: Final = 4
LAYER: Final = 5
STARTER: Final = 6
KIND: Final = 7
TOTAL: Final = 8
SOURCE: Final = 9
CHALLENGEABLE: Final = 10
HONEST: Final = 11
SKIP_CARD: Final = 12
HEIGHT: Final = 13
COLOUR_BEFORE: Final = 14
LAYER_BEFORE: Final = 15
STARTER_BEFORE: Final = 16
DRAWN: Final = 17
DRAWN_COUNT: Final = 18
IDLE: Final = 19
WINNER: Final = 20
LOSER: Final = 21
OPEN_DUTIES: Final = 22
CHANCE: Final = 23
TURNS: Final = 24
IN_PLAY: Final = 25  # the seats that are still in the deal
FIRST_OUT: Final = 26
DEALER: Final = 27
LARGEST: Final = 28  # after so many turns a play-out stops
CHALLENGES: Final = 29  # how many Wild Draw Fours were challenged, and how many of these had been bluffs
UPHELD: Final = 30
BLACKS: Final = 31  # how many Wild Draw Fours were laid that could be challenged

# What is to be done next
ACTION: Final = 32
DOER: Final = 33
CARD: Final = 34
NAMED: Final = 35
TARGET: Final = 36
CALLED: Final = 37

DRAW_SIZE: Final = 38
DISCARD_SIZE: Final = 39
SIZE: Final = 40
ACTIVE: Final = 50
DUTY: Final = 60
EMPTIED: Final = 70
POINTS: Final = 80
POLICY: Final = 90
KNOWN: Final = 100  # the first cards of a hand that the viewer knows
OLD: Final = 110  # of the others, those that were there when the seat last found no card to lay
LACKS: Final = 120  # the row of the cards that would have fitted then; -1 for none
BLUFFS: Final = 130  # of a hundred Wild Draw Fours that could be bluffs, how many are laid
FORGETS: Final = 131  # of a hundred calls, how many are forgotten in play-outs
FAVOURITE: Final = 132  # the colour that the seat named last; -1 if it has laid or drawn cards since
CHOSEN_FROM: Final = 142  # of the cards that the viewer does not know, those that were there then
DRAW: Final = 152
DISCARD: Final = DRAW + CARDS
FOUND: Final = DISCARD + CARDS  # places to choose from
HANDS: Final = FOUND + CARDS

TURN: Final = 0
AFTER_DRAW: Final = 1
PENDING: Final = 2
STARTER_CHOICE: Final = 3
OVER: Final = 4

DRAW_TWO_PENDING: Final = 1
DRAW_FOUR_PENDING: Final = 2
TEN_PENDING: Final = 3
SKIP_PENDING: Final = 4

OPEN: Final = 1
HAS_CALLED: Final = 2

PLAY: Final = 1
DRAW_CARD: Final = 2
PASS: Final = 3
ACCEPT: Final = 4
CHALLENGE: Final = 5
NAME_COLOUR: Final = 6
CALL: Final = 7
CATCH: Final = 8
JUMP: Final = 9
OVERLOOK: Final = 10  # nobody catches the seats that have not called

AT_RANDOM: Final = 0
SENSIBLE: Final = 1

# Worlds
ATTEMPTS: Final = 5
ACTION_SIZE: Final = 7
BINS: Final = 26
POINTS_OF_BIN: Final = 20
TALLY_TURNS: Final = 1
TALLY_WINS: Final = 9  # the place before it counts deals without a winner
TALLY_SIZE: Final = 20

# The rules
VOLUNTARY: Final = 0
UNTIL_PLAYABLE: Final = 1  # the most cards drawn in search of one that fits, 0 for a single card
AFTER_DRAWING: Final = 2
PLAY_AGAIN: Final = 3
SKIP_RESCUE: Final = 4
SKIPS_WITH_TWO: Final = 5
REFLECTS: Final = 6
STACK_TWO: Final = 7
STACK_FOUR: Final = 8
STACK_TEN: Final = 9
LEGALITY: Final = 10
CHALLENGING: Final = 11
TWO_ON_FOUR: Final = 12
FOUR_ON_TWO: Final = 13
LOSE_TURN: Final = 14
LAST_CARD: Final = 15
JUMP_IN: Final = 16
JUMP_SELF: Final = 17
SEVEN_ZERO: Final = 18
IN_CIRCLE: Final = 19
PENALTY: Final = 20
WITH_PLAY: Final = 21
ANY_SINGLE: Final = 22
GOING_OUT: Final = 23
LOWEST_WINS: Final = 24
SCORING: Final = 25
PARTNERS: Final = 26
RESET_ZERO: Final = 27
ANSWERABLE: Final = 28
HAND_SIZE: Final = 29
PREVIOUS_BEGINS: Final = 30
DECK_SIZE: Final = 31

BY_THE_RULES: Final = 0
ENDS_TURN: Final = 1
NAMES_COLOUR: Final = 2
REVERSES: Final = 3
SKIPS: Final = 4
DRAWS_TWO: Final = 5

OPTIONAL: Final = 0
FORCED: Final = 1
NEVER: Final = 2

TRANSFER: Final = 1
SUM: Final = 2

NO_COLOUR: Final = 0
NO_MATCH: Final = 1
ALWAYS: Final = 2

TAKE_BACK: Final = 2

ORDERED_COLOUR: Final = 1
ANY_COLOUR: Final = 2

ENDS_DEAL: Final = 0
TO_LAST: Final = 1
COUNTDOWN: Final = 2

WINNER_TAKES_ALL: Final = 0
OWN_HAND: Final = 1
WINS: Final = 2

COLOURS_OF: Final = 32
CLASS_OF: Final = COLOURS_OF + KINDS
SYMBOLS_OF: Final = CLASS_OF + KINDS
POINTS_OF: Final = SYMBOLS_OF + KINDS
OPENS: Final = POINTS_OF + KINDS
EFFECT_OF: Final = OPENS + KINDS  # what follows when its player keeps other cards
ROW_OF: Final = EFFECT_OF + KINDS  # the row of what fits on it, where it gives the colour or red is named
UNIT_OF: Final = ROW_OF + KINDS  # one card of its colour, in a sum of eight bits for each colour
CIRCLE: Final = UNIT_OF + KINDS
DECK: Final = CIRCLE + 8
FITS: Final = DECK + CARDS
RULES_SIZE: Final = FITS + 4 * CLASSES * KINDS
