"""Results that organizers enter by hand for a match at a table: until they are undone nobody plays on."""

import datetime as dt
from collections.abc import Sequence

from games.models import Table
from games.rules.match.places import of_sides
from games.tables.aggregate import LockedTable, locked
from games.tables.events import DecisionWithdrawn, MatchDecided


def decide(table_id: int, *, places: Sequence[int], totals: Sequence[int], by: str, at: dt.datetime) -> None:
    """Let a result by hand stand for the match; `places` are those of the seats, empty for none.

    A match that ended in just these places keeps its own result. Doing it again changes nothing. Competitions
    rank entrants: at a table of partners their places are those of the sides.
    """
    with locked(table_id) as held:
        if held.table.status == Table.Status.CLOSED:
            return
        if held.table.options.get("teams") == "partners":
            places = of_sides(places)
        if held.table.status == Table.Status.FINISHED and _own_places(held) == list(places):
            _withdraw(held, by, at)
        elif not _is_decided(held, places, totals):
            held.note(MatchDecided(list(places), list(totals)), by=by, at=at)


def withdraw_decision(table_id: int, *, by: str, at: dt.datetime) -> None:
    """Let the match go on where it was decided by hand, or let the end count that it came to by itself."""
    with locked(table_id) as held:
        _withdraw(held, by, at)


def _withdraw(held: LockedTable, by: str, at: dt.datetime) -> None:
    is_overruled = held.table.status == Table.Status.FINISHED and _places(held) != _own_places(held)
    if is_overruled or held.table.status == Table.Status.DECIDED:
        held.note(DecisionWithdrawn(), by=by, at=at)


def _is_decided(held: LockedTable, places: Sequence[int], totals: Sequence[int]) -> bool:
    if held.table.status not in (Table.Status.DECIDED, Table.Status.FINISHED):
        return False
    wanted: list[int | None] = [*places] or [None] * len(held.seats)
    return _places(held) == wanted and (not totals or [seat.total for seat in held.seats] == list(totals))


def _places(held: LockedTable) -> list[int | None]:
    return [seat.place for seat in held.seats]


def _own_places(held: LockedTable) -> list[int]:
    """Return the places in which the match ended at the table."""
    if held.sheet is not None:
        return held.sheet.top.places
    return held.state.places if held.state is not None else []
