"""Situation: entries are open, and players enter and leave by themselves."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player
from league import competitions
from league.rules.competition.commands import CloseRegistration, OpenRegistration, Start, Withdraw
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.club_nights import BY, announced, fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    made = announced(2, limit=3)
    competitions.act(made.pk, OpenRegistration(), by=BY, at=START)
    return fresh(made)


def browser(name):
    client = Client()
    log_in(client, Player.objects.create(name=name))
    return client


def names(competition):
    return [entrant.player.name for entrant in competition.entrants.filter(withdrawn=False)]


def test_a_player_enters_for_a_club_and_leaves_again(competition):
    ana, url = browser("Ana"), f"/competitions/{competition.pk}/"
    assertContains(ana.get(url), "Entries are open.")
    for _click in range(2):
        assert ana.post(f"{url}join/", {"team": "North", "command_id": "one"}).status_code == 302
    assert names(competition) == ["Player 1", "Player 2", "Ana"]
    assert competition.entrants.get(number=3).team == "North"
    assertContains(ana.get(url), "You are in")
    ana.post(f"{url}leave/", {"command_id": "two"})
    assert names(competition) == ["Player 1", "Player 2"]
    ana.post(f"{url}join/", {"command_id": "three"})
    assert names(competition) == ["Player 1", "Player 2", "Ana"]


def test_someone_who_comes_too_late_for_a_place_waits(competition):
    url = f"/competitions/{competition.pk}/"
    browser("Ana").post(f"{url}join/")
    bo = browser("Bo")
    bo.post(f"{url}join/")
    assertContains(bo.get(url), "You are on the waiting list")


def test_somebody_unknown_first_says_who_they_are(competition):
    client, url = Client(), f"/competitions/{competition.pk}/"
    assertContains(client.get(url), "Play as a guest")
    answer = client.post(f"{url}join/")
    assert answer.headers["Location"].startswith("/guest/?next=")
    client.post(answer.headers["Location"], {"name": "Gus"})
    client.post(f"{url}join/")
    assert names(competition)[-1] == "Gus"


@pytest.mark.parametrize("path", ["join/", "leave/"])
def test_when_it_is_too_late_a_sentence_says_so(competition, path):
    url = f"/competitions/{competition.pk}/"
    ana = browser("Ana")
    ana.post(f"{url}join/")
    competitions.act(competition.pk, CloseRegistration(), by=BY, at=START)
    competitions.act(competition.pk, Start(), by=BY, at=START)
    version = fresh(competition).version
    page = ana.post(f"{url}{path}", follow=True)
    assertContains(page, "Entries are not open." if path == "join/" else "The competition has begun")
    assert fresh(competition).version == version


def test_someone_who_was_disqualified_stays_out(competition):
    ana, url = browser("Ana"), f"/competitions/{competition.pk}/"
    ana.post(f"{url}join/")
    competitions.act(competition.pk, Withdraw(3, "disqualified"), by=BY, at=START)
    assertContains(
        ana.post(f"{url}join/", follow=True), "Only the organizers can readmit a disqualified player"
    )
    assert len(names(competition)) == 2


def test_nobody_takes_somebody_else_out(competition):
    ana, url = browser("Ana"), f"/competitions/{competition.pk}/"
    page = ana.post(f"{url}leave/", {"entrant": 1, "number": 1}, follow=True)
    assertContains(page, "You are not entered.")
    assert len(names(competition)) == 2


def test_while_entries_are_closed_nothing_is_offered(competition):
    competitions.act(competition.pk, CloseRegistration(), by=BY, at=START)
    assertNotContains(browser("Ana").get(f"/competitions/{competition.pk}/"), "Entries are open")
