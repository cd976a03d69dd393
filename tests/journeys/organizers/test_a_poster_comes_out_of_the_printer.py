"""Somebody prints a bracket: whatever its size, it comes out on one sheet."""

import re

import pytest
from playwright.sync_api import expect

from league.rules.settings.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    SINGLE_ELIMINATION,
    StageSettings,
)
from tests.journeys.people import visitor
from tests.league.by_hand import play, played_elsewhere

_PAGE = re.compile(rb"/Type\s*/Page\b")
SHEET = (279, 192)
"""What of A4 on its side is printed on, in millimetres."""

_SMALLEST = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"

SINGLE = StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1)
DOUBLE = StageSettings(DOUBLE_ELIMINATION, table_size=2)
TABLES = StageSettings(SINGLE_ELIMINATION, table_size=4, advance=2)
TO_500 = StageSettings(ELIMINATION_500, table_size=5, advance=2)


def printed(page):
    return len(_PAGE.findall(page.pdf(prefer_css_page_size=True)))


OTHERS = pytest.mark.slow(
    "the largest bracket, one at tables and one to 500 are printed on one sheet, and one on several",
    about=[
        "league/competitions/read_models/poster",
        "league/competitions/bracket",
        "league/competitions/event_night/print_outs",
        "templates/league/",
        "league/static/",
    ],
)


@pytest.mark.parametrize(
    ("entrants", "stage"),
    [
        pytest.param(8, SINGLE, marks=OTHERS),
        pytest.param(64, SINGLE, marks=OTHERS),
        pytest.param(128, SINGLE, marks=OTHERS),
        pytest.param(8, DOUBLE, marks=OTHERS),
        pytest.param(64, DOUBLE, marks=OTHERS),
        (128, DOUBLE),
        (16, TABLES),
        pytest.param(64, TABLES, marks=OTHERS),
        (23, TO_500),
        pytest.param(128, TO_500, marks=OTHERS),
    ],
)
def test_a_bracket_is_one_sheet_as_a_poster_and_from_its_own_page(
    browser, asgi_server, transactional_db, entrants, stage
):
    rulebook = "elimination-500" if stage is TO_500 else "classic"
    cup = played_elsewhere(entrants, stage, rulebook=rulebook)
    page = visitor(browser, asgi_server)
    for rounds in (0, 2):
        play(cup, rounds)
        for place in ("print/bracket/", "bracket/", "embed/bracket/"):
            page.goto(f"/competitions/{cup.pk}/{place}")
            assert (place, printed(page)) == (place, 1)


@pytest.mark.parametrize(
    ("entrants", "stage"),
    [pytest.param(128, SINGLE, marks=OTHERS), (64, DOUBLE), pytest.param(128, TO_500, marks=OTHERS)],
)
def test_a_large_bracket_comes_on_sheets_that_can_be_read(
    browser, asgi_server, transactional_db, entrants, stage
):
    rulebook = "elimination-500" if stage is TO_500 else "classic"
    cup = played_elsewhere(entrants, stage, rulebook=rulebook)
    play(cup, 1)
    page = visitor(browser, asgi_server)
    page.goto(f"/competitions/{cup.pk}/print/bracket/")
    link = page.get_by_role("link", name=re.compile(r"On \d sheets"))
    sheets = int(link.inner_text().split()[1])
    link.click()
    expect(page.locator(".poster__sheet")).to_have_count(sheets)
    assert printed(page) == sheets > 1
    page.emulate_media(media="print")
    assert page.locator(".poster__match ol").evaluate_all(_SMALLEST) >= 7


def test_a_small_bracket_and_its_certificates_fill_their_pages(browser, asgi_server, transactional_db):
    cup = played_elsewhere(13, SINGLE)
    page = visitor(browser, asgi_server)
    page.set_viewport_size({"width": 1047, "height": 718})
    page.goto(f"/competitions/{cup.pk}/print/bracket/")
    page.emulate_media(media="print")
    matches = page.locator(".poster__match")
    lowest = max(box["y"] + box["height"] for box in (match.bounding_box() for match in matches.all()))
    assert lowest > 0.9 * 718
    assert matches.locator("ol").evaluate_all(_SMALLEST) > 13
    assert page.locator(".poster__line > span:first-child").evaluate_all(
        "all => all.every(one => one.scrollWidth <= one.clientWidth)"
    )
    play(cup, 4)
    page.goto(f"/competitions/{cup.pk}/print/certificates/")
    page.set_viewport_size({"width": 703, "height": 1032})
    certificates = page.locator(".certificate")
    assert certificates.first.bounding_box()["height"] > 0.95 * 1032
    page.emulate_media(media="null")
    assert printed(page) == certificates.count() >= 2
