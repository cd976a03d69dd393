"""What all journeys share."""

import time
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

ANSWERED: Final = 0.3
"""Seconds until what a closed page had asked for is answered, so that it reads no table being emptied."""


@pytest.fixture(autouse=True)
def _everybody_leaves(browser: Browser, transactional_db: None) -> Iterator[None]:
    """Close every page before the database is emptied: one left open would ask on to the end of the suite."""
    yield
    for context in browser.contexts:
        context.close()
    time.sleep(ANSWERED)
