"""The closing of a competition: its awards and numbers, recomputed from results and logs.

A correction makes them outdated; when it is undone they are as before.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from games import eventstore
from games.models import Player
from games.realtime import publisher
from league.awards.logs import logs_of
from league.models import Closing, Competition, CompetitionEvent, Prize
from league.rules import awards
from league.rules.awards.numbers import Numbers, numbers
from league.rules.awards.season import Season, season_of, tables_that_count
from league.rules.competition.evolve import fold

_EDITION: Final = 2
"""Raise it when awards are computed differently, so that all closings are recomputed."""
_STAMP: Final = re.compile(r"\d{1,9}\.(\d{1,10})\.\d{1,30}")


def closing_of(competition: Competition) -> Closing | None:
    """Return the closing of a finished competition, with its prizes; None until it is computed.

    Four queries.
    """
    closing = Closing.objects.filter(competition=competition).prefetch_related("prizes__player").first()
    return closing if closing and is_up_to_date(competition.pk) else None


def is_up_to_date(competition_id: int) -> bool:
    """Whether the closing is up to date. One query."""
    return bool(versions([competition_id]))


def is_ahead(competition_id: int) -> bool:
    """Whether a closing claims more events than there are, or has no valid stamp. One query."""
    rows = Closing.objects.filter(competition=competition_id).values_list("stamp", "competition__version")
    stamped = [(_STAMP.fullmatch(stamp), version) for stamp, version in rows]
    return any(stamp is None or int(stamp[1]) > version for stamp, version in stamped)


def versions(ids: Collection[int]) -> list[tuple[int, int]]:
    """Return the competitions whose closing is up to date, with the version of its log. One query."""
    stamps = _stamps(Competition.objects.filter(pk__in=ids))
    return [(pk, _version_of(stamp)) for pk, known, stamp in stamps if known == stamp != ""]


def outdated() -> list[int]:
    """Return the competitions whose closing is missing or outdated. One query."""
    return [pk for pk, known, stamp in _stamps(_concerned()) if known != stamp]


def with_closing() -> list[int]:
    """Return the competitions that are finished, or have a closing although they were reopened. One query."""
    return list(_concerned().order_by("pk").values_list("pk", flat=True))


def recompute(competition_id: int) -> None:
    """Compute a closing again, or delete that of a competition that was reopened.

    Running it again changes nothing, and concurrent corrections are left to the next run.
    """
    stamp = _stamp(competition_id)
    if not stamp:
        Closing.objects.filter(competition=competition_id).delete()
        return
    state = fold(eventstore.read_events(CompetitionEvent, competition_id))
    tables = {log.table: log for log in logs_of(tables_that_count(state))}
    season = season_of(state, tables.get)
    _write(competition_id, stamp, numbers(season), awards.prizes(season, _people(season)))


def _concerned() -> QuerySet[Competition]:
    return Competition.objects.filter(Q(status=Competition.Status.FINISHED) | Q(closing__isnull=False))


def _stamp(competition_id: int) -> str:
    """Return the current stamp for the closing of a competition, empty if it is not over."""
    return next((stamp for _, _, stamp in _stamps(_only(competition_id))), "")


def _only(competition_id: int) -> QuerySet[Competition]:
    return Competition.objects.filter(pk=competition_id)


def _stamps(rows: QuerySet[Competition]) -> Iterator[tuple[int, str, str]]:
    """Yield competitions with the stamp of their closing and the current stamp.

    A stamp contains the version of the log, and a sum of the merges of its players.
    """
    merged = Coalesce(Sum("entrants__player__merged_into"), 0)
    annotated = rows.order_by("pk").annotate(merged=merged)
    for pk, known, status, version, same in annotated.values_list(
        "pk", "closing__stamp", "status", "version", "merged"
    ):
        is_over = status == Competition.Status.FINISHED
        yield pk, known or "", f"{_EDITION}.{version}.{same}" if is_over else ""


def _version_of(stamp: str) -> int:
    return int(stamp.split(".")[1])


def _people(season: Season) -> dict[int, int]:
    """Return by player the one into whom they were merged, for all who played."""
    ids = {player for match in season.matches for player in match.players}
    ids |= {player for log_ in season.logs for deal in log_.deals for player in deal.sat}
    merged = Player.objects.filter(pk__in=ids, merged_into__isnull=False)
    return {pk: kept for pk, kept in merged.values_list("pk", "merged_into") if kept}


@transaction.atomic
def _write(competition_id: int, stamp: str, counted: Numbers, prizes: list[awards.Prize]) -> None:
    """Store the computed closing."""
    facts = {"stamp": stamp, **counted._asdict()}
    closings = Closing.objects.select_for_update()
    closing, _is_new = closings.update_or_create(competition_id=competition_id, defaults=facts)
    wanted = {
        (prize.code, holder.who): (list(prize.figure), [list(moment) for moment in holder.moments])
        for prize in prizes
        for holder in prize.holders
    }
    strays = [prize.pk for prize in closing.prizes.all() if (prize.code, prize.player_id) not in wanted]
    closing.prizes.filter(pk__in=strays).delete()
    Prize.objects.bulk_create(
        [
            Prize(closing=closing, code=code, player_id=player, figure=figure, moments=moments)
            for (code, player), (figure, moments) in wanted.items()
        ],
        update_conflicts=True,
        unique_fields=["closing", "code", "player"],
        update_fields=["figure", "moments"],
    )
    publisher.publish("closing", competition_id, _version_of(stamp))
