"""What the rules know of a table, read anew from its log."""

from games import eventstore
from games.models import Table, TableEvent
from games.rules.match.events import Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.state import State


def state_of(table: Table) -> State:
    """Return the state of the running deal, all hands and piles open."""
    events = [row for row in eventstore.read_events(TableEvent, table.pk) if isinstance(row, Event)]
    last = max(place for place, event in enumerate(events) if isinstance(event, RoundStarted))
    return fold(events[last:])
