"""Keep each deal that is over beside the log, so that nobody who looks at a match folds all of it again.

A row is written once the next deal has begun or the match is over. It follows from the log: `manage.py
rebuild` drops all and writes them again. What is not kept yet is read from the log.
"""

import logging
import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.db.models import Count, F, Q, Subquery

from games import eventstore
from games.deals.outline import Deal, DealOutline, Mark, Step, outlines_of
from games.deals.rounds import Match, RoundShown, rounds_of
from games.eventstore import Stored
from games.eventstore.replica import fetched
from games.models import PlayedDeal, Table, TableEvent
from games.rules.match.events import Event
from games.rules.match.evolve import fold

logger = logging.getLogger(__name__)

_StoredMark = tuple[int, str, tuple[int, ...], list[tuple[str, int, str]]]


class _StoredOutline(msgspec.Struct, array_like=True):
    deal: Deal
    steps: list[Step]
    marks: list[_StoredMark]
    out: list[int]
    leaders: tuple[int, ...]


def outlines(table: Table) -> list[DealOutline]:
    """Return the outlines of all deals up to the version of the row. Two queries."""
    kept = [_outline(*row) for row in fetched(_kept(table).values_list("outline"))]
    last = kept[-1] if kept else None
    rows = eventstore.read(TableEvent, table.pk, after=last.deal.last if last else 0, until=table.version)
    return kept + outlines_of(rows, last)


def rounds(table: Table) -> tuple[Match | None, list[RoundShown]]:
    """Return all deals for records and proofs up to the version of the row, and what they have in common.

    Three queries, one more while a deal is not kept yet. There is no Match before the first deal.
    """
    rows = fetched(_kept(table))
    last, match = rows[-1] if rows else None, _match_of(table)
    shown = [_round(row.round) for row in rows]
    return match, shown + (_rounds_after(match, last, _rows_since(table, last)) if match else [])


def keep(table_id: int) -> int:
    """Keep the deals that are over and not kept yet; return how many. Nothing for a table with real cards."""
    table = Table.objects.filter(pk=table_id, is_physical=False).first()
    match = _match_of(table) if table is not None else None
    if table is None or match is None:
        return 0
    last = _kept(table).last()
    deals = _rows(table, match, last, _rows_since(table, last))
    PlayedDeal.objects.bulk_create(deals, ignore_conflicts=True)
    return len(deals)


def keep_missing(most: int) -> int:
    """Keep the deals of some tables that lack them, as after an update; return how many tables."""
    over = Q(status__in=[Table.Status.FINISHED, Table.Status.CLOSED])
    tables = Table.objects.filter(is_physical=False, round_number__gt=0).annotate(kept=Count("played_deals"))
    lacking = tables.filter(over & Q(kept__lt=F("round_number")) | Q(kept__lt=F("round_number") - 1))
    # By chance, so that tables that cannot be kept do not hold up the others.
    keys = list(lacking.order_by("?").values_list("pk", flat=True)[:most])
    for table_id in keys:
        try:
            keep(table_id)
        except Exception:
            logger.exception("The deals of table %s cannot be kept", table_id)
    return len(keys)


def rebuild(table_id: int) -> None:
    """Drop the kept deals of a table, and write them again."""
    PlayedDeal.objects.filter(table_id=table_id).delete()
    keep(table_id)


def first_wrong(table: Table, rows: Sequence[Stored]) -> int:
    """Return the number of the first kept deal that does not follow from the rows of the log, 0 for none."""
    kept, match = list(table.played_deals.order_by("number")), _match_of(table)
    follows = _rows(table, match, None, rows) if kept and match else []
    expected = {deal.number: (deal.outline, deal.round) for deal in follows}
    wrong = (
        deal.number for deal in kept if expected.get(deal.number) != (bytes(deal.outline), bytes(deal.round))
    )
    return next(wrong, 0)


def _kept(table: Table) -> Any:
    return PlayedDeal.objects.filter(table=table, last__lte=table.version).order_by("number")


def _rows_since(table: Table, last: PlayedDeal | None) -> list[Stored]:
    """Return the events from the beginning of the last kept deal on, none if no later deal has begun."""
    after = last.last if last else 0
    rows = eventstore.read(TableEvent, table.pk, after=after, until=table.version)
    if last is None or not any(isinstance(row.event, Event) for row in rows):
        return rows
    return eventstore.read(TableEvent, table.pk, after=last.first - 1, until=last.last) + rows


def _rows(table: Table, match: Match, last: PlayedDeal | None, rows: Sequence[Stored]) -> list[PlayedDeal]:
    """Return a row for each deal after the last kept one that is over."""
    before = _outline(last.outline) if last else None
    new = [row for row in rows if row.version > last.last] if last else rows
    shown = _rounds_after(match, last, rows)
    deals = [
        PlayedDeal(
            table=table,
            number=outline.deal.number,
            first=outline.deal.first,
            last=outline.deal.last,
            outline=_packed(_StoredOutline(
                outline.deal, outline.steps, [_stored(mark) for mark in outline.marks],
                sorted(outline.out), outline.leaders,
            )),
            round=_packed(deal),
        )
        for outline, deal in zip(outlines_of(new, before), shown, strict=True)
    ]  # fmt: skip
    return deals if table.is_over else deals[:-1]


def _rounds_after(match: Match, last: PlayedDeal | None, rows: Sequence[Stored]) -> list[RoundShown]:
    """Return the deals that begin after the last kept one."""
    if last is None:
        return list(rounds_of(rows, match))
    new = [row for row in rows if row.version > last.last]
    before = fold(row.event for row in rows if row.version <= last.last and isinstance(row.event, Event))
    return list(rounds_of(new, match, number=last.number + 1, before=before))


def _match_of(table: Table) -> Match | None:
    """Return the facts that all rounds of a match share, None before the first deal. One query."""
    stored = eventstore.all_rows(TableEvent, table.pk)
    begins = stored.filter(name="round_started").order_by("version").values("version")[:1]
    named = stored.filter(name__in=["record_imported", "round_started"], version__lte=Subquery(begins))
    rows = fetched(named.order_by("version").values_list("name", "schema", "payload", "at"))
    if not rows:
        return None
    *imported, first = rows
    begun = first[3].replace(microsecond=first[3].microsecond // 1000 * 1000)
    started = eventstore.decode(*first[:3])
    if not imported:
        return Match(started, begun)
    parts = [eventstore.decode(*row[:3]) for row in imported]
    return Match(started, begun, parts[0].about, [deal for part in parts for deal in part.rounds])


def _stored(mark: Mark) -> _StoredMark:
    return mark.step, mark.kind, mark.seats, [eventstore.encode(event) for event in mark.events]


def _outline(packed: bytes | memoryview) -> DealOutline:
    kept = _OUTLINES.decode(zlib.decompress(packed))
    marks = [
        Mark(step, kind, seats, tuple(eventstore.decode(*event) for event in events))
        for step, kind, seats, events in kept.marks
    ]
    return DealOutline(kept.deal, kept.steps, marks, set(kept.out), kept.leaders)


def _round(packed: bytes) -> RoundShown:
    return _ROUNDS.decode(zlib.decompress(packed))


def _packed(shown: msgspec.Struct) -> bytes:
    return zlib.compress(msgspec.json.encode(shown))


_OUTLINES: Final = msgspec.json.Decoder(_StoredOutline)
_ROUNDS: Final = msgspec.json.Decoder(RoundShown)
