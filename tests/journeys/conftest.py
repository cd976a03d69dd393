"""What all journeys share."""

import urllib.request
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.servers import idle_check

PATIENCE: Final = 20_000
"""Milliseconds within which a page shows what was clicked, however busy the machine is."""


@pytest.fixture(autouse=True, scope="session")
def _patience() -> None:
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(autouse=True)
def _everybody_leaves(
    request: pytest.FixtureRequest, browser: Browser, transactional_db: None
) -> Iterator[None]:
    """Close every page before the database is emptied, and wait until what they asked for is answered.

    A page left open would ask on to the end of the suite.
    """
    site = request.getfixturevalue("_web") if "asgi_server" in request.fixturenames else None
    yield
    for context in browser.contexts:
        context.close()
    if site:
        urllib.request.urlopen(site + idle_check.ADDRESS).close()
