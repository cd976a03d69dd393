"""Tables for the matches that can be played now: opened, seated, started; the clock deals, or people do."""

import datetime as dt
from typing import Any

from games import tables
from games.models import Player
from league.rules.at_tables import venue_of
from league.rules.commands import AssignTables
from league.rules.events import CompetitionCreated
from league.rules.follow_ups import without_table
from league.rules.match_names import name_in_round
from league.rules.spoken import spoken
from league.rules.stage import Match
from league.rules.stages import ELIMINATION_500
from league.rules.venues import AT_ONCE, BY_SILENCE, PHYSICAL
from league.stream import Stream

_LONGEST_NAME = 80


def open_tables(stream: Stream, *, by: str, at: dt.datetime) -> None:
    """Open and start a table for every match that could be played now and has none.

    Call it in the transaction of what made matches ready, so that a draw without its tables never exists;
    only a correction leaves them to `competitions.go_on`.
    """
    state = stream.state
    stage, gone = state.stage, state.gone()
    seated = {match.id: match.without(gone) for match in without_table(state)}
    if not seated:
        return
    numbers = {number for here in seated.values() for number in here}
    players = Player.objects.in_bulk([state.entrants[number].player for number in numbers])
    opened = {
        key: _open(stream, stage.matches[key], [players[state.entrants[one].player] for one in here], by, at)
        for key, here in seated.items()
    }
    stream.do(AssignTables(opened), by=by, at=at)


def _open(stream: Stream, match: Match, seated: list[Player], by: str, at: dt.datetime) -> int:
    settings, stage = stream.state.settings, stream.state.stage
    is_physical = venue_of(stream.state, match) == PHYSICAL
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
        **(_with_real_cards(settings) if is_physical else {}),
        limit_seconds=60 * stage.settings.minutes,
        limit_at_once=stage.settings.ends_at_once,
        by=by,
        at=at,
    )
    tables.take_seats(table.pk, players=seated, by=by, at=at)
    # The hashes of the shuffles have to be seen before the first deal.
    tables.start(table.pk, deals_at_once=False, by=by, at=at)
    return table.pk


def _with_real_cards(settings: CompetitionCreated) -> dict[str, Any]:
    """Return when a result of real cards is final, as the table wants to know it."""
    is_silence = settings.confirmation == BY_SILENCE
    return {
        "is_physical": True,
        "confirm": "none" if settings.confirmation == AT_ONCE else "others",
        "silence_seconds": 60 * settings.silence_minutes if is_silence else 0,
        "self_report": settings.self_report,
    }


def spoken_name(name: str) -> str:
    """Return the name of a table in the language of whoever reads; what people named stays as it is."""
    competition, colon, rest = name.rpartition(": ")
    return f"{competition}: {spoken(rest)}" if colon else name


def _name(competition: str, stage_round: str, match: str) -> str:
    """Return a table name such as “Friday: Round 1, Table 2”; a long competition name is cut."""
    rest = stage_round if stage_round == match else f"{stage_round}, {match}"
    room = _LONGEST_NAME - len(rest) - len(": ")
    return f"{competition[:room].rstrip()}: {rest}"
