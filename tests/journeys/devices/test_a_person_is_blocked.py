"""Journey: somebody blocks the author of a message, who is refused at the next table until unblocked."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import chat, tables
from tests.games.playing import open_table, player, players
from tests.games.visiting import give_accounts
from tests.journeys.people import SOON, visitor

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_person_is_blocked_from_a_message_and_sits_down_again_once_unblocked(browser, asgi_server):
    ana, bo = players("Ana Bo")
    give_accounts(ana, bo)
    table = open_table(seats=3, host=ana)
    for person in (ana, bo):
        tables.sit(table.pk, player=person, at=timezone.now())
    chat.say(table.pk, "You are awful", player=bo, at=timezone.now())
    hers, his = (visitor(browser, asgi_server, player(table, letter), has_touch=True) for letter in "AB")
    hers.goto(f"/tables/{table.pk}/#chat")
    hers.get_by_role("link", name="Mute or block Bo, or report this message").click()
    hers.get_by_role("button", name="Block …").click()
    asked = hers.get_by_role("dialog", name="Block Bo")
    expect(asked).to_contain_text("they cannot sit down at friendly tables that you host")
    asked.get_by_role("button", name="Block", exact=True).click()
    expect(hers.locator(".notes")).to_contain_text("You have blocked Bo", timeout=SOON)

    next_table = open_table(seats=3, host=ana, name="The next table")
    tables.sit(next_table.pk, player=ana, at=timezone.now())
    his.goto("/")
    expect(his.get_by_role("button", name="Play now")).to_be_visible()
    expect(his.get_by_text("The next table")).to_have_count(0)

    hers.goto("/me/")
    hers.get_by_role("button", name="Unblock Bo").click()
    expect(hers.get_by_role("button", name="Unmute Bo")).to_be_visible(timeout=SOON)
    his.goto("/")
    his.get_by_role("button", name="Sit at The next table").click()
    expect(his).to_have_url(f"{asgi_server}/tables/{next_table.pk}/", timeout=SOON)
    assert next_table.seats.filter(player=bo).exists()
    assert hers.complaints == []


@pytest.mark.parametrize("place", ["table", "profile"])
def test_a_person_is_blocked_from_the_table_or_from_their_page_and_is_told_plainly(
    browser, asgi_server, place
):
    ana, bo = players("Ana Bo")
    give_accounts(ana, bo)
    table = open_table(seats=3, host=ana)
    for person in (ana, bo):
        tables.sit(table.pk, player=person, at=timezone.now())
    hers, his = (visitor(browser, asgi_server, player(table, letter), has_touch=True) for letter in "AB")
    if place == "table":
        hers.goto(f"/tables/{table.pk}/")
        hers.get_by_role("link", name=re.compile("^Mute .*Bo.* report this name")).tap()
    else:
        hers.goto(bo.get_absolute_url())
        hers.get_by_role("link", name="Mute or block this person, or report the name").tap()
    hers.get_by_role("button", name="Block …").tap()
    hers.get_by_role("dialog", name="Block Bo").get_by_role("button", name="Block", exact=True).tap()
    expect(hers.locator(".notes")).to_contain_text("You have blocked Bo")

    next_table = open_table(seats=3, host=ana, name="The next table")
    tables.sit(next_table.pk, player=ana, at=timezone.now())
    his.goto(f"/tables/{next_table.pk}/")
    with his.expect_response(lambda answer: answer.url.endswith("/sit/")) as answered:
        his.get_by_role("button", name="Sit here").first.tap()
    assert answered.value.status == 403
    expect(his.get_by_text("This table is not open to you.")).to_be_visible()
    assert not next_table.seats.filter(player=bo).exists()

    hers.goto(bo.get_absolute_url())
    hers.get_by_role("link", name="Mute or block this person, or report the name").tap()
    expect(hers.get_by_text("You have blocked this person.")).to_be_visible()
    hers.get_by_role("button", name="Unblock").tap()
    expect(hers.locator(".notes")).to_contain_text("Bo")
    his.goto(f"/tables/{next_table.pk}/")
    his.get_by_role("button", name="Sit here").first.tap()
    expect(his.get_by_role("button", name="Leave the seat")).to_be_visible(timeout=SOON)
    assert hers.complaints == his.complaints == []
