"""Journey: somebody's first table explains what the bots do, until they switch it off."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from tests.games.playing import begin, fresh, open_table, player
from tests.journeys.people import visitor

pytestmark = pytest.mark.django_db(transaction=True)

REASON = "It has the colour on the table, red."


def test_a_learner_reads_why_a_bot_moved_and_switches_it_off(browser, asgi_server):
    table = open_table("Ana bot", options={"dealer_choice": "fixed", "hand_size": 3})
    page = visitor(browser, asgi_server, player(table, "A"))
    page.goto("/how-to-play/")
    page.goto(f"/tables/{table.pk}/")
    begin(table, "r1 b2 g3/r4 y5 y6", "r9 y1 y2 y3 y4 b5 b6 b7")
    assert tables.play_for_bot(table.pk, version=fresh(table).version, at=timezone.now())
    page.goto(f"/tables/{table.pk}/")
    button = page.get_by_role("button", name="Explain bots")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text(REASON)).to_be_visible()
    button.click()
    expect(page.get_by_text(REASON)).to_be_hidden()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text(REASON)).to_be_hidden()
    button.click()
    expect(page.get_by_text(REASON)).to_be_visible()
    assert page.complaints == []
