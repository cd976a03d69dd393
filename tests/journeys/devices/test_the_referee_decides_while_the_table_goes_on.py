"""Journey: a referee fills in a ruling while the players go on."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Player
from tests.games.playing import deal, do, see
from tests.journeys.people import LAPTOP, PHONE, SOON, set_size, visitor

PILE = "r9 " + "y1 g2 b3 y4 " * 8

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rita(browser, asgi_server):
    """The host of a table, who does not play; Bo is to move."""
    host = Player.objects.create(name="Rita")
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", PILE, at=timezone.now(), host=host, turn_seconds=600)
    page = visitor(browser, asgi_server, host, has_touch=True)
    page.goto(f"/tables/{table.pk}/")
    yield table, page
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_table_goes_on_behind_the_dialog_and_what_is_typed_stays(rita, size):
    table, page = rita
    set_size(page, size)
    page.get_by_role("button", name="Referee").click()
    dialog, reason = page.locator("#ruling"), page.get_by_label("What is the penalty for?")
    reason.fill("showed a card")
    dialog.get_by_label("Player").select_option("Bo")
    do(table, "B play r4", at=timezone.now())
    expect(page.locator("#recent")).to_contain_text("Bo played red 4", timeout=SOON)
    do(table, "A play r1", at=timezone.now())
    expect(page.locator("#recent")).to_contain_text("Ana played red 1", timeout=SOON)
    expect(dialog).to_be_visible()
    expect(reason).to_have_value("showed a card")
    dialog.get_by_label("I am sure").check()
    dialog.get_by_role("button", name="Give the penalty").click()
    expect(page.locator("#recent")).to_contain_text("Bo got a penalty of 2 cards", timeout=SOON)
    expect(dialog).to_be_hidden()
    assert see(table).sight.counts == [2, 4]
    page.get_by_role("button", name="Referee").click()
    expect(reason).to_have_value("")


def test_a_refused_ruling_stays_to_be_mended_and_is_sent_again(rita):
    table, page = rita
    page.get_by_role("button", name="Referee").click()
    reason = page.get_by_label("What is the penalty for?")
    reason.evaluate("one => one.required = false")
    page.locator("#sure").check()
    give = page.locator("#ruling").get_by_role("button", name="Give the penalty")
    give.click()
    expect(page.locator("#message")).to_contain_text("Say what the penalty is for.")
    expect(page.locator("#ruling")).to_be_visible()
    reason.fill("showed a card")
    give.click()
    expect(page.locator("#recent")).to_contain_text("got a penalty of 2 cards", timeout=SOON)
    assert sum(see(table).sight.counts) == 8


def test_a_dialog_that_is_closed_shows_what_counts_now_and_the_focus_comes_back(rita):
    table, page = rita
    page.get_by_role("button", name="Referee").click()
    page.get_by_label("What is the penalty for?").fill("showed a card")
    do(table, "B play r4", at=timezone.now())
    expect(page.locator("#recent")).to_contain_text("Bo played red 4", timeout=SOON)
    page.keyboard.press("Escape")
    expect(page.locator("#ruling")).to_be_hidden()
    expect(page.get_by_role("button", name="Referee")).to_be_focused()
    after = page.locator("#ruling input[name=after]")
    expect(after).to_have_value(page.locator("#table").get_attribute("data-version"))
