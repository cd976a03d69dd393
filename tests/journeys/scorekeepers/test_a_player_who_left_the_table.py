"""Journey: at a table with real cards somebody has left, before the page is opened or while it is open."""

import pytest
from playwright.sync_api import expect

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RejoinSeat, RetireSeat
from tests.games.scoresheets.writing_down import real_cards, record
from tests.journeys.people import SOON, visitor
from tests.journeys.scorekeepers.keeping_score import enter, heading, sheet, tap

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_pad_works_at_a_table_that_somebody_left_before_the_first_deal(browser, asgi_server):
    hana = Player.objects.create(name="Hana")
    table = real_cards("Ana Bo Cy Dora", host=hana, dealer=2)
    record(table, RetireSeat(2))
    phone = visitor(browser, asgi_server, hana, has_touch=True)
    phone.goto(f"/tables/{table.pk}/score/")
    expect(heading(phone)).to_have_text("Deal 1: Dora deals, Ana begins")
    expect(phone.get_by_role("radio")).to_have_count(4)  # Ana, Bo, Dora and nobody
    expect(phone.get_by_role("radio", name="Cy")).to_be_hidden()
    expect(phone.locator("#pad, #left, #next").locator("visible=true")).to_have_count(0)
    phone.get_by_role("radio", name="Bo").check()
    expect(phone.locator("#pad-who")).to_have_text("Cards left: Ana")
    tap(phone, "red 5")
    phone.get_by_role("button", name="Next: Dora").click()
    tap(phone, "green 9")
    phone.get_by_role("button", name="Save deal 1").click()
    expect(sheet(phone)).to_contain_text("Totals after deal 1", timeout=SOON)
    assert scoresheets.look(table.pk).deals[0].left == [5, 0, 0, 9]
    assert not phone.complaints


def test_the_open_pad_follows_somebody_who_leaves_and_comes_back(browser, asgi_server):
    hana = Player.objects.create(name="Hana")
    table = real_cards("Ana Bo Cy Dora", host=hana)
    record(table, RetireSeat(2))
    phone = visitor(browser, asgi_server, hana, has_touch=True)
    phone.goto(f"/tables/{table.pk}/score/")
    expect(phone.get_by_role("radio", name="Cy")).to_be_hidden()
    record(table, RejoinSeat(2))
    expect(phone.get_by_role("radio", name="Cy")).to_be_visible(timeout=SOON)
    record(table, RetireSeat(3))
    expect(phone.get_by_role("radio", name="Dora")).to_be_hidden(timeout=SOON)
    enter(phone, "Ana", Bo=10, Cy=20)
    expect(sheet(phone)).to_contain_text("Totals after deal 1", timeout=SOON)
    assert scoresheets.look(table.pk).totals[0] == 30
    assert not phone.complaints
