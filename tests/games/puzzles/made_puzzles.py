"""Puzzles for tests: rows as a worker would have written them, of positions in card notation."""

import datetime as dt

from games.analysis.findings import VERSION
from games.analysis.positions import Position
from games.bots.memory import Memory
from games.bots.playouts import boards
from games.models import MatchAnalysis, Puzzle, Table
from games.pages.controls import move_text
from games.puzzles import judging, ratings
from games.puzzles.positions import EDITION, Content, WorthOfMove, content_of, packed
from games.rules.match.state import State
from tests.games.playing import START
from tests.games.rules.notation.positions import position

WHICH_CARD = "A: r5 w r1 b7 g2 | B: y1 y2 y3 | C: b1 b2 | draw g1 g2 g3 g4 g5 g6 | top r9 | turn A"
"""Red 5 is called the best move, before the others in the order of the notation."""


def finished_table(**facts) -> Table:
    """A finished table whose analysis is ready, and in which puzzles were looked for."""
    table = Table.objects.create(
        name="Friday 7",
        rulebook="classic",
        seat_count=3,
        opened_at=START,
        finished_at=START,
        status=Table.Status.FINISHED,
        head=b"h" * 32,
        **facts,
    )
    MatchAnalysis.objects.create(
        table=table,
        version=VERSION,
        head=table.head,
        asked_at=START,
        finished_at=START,
        puzzle_edition=EDITION,
    )
    return table


def content(state: State, best: str, seat: int = 0) -> Content:
    """The content of a puzzle whose best move was found to be this."""
    memory = Memory(seat, state.seats)
    memory.known[seat] = state.hands[seat][:]
    moves = judging.moves_of(state, seat)
    assert best in [move_text(move) for move in moves]
    moves.sort(key=lambda move: (move_text(move) != best, move_text(move)))
    worth = [
        WorthOfMove(
            move=move_text(move),
            action=boards.action_of(move),
            chance=500_000 - 100_000 * bool(number) - 10_000 * number,
            low=480_000 - 100_000 * bool(number) - 10_000 * number,
            high=520_000 - 100_000 * bool(number) - 10_000 * number,
            lead=100_000 * bool(number) + 10_000 * number,
            lead_low=80_000 * bool(number) + 10_000 * number,
            lead_high=120_000 * bool(number) + 10_000 * number,
        )
        for number, move in enumerate(moves)
    ]
    return content_of(Position(1, state, state, [], []), memory, [], worth, None)


def puzzle(
    items: str = WHICH_CARD,
    best: str = "play r5",
    *,
    kind: str = "other",
    table: Table | None = None,
    daily_on: dt.date | None = None,
) -> Puzzle:
    """A puzzle of a public match."""
    return Puzzle.objects.create(
        analysis=(table or finished_table()).analysis,
        kind=kind,
        content=packed(content(position(items), best)),
        mu=ratings.MU,
        sigma=ratings.SIGMA,
        daily_on=daily_on,
        made_at=START,
    )
