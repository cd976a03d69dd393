"""Situation: people step through a match on the page of its replay."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertTemplateUsed

from games import replays
from tests.games.playing import deal, do, open_table, player
from tests.games.visiting import HTMX, log_in

pytestmark = pytest.mark.django_db


def played(*, target=500):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": target})
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return table


def hands(response):
    """The cards that the page shows in hands."""
    shown = re.findall(r'class="hands__cards">(.*?)</div>', response.content.decode(), re.DOTALL)
    return [re.findall(r'aria-label="([^"]+)"', one) for one in shown]


def test_a_finished_match_shows_all_hands(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=1")
    assert hands(page) == [["red 1", "red 2"], ["red 4", "red 5"]]
    assertContains(page, "Step <b>1</b> of 4")


def test_each_step_tells_what_happened(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=2")
    assertContains(page, "Bo played red 4. Bo said UNO")
    assert hands(page) == [["red 1", "red 2"], ["red 5"]]


def test_the_last_step_shows_the_result(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=4")
    assertContains(page, "Bo wins the match")


def test_a_running_match_shows_only_ones_own_hand(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8")
    do(table, "B play r4 uno")
    assert hands(client.get(f"/tables/{table.pk}/replay/?step=1")) == []
    log_in(client, player(table, "A"))
    assert hands(client.get(f"/tables/{table.pk}/replay/?step=1")) == [["red 1", "red 2"]]


def test_the_links_lead_to_the_neighbouring_steps(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=3")
    for step in (1, 2, 4):
        assertContains(page, f'href="/tables/{table.pk}/replay/?step={step}"')


@pytest.mark.parametrize(("asked", "shown"), [("0", 1), ("-5", 1), ("x", 1), ("", 1), ("999", 4)])
def test_a_step_outside_the_match_is_its_first_or_last(client, asked, shown):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/", {"step": asked})
    assertContains(page, f"Step <b>{shown}</b> of 4")


def test_htmx_gets_the_fragment_alone(client):
    table = played(target=2)
    answer = client.get(f"/tables/{table.pk}/replay/?step=2", headers=HTMX)
    assertTemplateUsed(answer, "games/_replay.html")
    assertNotContains(answer, "<html")
    assertContains(answer, 'data-step="2"')


def test_a_match_that_has_not_begun_says_so(client):
    table = open_table("Ana bot")
    assertContains(client.get(f"/tables/{table.pk}/replay/"), "The match has not begun")


def test_a_replay_costs_the_same_queries_at_every_step(client, django_assert_num_queries):
    table = played(target=2)
    for step in range(1, replays.moments(table.pk).steps + 1):
        with django_assert_num_queries(7):
            client.get(f"/tables/{table.pk}/replay/?step={step}")
