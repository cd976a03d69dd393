"""The other competitions of the same night at a club, for their organizers and referees: their next steps."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.http import HttpRequest

from games.models import Player, Table
from league.competitions.event_night.timer import TimerShown, timer_of
from league.competitions.read_models.desk import Desk
from league.competitions.stream import states_of
from league.models import Competition, Entrant, Match, Matchday
from league.permissions.policy import organized_competitions, refereed_competitions
from league.rules.settings import result_kinds

MOST: Final = 6
"""The most other competitions on a page."""
_NEAR: Final = dt.timedelta(hours=12)
"""So far apart may be two times of the same night."""


@dataclass(frozen=True, slots=True)
class OtherCompetition:
    """Another competition of the night: its next step, and the time left of its round."""

    desk: Desk
    timer: TimerShown | None


def others_tonight(request: HttpRequest, competition: Competition, at: dt.datetime) -> list[Competition]:
    """Return the other competitions of the night that the visitor organizes. One query.

    There are none beside a competition that is itself not of the night.
    """
    return _others(organized_competitions(request, competition.club_id), competition, at)


def refereed_tonight(request: HttpRequest, competition: Competition, at: dt.datetime) -> list[Competition]:
    """Return the other competitions of the night in which the visitor may act as a referee. One query."""
    return _others(refereed_competitions(request, competition.club_id), competition, at)


def own_tonight(request: HttpRequest, player: Player, at: dt.datetime) -> list[Competition]:
    """Return the competitions that run now and that the visitor organizes or plays in.

    Those that the visitor organizes come first, with `is_organized`. One query.
    """
    status = Competition.Status
    running = Competition.objects.filter(
        _is_tonight(at), status__in=[status.RUNNING, status.CHECK_IN], is_archived=False
    )
    plays = Entrant.objects.order_by().filter(competition=OuterRef("pk"), player=player, withdrawn=False)
    is_organized = Q(pk__in=organized_competitions(request).order_by().values("pk"))
    mine = running.annotate(is_organized=is_organized).filter(Q(is_organized=True) | Q(Exists(plays)))
    return list(mine.select_related("club").order_by("-is_organized", "-pk")[:MOST])


def next_steps(others: Sequence[Competition], at: dt.datetime) -> list[OtherCompetition]:
    """Return what the next step of each is. One query, two where one of them has not started."""
    states = states_of([competition.pk for competition in others]) if others else {}
    known = [competition for competition in others if competition.pk in states]
    entrants = _entrants(competition for competition in known if competition.is_before_start)
    return [
        OtherCompetition(
            Desk(competition, state=states[competition.pk], entrants=entrants.get(competition.pk)),
            timer_of(competition, at),
        )
        for competition in known
    ]


def _others(of_club: QuerySet[Competition], competition: Competition, at: dt.datetime) -> list[Competition]:
    own_first = Case(When(pk=competition.pk, then=Value(0)), default=Value(1))
    of_night = list(of_club.filter(_is_tonight(at), is_archived=False).order_by(own_first, "pk")[: MOST + 1])
    is_tonight = bool(of_night) and of_night[0].pk == competition.pk
    return of_night[1:] if is_tonight else []


def _is_tonight(at: dt.datetime) -> Q:
    """Return the condition that a competition is played, started or has ended around a time.

    One with dates is played around them, unless real cards are on its tables now.
    """
    status = Competition.Status
    dates = Matchday.objects.order_by().filter(competition=OuterRef("pk"), is_cancelled=False)
    has_date = Q(Exists(dates.filter(starts_at__lt=at + _NEAR, ends_at__gt=at - _NEAR)))
    is_played = Match.objects.order_by().filter(
        competition=OuterRef("pk"),
        kind__in=["", result_kinds.OPEN],
        table__is_physical=True,
        table__status=Table.Status.RUNNING,
    )
    is_due = has_date | ~Q(Exists(dates)) | Q(Exists(is_played))
    return (
        Q(is_due, status__in=[status.RUNNING, status.CHECK_IN])
        | Q(has_date, status__in=[status.PLANNED, status.REGISTRATION])
        | Q(status=status.FINISHED, finished_at__gt=at - _NEAR)
    )


def _entrants(competitions: Iterable[Competition]) -> dict[int, list[Entrant]]:
    """Return the entrants of some competitions. One query, none without competitions."""
    wanted = [competition.pk for competition in competitions]
    if not wanted:
        return {}
    entrants: dict[int, list[Entrant]] = {pk: [] for pk in wanted}
    for entrant in Entrant.objects.filter(competition__in=wanted).select_related("player"):
        entrants[entrant.competition_id].append(entrant)
    return entrants
