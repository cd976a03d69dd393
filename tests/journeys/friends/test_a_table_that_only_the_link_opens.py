"""Journey: a private table is opened by the form, and found by nobody but a guest who was sent its link."""

import pytest
from playwright.sync_api import expect

from tests.games.playing import players
from tests.journeys.people import SOON, visitor

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guest_enters_by_the_link_and_a_stranger_finds_no_table(browser, asgi_server):
    (host,) = players("Ana")
    ana = visitor(browser, asgi_server, host, has_touch=True)
    ana.goto("/")
    ana.get_by_role("link", name="New table").tap()
    ana.get_by_label("Seats").fill("2")
    ana.get_by_label("Bots", exact=True).fill("0")
    ana.get_by_label("Only people with the link can see it and sit down").tap()
    ana.get_by_role("button", name="Open the table").tap()
    link = ana.get_by_label("Link to this table").input_value()
    assert "key=" in link

    eve, address = visitor(browser, asgi_server), link.partition("?")[0]
    eve.goto("/")
    expect(eve.get_by_text("No tables are waiting")).to_be_visible()
    assert eve.goto(address).status == 403
    expect(eve.get_by_text("Only people with the link to this table can see it.")).to_be_visible()
    expect(eve.get_by_text("Ana")).to_have_count(0)

    mia = visitor(browser, asgi_server, has_touch=True)
    mia.goto(link)
    mia.get_by_role("button", name="Sit here").tap()
    mia.get_by_label("Your name").fill("Mia")
    mia.get_by_role("button", name="Sit down").tap()
    expect(ana.get_by_text("Mia")).to_be_visible(timeout=SOON)
    ana.get_by_role("button", name="Start").tap()
    for page in (ana, mia):
        expect(page.locator("#hand .cards li").first).to_be_visible(timeout=SOON)
    eve.goto("/")
    expect(eve.get_by_text("No one is playing right now.")).to_be_visible()
    assert eve.goto(address).status == 403
    assert ana.complaints == mia.complaints == eve.complaints == []
