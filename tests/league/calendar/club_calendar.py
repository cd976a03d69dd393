"""Clubs with people and matchdays for the tests of the calendar."""

import datetime as dt
from typing import Any

from django.test import Client

from games.models import Player
from league.calendar import matchdays
from league.calendar.matchdays import Facts
from league.models import Club, Matchday, Membership
from tests.league import club_nights
from tests.league.notifications.recipients import somebody

NOON = dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)
BY = "organizer:1"


def hours(number: float) -> dt.datetime:
    """Return the moment some hours after noon of the first day."""
    return NOON + dt.timedelta(hours=number)


def club(*names: str, organizer: str = "Olga") -> tuple[Club, dict[str, Player]]:
    """A club with an organizer and members, all with accounts and addresses."""
    made = club_nights.club()
    people = {name: somebody(name) for name in (organizer, *names)}
    for name, player in people.items():
        Membership.objects.create(club=made, player=player, is_organizer=name == organizer)
    return made, people


def facts(start: float = 30, **changes: Any) -> Facts:
    """An evening of three hours, so many hours after noon of the first day: the next by default."""
    usual = {
        "name": "Club night",
        "starts_at": hours(start),
        "ends_at": hours(start + 3),
        "place": "The hall",
    }
    return Facts(**{**usual, **changes})


def matchday(of: Club, start: float = 30, **changes: Any) -> Matchday:
    return matchdays.announce(of, facts(start, **changes), at=NOON)


def say(day: Matchday, player: Player, answer: str, at: float = 0) -> None:
    matchdays.answer(day.pk, player.pk, answer, by=f"player:{player.pk}", at=hours(at))


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client
