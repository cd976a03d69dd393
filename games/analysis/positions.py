"""A deal as the positions between its steps, with what each seat remembers there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.bots.memory import Memory
from games.rules.base.refusal import Refusal
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.records.moves import command_of

Step = tuple[int, Sequence[Any]]
"""The number of a step and its events."""


@dataclass(frozen=True)
class Position:
    """A step of a deal: the states before and after it, its events, and what the seats remember before it.

    The memories change when the next position is asked for.
    """

    step: int
    before: State | None
    after: State
    events: Sequence[Any]
    memories: Sequence[Memory]

    @property
    def command(self) -> c.Command | None:
        """The command of the step, None where the rules have been corrected since."""
        if self.before is None:
            return None
        try:
            return command_of(self.before, self.events)
        except Refusal:
            return None

    @property
    def draws(self) -> bool:
        """Whether chance had a part in the step: cards were drawn or shuffled."""
        return any(
            isinstance(event, e.CardsDrawn | e.DrawPileRebuilt | e.HandsShuffled) for event in self.events
        )


def walk(steps: Sequence[Step], before: State | None, seats: int) -> Iterator[Position]:
    """Yield the steps of a deal; `before` is the state before it and is not changed."""
    memories = [Memory(seat, seats) for seat in range(seats)]
    state = before.copy() if before is not None else None
    for number, events in steps:
        old = state.copy() if state is not None else None
        state = fold(list(events), state.copy() if state is not None else None)
        yield Position(number, old, state, events, memories)
        for memory in memories:
            memory.see(events, state.hands[memory.seat])
