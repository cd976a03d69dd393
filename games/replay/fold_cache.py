"""Outlines and states of the matches that were viewed last, so that a step need not fold them again.

An outline is cached for its table as long as its head is that of the table, and a deal under the hash of its
last event, which is chained to all events before it. Cached values are never changed.
"""

from threading import Lock
from typing import Final

from cachetools import LRUCache, cached

from games import eventstore
from games.deals import played_deals
from games.deals.outline import Deal, Outline
from games.eventstore import Stored
from games.models import Table, TableEvent
from games.rules.match.state import State
from games.tables import projection

EVERY: Final = 64
"""The most events that are folded for a step of a deal that is cached."""
MATCHES: Final = 32
DEALS: Final = 64


class FoldedDeal:
    """The events of a deal, and the state of the match after every `EVERY` events."""

    def __init__(self, rows: list[Stored]) -> None:
        self.rows = rows
        self._first = rows[0].version
        self._states: dict[int, State] = {}  # by number of rows

    def between(self, first: int, last: int) -> list[Stored]:
        """Return the events of some versions."""
        return self.rows[first - self._first : last - self._first + 1]

    def state_at(self, version: int) -> tuple[State, int]:
        """Return the state after a version, and how many events had to be folded for it."""
        needed = version - self._first + 1
        nearest = max((count for count in list(self._states) if count <= needed), default=0)
        state, done = self._states[nearest].copy() if nearest else None, nearest
        while done < needed:
            stop = min(needed, (done // EVERY + 1) * EVERY)
            state, done = projection.follow(state, self.rows[done:stop]), stop
            if state is not None and done % EVERY == 0:
                self._states.setdefault(done, state.copy())
        assert state is not None
        return state, needed - nearest


def outline_of(table: Table) -> Outline:
    """Return the outline of a match up to the version of the row. Two queries, none if it is cached."""
    with _outlines_lock:
        outline = _outlines.get(table.pk)
    if outline is None or outline.head != bytes(table.head):
        outline = Outline(played_deals.outlines(table), bytes(table.head))
        with _outlines_lock:
            _outlines[table.pk] = outline
    return outline


@cached(LRUCache(DEALS), key=lambda _table_id, deal: deal.head, lock=Lock())
def deal_of(table_id: int, deal: Deal) -> FoldedDeal:
    """Return a deal with its events. One query, none for one that is cached."""
    return FoldedDeal(eventstore.read(TableEvent, table_id, after=deal.first - 1, until=deal.last))


# A match that is watched while it is played takes one place, whatever its head.
_outlines: Final[LRUCache[int, Outline]] = LRUCache(MATCHES)
_outlines_lock: Final = Lock()
