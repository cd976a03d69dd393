"""The knowledge of a seat as the beginning of worlds: known cards in their places, and the unseen cards."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.bots.memory import Memory
from games.bots.playouts import boards
from games.bots.playouts import layout as at
from games.rules.base.chance import Chance
from games.rules.cards.cards import COLOUR_OF, IS_BLACK, SYMBOL_OF, Card
from games.rules.match.phases import PENDING
from games.rules.match.state import State
from games.rules.play.dealing import whole_deck

_BLUFFS: Final = 12
"""Of a hundred Wild Draw Fours that could be bluffs, how many are laid."""


def world_known_to(seen: State, memory: Memory) -> tuple[list[int], list[Card]]:
    """Return a board with all that the seat knows, and the cards that may be anywhere else."""
    board = boards.board_of(seen)
    board[at.BLUFFS] = _BLUFFS
    unseen = Counter(whole_deck(seen.options))
    unseen.subtract(seen.discard_pile)
    for seat in range(seen.seats):
        known = known_cards(seen, memory, seat)
        unseen.subtract(known)
        first = at.HANDS + at.CARDS * seat
        board[first : first + len(known)] = known
        board[at.KNOWN + seat] = len(known)
        board[at.POLICY + seat] = at.SENSIBLE
        lack = memory.lacks.get(seat)
        if lack and lack.colour >= 0 and seat != memory.seat:
            group = at.CLASSES - 1 if IS_BLACK[lack.top] else SYMBOL_OF[lack.top]
            board[at.LACKS + seat] = at.FITS + (lack.colour * at.CLASSES + group) * at.KINDS
            board[at.OLD + seat] = max(0, min(lack.cards, len(seen.hands[seat])) - len(known))
        choice = memory.favourites.get(seat)
        if choice and seat != memory.seat and not seen.options.colours_in_circle:
            board[at.FAVOURITE + seat] = choice.colour
            board[at.CHOSEN_FROM + seat] = max(0, min(choice.cards, len(seen.hands[seat])) - len(known))
    return board, list(unseen.elements())


def known_cards(seen: State, memory: Memory, seat: int) -> list[Card]:
    """Return the cards of a hand that the viewer knows, never more than it holds."""
    if seat == memory.seat:
        return seen.hands[seat]
    known = memory.known[seat]
    return known if len(known) <= len(seen.hands[seat]) else []


def imagined(seen: State, memory: Memory, chance: Chance) -> State:
    """Return a whole state that fits what the seat knows, with all hidden cards dealt by chance."""
    _board, unseen = world_known_to(seen, memory)
    state, cards = seen.copy(), chance.shuffled(unseen)
    for seat, hand in enumerate(state.hands):
        known = known_cards(seen, memory, seat)
        missing = len(hand) - len(known)
        state.hands[seat] = [*known, *cards[:missing]]
        del cards[:missing]
    state.draw_pile = cards[: len(seen.draw_pile)]
    if state.phase == PENDING and state.pending_challengeable and state.pending_source >= 0:
        state.pending_legal = not _holds(state.hands[state.pending_source], state.colour_before)
    return state


def _holds(hand: Sequence[Card], colour: int) -> bool:
    return any(COLOUR_OF[card] == colour for card in hand)
