"""Journey: somebody holds 25 cards on the smallest phone, and can still see and tap every one of them."""

import pytest
from playwright.sync_api import expect

from tests.games.playing import player
from tests.journeys.people import visitor
from tests.screenshots.at_tables import with_25_cards

NARROWEST = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
LEAST = 24
"""Pixels that a finger needs (WCAG 2.5.8)."""
STRIPS = """() => [...document.querySelectorAll("#hand .cards button")].map((card) => {
  card.scrollIntoView({ block: "center" });
  const box = card.getBoundingClientRect();
  const top = (x, y) => document.elementFromPoint(x, y)?.closest("button") === card;
  let widest = 0;
  for (let y = box.top + 2; y < box.bottom - 2; y += 4) {
    let wide = 0;
    for (let x = Math.ceil(box.left); x < box.right; x += 1) if (top(x, y)) wide += 1;
    widest = Math.max(widest, wide);
  }
  return widest;
})"""


@pytest.mark.parametrize("size", [NARROWEST, DESK], ids=["phone", "desk"])
def test_every_one_of_25_cards_can_be_tapped(browser, asgi_server, transactional_db, size):
    table = with_25_cards("Ana Bo")
    bo = visitor(browser, asgi_server, player(table, "B"))
    bo.set_viewport_size(size)
    bo.goto(f"/tables/{table.pk}/")
    expect(bo.locator("#hand .cards li")).to_have_count(25)
    strips = bo.evaluate(STRIPS)
    assert len(strips) == 25
    assert min(strips) >= LEAST, strips
    assert bo.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    names = bo.locator("#hand .cards button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [one.removeprefix("Play ") for one in names[:2]] == ["red 0", "red 1"]
    assert names[-2:] == ["Play Wild", "Play Wild Draw Four"]
    assert bo.complaints == []
