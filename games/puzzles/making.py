"""Make puzzles of analysed matches, choose that of the day, and drop what is not to be shown any more."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games import eventstore
from games.analysis import calibration, marks
from games.analysis.deal import usual_worlds
from games.analysis.findings import VERSION, DealFindings, Decision
from games.analysis.kinds import CATCH, KINDS, kind_of
from games.analysis.match import MatchToJudge
from games.analysis.positions import walk
from games.analysis.queries import Analysis, findings_of, is_current
from games.models import InvitedOnly, MatchAnalysis, Puzzle, Table, TableEvent
from games.puzzles import judging, queries, ratings
from games.puzzles.judging import Pace
from games.puzzles.positions import EDITION, Content, content_of, packed

MOST: Final = 100
"""The most puzzles of a kind; the oldest make room for new ones."""
_CANDIDATES: Final = 3
"""The most positions of a kind in a match that are judged again; at most one becomes a puzzle."""
_AT_ONCE: Final = 20
REST: Final = dt.timedelta(days=30)
"""A puzzle is not that of the day again before so long a time."""
Clock = Callable[[], dt.datetime]


class Found(NamedTuple):
    """A puzzle that was found."""

    kind: str
    content: Content


def make(*, clock: Clock, longest: dt.timedelta, pace: Pace | None = None) -> int:
    """Look for puzzles in some matches, and choose those of today and tomorrow; return how many were made.

    No match is begun after the longest time.
    """
    begun, made = clock(), 0
    for row in unsearched()[:_AT_ONCE]:
        if clock() - begun > longest:
            break
        made += search(row, at=clock(), pace=pace or judging.usual_pace())
    today = queries.today()
    for day in (today, today + dt.timedelta(days=1)):
        choose_daily(day)
    return made


def unsearched() -> QuerySet[MatchAnalysis]:
    """Return the finished analyses in which no puzzles were looked for, the newest first."""
    return (
        MatchAnalysis.objects.filter(
            puzzle_edition__lt=EDITION,
            finished_at__isnull=False,
            version=VERSION,
            head=F("table__head"),
            table__status=Table.Status.FINISHED,
        )
        .select_related("table")
        .order_by("-finished_at")
    )


def search(row: MatchAnalysis, *, at: dt.datetime, pace: Pace) -> int:
    """Look for puzzles in an analysed match and store them; return how many there are."""
    is_public = not InvitedOnly.objects.filter(table=row.pk).exists() and queries.is_open(row.pk)
    puzzles = list(found_in(row.table, findings_of(row), pace)) if is_public else []
    with transaction.atomic():
        locked = MatchAnalysis.objects.select_for_update(of=("self",)).filter(pk=row.pk).first()
        if locked is None or not is_current(locked, row.table):
            return 0
        locked.puzzles.all().delete()
        Puzzle.objects.bulk_create(
            Puzzle(
                analysis=locked,
                kind=puzzle.kind,
                content=packed(puzzle.content),
                mu=ratings.MU,
                sigma=ratings.SIGMA,
                made_at=at,
            )
            for puzzle in puzzles
        )
        locked.puzzle_edition = EDITION
        locked.save(update_fields=["puzzle_edition"])
    make_room()
    return len(puzzles)


def found_in(table: Table, analysis: Analysis, pace: Pace) -> Iterator[Found]:
    """Yield the puzzles of a match: the clearest of each kind."""
    match = MatchToJudge(eventstore.read(TableEvent, table.pk, until=table.version), usual_worlds().equity)
    if not calibration.has_proof(match.rulebook, match.options, match.seats):
        return
    steps, clearest = _candidates(analysis, match.seats), dict[str, Found]()
    for deal in analysis.deals:
        for candidate in _in_deal(match, deal, steps, pace):
            best = clearest.get(candidate.kind)
            if best is None or _lead(candidate.content) > _lead(best.content):
                clearest[candidate.kind] = candidate
    yield from clearest.values()


def choose_daily(day: dt.date) -> Puzzle | None:
    """Choose the puzzle of a day, unless it has one; return it, None if there is none to choose.

    The oldest that was never chosen comes first, if possible of another kind than the day before. What is not
    public any more is deleted on the way.
    """
    chosen = queries.of_day(day)
    if chosen is not None:
        return chosen
    Puzzle.objects.filter(daily_on=day).delete()  # of a match that is not public any more
    before = Puzzle.objects.filter(daily_on=day - dt.timedelta(days=1)).values_list("kind", flat=True).first()
    rested = queries.current().filter(Q(daily_on=None) | Q(daily_on__lt=day - REST))
    for puzzle in sorted(rested.defer("content"), key=lambda row: _turn(row, before)):
        if queries.is_open(puzzle.analysis_id):
            puzzle.daily_on = day
            puzzle.save(update_fields=["daily_on"])
            return puzzle
        puzzle.delete()
    return None


def make_room() -> None:
    """Delete the oldest puzzles of a kind of which there are too many, but not that of a day to come."""
    for kind in KINDS:
        newest: Sequence[int] = list(
            Puzzle.objects.filter(kind=kind).order_by("-pk").values_list("pk", flat=True)[:MOST]
        )
        if len(newest) == MOST:
            old = Puzzle.objects.filter(kind=kind, pk__lt=newest[-1])
            old.exclude(daily_on__gte=queries.today()).delete()


def _turn(puzzle: Puzzle, kind_before: str | None) -> tuple[bool, bool, dt.date, int]:
    is_new = puzzle.daily_on is None
    return (not is_new, puzzle.kind == kind_before, puzzle.daily_on or dt.date.min, puzzle.pk)


def _candidates(analysis: Analysis, seats: int) -> set[int]:
    """Return the steps whose choice looks clear by the analysis, of each kind the clearest."""
    by_kind: dict[str, list[tuple[int, int]]] = {}
    for deal in analysis.deals:
        for decision in deal.decisions or []:
            if kind_of(decision) == CATCH:
                continue  # a catch costs nothing: there is nothing to weigh up
            ranked = sorted(decision.alternatives, key=lambda alternative: -alternative.chance)
            lead = ranked[0].chance - ranked[1].chance
            if lead >= marks.thresholds(seats)[0] and not marks.is_decided(ranked[0].chance):
                kind = judging.kind_of([alternative.action for alternative in ranked])
                by_kind.setdefault(kind, []).append((lead, decision.step))
    return {step for rows in by_kind.values() for _clear, step in sorted(rows, reverse=True)[:_CANDIDATES]}


def _in_deal(match: MatchToJudge, findings: DealFindings, steps: set[int], pace: Pace) -> Iterator[Found]:
    """Yield the puzzles at some steps of a deal."""
    wanted = {decision.step: decision for decision in findings.decisions or [] if decision.step in steps}
    if not wanted:
        return
    deal = match.deal(findings.number)
    judge = deal.judge
    for position in walk(deal.steps, deal.before, deal.seats):
        decision: Decision | None = wanted.get(position.step)
        if decision is None or position.before is None:
            continue
        memory = position.memories[decision.seat]
        verdict = judging.verdict_on(position.before, memory, judge, pace, seed=8 * position.step + 5)
        if verdict is not None:
            content = content_of(position, memory, deal.steps, verdict.moves, verdict.doubt)
            yield Found(verdict.kind, content)


def _lead(content: Content) -> int:
    return min(row.lead_low for row in content.moves[1:])
