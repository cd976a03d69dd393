"""Journey: somebody goes from the table to the chat on a phone, and comes back to where they were."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import chat
from tests.games.playing import deal, do, player
from tests.journeys.people import LAPTOP, PHONE, SOON, visitor
from tests.screenshots.table_scenes import PILE

MARKED = """() => {
  const back = document.querySelector(".chat__back");
  return getComputedStyle(back, "::before").content.includes("attr(data-turn)")
    || getComputedStyle(back, "::before").content.includes(back.dataset.turn);
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("far", [0, 40])
def test_the_way_back_leads_to_where_somebody_was_and_says_when_it_is_their_turn(browser, asgi_server, far):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "A"), has_touch=True)
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Off", exact=True).click()
    page.evaluate("far => scrollTo(0, far)", far)
    page.locator("#to-chat").click()
    back = page.get_by_role("link", name="Back to the table")
    expect(back).to_be_in_viewport(ratio=1)
    do(table, "B play r4", at=timezone.now())
    expect(back).to_be_in_viewport(ratio=1)
    page.wait_for_function(MARKED, timeout=SOON)
    back.click()
    expect(page.locator("#felt .turn__words")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == far
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_message_bears_the_name_of_its_writer_where_the_seat_is_scrolled_away(browser, asgi_server, size):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "B"))
    page.set_viewport_size(size)
    page.goto(table.get_absolute_url())

    def hear(words: str) -> None:
        chat.say(table.pk, words, player=player(table, "A"), at=timezone.now())
        expect(page.locator("#chat_lines")).to_contain_text(words, timeout=SOON)

    word, new = page.locator(".moment"), page.get_by_role("link", name="Chat: 1 new message")
    hear("Hello")
    if size == PHONE:  # below the table
        expect(word).to_have_text("Hello")
        expect(new).to_be_in_viewport(ratio=1)
        page.locator("#to-chat").click()
        expect(page.locator("#chat_form")).to_be_in_viewport(ratio=1)
    expect(new).to_be_hidden()
    page.evaluate("document.body.style.paddingBottom = '3000px'; scrollTo(0, 2500)")
    page.mouse.click(5, 400)  # ends the first word
    hear("Are you there?")
    expect(word).to_have_text("Ana: Are you there?")
    expect(word).to_be_in_viewport(ratio=1)
    if size == LAPTOP:
        expect(new).to_be_in_viewport(ratio=1)
        new.click()
        expect(page.locator("#chat_form")).to_be_in_viewport(ratio=1)
        expect(page.locator("#to-chat")).to_be_hidden()
    assert page.complaints == []
