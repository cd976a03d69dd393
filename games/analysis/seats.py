"""Sum up finished analyses for each player who sat there, for pages over many matches.

The rows can be dropped: with `summary_edition` 0 they are made again.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet

from games import eventstore
from games.analysis import kinds
from games.analysis.findings import VERSION, Decision, Parts
from games.analysis.match import numbered
from games.analysis.queries import findings_of, is_current
from games.models import MatchAnalysis, Seat, SeatAnalysis, Table, TableEvent

EDITION: Final = 3
"""Counted up when rows hold other things; older ones are made again."""
_LEAST: Final = 10_000
_MOST: Final = 3
"""The most decisions of a match that are named, and what each cost at least."""


class Dear(NamedTuple):
    """A decision that cost much: what was done and what was best, each with its chance to win the deal."""

    step: int
    kind: str
    cost: int
    played: tuple[Sequence[int], int]
    best: tuple[Sequence[int], int]


def missing() -> QuerySet[MatchAnalysis]:
    """Return the finished analyses whose seats are not summed up."""
    return MatchAnalysis.objects.filter(
        summary_edition__lt=EDITION,
        finished_at__isnull=False,
        version=VERSION,
        head=F("table__head"),
        table__status=Table.Status.FINISHED,
    )


def current() -> QuerySet[SeatAnalysis]:
    """Return the rows of analyses that hold for the log as it is."""
    return SeatAnalysis.objects.filter(
        analysis__summary_edition=EDITION,
        analysis__version=VERSION,
        analysis__head=F("analysis__table__head"),
        analysis__table__status=Table.Status.FINISHED,
    )


@transaction.atomic
def sum_up(table_id: int) -> bool:
    """Write the rows of an analysis again; return False if it is not finished or does not hold any more.

    Only choices that the players made themselves count, and no result of a match that a bot finished for
    a player, or that another player began in the same seat.
    """
    row = MatchAnalysis.objects.select_for_update(of=("self",)).filter(pk=table_id).first()
    if row is None or row.finished_at is None or not is_current(row, row.table):
        return False
    analysis = findings_of(row)
    parts = analysis.match.match_parts if analysis.match else None
    senders = {
        number: group[0].by
        for number, group in numbered(eventstore.read(TableEvent, table_id, until=row.table.version))
    }
    decisions = [decision for deal in analysis.deals for decision in deal.decisions or []]
    row.seats.all().delete()
    rows = []
    for seat in Seat.objects.filter(table=table_id, player__isnull=False):
        assert seat.player_id is not None
        own = [
            decision
            for decision in decisions
            if decision.seat == seat.index and senders.get(decision.step) == f"player:{seat.player_id}"
        ]
        rows.append(
            SeatAnalysis(
                analysis=row,
                index=seat.index,
                player_id=seat.player_id,
                parts=None if parts is None or not _is_whole(seat) else _parts_of(parts, seat.index),
                kinds=kinds.costs_of(own),
                dearest=dearest(own),
            )
        )
    SeatAnalysis.objects.bulk_create(rows)
    row.summary_edition = EDITION
    row.save(update_fields=["summary_edition"])
    return True


def dearest(decisions: Sequence[Decision]) -> list[Dear]:
    """Return the decisions that cost most, of those that surely cost something."""
    costly = [decision for decision in decisions if decision.cost >= _LEAST and decision.low > 0]
    costly.sort(key=lambda decision: -decision.cost)
    return [
        Dear(
            decision.step,
            kinds.kind_of(decision),
            decision.cost,
            *((each.action, each.chance) for each in decision.alternatives[:2]),
        )
        for decision in costly[:_MOST]
    ]


def _is_whole(seat: Seat) -> bool:
    """Whether the result is that of its player alone: no bot finished the match, and no other began it."""
    return not seat.is_bot and not seat.earlier_players


def _parts_of(parts: Parts, seat: int) -> list[int]:
    """Return the parts of the result of a seat in their order, from the start to the end: they add up.

    Turns that ran out are among its own choices. What a bot gave while the player was away is not.
    """
    own = parts.own[seat] + parts.timeouts[seat]
    from_cards = [parts.dealt[seat], parts.drawn[seat]]
    return [parts.start[seat], *from_cards, own, parts.others[seat], parts.away[seat], parts.end[seat]]
