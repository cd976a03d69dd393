"""Judge whether a position is a puzzle: one move is clearly the best, and two policies agree."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.analysis import challenges, kinds, marks
from games.analysis.evaluation import Comparison, Judge
from games.analysis.findings import WHOLE, Alternative, Decision, Doubt
from games.bots.memory import Memory
from games.bots.playouts import boards, compiling
from games.bots.playouts import layout as at
from games.pages.controls import move_text
from games.puzzles.positions import WorthOfMove
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match.state import State

_MOST_MOVES: Final = 24
_REACTIONS: Final = (c.CallUno, c.Catch, c.JumpIn)


class Pace(NamedTuple):
    """In how many worlds moves are compared at first, and in how many to be sure."""

    first: int
    sure: int


COMPILED: Final = Pace(400, 4000)
PLAIN: Final = Pace(60, 600)


class Verdict(NamedTuple):
    """A puzzle: its kind, its moves from the best on, and how a challenge looked."""

    kind: str
    moves: list[WorthOfMove]
    doubt: Doubt | None


def usual_pace() -> Pace:
    """Return the pace that suits this process."""
    return COMPILED if compiling.kernel().is_compiled else PLAIN


def verdict_on(state: State, memory: Memory, judge: Judge, pace: Pace, *, seed: int) -> Verdict | None:
    """Return the puzzle that a position is for the seat of a memory; None if it is none."""
    moves = moves_of(state, memory.seat)
    if not moves:
        return None
    first = judge.compare(state, memory, moves, pace.first, seed=seed)
    order = sorted(range(len(moves)), key=lambda number: (-first.won[number], number))
    if not _may_be_clear(first, order, state):
        return None
    moves = [moves[number] for number in order]
    # Other worlds than those in which the best was found have to prove it: else chance would invent a lead.
    sure = judge.compare(state, memory, moves, pace.sure, seed=seed + 1)
    careless = judge.compare(state, memory, moves, pace.first, seed=seed + 2, policy=at.AT_RANDOM)
    least = marks.thresholds(len(state.active_seats()))[0]
    rows = [worth_of(move, number, sure) for number, move in enumerate(moves)]
    others = range(1, len(moves))
    if any(rows[number].lead_low < least or careless.gain(number)[0] >= 0 for number in others):
        return None
    if marks.is_decided(rows[0].chance) or any(sure.match_gain(number)[0] > 0 for number in others):
        return None
    rows = [rows[0], *sorted(rows[1:], key=lambda row: -row.chance)]
    kind = kind_of([row.action for row in rows])
    if kind == kinds.OTHER and not _has_cards_to_choose(moves):
        return None
    return Verdict(kind, rows, challenges.doubt_of(judge, state, memory, moves, pace.sure, seed=seed))


def kind_of(actions: Sequence[tuple[int, ...]]) -> str:
    """Return the kind of a puzzle by its moves, the best two first."""
    return kinds.kind_of(Decision(0, 0, [Alternative(action, 0, 0) for action in actions], 0, 0, 0))


def moves_of(state: State, seat: int) -> list[c.Command]:
    """Return the moves among which a seat has to choose; none where it is not its turn, or has no choice.

    A call costs nothing: where a card can be played with and without it, only the play with it is listed.
    """
    if state.to_act != seat or not boards.can_show(state):
        return []
    legal = [move for move in legal_commands(state, seat) if not isinstance(move, _REACTIONS)]
    if not all(boards.has_action(move) for move in legal):
        return []
    actions = {boards.action_of(move) for move in legal}
    moves = [move for move in legal if not _could_call(boards.action_of(move), actions)]
    return moves if 2 <= len(moves) <= _MOST_MOVES else []


def worth_of(move: c.Command, number: int, sure: Comparison) -> WorthOfMove:
    """Return a move with its worth in a comparison whose first move is the best."""
    chance, margin = sure.chance(number), round(marks.CERTAINTY * sure.error(number))
    gain, error = sure.gain(number)
    doubt = round(marks.CERTAINTY * error)
    return WorthOfMove(
        move=move_text(move),
        action=boards.action_of(move),
        chance=chance,
        low=max(0, chance - margin),
        high=min(WHOLE, chance + margin),
        lead=-gain,
        lead_low=-gain - doubt,
        lead_high=-gain + doubt,
    )


def _could_call(action: tuple[int, ...], actions: set[tuple[int, ...]]) -> bool:
    return not action[5] and (*action[:5], 1) in actions


def _may_be_clear(first: Comparison, order: Sequence[int], state: State) -> bool:
    lead = first.chance(order[0]) - first.chance(order[1])
    return lead >= marks.thresholds(len(state.active_seats()))[0]


def _has_cards_to_choose(moves: Sequence[c.Command]) -> bool:
    """Whether there are two cards to play, not only a card to play and the pile to draw from."""
    return len({move.card for move in moves if isinstance(move, c.PlayCard)}) > 1
