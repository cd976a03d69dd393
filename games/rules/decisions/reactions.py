"""What a bot may do out of turn: what is legal, except to catch its own partner."""

from games.rules.decisions.legal import legal_commands
from games.rules.match.commands import Catch, Command
from games.rules.match.state import State


def reactions_of_bot(state: State, seat: int) -> list[Command]:
    """Return the legal commands of a seat without a catch of its partner, which hurts its own side."""
    legal = legal_commands(state, seat)
    if state.options.teams != "partners":
        return legal
    return [command for command in legal if not (isinstance(command, Catch) and _is_of_side(command))]


def _is_of_side(catch: Catch) -> bool:
    return (catch.seat - catch.target) % 2 == 0
