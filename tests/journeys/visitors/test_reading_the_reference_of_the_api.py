"""Somebody follows a way of the guide to the API into the reference, on a phone."""

import pytest
from playwright.sync_api import expect

from tests.journeys.people import visitor

PATIENCE = 90_000
"""Milliseconds within which the schema is written and drawn on a busy machine."""

WEIGHT = pytest.mark.slow(
    "opens the reference once more to weigh it",
    about=["league/api/", "templates/league/"],
)


def test_it_is_drawn_under_our_policy_and_fits_a_phone_also_in_the_dark(
    browser, asgi_server, transactional_db
):
    page = visitor(browser, asgi_server, color_scheme="dark")
    page.goto("/api/v1/docs/#post_tables")
    operation = page.locator("#operations-tables-post_tables")
    expect(operation.locator(".opblock-body")).to_be_visible(timeout=PATIENCE)
    expect(operation).to_contain_text("Open a table")
    assert is_drawn_dark(page)
    assert fits(page)
    assert page.complaints == []


@WEIGHT
def test_it_weighs_nothing_before_it_is_opened(browser, asgi_server, transactional_db):
    page = visitor(browser, asgi_server)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/api/v1/docs/")
    assert not [url for url in asked if "swagger" in url or url.endswith("/schema/")]
    page.locator("#addresses > summary").click()
    expect(page.locator("#operations-tag-tables")).to_be_visible(timeout=PATIENCE)
    assert not is_drawn_dark(page)
    assert fits(page)
    assert page.complaints == []


def is_drawn_dark(page):
    return page.evaluate("document.documentElement.classList.contains('dark-mode')")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")
