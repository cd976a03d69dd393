"""Somebody reads the standings of a competition on a phone, between two deals."""

from io import BytesIO
from statistics import median

import pytest
from PIL import Image
from playwright.sync_api import expect

from league.competitions.read_models.context import CompetitionPage
from league.rules.settings.stages import SWISS, StageSettings
from tests.journeys.people import LAPTOP, PHONE, visitor
from tests.league.by_hand import play, played_elsewhere

ROW = "#competition tbody tr"

OTHER_COLUMNS = pytest.mark.slow(
    "two tests here read the main columns and one’s own row on a phone; the rest is style",
    about=["league/static/", "templates/league/"],
)


@pytest.fixture
def evening(transactional_db):
    made = played_elsewhere(16, StageSettings(SWISS, table_size=4, rounds=3))
    play(made, 1)
    return made


@pytest.fixture
def page(browser, asgi_server, evening):
    page = visitor(browser, asgi_server)
    page.goto(f"/competitions/{evening.pk}/")
    return page


def is_wide(page):
    return page.locator(".scroll").evaluate("box => box.scrollWidth > box.clientWidth")


def test_place_name_points_form_and_chances_are_read_without_scrolling_sideways(page):
    first = page.locator(ROW).first
    for what in ("td.number >> nth=0", "th", ".standings__points", ".form", ".standings__possible"):
        expect(first.locator(what)).to_be_in_viewport(ratio=1)
    assert not is_wide(page)


@OTHER_COLUMNS
def test_all_columns_are_a_tick_away_and_stay_when_a_result_comes_in(page, evening):
    expect(page.get_by_role("columnheader", name="Decided by")).to_be_hidden()
    page.get_by_label("All columns").check()
    expect(page.get_by_role("columnheader", name="Decided by")).to_be_visible()
    assert is_wide(page)
    version = page.locator("#competition").get_attribute("data-version")
    play(evening, 1)
    expect(page.locator("#competition")).not_to_have_attribute("data-version", version, timeout=15_000)
    expect(page.get_by_label("All columns")).to_be_checked()
    assert page.complaints == []


def test_my_row_stays_in_sight_wherever_i_read(browser, asgi_server, evening):
    last = CompetitionPage(evening.pk).standings.groups[0].rows[-1].player
    for size in (PHONE, LAPTOP):
        page = visitor(browser, asgi_server, last)
        page.set_viewport_size(size)
        page.goto(f"/competitions/{evening.pk}/")
        page.locator(".scroll").evaluate("box => box.scrollIntoView()")
        expect(page.locator(".standings__me th")).to_contain_text(last.name)
        expect(page.locator(".standings__me th")).to_be_in_viewport(ratio=1)


@OTHER_COLUMNS
def test_the_head_stays_in_sight_and_a_link_leads_to_the_round(page):
    page.locator(ROW).last.scroll_into_view_if_needed()
    page.mouse.wheel(0, 100)
    expect(page.get_by_role("columnheader", name="Points")).to_be_in_viewport()
    page.get_by_role("link", name="Round 2").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_in_viewport()


def test_an_edge_behind_which_there_is_more_wears_a_shadow(page):
    page.get_by_label("All columns").check()
    table = page.locator(".scroll")
    table.scroll_into_view_if_needed()
    assert shades(table) > 1
    table.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    assert shades(table) == 1


def shades(box):
    """The usual number of shades in the last pixels of a row of the picture: one without a shadow."""
    picture = Image.open(BytesIO(box.screenshot())).convert("RGB")
    last = range(picture.width - 8, picture.width)
    rows = range(picture.height // 2, picture.height)
    return median(len({picture.getpixel((x, y)) for x in last}) for y in rows)
