"""Journey: the score page on a phone shows what matters after each tap: choice, totals, winner."""

import re

import pytest
from playwright.sync_api import expect

from games import tables
from games.models import Player
from games.rules.scoresheet.decide import RetireSeat
from tests.games.playing import START
from tests.games.scoresheets.writing_down import SCOREKEEPER, deal, real_cards, record
from tests.journeys.people import SOON, visitor
from tests.journeys.scorekeepers.keeping_score import sheet, tap

pytestmark = pytest.mark.django_db(transaction=True)


def phone_at(browser, address, who, **facts):
    hana = Player.objects.create(name="Hana")
    table = real_cards(who, host=hana, confirm="none", **facts)
    phone = visitor(browser, address, hana, has_touch=True)
    phone.goto(f"/tables/{table.pk}/score/")
    return phone, table


def assert_not_covered(locator):
    expect(locator).to_be_in_viewport(ratio=1)
    assert locator.evaluate(
        "shown => { const { x, y, width, height } = shown.getBoundingClientRect();"
        " return shown.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
    )


CARDS = [f"{colour} {number}" for number in (9, 8, 7) for colour in ("red", "yellow", "green", "blue")]


@pytest.mark.parametrize("who", ["Ana Bo Cy Dora", "Ana Bo Cy Dora Eve Fay Gil Hal Ivy Joe"])
def test_the_choice_stays_in_sight_and_after_saving_the_totals_and_the_winner(browser, asgi_server, who):
    *others, out = who.split()
    phone, _table = phone_at(browser, asgi_server, who, options={"match_end": "rounds", "round_limit": 2})
    for number, then in enumerate(("Totals after deal 1", f"{out} wins the match"), start=1):
        phone.get_by_role("radio", name=out).tap()
        assert_not_covered(phone.locator("label.pick", has_text=out))
        for name, card in zip(others, CARDS, strict=False):
            expect(phone.locator("#pad-who")).to_have_text(f"Cards left: {name}")
            assert_not_covered(phone.locator(f"[data-name='{name}']"))
            tap(phone, card)
            if name != others[-1]:
                phone.get_by_role("button", name="Next: ").tap()
        phone.get_by_role("button", name="Save deal").tap()
        expect(phone.get_by_role("heading", name=then)).to_be_in_viewport(timeout=SOON)
        if number == 1:
            expect(phone.get_by_role("button", name="Undo deal 1")).to_be_in_viewport()
    expect(phone.locator("#deal")).to_be_hidden()
    assert not phone.complaints


def test_a_result_that_organizers_enter_takes_the_form_away(browser, asgi_server):
    phone, table = phone_at(browser, asgi_server, "Ana Bo Cy Dora")
    record(table, RetireSeat(3))
    phone.get_by_role("radio", name="Bo").tap()
    phone.get_by_label("Points of Cy").fill("20")
    tables.decide(table.pk, places=[1, 2, 3, 4], totals=[], by=SCOREKEEPER, at=START)
    expect(sheet(phone)).to_contain_text("The organizers entered the result", timeout=SOON)
    expect(phone.locator("#deal")).to_be_hidden()
    expect(phone.get_by_role("heading", name="Ana wins")).to_be_in_viewport()
    assert not phone.complaints


def test_the_pad_keeps_its_place_however_much_is_counted_and_a_whole_row_leads_to_its_deal(
    browser, asgi_server
):
    phone, table = phone_at(browser, asgi_server, "Bartholomew Maximiliane Cy Dora")
    phone.get_by_role("radio", name="Dora").tap()
    top = phone.locator("#pad").bounding_box()["y"]
    tap(phone, "Wild", "Wild Draw Four", "red 9", "yellow 9")
    expect(phone.locator("#pad-sum")).to_have_text("118 points, 4 cards")
    assert abs(phone.locator("#pad").bounding_box()["y"] - top) < 1
    assert_not_covered(phone.locator("[data-name='Bartholomew'] [data-points]"))
    record(table, deal(1, "A", "B 20, C 20, D 20"))
    phone.reload()
    row = phone.locator("#score_deals tbody tr")
    box = row.bounding_box()
    assert box["height"] >= 44
    row.tap(position={"x": box["width"] - 20, "y": 20})
    expect(phone).to_have_url(re.compile(f"/tables/{table.pk}/score/deals/1/$"))
    assert not phone.complaints
