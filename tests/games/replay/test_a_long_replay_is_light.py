"""Situation: a match of about a hundred deals is looked at for the first time, on a slow line."""

import gzip
import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games.tables import scheduling
from tests.games.playing import dealt, fresh, play_deal, play_out

pytestmark = pytest.mark.django_db

FIRST_VIEW = 90_000
"""Bytes of the page with its styles and scripts: the heads of their answers have room below 100 kB, too."""

LINKED = re.compile(r'<(?:link rel="stylesheet" href|script src|img src)="([^"]+)"')


def weight(response):
    text = b"".join(response.streaming_content) if response.streaming else response.content
    return len(gzip.compress(text, 6))


def of_deals(count):
    """Return a match in which so many deals are over, and the next one is played."""
    table = dealt("Ana bot bot bot", options={"target_score": 10_000})
    with scheduling.collect_due_bots():
        while (now := fresh(table)).round_number <= count:
            play_deal(now.pk, 5000)
    return now


def test_a_match_of_a_hundred_deals_is_light(client):
    table = of_deals(100)
    page = client.get(f"/tables/{table.pk}/replay/")
    beside = set(LINKED.findall(page.content.decode()))
    assert len(beside) > 10
    weights = {seat: weight(client.get(seat)) for seat in beside}
    assert weight(page) + sum(weights.values()) < FIRST_VIEW, (weight(page), weights)


def test_hashes_come_when_they_are_asked_for_and_stand_a_link_away_without_script(client):
    table = play_out(dealt(options={"target_score": 2}))
    page, link = client.get(f"/tables/{table.pk}/replay/"), f"/tables/{table.pk}/shuffles/"
    assertNotContains(page, "data-commitment")
    assertContains(page, f'hx-get="{link}" hx-trigger="toggle"')
    assertContains(page, f'href="{link}"')
    assertContains(client.get(link), "data-commitment")
