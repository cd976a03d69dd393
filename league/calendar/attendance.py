"""Attendance of a matchday: its people, their answers, the waiting list; reading only."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.models import Player
from league.models import Availability, Entrant, Matchday, Membership

IN, MAYBE, OUT = (value.value for value in Availability.Answer)
ANSWERS: Final = (IN, MAYBE, OUT)
PERSON: Final = Coalesce("player__merged_into", "player")
"""The person of a row: for a merged player the one they were merged into."""


class Attendance(NamedTuple):
    """The answers, by player id and in the order in which they were given.

    `coming` have a place; `waiting` are in as well, but have no place yet.
    """

    coming: Sequence[int]
    waiting: Sequence[int]
    maybe: Sequence[int]
    out: Sequence[int]

    def answer_of(self, player: int) -> str:
        """Return a player's answer, empty if there is none."""
        by_answer = {IN: (*self.coming, *self.waiting), MAYBE: self.maybe, OUT: self.out}
        return next((answer for answer, players in by_answer.items() if player in players), "")


def current_player(number: int) -> Player:
    """Return the current reader of what was sent to a player, after a merge the other player.

    Http404 without an account.
    """
    sent_to = get_object_or_404(Player.objects.select_related("merged_into"), pk=number)
    current = sent_to.merged_into or sent_to
    if current.user_id is None:
        raise Http404
    return current


def attendance(matchday: Matchday) -> Attendance:
    """Return the attendance of a matchday. One query."""
    answers = answers_about([matchday])
    return attendance_of(((player, answer) for (_on, player), answer in answers.items()), matchday.capacity)


def answers_about(
    matchdays: Iterable[Matchday], among: Iterable[int] | None = None
) -> dict[tuple[int, int], str]:
    """Return the last answers about matchdays, by matchday and person, in the order in which they were given.

    Answers of a merged player count for the player they were merged into. One query.
    """
    rows = Availability.objects.filter(matchday__in=list(matchdays)).annotate(person=PERSON)
    if among is not None:
        rows = rows.filter(person__in=list(among))
    answers: dict[tuple[int, int], str] = {}
    for on, person, answer in rows.order_by("since", "pk").values_list("matchday_id", "person", "answer"):
        answers.pop((on, person), None)
        answers[on, person] = answer
    return answers


def attendance_of(answers: Iterable[tuple[int, str]], capacity: int | None) -> Attendance:
    """Return the attendance with a limited number of places; they go to the first who said “in”."""
    by_answer: dict[str, list[int]] = {answer: [] for answer in ANSWERS}
    for player, answer in answers:
        by_answer[answer].append(player)
    places = len(by_answer[IN]) if capacity is None else capacity
    return Attendance(by_answer[IN][:places], by_answer[IN][places:], by_answer[MAYBE], by_answer[OUT])


def concerned(matchday: Matchday) -> list[int]:
    """Return the players concerned: members of the club and entrants of its competition. One query."""
    return list(_concerned(matchday).values_list("pk", flat=True))


def is_concerned(matchday: Matchday, player: int) -> bool:
    """Whether a player may answer. One query."""
    return _concerned(matchday).filter(pk=player).exists()


def expected(matchday: Matchday) -> list[int]:
    """Return the players concerned who have not said that they stay away. One query."""
    away = Availability.objects.filter(matchday=matchday, answer=OUT).values(person=PERSON)
    return list(_concerned(matchday).exclude(pk__in=away).values_list("pk", flat=True))


def booked(matchday: Matchday) -> set[int]:
    """Return the players who are in, and entrants of the competition without another answer. Two queries."""
    answers = {player: answer for (_on, player), answer in answers_about([matchday]).items()}
    return {player for player, answer in answers.items() if answer == IN} | {
        player for player in playing([matchday]).get(matchday.pk, ()) if answers.get(player, IN) == IN
    }


def playing(matchdays: Sequence[Matchday]) -> Mapping[int, set[int]]:
    """Return the entrants of the competition of each matchday, by its id. One query."""
    wanted = {matchday.competition_id for matchday in matchdays if matchday.competition_id}
    entered: dict[int, set[int]] = {}
    rows = Entrant.objects.order_by().filter(competition__in=wanted, withdrawn=False, is_waiting=False)
    for competition, player in rows.values_list("competition_id", "player_id"):
        entered.setdefault(competition, set()).add(player)
    return {matchday.pk: entered.get(matchday.competition_id or 0, set()) for matchday in matchdays}


def overlapping(matchday: Matchday) -> list[Matchday]:
    """Return the other matchdays at the same time, of all clubs. One query."""
    others = Matchday.objects.filter(is_cancelled=False).exclude(pk=matchday.pk)
    others = others.filter(starts_at__lt=matchday.ends_at, ends_at__gt=matchday.starts_at)
    return list(others.select_related("club"))


def booked_twice(matchday: Matchday, among: Iterable[int]) -> dict[int, list[Matchday]]:
    """Return which of these players are booked elsewhere at the time, with where. Three queries."""
    players, others = set(among), overlapping(matchday)
    if matchday.is_cancelled or not players or not others:
        return {}
    answers = answers_about(others, players)
    entered = playing(others)
    bookings: dict[int, list[Matchday]] = {}
    for other in others:
        for player in players:
            usual = IN if player in entered[other.pk] else ""
            if answers.get((other.pk, player), usual) == IN:
                bookings.setdefault(player, []).append(other)
    return bookings


def members_of(club_id: int) -> set[int]:
    """Return the members of a club, who may know of its matchdays although it is closed. One query."""
    return set(Membership.objects.filter(club=club_id).values_list(PERSON, flat=True))


def dates_of(player: Player, *, since: dt.datetime) -> QuerySet[Matchday]:
    """Return the matchdays that concern a player and end after a moment, in order."""
    same = Q(player=player) | Q(player__merged_into=player)
    clubs = Membership.objects.filter(same).values("club")
    entries = Entrant.objects.order_by().filter(same, withdrawn=False).values("competition")
    concerns = Q(club__in=clubs) | Q(competition__in=entries)
    return Matchday.objects.filter(concerns, ends_at__gt=since).select_related("club", "competition")


def _concerned(matchday: Matchday) -> QuerySet[Player]:
    members = Membership.objects.filter(club=matchday.club_id).values("player")
    entered = Entrant.objects.order_by().filter(competition=matchday.competition_id, withdrawn=False)
    either = Player.objects.filter(Q(pk__in=members) | Q(pk__in=entered.values("player")))
    return Player.objects.filter(pk__in=either.values(person=Coalesce("merged_into", "pk")))
