"""The consequences at tables when an entrant is replaced, leaves or comes back in the middle of a match."""

import datetime as dt
from collections.abc import Iterator
from contextlib import suppress

from games import scoresheets, tables
from games.models import Player, Seat, Table
from games.rules.base.refusal import IllegalCommand
from games.rules.scoresheet.decide import RejoinSeat, RetireSeat
from games.rules.scoresheet.state import RUNNING
from league.competitions.stream import Stream
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State


def follow(stream: Stream, entrant: int, *, by: str, at: dt.datetime) -> None:
    """Hand the seat of an entrant over to the substitute, or let it leave for good if the entrant is gone.

    It compares who sits at the running tables with who should, so that doing it again changes nothing.
    """
    for seat, stage, _match in _seats_of(stream.state, entrant):
        _follow(stream, seat, stage, entrant, by, at)


def readmit(stream: Stream, entrant: int, *, by: str, at: dt.datetime) -> None:
    """Let an entrant who is back in return to a table with real cards, while no deal was recorded since.

    Online the cards of a seat that was given up stay out of play. A seat that was not given up is theirs.
    """
    for seat, _stage, _match in _seats_of(stream.state, entrant):
        if not seat.table.is_physical:
            continue
        sheet = scoresheets.look(seat.table_id)
        if sheet.phase == RUNNING and seat.index in sheet.retired:
            with suppress(IllegalCommand):  # a deal was recorded
                scoresheets.act(seat.table_id, RejoinSeat(seat.index), by=by, at=at)


def online_seats(state: State, entrant: int) -> list[tuple[Seat, Match]]:
    """Return the seats of an entrant in online matches that are being played. One query at most."""
    seats = _seats_of(state, entrant)
    return [(seat, match) for seat, _stage, match in seats if not seat.table.is_physical]


def begun(state: State) -> frozenset[int]:
    """Return the tables of matches without a result at which a deal has begun. One query."""
    tables_in_use = {
        match.table
        for stage in state.stages
        for match in stage.matches.values()
        if match.table and match.is_waiting
    }
    if not tables_in_use:
        return frozenset()
    untouched = Table.objects.filter(
        pk__in=tables_in_use, status__in=(Table.Status.OPEN, Table.Status.RUNNING), round_number=0
    )
    return frozenset(tables_in_use - set(untouched.values_list("pk", flat=True)))


def _seats_of(state: State, entrant: int) -> Iterator[tuple[Seat, Stage, Match]]:
    """Yield the seats of an entrant at running tables."""
    matches = _being_played(state, entrant)
    if not matches:  # before the start: two thousand may not have come
        return
    seats = Seat.objects.filter(table__in=matches, table__status=Table.Status.RUNNING, player__isnull=False)
    for seat in seats.select_related("table").order_by("table", "index"):
        stage, match = matches[seat.table_id]
        if (match.seated or match.entrants)[seat.index] == entrant:
            yield seat, stage, match


def _follow(stream: Stream, seat: Seat, stage: Stage, number: int, by: str, at: dt.datetime) -> None:
    entrant = stream.state.entrants[number]
    if seat.player_id is not None and entrant.player != seat.player_id:
        to = Player.objects.get(pk=entrant.player)
        tables.hand_over(seat.table_id, player=seat.player_id, to=to, by=by, at=at)
    if not entrant.is_withdrawn or seat.eliminated_round:
        return
    if seat.table.is_physical:  # no bot holds real cards
        if scoresheets.look(seat.table_id).phase == RUNNING:
            reason = "disqualified" if entrant.gone == "disqualified" else "left"
            scoresheets.act(seat.table_id, RetireSeat(seat.index, reason), by=by, at=at)
    elif stage.settings.retires:
        tables.retire(seat.table_id, player=entrant.player, by=by, at=at)


def _being_played(state: State, entrant: int) -> dict[int, tuple[Stage, Match]]:
    """Return the matches of an entrant that have a table and no result yet, by table."""
    return {
        match.table: (stage, match)
        for stage in state.stages
        for match in stage.matches.values()
        if match.table and match.is_waiting and entrant in match.entrants
    }
