"""Disputed results for the people who decide: what was reported at a table, and what its players object."""

from collections.abc import Collection
from typing import NamedTuple

from games.models import Player, Table
from games.rules.scoresheet.state import DISPUTED


class Objector(NamedTuple):
    """A player who objects, and why; without words where none were given."""

    name: str
    words: str


class Dispute(NamedTuple):
    """A disputed result: the totals that were reported, such as `Ana 70`, and the objections to them."""

    table: int
    reported: list[str]
    objections: list[Objector]


def disputes_at(tables: Collection[int], reader: Player | None) -> dict[int, Dispute]:
    """Return the disputed results at some tables. One query, three if there are any, none without tables.

    Players of a table do not decide there, and read no objections to its result.
    """
    if not tables:
        return {}
    rows = Table.objects.filter(pk__in=tables, is_physical=True, state_name=DISPUTED)
    rows = rows.filter(status=Table.Status.RUNNING).prefetch_related("seats__player", "objections")
    return {table.pk: _dispute(table, reader) for table in rows}


def _dispute(table: Table, reader: Player | None) -> Dispute:
    seats = {seat.index: seat for seat in table.seats.all()}
    own = {reader.pk, reader.merged_into_id} if reader else set()
    sits_there = any(seat.player_id in own for seat in seats.values() if seat.player_id)
    objections = [] if sits_there else list(table.objections.all())
    return Dispute(
        table.pk,
        [f"{seat.name} {seat.total}" for _index, seat in sorted(seats.items())],
        [Objector(seats[objection.seat].name, objection.reason) for objection in objections],
    )
