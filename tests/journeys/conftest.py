"""What all journeys share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def _everybody_leaves(browser: Browser, transactional_db: None) -> Iterator[None]:
    """Close every page before the database is emptied: one left open would ask on to the end of the suite."""
    yield
    for context in browser.contexts:
        context.close()
