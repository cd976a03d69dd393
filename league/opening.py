"""Tables for the matches of the current stage round: opened, seated, started; the clock deals."""

import datetime as dt

from games import tables
from games.models import Player
from league.rules.commands import AssignTables
from league.rules.state import Match, StageRound
from league.stream import Stream

_LONGEST_NAME = 80


def open_tables(stream: Stream, *, by: str, at: dt.datetime) -> None:
    """Open and start a table for every match that has none; without any nothing happens.

    Call it in the transaction of the draw, so that a draw without its tables never exists.
    """
    if not stream.state.stage_rounds:
        return
    stage_round = stream.state.stage_rounds[-1]
    waiting = [match for match in stage_round.matches if not match.table]
    if not waiting:
        return
    numbers = [number for match in waiting for number in match.entrants]
    players = Player.objects.in_bulk([stream.state.entrants[number].player for number in numbers])
    opened = {match.number: _open(stream, stage_round, match, players, by=by, at=at) for match in waiting}
    stream.do(AssignTables(opened), by=by, at=at)


def _open(
    stream: Stream,
    stage_round: StageRound,
    match: Match,
    players: dict[int, Player],
    *,
    by: str,
    at: dt.datetime,
) -> int:
    settings = stream.state.settings
    options = dict(settings.options)
    if stage_round.survivors:
        options["survivors"] = stage_round.survivors
    table = tables.open_table(
        name=_name(settings.name, stage_round.name, match.name),
        rulebook=settings.rulebook,
        options=options,
        rulebook_title=settings.rulebook_title,
        seats=len(match.entrants),
        turn_seconds=settings.turn_seconds,
        bot_pause_ms=settings.bot_pause_ms,
        bank_seconds=settings.bank_seconds,
        away_after=settings.away_after,
        by=by,
        at=at,
    )
    seated = [players[stream.state.entrants[number].player] for number in match.entrants]
    tables.take_seats(table.pk, players=seated, by=by, at=at)
    # The hashes of the shuffles have to be seen before the first deal.
    tables.start(table.pk, deals_at_once=False, by=by, at=at)
    return table.pk


def _name(competition: str, stage_round: str, match: str) -> str:
    """Return a table name such as “Friday: Round 1, Table 2”; a long competition name is cut."""
    rest = stage_round if stage_round == match else f"{stage_round}, {match}"
    room = _LONGEST_NAME - len(rest) - len(": ")
    return f"{competition[:room].rstrip()}: {rest}"
