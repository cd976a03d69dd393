"""Situation: somebody who has never played a deal is offered "How to play", and nobody else is."""

import pytest
from django.test import Client

from games import tables
from games.models import Table
from games.pages.newcomers import COOKIE, SEEN
from tests.games.playing import START, deal, fresh, open_table, play_deal, play_out, player, players
from tests.games.visiting import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HANDS, PILE = "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6"


def is_offered(client: Client, path: str) -> bool:
    return 'id="offer"' in client.get(path).content.decode()


def seated(table, letter):
    client = Client()
    log_in(client, player(table, letter))
    return client


def test_in_the_lobby_to_strangers_and_newcomers(client):
    assert is_offered(client, "/")
    log_in(client, players("Eve")[0])
    assert is_offered(client, "/")


def test_at_the_table_in_the_first_deal_to_those_who_sit_there(client):
    table = open_table("Ana Bo", options={"hand_size": 2})
    ana, path = seated(table, "A"), table.get_absolute_url()
    assert is_offered(ana, path)
    tables.start(table.pk, by="organizer:1", at=START)
    assert is_offered(ana, path)
    assert not is_offered(client, path)


def test_before_the_first_deal_too():
    table = open_table("Ana bot", seats=2)
    assert is_offered(seated(table, "A"), table.get_absolute_url())


def test_not_after_a_deal_at_this_table_or_another():
    table = open_table("Ana bot", options={"target_score": 20})
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table)
    client = seated(table, "A")
    assert not is_offered(client, table.get_absolute_url())
    assert not is_offered(client, "/")


def test_not_when_it_was_opened_or_waved_away(client):
    client.cookies[COOKIE] = SEEN
    assert not is_offered(client, "/")
    assert 'href="/how-to-play/"' in client.get("/").content.decode()


def test_every_table_leads_to_the_page_with_its_own_rulebook(client):
    table = deal("Ana Bo", HANDS, PILE, rulebook="russian")
    assert 'href="/how-to-play/?rulebook=russian"' in client.get(table.get_absolute_url()).content.decode()


def explains(client: Client, path: str) -> bool:
    return " data-learns" in client.get(path).content.decode()


def test_bots_explain_their_moves_in_the_whole_first_match_and_in_no_other():
    table = open_table("Ana bot", options={"target_score": 200})
    ana, path = seated(table, "A"), table.get_absolute_url()
    assert explains(ana, path)
    tables.start(table.pk, by="organizer:1", at=START)
    assert explains(ana, path)
    assert not explains(Client(), path)
    while fresh(table).round_number < 2:
        play_deal(table.pk, 1000)
    assert explains(ana, path)
    assert not is_offered(ana, path)
    other = open_table("bot", seats=2)
    tables.sit(other.pk, seat=1, player=player(table, "A"), at=START)
    assert not explains(ana, other.get_absolute_url())


def test_bots_explain_their_moves_in_the_rematch_of_the_first_match_too(client):
    path = client.post("/play-now/", {"strength": "easy"}).url
    assert explains(client, path)
    play_out(Table.objects.get(pk=path.strip("/").split("/")[-1]))
    again = client.post(f"{path}rematch/").url
    assert explains(client, again)
    assert not is_offered(client, again)


def test_bots_explain_their_moves_to_those_who_have_read_the_page():
    table = open_table("Ana bot", seats=2)
    ana = seated(table, "A")
    ana.get("/how-to-play/")
    assert explains(ana, table.get_absolute_url())
    assert not is_offered(ana, table.get_absolute_url())


def test_bots_of_a_table_that_begins_at_once_explain_their_moves_to_newcomers(client):
    client.get("/how-to-play/")
    path = client.post("/play-now/", {"strength": "easy"}).url
    assert explains(client, path)
    assert not is_offered(client, path)
    stranger = Client()
    assert is_offered(stranger, stranger.post("/play-now/", {"strength": "easy"}).url)


def test_bots_of_a_table_that_begins_at_once_explain_nothing_to_those_who_have_played():
    table = open_table("Ana bot", options={"target_score": 20})
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table)
    ana = seated(table, "A")
    assert not explains(ana, ana.post("/play-now/", {"strength": "easy"}).url)


def test_easy_bots_are_proposed_to_newcomers_who_have_read_the_page(client):
    client.get("/how-to-play/")
    assert 'value="easy" checked' in client.get("/").content.decode()
