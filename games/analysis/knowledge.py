"""What a seat could know of other hands: cards it had seen there, colours they lacked, and their sizes."""

from games.analysis.findings import Knowledge, Lacking
from games.bots.known_cards import known_cards
from games.bots.memory import Memory
from games.bots.seen_state import state_seen_by
from games.rules.match.state import State


def knowledge_of(state: State, memory: Memory) -> Knowledge:
    """Return what the seat of a memory knows of other hands in a position."""
    seen = state_seen_by(state, memory.seat)
    others = [seat for seat in range(state.seats) if seat != memory.seat]
    return Knowledge(
        counts=[len(hand) for hand in state.hands],
        known=[
            sorted(known_cards(seen, memory, seat)) if seat in others else [] for seat in range(state.seats)
        ],
        lacking=[
            Lacking(seat, lack.top, lack.colour)
            for seat in others
            if (lack := memory.lacks.get(seat)) and lack.colour >= 0 and lack.cards > 0
        ],
    )
