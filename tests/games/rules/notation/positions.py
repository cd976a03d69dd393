"""Positions and moves in card notation, so that a test reads like the table it describes."""

from collections.abc import Sequence

from games.rules.base.chance import Chance
from games.rules.decisions.decide import step
from games.rules.match.events import Event
from games.rules.match.state import State
from games.rules.notation import notation
from games.rules.notation.positions import build_state, read_position
from games.rules.options.options import build


def position(items: str, rulebook: str = "classic", **changes: object) -> State:
    """Return the state of a `items` line."""
    return build_state(read_position(items.split(" | ")), rulebook, build(rulebook, changes))


def play(state: State, moves: str, chance: Chance | None = None) -> list[Event]:
    """Carry out moves separated by ` ; ` and return their events."""
    chance = chance or Chance(b"a test")
    return [event for move in moves.split(" ; ") for event in step(state, notation.command(move), chance)]


def names(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
