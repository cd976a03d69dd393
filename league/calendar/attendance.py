"""Whom a matchday concerns, who comes, who waits for a place: reading only."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.models import Player
from league.models import Availability, Entrant, Matchday, Membership

IN, MAYBE, OUT = (one.value for one in Availability.Answer)
ANSWERS: Final = (IN, MAYBE, OUT)
PERSON: Final = Coalesce("player__merged_into", "player")
"""Who a row is about: whoever was merged into another player is that one."""


class Attendance(NamedTuple):
    """Who said what, by player id and in the order in which they said it.

    `coming` have a place; `waiting` are in as well, as soon as there is one.
    """

    coming: Sequence[int]
    waiting: Sequence[int]
    maybe: Sequence[int]
    out: Sequence[int]

    def answer_of(self, player: int) -> str:
        """Return what a player said, empty if nothing."""
        said = {IN: (*self.coming, *self.waiting), MAYBE: self.maybe, OUT: self.out}
        return next((answer for answer, players in said.items() if player in players), "")


def reader(number: int) -> Player:
    """Return who reads today what was sent to a player, after a merge the other one.

    Http404 without an account.
    """
    sent_to = get_object_or_404(Player.objects.select_related("merged_into"), pk=number)
    found = sent_to.merged_into or sent_to
    if found.user_id is None:
        raise Http404
    return found


def attendance(matchday: Matchday) -> Attendance:
    """Return who comes to a matchday. One query."""
    answers = said_about([matchday])
    return attendance_of(((one, answer) for (_on, one), answer in answers.items()), matchday.capacity)


def said_about(
    matchdays: Iterable[Matchday], among: Iterable[int] | None = None
) -> dict[tuple[int, int], str]:
    """Return what was said of matchdays last, by matchday and person, in the order in which it was said.

    What somebody said as a player who was merged into another one is said by the latter. One query.
    """
    rows = Availability.objects.filter(matchday__in=list(matchdays)).annotate(person=PERSON)
    if among is not None:
        rows = rows.filter(person__in=list(among))
    found: dict[tuple[int, int], str] = {}
    for on, person, answer in rows.order_by("since", "pk").values_list("matchday_id", "person", "answer"):
        found.pop((on, person), None)
        found[on, person] = answer
    return found


def attendance_of(said: Iterable[tuple[int, str]], capacity: int | None) -> Attendance:
    """Return who comes where so many have a place; who said “in” first has one first."""
    by_answer: dict[str, list[int]] = {answer: [] for answer in ANSWERS}
    for player, answer in said:
        by_answer[answer].append(player)
    places = len(by_answer[IN]) if capacity is None else capacity
    return Attendance(by_answer[IN][:places], by_answer[IN][places:], by_answer[MAYBE], by_answer[OUT])


def concerned(matchday: Matchday) -> list[int]:
    """Return the players of a matchday: members of the club and who plays in its competition. One query."""
    return list(_concerned(matchday).values_list("pk", flat=True))


def is_concerned(matchday: Matchday, player: int) -> bool:
    """Whether somebody may say whether they come. One query."""
    return _concerned(matchday).filter(pk=player).exists()


def expected(matchday: Matchday) -> list[int]:
    """Return those whom a matchday concerns and who have not said that they stay away. One query."""
    away = Availability.objects.filter(matchday=matchday, answer=OUT).values(person=PERSON)
    return list(_concerned(matchday).exclude(pk__in=away).values_list("pk", flat=True))


def booked(matchday: Matchday) -> set[int]:
    """Return who is in, and who plays in the competition and has not said otherwise. Two queries."""
    said = {one: answer for (_on, one), answer in said_about([matchday]).items()}
    return {one for one, answer in said.items() if answer == IN} | {
        one for one in playing([matchday]).get(matchday.pk, ()) if said.get(one, IN) == IN
    }


def playing(matchdays: Sequence[Matchday]) -> Mapping[int, set[int]]:
    """Return who is in the competition of each matchday, by its id. One query."""
    wanted = {one.competition_id for one in matchdays if one.competition_id}
    found: dict[int, set[int]] = {}
    rows = Entrant.objects.order_by().filter(competition__in=wanted, withdrawn=False, is_waiting=False)
    for competition, player in rows.values_list("competition_id", "player_id"):
        found.setdefault(competition, set()).add(player)
    return {one.pk: found.get(one.competition_id or 0, set()) for one in matchdays}


def overlapping(matchday: Matchday) -> list[Matchday]:
    """Return the other matchdays at the same time, of all clubs. One query."""
    others = Matchday.objects.filter(is_cancelled=False).exclude(pk=matchday.pk)
    others = others.filter(starts_at__lt=matchday.ends_at, ends_at__gt=matchday.starts_at)
    return list(others.select_related("club"))


def booked_twice(matchday: Matchday, among: Iterable[int]) -> dict[int, list[Matchday]]:
    """Return who of these is booked elsewhere at the time of a matchday, with where. Three queries."""
    players, others = set(among), overlapping(matchday)
    if matchday.is_cancelled or not players or not others:
        return {}
    said = said_about(others, players)
    entered = playing(others)
    found: dict[int, list[Matchday]] = {}
    for other in others:
        for player in players:
            usual = IN if player in entered[other.pk] else ""
            if said.get((other.pk, player), usual) == IN:
                found.setdefault(player, []).append(other)
    return found


def insiders(club_id: int) -> set[int]:
    """Return who belongs to a club, and so may know of its matchdays although it is closed. One query."""
    return set(Membership.objects.filter(club=club_id).values_list(PERSON, flat=True))


def dates_of(player: Player, *, since: dt.datetime) -> QuerySet[Matchday]:
    """Return the matchdays that concern a player and end after a moment, in order."""
    same = Q(player=player) | Q(player__merged_into=player)
    clubs = Membership.objects.filter(same).values("club")
    entries = Entrant.objects.order_by().filter(same, withdrawn=False).values("competition")
    mine = Q(club__in=clubs) | Q(competition__in=entries)
    return Matchday.objects.filter(mine, ends_at__gt=since).select_related("club", "competition")


def _concerned(matchday: Matchday) -> QuerySet[Player]:
    members = Membership.objects.filter(club=matchday.club_id).values("player")
    entered = Entrant.objects.order_by().filter(competition=matchday.competition_id, withdrawn=False)
    either = Player.objects.filter(Q(pk__in=members) | Q(pk__in=entered.values("player")))
    return Player.objects.filter(pk__in=either.values(person=Coalesce("merged_into", "pk")))
