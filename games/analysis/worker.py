"""Make the analysis of a match part by part: a first picture of every deal, then the rest of each."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from django.db import transaction
from django.db.models import F

from games import eventstore
from games.analysis import calibration, highlights, seats
from games.analysis.deal import Worlds, first_picture, second_picture, usual_worlds
from games.analysis.findings import VERSION, DealFindings, MatchFindings
from games.analysis.match import MatchToJudge
from games.analysis.queries import is_current, of, packed
from games.models import DealAnalysis, MatchAnalysis, Table, TableEvent

_WHOLE: Final = dt.timedelta(days=1)
_PICTURE: Final = 1
_CHOICES: Final = 5
"""How long the curves with all hands open take of a step, and how long the rest."""
Clock = Callable[[], dt.datetime]


def work(
    table_id: int, *, clock: Clock, worlds: Worlds | None = None, longest: dt.timedelta = _WHOLE
) -> bool:
    """Make what is missing of an analysis; return whether it is finished.

    Each part is stored when it is ready. The work ends when the analysis is dropped or the log changes, and
    after the part with which it has taken the longest time that it may.
    """
    begun = clock()
    if seats.missing().filter(pk=table_id).exists():
        return seats.sum_up(table_id)
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        return False
    analysis = of(table)
    row = analysis.row
    if row is None or row.finished_at is not None:
        return row is not None
    worlds = worlds or usual_worlds()
    rows = eventstore.read(TableEvent, table_id, until=table.version)
    players = set(table.seats.filter(player__isnull=False).values_list("index", flat=True))
    match = MatchToJudge(rows, worlds.equity, players)
    worlds = worlds.of_match(sum(map(len, match.deals)), match.seats)
    known = {deal.number: deal for deal in analysis.deals}
    for part in _missing(match, known, worlds):
        at = clock()
        if not _store(table, row, part, _progress(match, known), at) or at - begun > longest:
            return False
    findings = packed(highlights.about(match, [known[number] for number in sorted(known)]))
    return _finish(row, findings, clock())


@transaction.atomic
def keep(table: Table, deals: Sequence[DealFindings], match: MatchFindings, *, at: dt.datetime) -> None:
    """Store a finished analysis that was made before, of the log of this table and of this version."""
    row = MatchAnalysis.objects.create(
        table=table, version=VERSION, head=table.head, asked_at=at, worked_at=at, parts=1
    )
    DealAnalysis.objects.bulk_create(
        DealAnalysis(analysis=row, number=deal.number, findings=packed(deal)) for deal in deals
    )
    _finish(row, packed(match), at)


def _missing(match: MatchToJudge, known: dict[int, DealFindings], worlds: Worlds) -> Iterator[DealFindings]:
    """Make what is missing of the deals and yield each part: first the pictures, then the rest."""
    for number in range(1, len(match.deals) + 1):
        if number not in known:
            known[number] = first_picture(match.deal(number), worlds)
            yield known[number]
    is_proved = calibration.has_proof(match.rulebook, match.options, match.seats)
    for number, deal in sorted(known.items()):
        if deal.decisions is None:
            second_picture(match.deal(number), worlds, deal, is_proved=is_proved)
            yield deal


def _progress(match: MatchToJudge, known: dict[int, DealFindings]) -> tuple[int, int]:
    """Return how much of the work is ready, and how much there is, both by the steps of the deals.

    The highlights at the end are one more: all is ready only when the analysis is finished.
    """
    lengths = [len(deal) for deal in match.deals]
    ready = sum(
        lengths[number - 1] * (_PICTURE if deal.decisions is None else _PICTURE + _CHOICES)
        for number, deal in known.items()
    )
    return ready, (_PICTURE + _CHOICES) * sum(lengths) + 1


@transaction.atomic
def _finish(row: MatchAnalysis, findings: bytes, at: dt.datetime) -> bool:
    """Store what was found about the match, and sum it up; return False if the analysis is gone."""
    waiting = MatchAnalysis.objects.filter(pk=row.pk, version=row.version, head=row.head)
    is_finished = bool(waiting.update(findings=findings, finished_at=at, done=F("parts"), summary_edition=0))
    if is_finished:
        seats.sum_up(row.pk)
    return is_finished


@transaction.atomic
def _store(
    table: Table, row: MatchAnalysis, deal: DealFindings, progress: tuple[int, int], at: dt.datetime
) -> bool:
    """Store a part; return False if the analysis is gone."""
    locked = MatchAnalysis.objects.select_for_update().filter(pk=row.pk).first()
    if locked is None or not is_current(locked, table) or locked.finished_at is not None:
        return False
    DealAnalysis.objects.update_or_create(
        analysis=locked, number=deal.number, defaults={"findings": packed(deal)}
    )
    locked.done, locked.parts = progress
    locked.worked_at = at
    locked.save(update_fields=["parts", "worked_at", "done"])
    return True
