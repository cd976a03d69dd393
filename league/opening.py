"""Tables for the matches that can be played now: opened, seated, started; the clock deals."""

import datetime as dt
from collections.abc import Iterator

from games import tables
from games.models import Player
from league.rules.commands import AssignTables
from league.rules.match_names import name_in_round
from league.rules.stage import Match, Stage
from league.rules.stages import ELIMINATION_500
from league.rules.state import RUNNING
from league.stream import Stream

_LONGEST_NAME = 80


def open_tables(stream: Stream, *, by: str, at: dt.datetime) -> None:
    """Open and start a table for every match that could be played now and has none.

    Nobody sits at two tables at once: a match waits for the earlier ones of its entrants. Nothing happens in
    a pause, or where results come from elsewhere. Call it in the transaction of what made matches ready, so
    that a draw without its tables never exists.
    """
    state = stream.state
    if state.status != RUNNING or state.is_paused or not state.settings.online:
        return
    stage, gone = state.stage, state.gone()
    seated = {match.id: match.without(gone) for match in _ready(stage)}
    if not seated:
        return
    numbers = {number for here in seated.values() for number in here}
    players = Player.objects.in_bulk([state.entrants[number].player for number in numbers])
    opened = {
        key: _open(stream, stage.matches[key], [players[state.entrants[one].player] for one in here], by, at)
        for key, here in seated.items()
    }
    stream.do(AssignTables(opened), by=by, at=at)


def _ready(stage: Stage) -> Iterator[Match]:
    busy: set[int] = set()
    for match in stage.matches.values():
        if match.is_waiting:
            if not match.table and busy.isdisjoint(match.entrants):
                yield match
            busy.update(match.entrants)


def _open(stream: Stream, match: Match, seated: list[Player], by: str, at: dt.datetime) -> int:
    settings, stage = stream.state.settings, stream.state.stage
    options = dict(settings.options)
    if stage.settings.format == ELIMINATION_500:
        options["survivors"] = match.round.advance
    table = tables.open_table(
        name=_name(settings.name, match.round.name, name_in_round(match.round, match.planned, match.number)),
        rulebook=settings.rulebook,
        options=options,
        rulebook_title=settings.rulebook_title,
        seats=len(seated),
        turn_seconds=settings.turn_seconds,
        bot_pause_ms=settings.bot_pause_ms,
        bank_seconds=settings.bank_seconds,
        away_after=settings.away_after,
        by=by,
        at=at,
    )
    tables.take_seats(table.pk, players=seated, by=by, at=at)
    # The hashes of the shuffles have to be seen before the first deal.
    tables.start(table.pk, deals_at_once=False, by=by, at=at)
    return table.pk


def _name(competition: str, stage_round: str, match: str) -> str:
    """Return a table name such as “Friday: Round 1, Table 2”; a long competition name is cut."""
    rest = stage_round if stage_round == match else f"{stage_round}, {match}"
    room = _LONGEST_NAME - len(rest) - len(": ")
    return f"{competition[:room].rstrip()}: {rest}"
