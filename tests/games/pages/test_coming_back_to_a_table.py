"""Situation: somebody comes back to a table after a while and is told what happened meanwhile."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games.tables import queries
from tests.games.playing import dealt, do, fresh, player
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db


def since(client, table, after):
    return client.get(f"/tables/{table.pk}/since/", {"after": after})


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
    assertContains(since(client, table, seen), "Bo drew a card")
    log_in(client, player(table, "B"))
    assertContains(since(client, table, seen), "Bo drew yellow 1")


@pytest.mark.parametrize("after", ["", "x", "-1", "²", "9" * 30])
def test_a_player_who_missed_nothing_or_asks_for_nonsense_gets_nothing(client, after):
    table = dealt("Ana Bo")
    assert since(client, table, after).status_code == 204
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
