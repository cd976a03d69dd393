"""Journey: somebody opens a table from the lobby and leaves every choice of its form as it is."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from tests.games.playing import open_table, players
from tests.journeys.people import PHONE, visitor

LAPTOP = {"width": 1280, "height": 720}
COVERED = """(button) => {
  const bar = button.parentElement, { top, bottom } = bar.getBoundingClientRect();
  const parts = [...bar.parentElement.querySelectorAll("label, p, summary, legend, .field__help")];
  const lies = (box) => box.height && box.bottom > top && box.top < bottom;
  return parts.filter((part) => lies(part.getBoundingClientRect())).map((part) => part.innerText);
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_table_is_open_after_two_taps_without_scrolling(browser, asgi_server, size):
    page = visitor(browser, asgi_server, players("Ana")[0])
    page.set_viewport_size(size)
    page.goto("/")
    new = page.get_by_role("link", name="New table")
    expect(new).to_be_in_viewport(ratio=1)
    new.click()
    opens = page.get_by_role("button", name="Open the table")
    for field in (page.get_by_label("Seats"), page.get_by_label("Play to"), opens):
        expect(field).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Points that end the match, 50 to 2000")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    opens.click()
    expect(page.get_by_role("heading", name="Classic for 4")).to_be_visible()
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize(
    ("path", "button"), [("/tables/new/", "Open the table"), ("/tables/new/real-cards/", "Start the match")]
)
def test_the_button_covers_nothing_and_stays_in_sight_above_what_is_read_below(
    browser, asgi_server, size, path, button
):
    page = visitor(browser, asgi_server, players("Ana")[0])
    page.set_viewport_size(size)
    page.goto(path)
    sends = page.get_by_role("button", name=button)
    expect(sends).to_be_in_viewport(ratio=1)
    assert sends.evaluate(COVERED) == []
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(sends).to_be_in_viewport(ratio=1)
    last = page.locator("form.sheet input:visible, form.sheet summary:visible").last
    for reached in (last, page.locator("form.sheet [name=rulebook]:visible").first):
        reached.focus()
        assert reached.bounding_box()["y"] > sends.bounding_box()["y"] + sends.bounding_box()["height"]
    assert page.complaints == []


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_the_button_that_starts_a_match_is_in_sight_on_a_laptop_below_the_code_to_scan(
    browser, asgi_server, seats
):
    host = players("Ana")[0]
    table = open_table(seats=seats, host=host)
    tables.sit(table.pk, player=host, at=timezone.now())
    page = visitor(browser, asgi_server, host)
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table.pk}/")
    starts = page.get_by_role("button", name="Fill with bots and start")
    expect(starts).to_be_in_viewport(ratio=1)
    page.get_by_text("QR code").click()
    for shown in (page.locator(".qr"), starts):
        expect(shown).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert page.complaints == []


def test_the_button_that_starts_a_match_is_in_sight_on_a_phone_and_covers_no_button_in_focus(
    browser, asgi_server
):
    host = players("Ana")[0]
    table = open_table(seats=10, host=host)
    tables.sit(table.pk, player=host, at=timezone.now())
    page = visitor(browser, asgi_server, host, has_touch=True)
    page.set_viewport_size(PHONE)
    page.goto(f"/tables/{table.pk}/")
    start = page.get_by_role("button", name="Fill with bots and start")
    expect(start).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    for add in page.get_by_role("button", name="Add a bot").all():
        add.focus()
        assert add.bounding_box()["y"] + add.bounding_box()["height"] < start.bounding_box()["y"]
    start.tap()
    expect(page.locator("#felt")).to_be_visible()
    assert page.complaints == []
