"""Situation: somebody who has played against bots comes back to the lobby, where a strength is chosen."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.models import Seat, Table
from tests.games.playing import START, open_table, play_deal, play_out, players
from tests.games.visiting import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.written_by_hand]


@pytest.fixture
def eve(client):
    (person,) = players("Eve")
    log_in(client, person)
    return person


def chosen(client):
    """The strength that is chosen in the lobby."""
    return client.get("/").context["suggested"]


def played(eve, strength, *, place, away_steps=0):
    """Eve's match against bots of a strength, which ends with her in a place."""
    table = open_table("bot", seats=2, host=eve, bot_strength=strength, options={"target_score": 20})
    tables.sit(table.pk, player=eve, at=START)
    tables.start(table.pk, by=f"player:{eve.pk}", at=START)
    play_out(table)
    Seat.objects.filter(table=table, player=eve).update(place=place, away_steps=away_steps)


def test_easy_bots_to_strangers(client):
    assert chosen(client) == "easy"
    assertContains(client.get("/"), 'value="easy" checked')


def test_the_same_bots_in_the_middle_of_a_match_and_after_a_lost_one(client, eve):
    path = client.post("/play-now/", {}).url
    table = Table.objects.get(pk=path.strip("/").split("/")[-1])
    assert table.bot_strength == "easy"
    play_deal(table.pk, 5000)
    assert chosen(client) == "easy"
    play_out(table)
    table.seats.filter(player=eve).update(place=3)
    assert chosen(client) == "easy"
    assertNotContains(client.get("/"), "You won your last match")


@pytest.mark.parametrize(("beaten", "harder"), [("easy", "club"), ("club", "strong")])
def test_harder_bots_after_a_win_and_the_page_says_so(client, eve, beaten, harder):
    played(eve, beaten, place=1)
    sentence = f"You won your last match at “{beaten.title()}”, so “{harder.title()}” is chosen now."
    assertContains(client.get("/"), sentence)
    assertContains(client.get("/"), f'value="{harder}" checked')
    played(eve, harder, place=2)
    assert chosen(client) == harder
    assertNotContains(client.get("/"), "You won your last match")


def test_strong_bots_after_a_win_against_strong_ones(client, eve):
    played(eve, "strong", place=1)
    assert chosen(client) == "strong"
    assertNotContains(client.get("/"), "You won your last match")


def test_no_harder_bots_after_a_match_that_a_bot_has_won_for_an_absent_player(client, eve):
    played(eve, "easy", place=1, away_steps=9999)
    assert chosen(client) == "easy"


def test_no_harder_bots_after_a_match_at_the_table_of_another_person(client, eve):
    table = open_table("Ana bot", seats=3, bot_strength="strong", options={"target_score": 20})
    tables.sit(table.pk, player=eve, at=START)
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table)
    assert chosen(client) == "easy"
