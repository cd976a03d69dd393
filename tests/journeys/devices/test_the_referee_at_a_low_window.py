"""Journey: a host who plays asks for a penalty at a low window, and finds the way there in any other."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.models import Player, Table
from tests.games.playing import begin, open_table, players
from tests.journeys.people import set_size, visitor, wait_until_still
from tests.screenshots.table_scenes import PILE

KNOWN = {"dealer_choice": "fixed", "hand_size": 3}
ADVICE = {"advice_penalty": 2}
CUT = """() => {
  const dialog = document.querySelector("#ruling");
  const box = (part) => part.getBoundingClientRect(), opened = box(dialog);
  const outside = (one) => one.top < 0 || one.left < 0 || one.bottom > innerHeight || one.right > innerWidth;
  const turn = box(document.querySelector("#felt .turn__words"));
  const apart = turn.bottom <= opened.top || turn.top >= opened.bottom
    || turn.right <= opened.left || turn.left >= opened.right;
  const buttons = [...dialog.querySelectorAll("button")];
  return [
    ...buttons.filter((one) => outside(box(one))).map((one) => one.textContent),
    ...(dialog.scrollHeight > dialog.clientHeight ? ["scrolls inside"] : []),
    ...(apart ? [] : ["covers whose turn it is"]),
  ];
}"""
SIZES = ((390, 844), (360, 740), (667, 375), (844, 390), (768, 1024), (1000, 768), (1280, 720), (1440, 900))
GAPS = """() => {
  const all = [...document.querySelectorAll("#pause, #referee button, .hand__foot > button:not([hidden])")];
  const boxes = all.map((one) => one.getBoundingClientRect()).sort((one, other) => one.left - other.left);
  return boxes.slice(1).map((box, place) => box.left - boxes[place].right);
}"""

pytestmark = pytest.mark.django_db(transaction=True)


def dealt(rules: dict[str, int]) -> tuple[Player, Table]:
    host, *others = players("Rita Bo Cy")
    table = open_table(seats=3, host=host, options=KNOWN | rules, turn_seconds=600)
    for person in (host, *others):
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, "r1 r2 r3/r4 r5 r6/b1 b2 b3", f"r9 {PILE}", at=timezone.now())
    return host, table


@pytest.mark.parametrize("rules", [{}, ADVICE], ids=["one-reason", "two-reasons"])
@pytest.mark.parametrize("height", [720, 800])
def test_all_of_the_dialog_is_in_view_beside_the_turn(browser, asgi_server, height, rules):
    host, table = dealt(rules)
    page = visitor(browser, asgi_server, host)
    page.set_viewport_size({"width": 1280, "height": height})
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Off", exact=True).click()
    page.get_by_role("button", name="Referee").click()
    expect(page.locator("#ruling")).to_be_visible()
    wait_until_still(page)
    assert page.evaluate(CUT) == []
    assert page.complaints == []


@pytest.mark.parametrize("language", ["en", "fil", "cy"])
def test_the_buttons_at_the_foot_of_a_host_who_plays_stand_apart_in_every_language_and_window(
    browser, asgi_server, language
):
    host, table = dealt({})
    page = visitor(browser, asgi_server, host, locale=language)
    page.goto(table.get_absolute_url())
    expect(page.locator("#sort-cards")).to_be_visible()
    for width, height in SIZES:
        set_size(page, {"width": width, "height": height})
        pause, *others = page.evaluate(GAPS)
        assert pause >= 8, (width, height)
        assert all(gap >= 1 for gap in others), (width, height)
    assert page.complaints == []
