"""Situation: somebody sends a name that is blank on every page, or says something else than it shows."""

import datetime as dt
from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from msgspec.structs import replace

from games import tables
from games.models import CustomRulebook, Player, Table
from games.rulebooks import commands
from games.rules.base.refusal import Refusal
from league import competitions
from league.accounts import names
from league.calendar import matchdays
from league.clubs import members
from league.clubs.new_club import found_club
from league.competitions.stream import history_of
from league.models import Club, Competition, Matchday, Membership, Team
from league.rules.competition.evolve import fold
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.rules.base.invisible_names import UNSEEN
from tests.league.club_nights import announced
from tests.league.organizing import organizer, post

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

AT = dt.datetime(2026, 3, 7, 18, tzinfo=dt.UTC)
FACTS = {"rulebook": "classic", "by": "system", "at": AT}
SAID = "This name contains an invisible character"
KINDS = (Player, Club, Team, Table, Competition, CustomRulebook)


@pytest.mark.parametrize("name", UNSEEN)
def test_no_door_keeps_it(name: str) -> None:
    evening = announced(2)
    club, ana = evening.club, Player.objects.create(name="Ana")
    team = members.name_team(club, "Reds")
    stages = [StageSettings(SEASON, table_size=2, rounds=1)]
    actions: list[Callable[[], object]] = [
        lambda: found_club(name=name, slug="x", owner=ana, time_zone="UTC", at=AT),
        lambda: members.add_by_name(club, name),
        lambda: members.name_team(club, name),
        lambda: members.name_team(club, name, team),
        lambda: names.change(ana, name),
        lambda: competitions.create(with_bots=True, club=club, name=name, stages=stages, **FACTS),
        lambda: competitions.create(
            with_bots=True,
            club=club,
            name="Cup",
            stages=[StageSettings(SEASON, name, table_size=2, rounds=1)],
            **FACTS,
        ),
        lambda: commands.keep(keeper=ana, name=name, preset="classic", options={}, at=AT),
    ]
    before = _kept()
    for action in actions:
        with pytest.raises(Refusal) as refused, transaction.atomic():
            action()
        assert refused.value.code == "hidden_characters"
    assert _kept() == before


@pytest.mark.parametrize("name", ["\u3164", "A\u202enna"])
def test_no_page_takes_it(name: str) -> None:
    evening = announced(2)
    olga, club = organizer(evening), f"/clubs/{evening.club.slug}"
    Membership.objects.update(is_owner=True)
    before = _kept()
    tries = [
        (Client(), "/guest/", {"name": name}),
        (
            Client(),
            "/sign-up/",
            {"first_name": name, "username": "a", "password1": "x9!kLq07", "password2": "x9!kLq07"},
        ),
        (olga, "/me/name/", {"name": name}),
        (olga, "/clubs/new/", {"name": name, "time_zone": "UTC"}),
        (
            olga,
            f"{club}/edit/",
            {
                "name": name,
                "colour": "teal",
                "time_zone": "UTC",
                "default_rulebook": "classic",
                "is_public": "1",
                "joining": "open",
            },
        ),
        (olga, f"{club}/people/", {"name": name}),
        (olga, f"{club}/teams/", {"name": name}),
        (olga, f"/competitions/{evening.pk}/enter/", {"new_name": f"Bo\n{name}"}),
        (olga, f"/competitions/{evening.pk}/enter/", {"new_name": f"Bo, {name}"}),
        (
            olga,
            "/tables/new/",
            {"name": name, "rulebook": "classic", "seats": 2, "bots": 1, "turn_seconds": 60},
        ),
        (
            olga,
            "/tables/new/real-cards/",
            {"rulebook": "classic", "players": f"Olga\n{name}", "silence_seconds": 0},
        ),
    ]
    for client, path, fields in tries:
        answer = post(client, path, **fields)
        assert (answer.status_code, SAID in answer.content.decode()) == (422, True), path
    assert _kept() == before


def _kept() -> list[list[str]]:
    return [sorted(kind.objects.values_list("name", flat=True)) for kind in KINDS]


@pytest.mark.parametrize("name", UNSEEN)
def test_no_matchday_bears_it(name: str) -> None:
    home = Club.objects.create(name="Riverside", slug="riverside")
    facts = matchdays.Facts(name, AT, AT + dt.timedelta(hours=3))
    with pytest.raises(Refusal, match=SAID):
        matchdays.announce(home, facts, at=AT)
    assert not Matchday.objects.exists()


def test_names_that_are_in_the_log_from_before_are_shown_without_it() -> None:
    evening, table = announced(2), tables.open_table(name="\u200bFirst", seats=2, **FACTS)
    assert Table.objects.get(pk=table.pk).name == "First"
    first, *others = [row.event for row in history_of(evening.pk)]
    entered = [replace(other, team="\u202eder") for other in others]
    state = fold([replace(first, name="Fri\u202eday"), *entered])
    assert state.settings.name == "Friday"
    assert {entrant.team for entrant in state.entrants.values()} == {"der"}


def test_rows_from_before_are_respelled() -> None:
    club = announced(0).club
    teams = [Team.objects.create(club=club, name=name) for name in ("Reds", "Re\u200bds", "\u3164")]
    ana = Player.objects.create(name="A\u202enna")
    for app, number in (("games", "0017"), ("league", "0026")):
        import_module(f"{app}.migrations.{number}_names_that_can_be_read").respell(apps, None)
    ana.refresh_from_db()
    assert ana.name == "Anna"
    assert [team.name for team in Team.objects.order_by("pk")] == ["Reds", f"Reds {teams[1].pk}", "?"]


def test_the_admin_site_takes_none_either(admin_client: Client) -> None:
    ana, club = Player.objects.create(name="Ana"), announced(0).club
    for place, row in (("games/player", ana), ("league/club", club)):
        answer = admin_client.post(f"/admin/{place}/{row.pk}/change/", {"name": "A\u202enna"})
        assert SAID in answer.content.decode()
        row.refresh_from_db()
        assert row.name.isascii()
