"""The worth of positions and choices under some rules, by play-outs."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from games.analysis.findings import WHOLE
from games.bots.known_cards import world_known_to
from games.bots.memory import Memory
from games.bots.playouts import boards, compiling
from games.bots.playouts import layout as at
from games.bots.seen_state import state_seen_by
from games.rules.match import commands as c
from games.rules.match.state import MATCH_OVER, OVER, State
from games.rules.options.options import Options

_NOTHING: Final = (0, *boards.action_of(None))
_BIN: Final = 5  # about a hundred points: what a deal usually brings
_CERTAIN: Final = 100
"""The bluffs of a hundred that are kept where all hands are open."""
_FORGOTTEN_CALLS: Final = 12
"""Of a hundred calls, how many players forget in the play-outs of a curve."""


class Chances(NamedTuple):
    """The chance of each seat to win the deal, and what it is worth to it in the match."""

    deal: list[int]
    match: list[int]


class Comparison(NamedTuple):
    """Choices of a seat in the same worlds, the first of them the reference."""

    worlds: int
    won: list[int]
    worth: list[int]
    won_squares: list[int]
    worth_squares: list[int]
    won_if_honest: list[int]
    honest: int

    def chance(self, number: int) -> int:
        """Return the chance to win the deal with a choice."""
        return self.won[number] * WHOLE // self.worlds

    def match(self, number: int) -> int:
        """Return the worth of a choice in the match."""
        return self.worth[number] // self.worlds

    def error(self, number: int) -> int:
        """Return the standard error of the chance."""
        share = self.won[number] / self.worlds
        return round(WHOLE * sqrt(share * (1 - share) / self.worlds))

    def gain(self, number: int) -> tuple[int, int]:
        """Return how much more a choice wins of deals than the first, and the standard error of that."""
        difference = (self.won[number] - self.won[0]) / self.worlds
        spread = max(0.0, self.won_squares[number] / self.worlds - difference**2)
        return round(WHOLE * difference), round(WHOLE * sqrt(spread / max(1, self.worlds - 1)))

    def of(self, numbers: Sequence[int]) -> "Comparison":
        """Return the comparison of some of its choices, the first of them the same reference."""

        def some(row: list[int]) -> list[int]:
            return [row[number] for number in numbers]

        return self._replace(
            won=some(self.won),
            worth=some(self.worth),
            won_squares=some(self.won_squares),
            worth_squares=some(self.worth_squares),
            won_if_honest=some(self.won_if_honest),
        )

    def with_more(self, other: "Comparison") -> "Comparison":
        """Return the comparison of the same choices in the worlds of both."""

        def sums(row: list[int], more: list[int]) -> list[int]:
            return [a + b for a, b in zip(row, more, strict=True)]

        return Comparison(
            self.worlds + other.worlds,
            sums(self.won, other.won),
            sums(self.worth, other.worth),
            sums(self.won_squares, other.won_squares),
            sums(self.worth_squares, other.worth_squares),
            sums(self.won_if_honest, other.won_if_honest),
            self.honest + other.honest,
        )

    def match_gain(self, number: int) -> tuple[int, int]:
        """Return how much more a choice is worth in the match than the first, and its standard error."""
        difference = (self.worth[number] - self.worth[0]) / self.worlds
        spread = max(0.0, self.worth_squares[number] / self.worlds - difference**2)
        return round(difference), round(sqrt(spread / max(1, self.worlds - 1)))


class Judge:
    """Judges positions of a deal; `worth` is what its end is worth in the match, empty if that is unknown."""

    def __init__(self, options: Options, seats: int, worth: Sequence[int], seed: int) -> None:
        self._kernel = kernel = compiling.kernel()
        self._seats = seats
        self._rules = kernel.array(boards.rules_of(options))
        self._worth = list(worth) or [0] * (seats * seats * at.BINS + seats + 1)
        self._word = (seed << 31) + 1
        self._board, self._world = kernel.array(boards.empty(seats)), kernel.array(boards.empty(seats))

    def stake_of(self, seat: int) -> int:
        """Return how much more the match is worth to a seat that wins the deal."""
        row = self._worth[seat * self._seats * at.BINS : (seat + 1) * self._seats * at.BINS]
        by_winner = [row[winner * at.BINS + _BIN] for winner in range(self._seats)]
        others = [worth for winner, worth in enumerate(by_winner) if winner != seat]
        return by_winner[seat] - sum(others) // len(others)

    def open(self, state: State, worlds: int, command: c.Command | None = None) -> Chances:
        """Return the chances with all hands open, after a command if one is given.

        Only the order of the draw pile is unknown.
        """
        board = boards.board_of(state)
        board[at.BLUFFS] = _CERTAIN
        for seat in range(self._seats):
            board[at.KNOWN + seat] = board[at.SIZE + seat]
            board[at.POLICY + seat] = at.SENSIBLE
        action = _NOTHING if command is None else (1, *boards.action_of(command))
        return self._survey(board, state.draw_pile, action, worlds)

    def seen(self, state: State, memory: Memory, worlds: int) -> Chances:
        """Return the chances as a seat sees them, of which only its own means anything."""
        board, unseen = world_known_to(state_seen_by(state, memory.seat), memory)
        return self._survey(board, unseen, _NOTHING, worlds)

    def compare(
        self,
        state: State,
        memory: Memory,
        choices: Sequence[boards.Action],
        worlds: int,
        *,
        seed: int,
        policy: int = at.SENSIBLE,
        worth: Sequence[int] = (),
    ) -> Comparison:
        """Compare choices of a seat in worlds that fit what it knows, by another worth if one is given."""
        board, unseen = world_known_to(state_seen_by(state, memory.seat), memory)
        board[at.POLICY : at.POLICY + self._seats] = [policy] * self._seats
        array, count = self._kernel.array, len(choices)
        actions = [number for command in choices for number in (1, *boards.action_of(command))]
        sums = array([*[0] * (5 * count + 1), (seed << 31) + 1])
        self._kernel.compare(
            *(self._board, self._world, array(board), self._rules, array(_counted(unseen)), array(actions)),
            *(array([*(worth or self._worth)[:-1], memory.seat]), sums, worlds),
        )
        rows = [[int(number) for number in sums[count * kind : count * (kind + 1)]] for kind in range(5)]
        won, worth, won_squares, worth_squares, won_if_honest = rows
        honest = int(sums[5 * count])
        return Comparison(worlds, won, worth, won_squares, worth_squares, won_if_honest, honest)

    def points(
        self, state: State, memory: Memory, choices: Sequence[boards.Action], worlds: int, *, seed: int
    ) -> list[int]:
        """Return the points that a seat may expect from each choice, less those that opponents win."""
        worth = _points_of(self._seats, are_partners=state.options.teams == "partners")
        compared = self.compare(state, memory, choices, worlds, seed=seed, worth=worth)
        return [round(points / worlds) for points in compared.worth]

    def _survey(self, board: list[int], unseen: Sequence[int], action: Sequence[int], worlds: int) -> Chances:
        array, seats = self._kernel.array, self._seats
        board[at.FORGETS] = _FORGOTTEN_CALLS
        sums = array([*[0] * (2 * seats), self._word])
        self._kernel.survey(
            *(self._board, self._world, array(board), self._rules, array(_counted(unseen)), array(action)),
            *(array(self._worth), sums, worlds),
        )
        return Chances(
            [int(won) * WHOLE // worlds for won in sums[:seats]],
            [int(worth) // worlds for worth in sums[seats : 2 * seats]],
        )


def is_over(state: State) -> bool:
    """Whether the deal is over."""
    return state.phase in (OVER, MATCH_OVER)


def winners_of_deal(state: State) -> list[int]:
    """Return a chance of 0 or 1 for each seat: who has won the deal, with the partner."""
    if state.winner < 0:
        return [0] * state.seats
    sides = 2 if state.options.teams == "partners" else state.seats
    return [WHOLE * (seat % sides == state.winner % sides) for seat in range(state.seats)]


def _points_of(seats: int, *, are_partners: bool) -> list[int]:
    """Return what the end of a deal is worth to each seat in points, as `kernel.compare` takes it."""
    middles = range(at.POINTS_OF_BIN // 2, at.BINS * at.POINTS_OF_BIN, at.POINTS_OF_BIN)
    worth: list[int] = []
    for seat in range(seats):
        for winner in range(seats):
            is_won = winner == seat or (are_partners and (winner - seat) % 2 == 0)
            worth += [points if is_won else -points for points in middles]
    return [*worth, *[0] * (seats + 1)]


def _counted(unseen: Sequence[int]) -> list[Any]:
    return [*unseen, *[0] * (at.CARDS - len(unseen)), len(unseen)]
