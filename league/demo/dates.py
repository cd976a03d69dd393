"""The calendar of the demo: past evenings, coming evenings, and answers."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.models import Player
from league.calendar import matchdays
from league.calendar.attendance import IN, MAYBE, OUT
from league.calendar.matchdays import Facts
from league.competitions.announcing.local_time import moment
from league.demo.people import Everybody
from league.models import Club, Competition, Matchday

LAST_SEASON: Final = (28, 21)
"""The number of days since last season was played; a round each evening."""
_BEGIN: Final = dt.time(19)
_LASTS: Final = dt.timedelta(hours=3, minutes=30)
_HOUSE: Final = "Boathouse, first floor"


def evening(club: Club, days: int, *, at: dt.datetime) -> dt.datetime:
    """Return the start of the evening `days` after `at` (before it, below zero), in the club's time zone."""
    zone = club.zone
    return moment(at.astimezone(zone).date() + dt.timedelta(days=days), _BEGIN, zone)


def announce(everybody: Everybody, season: Competition, cards: Competition, *, at: dt.datetime) -> None:
    """Add past and coming matchdays to the calendar; tomorrow's is so near that its people are reminded."""
    club, some = everybody.club, everybody.members
    for number, days in enumerate(LAST_SEASON, start=1):
        announced = at - dt.timedelta(days=days + 7)
        name, begins = f"Autumn season, evening {number}", evening(club, -days, at=at)
        was = _announce(club, name, begins, announced, competition=season)
        _say(was, {IN: [everybody.ana, *some[:2]], OUT: [some[7]]}, at=announced)
    place = {"place": _HOUSE, "capacity": 6, "remind_hours": 48}
    tomorrow = _announce(club, "Open evening", evening(club, 1, at=at), at, **place)
    _say(tomorrow, {IN: [everybody.bo, *some[:7]], MAYBE: some[7:8], OUT: some[8:10]}, at=at)
    facts = {"competition": cards, "stage": 1, "round_number": 2}
    second = _announce(club, "Real cards, second round", evening(club, 7, at=at), at, **facts)
    _say(second, {IN: [everybody.ana, some[20]], OUT: [some[21]], MAYBE: [some[12]]}, at=at)
    trip = _announce(club, "Trip to the Hilltop club", evening(club, 14, at=at), at, place="Hilltop")
    matchdays.call_off(trip.pk, by=everybody.by, at=at)
    note = "Bring your own cup for the tea."
    _announce(club, "Winter tournament", evening(club, 21, at=at), at, note=note)


def _announce(club: Club, name: str, begins: dt.datetime, at: dt.datetime, **facts: Any) -> Matchday:
    facts = {"place": _HOUSE, **facts}
    return matchdays.announce(club, Facts(name, begins, begins + _LASTS, **facts), at=at)


def _say(matchday: Matchday, answers: Mapping[str, Sequence[Player]], *, at: dt.datetime) -> None:
    for answer, players in answers.items():
        for player in players:
            matchdays.answer(matchday.pk, player.pk, answer, by=f"player:{player.pk}", at=at)
