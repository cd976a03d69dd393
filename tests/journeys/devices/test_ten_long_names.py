"""Journey: ten players with long names leave room for the moves on a low laptop, also in a replay."""

import pytest
from django.utils import timezone

from tests.games.playing import deal, do, player
from tests.journeys.people import visitor
from tests.screenshots.table_scenes import PILE

LOW_LAPTOP = {"width": 1280, "height": 720}
TEN = "".join(f"{letter}-Konstantina-Maximiliane " for letter in "ABCDEFGHIJ")
THREE_LINES = 80  # pixels

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_moves_are_above_the_fold(browser, asgi_server):
    hands = "/".join(["r1 r2 r3", "r4 r5 r6", *["b1 b2 b3"] * 8])
    table = deal(TEN, hands, f"r9 {PILE} {PILE}", at=timezone.now(), turn_seconds=600)
    do(table, "B play r4", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.set_viewport_size(LOW_LAPTOP)
    for address, moves in (("", "#recent .moves"), ("replay/", ".movelist__lines")):
        page.goto(f"{table.get_absolute_url()}{address}")
        box = page.locator(moves).bounding_box()
        assert box["y"] + THREE_LINES <= LOW_LAPTOP["height"], (moves, box)
    last = page.locator(".filters a").last
    last.focus()
    inside, filters = last.bounding_box(), page.locator(".movelist .filters").bounding_box()
    assert filters["y"] <= inside["y"] <= filters["y"] + filters["height"]
    assert page.complaints == []
