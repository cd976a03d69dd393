"""A small club for a first look: people, a league evening and a knock-out being played, a free seat.

Everything goes through the doors: bots play through the real engine as soon as a worker runs.
"""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db import transaction

from games import custom_rulebooks, tables
from games.models import Player
from league import competitions
from league.models import Club, Competition, Membership
from league.rules.commands import Start
from league.rules.stages import ELIMINATION_500, SEASON, StageSettings

CLUB, SLUG = "Riverside Card Club", "riverside"
PASSWORD = "wild-cards"  # noqa: S105 - printed for everybody who looks at the demo
LOG_INS = [("ana", PASSWORD), ("bo", PASSWORD)]
"""Name and password of those who can log in; the first one organizes."""
_NAMES = {"ana": "Ana Ferreira", "bo": "Bo Lindqvist"}
HOUSE_RULES = {"stack_draw_two": "sum", "jump_in": True, "seven_zero": True}
MEMBERS = (
    "Chiara Ricci", "Dmitri Volkov", "Emeka Obi", "Freya Madsen", "Goran Babić", "Hana Suzuki",
    "Ines Duarte", "Jamal Haddad", "Kaja Nowak", "Liam Byrne", "Mei Chen", "Noor Rahman",
    "Oona Virtanen", "Pablo Ortega", "Quynh Tran", "Rosa Meyer", "Samir Aziz", "Thandi Mokoena",
    "Umberto Greco", "Vera Kos",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Demo:
    """What was seeded, or what was there already (`is_new` is False then)."""

    club: Club
    is_new: bool


@transaction.atomic
def seed(*, at: dt.datetime) -> Demo:
    """Set the demo up once; running it again keeps everything as it is."""
    club, is_new = Club.objects.get_or_create(slug=SLUG, defaults={"name": CLUB})
    if is_new:
        people = _people(club)
        by = f"organizer:{get_user_model().objects.get(username=LOG_INS[0][0]).pk}"
        # Nobody sits at two tables at once.
        _league_evening(club, people[:12], by, at)
        _knock_out(club, people[12:], by, at)
        _friendly_table(by, at)
        custom_rulebooks.keep(
            keeper=club, name="Riverside house rules", preset="classic", options=HOUSE_RULES, at=at
        )
    return Demo(club, is_new)


def _people(club: Club) -> list[Player]:
    """Make the members, two of them with a log-in; return those for whom bots play."""
    for log_in, password in LOG_INS:
        user = get_user_model().objects.create_user(log_in, password=password)
        player = Player.objects.create(name=_NAMES[log_in], user=user)
        role = Membership.Role.ORGANIZER if log_in == LOG_INS[0][0] else Membership.Role.MEMBER
        Membership.objects.create(club=club, player=player, role=role)
    members = [Player.objects.create(name=name) for name in MEMBERS]
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in members)
    return members


def _league_evening(club: Club, players: list[Player], by: str, at: dt.datetime) -> None:
    """Three tables of four and short matches: the first results come within a minute."""
    evening = competitions.create(
        club=club,
        name="Friday league evening",
        stages=[StageSettings(SEASON, table_size=4, rounds=3)],
        rulebook="classic",
        options={"target_score": 100},
        bot_pause_ms=350,
        by=by,
        at=at,
    )
    _enter_and_start(evening, players, by, at)


def _knock_out(club: Club, players: list[Player], by: str, at: dt.datetime) -> None:
    """Two semi-finals of four and a final, quick enough to see the champion in some minutes."""
    bracket = competitions.create(
        club=club,
        name="Riverside Cup",
        stages=[StageSettings(ELIMINATION_500, table_size=4, advance=2)],
        rulebook="elimination-500",
        bot_pause_ms=150,
        by=by,
        at=at,
    )
    _enter_and_start(bracket, players, by, at)


def _enter_and_start(competition: Competition, players: list[Player], by: str, at: dt.datetime) -> None:
    competitions.enter(competition.pk, players=players, by=by, at=at)
    competitions.act(competition.pk, Start(), by=by, at=at)


def _friendly_table(by: str, at: dt.datetime) -> None:
    """Three bots wait for the visitor, who sits down and presses start."""
    table = tables.open_table(name="Come and sit down", rulebook="classic", seats=4, by=by, at=at)
    for seat in (1, 2, 3):
        tables.seat_bot(table.pk, seat=seat, by=by, at=at)
