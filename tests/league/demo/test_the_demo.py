"""The demo club is seeded once, by the write side, and plays by itself."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from pytest_django.asserts import assertContains

from games import eventstore
from games.analysis import queries
from games.analysis.match import numbered
from games.models import Player, Table, TableEvent
from league import tasks
from league.awards import closings
from league.competition_verification import check_competition
from league.demo import lost_match
from league.models import Club, Competition, JoinRequest, Match, Matchday, Membership, Notice
from league.permissions.policy import may
from tests.league.club_nights import play_on
from tests.league.every_address.two_worlds import taken_back

pytestmark = pytest.mark.django_db

EVENING, CUP, CARDS, SEASON = (
    "Friday league evening",
    "Riverside Cup",
    "Sunday with real cards",
    "Autumn season",
)


@pytest.fixture(scope="module")
def seeded_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """Seed for all tests of this file, each of which takes back what it changes; return what is printed."""
    output = StringIO()
    with django_db_blocker.unblock(), taken_back():
        call_command("seed_demo", stdout=output)
        yield output.getvalue()


@pytest.fixture
def seeded(seeded_once: str) -> Club:
    return Club.objects.get()


def browser(name: str) -> Client:
    client = Client()
    assert client.login(username=name, password="wild-cards")
    return client


def called(name: str) -> Competition:
    return Competition.objects.get(name=name)


def test_an_evening_and_a_knock_out_are_being_played_and_a_seat_is_free(seeded_once: str) -> None:
    assert [len(match.placements.all()) for match in called(EVENING).matches.all()] == [4, 4, 4]
    assert [len(match.placements.all()) for match in called(CUP).matches.all()] == [4, 4]
    assert Table.objects.filter(status="running", is_physical=False).count() == 5
    friendly = Table.objects.get(status="open")
    assert [seat.is_free for seat in friendly.seats.all()] == [True, False, False, False]
    assert "Log in as ana (organizer)" in seeded_once
    assert "Log in as bo" in seeded_once
    assert "Log in as cem" in seeded_once


def test_with_real_cards_one_table_plays_on_and_one_result_waits_for_those_who_played(seeded) -> None:
    tables = [match.table for match in called(CARDS).matches.all()]
    waiting, running = sorted(tables, key=lambda table: table.state_name)
    assert (waiting.state_name, running.state_name) == ("reported", "running")
    assert waiting.seats.filter(player__name="Ana Ferreira").exists()
    assertContains(browser("ana").get(f"/tables/{waiting.pk}/"), "Confirm")
    assertContains(browser("bo").get(f"/tables/{running.pk}/score/"), "Deal 3")


def test_a_season_is_over_and_its_closing_names_champions_and_awards(seeded) -> None:
    season = called(SEASON)
    closing = closings.closing_of(season)
    assert closing is not None
    assert {prize.code for prize in closing.prizes.all()} >= {"best_deal", "challenges_won"}
    page = Client().get(f"/competitions/{season.pk}/closing/")
    assertContains(page, "Best deal")
    assertContains(page, "Division 2")


def test_the_calendar_has_days_that_were_and_days_to_come(seeded) -> None:
    days = list(Matchday.objects.order_by("starts_at").values_list("name", "is_cancelled"))
    assert days == [
        ("Autumn season, evening 1", False),
        ("Autumn season, evening 2", False),
        ("Open evening", False),
        ("Real cards, second round", False),
        ("Trip to the Hilltop club", True),
        ("Winter tournament", False),
    ]
    opened = Matchday.objects.get(name="Open evening")
    page = browser("bo").get(opened.get_absolute_url())
    assertContains(page, "6 of 6 in, 2 waiting")


def test_a_match_that_ana_lost_is_analysed_and_its_analysis_fits_its_log(seeded) -> None:
    table = Table.objects.get(name=lost_match.NAME)
    assert table.status == Table.Status.FINISHED
    analysis = queries.of(table)
    assert analysis.is_ready, "analyse it again: tests/league/demo/analysed_again.py"
    steps = [
        number for number, _group in numbered(eventstore.read(TableEvent, table.pk, until=table.version))
    ]
    assert sum(len(deal.deal.open) for deal in analysis.deals) == len(steps)
    page = browser("ana").get(f"/tables/{table.pk}/replay/")
    assertContains(page, "Where the result of the match came from")
    assertContains(page, "Turns of Ana Ferreira that ran out")
    assertContains(Client().get("/"), lost_match.NAME)


def test_reminders_go_out_to_the_addresses_of_the_accounts(seeded) -> None:
    tasks.remind_of_matchdays()
    tasks.send_mails()
    sent = [(message.to, message.subject) for message in mail.outbox]
    for name in ("ana", "bo"):
        assert ([f"{name}@riverside.example"], "Matchday tomorrow: Open evening") in sent


def test_the_organizer_has_unread_notices_and_somebody_who_waits_for_an_answer(seeded) -> None:
    mine = Notice.objects.filter(player__user__username="ana", read_at=None)
    kinds = list(mine.order_by("kind").values_list("kind", flat=True))
    assert kinds == ["matchday_changed", "request", "request", "result_to_confirm"]
    assert JoinRequest.objects.get().player.user.username == "cem"
    assertContains(browser("ana").get("/clubs/riverside/people/"), "May I stay?")


def test_the_log_ins_work_and_ana_organizes(seeded, django_user_model) -> None:
    for name in ("ana", "bo", "cem"):
        browser(name)
    assert may(django_user_model.objects.get(username="ana"), "club.own", seeded)
    assert not may(django_user_model.objects.get(username="bo"), "club.organize", seeded)
    assert may(django_user_model.objects.get(username="bo"), "competition.score", called(CARDS))


def test_nobody_sits_at_two_tables(seeded) -> None:
    now = Match.objects.filter(is_bye=False, table__status="running")
    seated = now.values_list("placements__entrant__player", flat=True)
    assert len(seated) == len(set(seated)) == 28


def test_its_logs_are_what_the_rows_say(seeded) -> None:
    assert [check_competition(competition.pk, {}) for competition in Competition.objects.all()] == [None] * 4


def test_seeding_again_keeps_everything(seeded) -> None:
    kept = (Player, Membership, Table, Competition, Match, Matchday, Notice)
    before = [model.objects.count() for model in kept]
    call_command("seed_demo", verbosity=0)
    assert [model.objects.count() for model in kept] == before


def test_the_evening_reaches_its_end_without_anybody(seeded) -> None:
    evening = play_on(called(EVENING))
    assert evening.round_number == 3
    assert evening.entrants.filter(rank=1).exists()
