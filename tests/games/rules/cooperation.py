"""Players who end a match together: they see all hands, and help one seat to get rid of its cards.

Bots that play for themselves may go round for very long. Whether the rules let such a match end at all is
shown by these: each move is the one after which the seat that is nearest to going out is nearest to it, or
any other once in a while. Every move is on the engine's legal list.
"""

from collections.abc import Iterator

from games.rules.base.chance import Chance
from games.rules.decisions.decide import step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match.state import CENTRE, MATCH_OVER, OPEN, OVER, PENDING, State
from games.rules.play.going_out import next_refill
from games.rules.play.playable_cards import fitting

_ASTRAY = 20
"""One move of so many is any, so that nobody goes round in circles."""


class StuckMatch(AssertionError):  # noqa: N818 - it is no error of a caller
    """A match that nobody could end."""


def moves_to_the_end(state: State, chance: Chance, most: int) -> Iterator[c.Command]:
    """Carry out moves until the match is over, and yield each; StuckMatch if `most` are not enough."""
    for _move in range(most):
        if state.phase == MATCH_OVER:
            return
        move = _next(state, chance)
        step(state, move, chance)
        yield move
    if state.phase != MATCH_OVER:
        raise StuckMatch(f"nobody found how this match could end: {state}")


def _next(state: State, chance: Chance) -> c.Command:
    if state.phase == OVER:
        return c.EndMatch() if state.options.match_end == "manual" else c.Deal()
    if state.phase == CENTRE:
        return c.EndCentre()
    legal = legal_commands(state, state.to_act)
    if chance.below(_ASTRAY) == 0:
        return legal[chance.below(len(legal))]
    seat_ = min(state.active_seats(), key=lambda seat: cards_to_lay(state, seat))
    seed = chance.below(2**32).to_bytes(4, "big")
    return max(legal, key=lambda move: (_merit_after(state, move, seat_, seed), chance.below(1000)))


def cards_to_lay(state: State, seat: int) -> int:
    """Return how many cards the seat has to lay before it has won, if it never has to draw."""
    refills = next_refill(state, seat) if state.options.going_out == "refill_countdown" else 0
    return len(state.hands[seat]) + refills * (refills + 1) // 2


def _merit_after(state: State, move: c.Command, seat: int, seed: bytes) -> int:
    """Return how good the position after a move is for a seat: ten a card, and what helps it to lay one."""
    after = state.copy()
    step(after, move, Chance(seed))
    if after.phase in (OVER, MATCH_OVER):
        return 1000 if after.winner >= 0 else -1000
    if not after.is_active(seat):
        return 500
    merit = -10 * cards_to_lay(after, seat) - 10 * (after.uno[seat] == OPEN)
    if after.phase == PENDING and after.to_act == seat:
        merit -= 10 * after.pending_total + 1
    if after.colour >= 0:
        fits = fitting(after)
        merit += 5 * any(fits[card] for card in after.hands[seat])
    return merit + 2 * (after.to_act == seat)
