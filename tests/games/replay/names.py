"""Names for tests of pages without a match."""

from games.models import Seat, Table
from games.replay.names_at_steps import NamesAtSteps


def names_of(*names: str) -> NamesAtSteps:
    """The names of seats that nobody handed over."""
    seats = [Seat(index=index, bot_name=name) for index, name in enumerate(names)]
    return NamesAtSteps(Table(), seats, list)
