"""Journey: somebody reads a page, and notices come that are not urgent."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.notifications import notices
from league.notifications.kinds import SEAT_KEPT, TABLE_READY
from league.notifications.notices import About
from tests.games.playing import players
from tests.journeys.people import visitor
from tests.league.notifications.recipients import tell

READING = 12_000
BACK = "document.dispatchEvent(new Event('visibilitychange'))"

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_notice_leaves_after_a_while_unless_it_is_urgent_or_somebody_is_about_to_use_it(
    browser, asgi_server
):
    (ana,) = players("Ana")
    page = visitor(browser, asgi_server, ana)
    page.clock.install()
    page.goto("/rules/")
    shown, kept = page.locator(".news__notice"), page.locator(".news__notice[data-kind=seat_kept]")

    def hear(key: str, kind: str) -> None:
        tell(ana, timezone.now(), key, kind)
        page.evaluate(BACK)

    hear("one", SEAT_KEPT)
    expect(shown).to_have_count(1)
    hear("two", TABLE_READY)
    expect(shown).to_have_count(2)
    page.clock.fast_forward(READING // 4)
    expect(shown).to_have_count(2)
    page.clock.fast_forward(READING)
    expect(kept).to_have_count(0)
    expect(shown).to_have_count(1)
    expect(page.locator("#bell")).to_contain_text("2")

    hear("three", SEAT_KEPT)
    expect(kept).to_have_count(1)
    kept.hover()
    page.clock.fast_forward(READING + 1000)
    expect(kept).to_have_count(1)
    kept.get_by_role("button", name="Open").focus()
    page.mouse.move(1, 1)
    page.clock.fast_forward(READING + 1000)
    expect(kept).to_have_count(1)
    page.evaluate("document.activeElement.blur()")
    page.clock.fast_forward(READING + 1000)
    expect(kept).to_have_count(0)
    assert page.complaints == []


def test_a_notice_counts_as_read_where_its_page_is_opened_or_open(browser, asgi_server):
    (ana,) = players("Ana")
    about = About("About rules", "They are here.", "/rules/")
    page = visitor(browser, asgi_server, ana)
    unread = page.locator("#bell b")

    notices.send(SEAT_KEPT, [ana.pk], "one", about=lambda: about, at=timezone.now())
    page.goto("/")
    expect(unread).to_have_text("1")
    page.goto("/rules/")
    expect(page.locator("#bell")).to_be_visible()
    expect(unread).to_have_count(0)

    notices.send(SEAT_KEPT, [ana.pk], "two", about=lambda: about, at=timezone.now())
    with page.expect_response("**/me/notices/read/"):
        page.evaluate(BACK)
    expect(unread).to_have_count(0)
    expect(page.locator(".news__notice")).to_have_count(0)
    assert ana.notices.filter(read_at=None).count() == 0
    assert page.complaints == []
