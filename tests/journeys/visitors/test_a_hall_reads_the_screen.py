"""A small club reads the screen of its hall: every row of names and of standings is on the wall at once."""

import pytest
from playwright.sync_api import expect

from tests.journeys.people import visitor
from tests.league.club_nights import started
from tests.league.organizing import report_all

WINDOWS = ({"width": 1280, "height": 800}, {"width": 1920, "height": 1080})
ENTRANTS = 8


@pytest.fixture
def evening(transactional_db):
    return started(ENTRANTS, venue="physical")


def test_every_row_lies_within_the_window(browser, asgi_server, evening):
    page = visitor(browser, asgi_server)
    look_at(page, evening, "names")
    report_all(evening)
    look_at(page, evening, "standings")
    assert page.complaints == []


def look_at(page, evening, view):
    for size in WINDOWS:
        page.set_viewport_size(size)
        page.goto(f"/screen/competitions/{evening.pk}/?view={view}")
        rows = page.locator(f'[data-screen="{view}"] .screen__line')
        expect(rows).to_have_count(ENTRANTS)
        boxes = [row.bounding_box() for row in rows.all()]
        assert all(_is_within(box, size) for box in boxes), (size, view, boxes)
        expect(page.locator("[data-page-number]")).to_be_empty()


def _is_within(box, size):
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )
