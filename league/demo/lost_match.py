"""A finished match that Ana lost to three bots, with its analysis: the first visitor of the demo sees both.

The file holds the match record, the sender of each step, and what the analysis found of this very log.
"""

import datetime as dt
from pathlib import Path
from typing import Final

import msgspec

from games.analysis import worker
from games.analysis.findings import VERSION, DealFindings, MatchFindings
from games.models import Table
from games.rules.records.checking import replay
from games.rules.records.record import read
from games.tables.aggregate import locked
from games.tables.events import BotSeated, MatchStarted, SeatTaken, TableOpened
from league.demo.people import Everybody

FILE: Final = Path(__file__).with_name("lost_match.json")
NAME: Final = "Ana against three bots"
_STEP: Final = dt.timedelta(seconds=4)
_BEFORE: Final = dt.timedelta(hours=3)


class LostMatch(msgspec.Struct):
    """The match and its analysis. `senders` has a letter for each step: `p` Ana, `b` a bot, `c` the clock."""

    senders: str
    version: int
    deals: list[DealFindings]
    match: MatchFindings
    record: msgspec.Raw


def stored() -> LostMatch:
    """Return the match as the file has it."""
    return msgspec.json.decode(FILE.read_bytes(), type=LostMatch)


def play(everybody: Everybody, *, at: dt.datetime) -> Table:
    """Let Ana lose the match some hours ago, and store its analysis."""
    lost, began = stored(), at - _BEFORE
    record = read(bytes(lost.record))
    replayed = replay(record)
    _ana, *bots = record.seats
    table = Table.objects.create(
        name=NAME, rulebook=record.rulebook, seat_count=1 + len(bots), opened_at=began
    )
    opened = TableOpened(
        name=NAME,
        rulebook=record.rulebook,
        options=replayed.state.differences,
        seats=1 + len(bots),
        host=None,
        turn_seconds=table.turn_seconds,
        bot_pause_ms=table.bot_pause_ms,
    )
    by = {"p": f"player:{everybody.ana.pk}", "b": "bot", "c": "clock"}
    with locked(table.pk) as held:
        held.note(opened, by=everybody.by, at=began)
        held.note(SeatTaken(0, everybody.ana.pk), by=by["p"], at=began)
        for seat, name in enumerate(bots, start=1):
            held.note(BotSeated(seat, name), by=by["p"], at=began)
        held.note(MatchStarted(), by=by["p"], at=began)
        for number, (step, sender) in enumerate(zip(replayed.steps, lost.senders, strict=True), start=1):
            held.follow(step.events, by=by[sender], at=began + number * _STEP)
    table.refresh_from_db()
    if lost.version == VERSION:
        worker.keep(table, lost.deals, lost.match, at=began + len(lost.senders) * _STEP)
    return table
