"""Journey: whoever wants it has a moment to take a move back, before anybody has seen it."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from tests.games.playing import deal, fresh, player
from tests.journeys.people import SOON, visitor

pytestmark = pytest.mark.django_db(transaction=True)


def at_table(browser, address, turn_seconds=60, **device):
    pile = "r9 y1 y2 y3 y4 b5 b6 b7"
    table = deal("Ana Bo", "r1 b2 g3/r4 y5 r6", pile, at=timezone.now(), turn_seconds=turn_seconds)
    page = visitor(browser, address, player(table, "B"), **device)
    page.goto(f"/tables/{table.pk}/")
    return table, page


def switch_on(page):
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_label("Wait two seconds before a move is sent").check()
    settings.get_by_role("button", name="Close").click()


def test_a_move_that_lies_ready_on_a_phone_is_taken_back_and_another_one_is_sent(browser, asgi_server):
    table, page = at_table(browser, asgi_server, has_touch=True, is_mobile=True)
    before = table.version
    switch_on(page)
    page.get_by_role("button", name="Play red 4").tap()
    ready = page.locator("#ready-move")
    expect(ready).to_be_visible()
    ready.get_by_role("button", name="Take it back").tap()
    expect(ready).to_be_hidden()
    page.wait_for_timeout(2500)  # longer than a move waits
    assert fresh(table).version == before
    page.get_by_role("button", name="Play red 6").click()
    expect(page.locator("#recent")).to_contain_text("Bo played red 6", timeout=SOON)
    assert page.complaints == []


def test_without_the_choice_a_move_is_sent_at_once(browser, asgi_server):
    _table, page = at_table(browser, asgi_server)
    page.get_by_role("button", name="Play red 4").click()
    expect(page.locator("#ready-move")).to_be_hidden()
    expect(page.locator("#recent")).to_contain_text("Bo played red 4")


def test_where_a_turn_lasts_a_day_a_move_lies_ready_unless_somebody_chose_otherwise(browser, asgi_server):
    table, page = at_table(browser, asgi_server, turn_seconds=86_400)
    before = table.version
    page.get_by_role("button", name="Play red 4").click()
    ready = page.locator("#ready-move")
    ready.get_by_role("button", name="Take it back").click()
    expect(ready).to_be_hidden()
    assert fresh(table).version == before
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Wait two seconds before a move is sent").uncheck()
    page.reload()
    page.get_by_role("button", name="Play red 6").click()
    expect(ready).to_be_hidden()
    expect(page.locator("#recent")).to_contain_text("Bo played red 6", timeout=SOON)
    assert page.complaints == []


@pytest.mark.parametrize(
    ("card", "choice", "told"),
    [("Wild", "Green", "The colour is now green"), ("red 7", "Cy", "Bo and Cy swapped hands")],
    ids=["a colour", "a player"],
)
def test_a_choice_that_lies_ready_is_sent_as_it_was_made(browser, asgi_server, card, choice, told):
    hands, pile = "r1 b2 g3/w r7 y5/b7 b8 g8", "r9 y1 y2 y3 y4 b5 b6 b7"
    table = deal(
        "Ana Bo Cy", hands, pile, at=timezone.now(), options={"seven_zero": True}, turn_seconds=86_400
    )
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True)
    page.goto(f"/tables/{table.pk}/")
    page.get_by_role("button", name=f"Play {card}").tap()
    page.get_by_role("dialog").get_by_role("button", name=choice).tap()
    expect(page.locator("#ready-move")).to_be_visible()
    expect(page.locator("#recent")).to_contain_text(told, timeout=SOON)
    assert page.complaints == []


def test_a_move_that_is_pressed_again_waits_no_longer(browser, asgi_server):
    _table, page = at_table(browser, asgi_server, turn_seconds=86_400)
    page.clock.install()
    for _press in range(2):
        page.get_by_role("button", name="Draw a card", exact=True).click()
        page.clock.run_for(1050)
    assert page.locator("#ready-move").is_hidden()
    expect(page.locator("#recent")).to_contain_text("Bo drew", timeout=SOON)
    assert page.complaints == []


def test_a_move_that_others_overtake_is_chosen_again(browser, asgi_server):
    table = deal("Ana Bo Cy", "r1 b2 g3/r4 y5 r6/b7 b8 g8", "r9 y1 y2 y3 y4 b5 b6 b7", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(f"/tables/{table.pk}/")
    switch_on(page)
    page.get_by_role("button", name="Play red 4").click()
    expect(page.locator("#ready-move")).to_be_visible()
    tables.leave(table.pk, player=player(table, "C"), at=timezone.now())
    expect(page.locator("#recent")).to_contain_text("Cy is away", timeout=SOON)
    expect(page.locator("#ready-move")).to_be_hidden()
    page.wait_for_timeout(2500)
    expect(page.locator("#recent")).not_to_contain_text("Bo played red 4")
