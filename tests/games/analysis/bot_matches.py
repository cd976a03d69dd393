"""Matches of bots without a table, ready to be judged: for figures about the analysis."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from games.analysis.match import MatchToJudge
from games.bots import match_equity, simple_bot, strong_bot
from games.bots.dice import Dice
from games.bots.match_equity import Effort
from games.bots.memory import Memory
from games.bots.playouts import boards, compiling
from games.bots.playouts import layout as at
from games.bots.seen_state import state_seen_by
from games.eventstore import Stored
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.decisions.reactions import reactions_of_bot
from games.rules.match.commands import Command, Deal
from games.rules.match.phases import RUNNING
from games.rules.match.state import MATCH_OVER, OPEN, State
from games.rules.match.visibility import seen_by
from games.rules.options.options import build

_NO_TIME: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


class Bot(Protocol):
    """A bot: its move, and its command out of turn."""

    def choose(self, state: State, memory: Memory, dice: Dice) -> Command: ...

    def react(self, state: State, memory: Memory, dice: Dice) -> Command | None: ...


class Sensible:
    """The players of the play-outs themselves: they look at their own hand and the sizes of the others."""

    def choose(self, state: State, memory: Memory, dice: Dice) -> Command:
        return self._command(state, memory.seat, self._board(state, dice, compiling.kernel().choose))

    def react(self, state: State, memory: Memory, dice: Dice) -> Command | None:
        acts: list[bool] = []

        def reaction(board: Any, rules: Any) -> None:
            acts.append(bool(compiling.kernel().choose_reaction(board, rules, memory.seat)))

        board = self._board(state, dice, reaction)
        return self._command(state, memory.seat, board) if acts[0] else None

    def _board(self, state: State, dice: Dice, act: Any) -> Any:
        kernel, numbers = compiling.kernel(), boards.board_of(state)
        numbers[at.POLICY : at.POLICY + state.seats] = [at.SENSIBLE] * state.seats
        numbers[at.CHANCE] = (dice.below(2**31) << 31) + 1
        board = kernel.array(numbers)
        act(board, kernel.array(boards.rules_of(state.options)))
        return board

    def _command(self, state: State, seat: int, board: Any) -> Command:
        action = [int(number) for number in board[at.ACTION : at.ACTION + 6]]
        action[1], action[5] = seat, action[5] * (len(state.hands[seat]) == 2)
        command = boards.command_of(action)
        assert isinstance(command, Command)
        return command


class Club:
    """The club bot of tables."""

    def choose(self, state: State, memory: Memory, dice: Dice) -> Command:
        return simple_bot.choose(seen_by(state, memory.seat), legal_commands(state, memory.seat), dice)

    def react(self, state: State, memory: Memory, dice: Dice) -> Command | None:
        legal = reactions_of_bot(state, memory.seat)
        return simple_bot.react(seen_by(state, memory.seat), legal, dice) if legal else None


class Strong(NamedTuple):
    """The strong bot of tables: what is worth most by play-outs, which is how choices are judged."""

    playouts: int = 6000

    def choose(self, state: State, memory: Memory, dice: Dice) -> Command:
        legal = legal_commands(state, memory.seat)
        return strong_bot.choose(state_seen_by(state, memory.seat), legal, dice, memory, self._effort)

    def react(self, state: State, memory: Memory, dice: Dice) -> Command | None:
        legal = reactions_of_bot(state, memory.seat)
        seen = state_seen_by(state, memory.seat)
        return strong_bot.react(seen, legal, dice, memory, self._effort) if legal else None

    @property
    def _effort(self) -> strong_bot.Effort:
        return strong_bot.Effort(self.playouts, 600_000)


class _Table:
    """A match that bots play; each seat has a memory and dice of its own."""

    def __init__(self, state: State, bots: Sequence[Bot], seed: int) -> None:
        self.state, self._bots = state, bots
        self._chance = Dice(seed)
        self._dice = [Dice(1000 * seed + seat + 1) for seat in range(state.seats)]
        self._memories = [Memory(seat, state.seats) for seat in range(state.seats)]
        self.rows: list[Stored] = []

    def deal(self) -> None:
        self._do(Deal())
        while self.state.phase in RUNNING:
            self._do(self._asked("choose", self.state.to_act))
            for seat in self._order():
                if self.state.phase in RUNNING and (OPEN in self.state.uno or self.state.options.jump_in):
                    command = self._asked("react", seat)
                    if command is not None:
                        self._do(command)

    def _order(self) -> list[int]:
        seats = self.state.active_seats()
        first = self._chance.below(len(seats))
        return seats[first:] + seats[:first]

    def _asked(self, what: str, seat: int) -> Any:
        return getattr(self._bots[seat], what)(self.state, self._memories[seat], self._dice[seat])

    def _do(self, command: Command) -> None:
        events = step(self.state, command, self._chance)
        for memory in self._memories:
            memory.see(events, self.state.hands[memory.seat])
        number = self.rows[-1].step + 1 if self.rows else 1
        self.rows += [Stored(0, number, event, "bot", _NO_TIME, b"") for event in events]


def match_of(
    bots: Sequence[Bot],
    seed: int,
    *,
    rulebook: str = "classic",
    deals: int = 0,
    effort: Effort | None = None,
    **changes: Any,
) -> MatchToJudge:
    """Return a match that bots have played, or only some deals of it."""
    table = _Table(new_match(rulebook, build(rulebook, changes), len(bots)), bots, seed)
    played = 0
    while table.state.phase != MATCH_OVER and (not deals or played < deals):
        table.deal()
        played += 1
    return MatchToJudge(table.rows, effort or match_equity.usual_effort())
