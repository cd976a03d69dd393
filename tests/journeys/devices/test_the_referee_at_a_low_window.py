"""Journey: a host who plays asks for a penalty on a laptop whose window is low."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from tests.games.playing import begin, open_table, players
from tests.journeys.people import visitor
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

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("rules", [{}, ADVICE], ids=["one-reason", "two-reasons"])
@pytest.mark.parametrize("height", [720, 800])
def test_all_of_the_dialog_is_in_view_beside_the_turn(browser, asgi_server, height, rules):
    host, *others = players("Rita Bo Cy")
    table = open_table(seats=3, host=host, options=KNOWN | rules, turn_seconds=600)
    for person in (host, *others):
        tables.sit(table.pk, player=person, at=timezone.now())
    begin(table, "r1 r2 r3/r4 r5 r6/b1 b2 b3", f"r9 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, host)
    page.set_viewport_size({"width": 1280, "height": height})
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Off", exact=True).click()
    page.get_by_role("button", name="Referee").click()
    expect(page.locator("#ruling")).to_be_visible()
    assert page.evaluate(CUT) == []
    assert page.complaints == []
