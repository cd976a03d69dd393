"""Verify the log of a competition, and the rows that follow from it."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.integrity import verification
from games.integrity.verification import Fault
from league.awards import closings
from league.competitions import projection
from league.models import (
    CachedStandings,
    Closing,
    Competition,
    CompetitionEvent,
    Entrant,
    Match,
    Placement,
    Prize,
)
from league.rules.competition.evolve import fold


def check_competition(pk: int, published: Mapping[int, bytes]) -> Fault | None:
    """Return the first fault of a competition, None if there is none; `published` are hashes by version.

    Nobody writes to it meanwhile, and whatever the comparison writes is taken back. Competition.DoesNotExist.
    """
    with transaction.atomic():
        competition = Competition.objects.select_for_update().get(pk=pk)
        fault = _fault(competition, published)
        transaction.set_rollback(True)
    return fault


def _fault(competition: Competition, published: Mapping[int, bytes]) -> Fault | None:
    stream = CompetitionEvent.stream_name(competition.pk)
    rows = verification.rows_of(CompetitionEvent, competition.pk)
    if isinstance(rows, Fault):
        return rows
    fault = verification.chain_fault(stream, rows, competition.version, competition.head, published)
    if fault or not rows:
        return fault
    events = verification.decoded(stream, rows)
    if isinstance(events, Fault):
        return events
    state = None
    for event in events:
        try:
            state = fold([event.event], state)
        except Exception as error:  # noqa: BLE001 - whatever a made-up event breaks, it is that event
            return verification.impossible(stream, event.version, error)
    return _projection_fault(stream, competition)


def _projection_fault(stream: str, competition: Competition) -> Fault | None:
    if closings.is_ahead(competition.pk):
        return Fault(stream, competition.version, "the closing is of more events than there are.")
    shown, cached = _rows(competition.pk), _cached_standings(competition)
    projection.rebuild(competition.pk)
    # One that is outdated, or not there yet, waits for its worker: that is no fault.
    if closings.is_up_to_date(competition.pk):
        closings.recompute(competition.pk)
    for (what, before), after in zip(shown.items(), _rows(competition.pk).values(), strict=True):
        if before != after:
            return Fault(stream, competition.version, f"the {what} do not say what follows from the log.")
    # What is not cached yet is computed: that is no fault either.
    if not cached.items() <= _cached_standings(competition).items():
        return Fault(stream, competition.version, "the cached standings do not follow from the log.")
    return None


def _cached_standings(competition: Competition) -> dict[int, bytes]:
    """Return the standings that are cached after the last event, packed, by the number of the stage."""
    cached = CachedStandings.objects.filter(competition=competition, head=competition.head)
    return {stage: bytes(rows) for stage, rows in cached.values_list("stage", "rows")}


def _rows(pk: int) -> dict[str, list[Any]]:
    """Return everything that follows from the log of a competition, by what it is called on pages."""
    return {
        "facts of the competition": list(Competition.objects.filter(pk=pk).values()),
        "entrants": list(Entrant.objects.filter(competition=pk).order_by("pk").values()),
        "matches": list(Match.objects.filter(competition=pk).order_by("pk").values()),
        "numbers of the closing": list(Closing.objects.filter(competition=pk).values()),
        "prizes": list(Prize.objects.filter(closing__competition=pk).order_by("pk").values()),
        "placements": list(Placement.objects.filter(match__competition=pk).order_by("pk").values()),
    }
