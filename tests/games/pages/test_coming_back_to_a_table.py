"""Situation: somebody comes back to a table after a while and is told what happened meanwhile."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games.tables import queries
from tests.games.playing import PILE, after, deal, dealt, do, fresh, move_on, player
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db


def since(client, table, version):
    return client.get(f"/tables/{table.pk}/since/", {"after": version})


def test_the_moves_since_the_version_seen_last_are_told_in_their_order(client):
    table = dealt("Ana Bo Cy")
    seen = table.version
    do(table, "B play r4")
    do(table, "C draw")
    log_in(client, player(table, "A"))
    page = since(client, table, seen)
    text = page.content.decode()
    assert text.index("Bo played red 4") < text.index("Cy drew a card")
    assertNotContains(page, "The first card")
    assertContains(since(client, table, 1), "The first card is red 9")


def test_a_drawn_card_is_told_to_nobody_but_who_drew_it(client):
    table = dealt("Ana Bo")
    seen = table.version
    do(table, "B draw")
    do(table, "B pass")
    do(table, "A draw")
    assertContains(since(client, table, seen), "Bo drew a card")
    assertNotContains(since(client, table, seen), "yellow")
    log_in(client, player(table, "B"))
    assertContains(since(client, table, seen), "Ana drew a card")
    assertNotContains(since(client, table, seen), "yellow")


def test_a_player_is_not_told_what_they_did_themselves_if_nobody_else_moved(client):
    table = dealt("Ana Bo")
    seen = table.version
    do(table, "B draw")
    log_in(client, player(table, "B"))
    assert since(client, table, seen).status_code == 204


def test_a_player_is_told_what_others_did_before_and_after_a_move_of_their_own_and_not_that_move(client):
    table = dealt("Ana Bo Cy")
    seen = table.version
    do(table, "B play r4")
    do(table, "C draw")
    do(table, "C pass")
    do(table, "A play r1")
    do(table, "B play r5")
    log_in(client, player(table, "A"))
    told = since(client, table, seen)
    assertContains(told, "Bo played red 4")
    assertContains(told, "Bo played red 5")
    assertNotContains(told, "Ana played")
    assertContains(told, f'data-until="{fresh(table).version}"')


def test_a_turn_that_the_clock_ended_is_told_as_such(client):
    table = deal("Ana Bo", "r1 r2 r3/g4 g5 g6", f"r9 {PILE}", turn_seconds=30)
    seen = table.version
    assert move_on(table, after(600))
    log_in(client, player(table, "B"))
    text = since(client, table, seen).content.decode()
    assert text.index("Time ran out for Bo") < text.index("Bo drew yellow 1")


def test_a_deal_is_no_move_and_who_missed_nothing_else_is_told_nothing(client):
    table = dealt("Ana Bo Cy")
    log_in(client, player(table, "A"))
    assert since(client, table, 0).status_code == 204
    do(table, "B play r4")
    told = since(client, table, 0)
    assertContains(told, "The first card is red 9")
    assertContains(told, "1 move")
    assertNotContains(told, "moves</span>")


@pytest.mark.parametrize("version", ["", "x", "-1", "²", "9" * 30])
def test_a_player_who_missed_nothing_or_asks_for_nonsense_gets_nothing(client, version):
    table = dealt("Ana Bo")
    assert since(client, table, version).status_code == 204
    assert since(client, table, fresh(table).version).status_code == 204
    assert client.get("/tables/999999/since/?after=1").status_code == 404


def test_after_a_long_time_only_the_last_moves_are_told(client, monkeypatch, django_assert_max_num_queries):
    table = dealt("Ana Bo")
    monkeypatch.setattr(queries, "MOST_MISSED", 2)
    do(table, "B draw")
    with django_assert_max_num_queries(8):
        page = since(client, table, 0)
    assertContains(page, "Only the last moves are shown")
    assertNotContains(page, "The first card")
