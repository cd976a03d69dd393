"""A bot that thinks: it plays each of its choices on in worlds that fit what its seat knows.

Flat Monte Carlo with successive halving: all choices are tried in the same worlds, the worse half is dropped,
and the rest is tried in more worlds. It sees what its seat sees (`seen_state`, `memory`), nothing else.
"""

from collections.abc import Sequence
from time import thread_time
from typing import Any, Final

import msgspec

from games.bots.dice import Dice
from games.bots.engine_playout import play_out
from games.bots.known_cards import imagined, world_known_to
from games.bots.memory import Memory
from games.bots.payoffs import worth_to
from games.bots.playouts import boards, compiling
from games.bots.playouts import layout as at
from games.rules.base.chance import Chance
from games.rules.cards.cards import IS_BLACK
from games.rules.decisions.decide import step
from games.rules.match import commands as c
from games.rules.match.state import State
from games.rules.play.scoring import hand_points


class Effort(msgspec.Struct, frozen=True):
    """The limits of thinking about a choice: a number of play-outs, and a time."""

    playouts: int = 6000
    milliseconds: int = 80


USUAL: Final = Effort()


def choose(
    seen: State, legal: list[c.Command], chance: Chance, memory: Memory, effort: Effort = USUAL
) -> c.Command:
    """Return the command that is worth most among the legal ones."""
    choices = worth_a_thought(seen, legal, memory.seat)
    return choices[0] if len(choices) == 1 else _best(seen, choices, chance, memory, effort)


def react(
    seen: State, legal: list[c.Command], chance: Chance, memory: Memory, effort: Effort = USUAL
) -> c.Command | None:
    """Return a call, a hand for the centre, a catch, or a jump-in that is worth it."""
    for command in legal:
        if isinstance(command, c.CallUno | c.PlaceHand | c.Catch):
            return command
    jumps = worth_a_thought(seen, [move for move in legal if isinstance(move, c.JumpIn)], memory.seat)
    return _best(seen, [None, *jumps], chance, memory, effort) if jumps else None


def worth_a_thought(seen: State, legal: Sequence[c.Command], seat: int) -> list[c.Command]:
    """Return the commands without those that cannot be better than another: a call costs nothing."""
    moves = [move for move in legal if not isinstance(move, c.CallUno | c.Catch | c.JumpIn)] or list(legal)
    calls = {_card(move) for move in moves if getattr(move, "uno", False)}
    moves = [move for move in moves if _card(move) not in calls or getattr(move, "uno", False)]
    held = {card // 13 for card in seen.hands[seat] if not IS_BLACK[card]}
    named = [move for move in moves if not held or getattr(move, "colour", None) in (None, *held)]
    return _without_poor_offers(seen, named)


def _card(command: c.Command) -> int | None:
    return getattr(command, "card", None)


def _without_poor_offers(seen: State, moves: list[c.Command]) -> list[c.Command]:
    """Return the moves; of the cards to offer in an exchange only the two that cost most."""
    offered = {move.offered for move in moves if isinstance(move, c.PlayCard) and move.offered is not None}
    if not offered:
        return moves
    dear = sorted(offered, key=lambda card: hand_points([card, card], seen.options))[-2:]
    return [move for move in moves if getattr(move, "offered", None) in (None, *dear)]


def _best(seen: State, choices: Sequence[Any], chance: Chance, memory: Memory, effort: Effort) -> Any:
    """Return the best choice; None stands for doing nothing."""
    begun = thread_time()
    make = _Arrays if boards.knows(seen.options) else _Engine
    trial = make(seen, choices, chance, memory)
    alive = list(range(len(choices)))
    rounds = max(1, (len(choices) - 1).bit_length())
    for number in range(1, rounds + 1):
        left = effort.playouts // rounds
        until = begun + effort.milliseconds / 1000 * number / rounds
        while left > 0 and (thread_time() < until or not trial.worlds):
            left -= trial.play(alive) * len(alive)
        alive = sorted(alive, key=trial.sums.__getitem__, reverse=True)[: (len(alive) + 1) // 2]
    return choices[alive[0]]


class _Arrays:
    """Plays choices on by the play-outs over arrays."""

    def __init__(
        self, seen: State, choices: Sequence[c.Command | None], chance: Chance, memory: Memory
    ) -> None:
        self._kernel = kernel = compiling.kernel()
        board, unseen = world_known_to(seen, memory)
        self._size = kernel.chunk
        self._known = kernel.array(board)
        self._board, self._world = kernel.array(board), kernel.array(board)
        self._rules = kernel.array(boards.rules_of(seen.options))
        self._unseen = kernel.array([*unseen, *[0] * (at.CARDS - len(unseen)), len(unseen)])
        self._worth = kernel.array(worth_to(seen, memory.seat))
        self._actions = [boards.action_of(command) for command in choices]
        self._sums = kernel.array([*[0] * len(choices), (chance.below(2**31) << 31) + 1])
        self.worlds = 0

    @property
    def sums(self) -> Any:
        return self._sums

    def play(self, alive: Sequence[int]) -> int:
        """Play some worlds with the choices that are still alive; return how many worlds."""
        worlds = max(1, self._size // len(alive))
        actions = [n for number, action in enumerate(self._actions) for n in (number in alive, *action)]
        self._kernel.weigh(
            *(self._board, self._world, self._known, self._rules, self._unseen),
            *(self._kernel.array(actions), self._worth, self._sums, worlds),
        )
        self.worlds += worlds
        return worlds


class _Engine:
    """Plays choices on by the engine, for rulebooks that the arrays do not know."""

    def __init__(
        self, seen: State, choices: Sequence[c.Command | None], chance: Chance, memory: Memory
    ) -> None:
        self._seen, self._memory, self._choices = seen, memory, choices
        self._dice = Dice(chance.below(2**32))
        self._worth = worth_to(seen, memory.seat)
        self.sums = [0] * len(choices)
        self.worlds = 0

    def play(self, alive: Sequence[int]) -> int:
        """Play one world with the choices that are still alive."""
        world = imagined(self._seen, self._memory, self._dice)
        for number in alive:
            state = world.copy()
            command = self._choices[number]
            if command is not None:
                step(state, command, self._dice)
            play_out(state, self._dice)
            self.sums[number] += _value(state, self._worth)
        self.worlds += 1
        return 1


def _value(state: State, worth: Sequence[int]) -> int:
    if state.winner < 0:
        return 0
    whose = worth[-1] if state.options.scoring not in ("winner_takes_all", "win_loss") else state.winner
    return worth[state.winner * at.BINS + min(state.points[whose] // at.POINTS_OF_BIN, at.BINS - 1)]
