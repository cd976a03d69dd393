"""The demo club is seeded once, through the doors, and plays by itself."""

import pytest
from django.core.management import call_command

from games.models import Player, Table
from league.models import Club, Competition, Match, Membership
from league.permissions import organizes
from tests.league.club_nights import play_on

pytestmark = pytest.mark.django_db


def test_an_evening_and_a_knock_out_are_being_played_and_a_seat_is_free(capsys) -> None:
    call_command("seed_demo")
    evening = Competition.objects.get(format="season")
    bracket = Competition.objects.get(format="elimination_500")
    assert [len(match.placements.all()) for match in evening.matches.all()] == [4, 4, 4]
    assert [len(match.placements.all()) for match in bracket.matches.all()] == [4, 4]
    assert Table.objects.filter(status="running").count() == 5
    friendly = Table.objects.get(status="open")
    assert [seat.is_free for seat in friendly.seats.all()] == [True, False, False, False]
    said = capsys.readouterr().out
    assert "Log in as ana (organizer)" in said
    assert "Log in as bo" in said


def test_the_log_ins_work_and_ana_organizes(client, django_user_model) -> None:
    call_command("seed_demo", verbosity=0)
    for name in ("ana", "bo"):
        assert client.login(username=name, password="wild-cards")
    club = Club.objects.get()
    assert organizes(django_user_model.objects.get(username="ana"), club.pk)
    assert not organizes(django_user_model.objects.get(username="bo"), club.pk)


def test_nobody_sits_at_two_tables() -> None:
    call_command("seed_demo", verbosity=0)
    seated = Match.objects.filter(is_bye=False).values_list("placements__entrant__player", flat=True)
    assert len(seated) == len(set(seated)) == 20


def test_seeding_again_keeps_everything() -> None:
    call_command("seed_demo", verbosity=0)
    before = [model.objects.count() for model in (Player, Membership, Table, Competition, Match)]
    call_command("seed_demo", verbosity=0)
    assert [model.objects.count() for model in (Player, Membership, Table, Competition, Match)] == before


def test_the_evening_reaches_its_end_without_anybody() -> None:
    call_command("seed_demo", verbosity=0)
    evening = play_on(Competition.objects.get(format="season"))
    assert evening.round_number == 3
    assert evening.entrants.filter(rank=1).exists()
