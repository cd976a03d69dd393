"""A small club reads the screen of its hall: every row of names and of standings is on the wall at once."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.rules.competition.commands import StartTimer
from league.rules.settings.stages import StageSettings
from tests.journeys.people import visitor
from tests.league.club_nights import started
from tests.league.organizing import act, report_all

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


WALLS = ({"width": 1024, "height": 768}, {"width": 1920, "height": 1080}, {"width": 3840, "height": 2160})


@pytest.fixture
def cup(transactional_db):
    made = started(13, format="single_elimination", table_size=2, venue="elsewhere", options={})
    act(made, StartTimer(1800, int(timezone.now().timestamp())))
    return made


def test_a_large_bracket_turns_its_pages_in_legible_type(browser, asgi_server, transactional_db):
    cup = started(64, format="single_elimination", table_size=2, venue="elsewhere", options={})
    page = visitor(browser, asgi_server)
    page.set_viewport_size(WALLS[0])
    page.goto(f"/screen/competitions/{cup.pk}/?view=bracket")
    expect(page.locator("[data-page-number]")).to_contain_text("page 1 of")
    bracket = page.locator(".screen__bracket")
    scale = bracket.bounding_box()["width"] / bracket.evaluate("picture => picture.naturalWidth")
    assert 13 * scale > 9
    top = bracket.bounding_box()["y"]
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-page-number]")).to_contain_text("page 2 of")
    page.wait_for_function(
        "top => document.querySelector('.screen__bracket').getBoundingClientRect().y < top - 100", arg=top
    )
    assert page.complaints == []


@pytest.mark.parametrize("entrants", [8, 13, 40])
def test_a_cup_at_tables_is_on_one_page_of_any_wall(browser, asgi_server, transactional_db, entrants):
    stages = [StageSettings("elimination_500", table_size=4)]
    made = started(entrants, stages=stages, rulebook="elimination-500", venue="elsewhere", options={})
    page = visitor(browser, asgi_server)
    for wall in (*WALLS, {"width": 1280, "height": 720}):
        page.set_viewport_size(wall)
        page.goto(f"/screen/competitions/{made.pk}/?view=standings")
        bracket = page.locator(".screen__bracket")
        expect(bracket).to_be_visible()
        expect(bracket).to_have_attribute("src", re.compile(r"shape=\d+"))
        page.wait_for_function("() => document.querySelector('.screen__bracket').complete")
        expect(page.locator("[data-page-number]")).to_be_empty()
        foot = page.locator(".screen__foot").bounding_box()
        box = bracket.bounding_box()
        assert box["y"] + box["height"] <= foot["y"] + 1, wall
        width, height = bracket.evaluate("picture => [picture.naturalWidth, picture.naturalHeight]")
        assert 13 * min(box["width"] / width, box["height"] / height) > 0.0095 * wall["width"], wall
    assert page.complaints == []


def test_keys_and_links_offer_only_views_that_exist_now(browser, asgi_server, cup):
    page = visitor(browser, asgi_server)
    page.goto(f"/screen/competitions/{cup.pk}/")
    champion, names = page.locator("[data-view=champion]"), page.locator("[data-view=names]")
    expect(names).to_be_visible()
    expect(champion).to_be_hidden()
    page.keyboard.press("4")
    for key in "35":
        page.keyboard.press(key)
        expect(page.locator(".screen__bracket")).to_be_visible()
        expect(page.locator("[data-view=bracket]")).to_have_attribute("aria-current", "page")
    for _round in range(4):
        report_all(cup)
    expect(champion).to_be_visible()
    expect(names).to_be_hidden()
    page.keyboard.press("5")
    expect(page.locator(".screen__winner")).to_be_visible()
    assert page.complaints == []


def test_a_cup_fills_any_wall_from_its_first_round_to_its_champion(browser, asgi_server, cup):
    page = visitor(browser, asgi_server)
    for wall in WALLS:
        page.set_viewport_size(wall)
        page.goto(f"/screen/competitions/{cup.pk}/?view=names")
        rows = [row.bounding_box() for row in page.locator('[data-screen="names"] .screen__line').all()]
        assert max(box["x"] + box["width"] for box in rows) > 0.6 * wall["width"], wall
        assert max(box["y"] + box["height"] for box in rows) > 0.6 * wall["height"], wall
        assert page.locator(".timer").bounding_box()["height"] > wall["height"] / 8, wall
        page.keyboard.press("4")
        bracket = page.locator(".screen__bracket")
        expect(bracket).to_be_visible()
        page.wait_for_function("() => document.querySelector('.screen__bracket').naturalWidth > 0")
        assert bracket.bounding_box()["height"] > wall["height"] / 2, wall
    for _round in range(4):
        report_all(cup)
    page.goto(f"/screen/competitions/{cup.pk}/?view=champion")
    expect(page.locator(".screen__winner")).to_contain_text("Player")
    assert page.locator(".screen__winner").bounding_box()["height"] > WALLS[-1]["height"] / 12
    assert page.complaints == []
