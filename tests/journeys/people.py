"""People with browsers: logged in, on a phone, and what they do at the table."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, expect

from games.models import Player
from tests.games.visiting import log_in

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 900}
SOON = 20_000
"""Milliseconds within which what others do appears, however busy the machine is.

A page whose stream is silent asks by itself only after twice as long.
"""


def visitor(browser: Browser, address: str, player: Player | None = None, **facts: Any) -> Page:
    """A person with a phone; logged in as a player if one is given.

    What a service worker fetches cannot be held back by a test: only those about it let it work.
    """
    facts.setdefault("service_workers", "block")
    context = browser.new_context(base_url=address, viewport=PHONE, **facts)
    if player is not None:
        client = Client()
        log_in(client, player, by_password=True)
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: _complain(page, message))
    return page


def wait_until_still(page: Page) -> None:
    """Wait until the page has drawn itself, and nothing on it moves or changes its colour any more."""
    _wait_until_drawn(page)
    page.wait_for_function(
        "() => document.getAnimations().every((one) => one.effect.getComputedTiming().endTime === Infinity)"
    )


def set_size(page: Page, size: ViewportSize) -> None:
    """Give a page another size, and wait until it has drawn itself."""
    page.set_viewport_size(size)
    _wait_until_drawn(page)


def wait_for_promise(page: Page, question: str, argument: Any = None) -> None:
    """Wait until the browser answers a question with yes that it has to think about itself.

    `wait_for_function` takes the promise of an answer for a yes.
    """
    until = time.monotonic() + SOON / 1000
    while not page.evaluate(question, argument):
        assert time.monotonic() < until, question
        page.wait_for_timeout(50)


def act(page: Page) -> bool:
    """Do one thing by a simple policy, if it is my turn; return whether anything was done."""
    for wanted in ("#accept", "fieldset .colour-button", "#hand button.card-button", "#pass", "#draw"):
        button = page.locator(wanted).first
        if button.count():
            _click(page, button)
            return True
    return False


def play_until(pages: Sequence[Page], is_over: Callable[[], object], seconds: float = 300) -> None:
    """Let several people play by that policy, whenever one of them is on turn, until something is so."""
    deadline = time.monotonic() + seconds
    while not is_over():
        assert time.monotonic() < deadline, "the match does not end"
        moved = [act(page) for page in pages]
        if not any(moved):
            pages[0].wait_for_timeout(100)


def _click(page: Page, button: Any) -> None:
    version = page.locator("#table").get_attribute("data-version")
    call = page.locator(f"#{button.get_attribute('id')}-uno")
    (call if call.count() else button).click()
    dialog = page.locator(":popover-open")
    if dialog.count():
        dialog.locator(".colour-button").first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", version or "")


def _complain(page: Page, message: Any) -> None:
    # Chromium reports every 4xx answer as an error; those are answers, and tested elsewhere. htmx
    # reports what was being fetched when a click overtook it.
    known = ("Failed to load resource", "htmx:afterRequest", "htmx:sendAbort")
    if message.type == "error" and not any(words in message.text for words in known):
        page.complaints.append(message.text)


def _wait_until_drawn(page: Page) -> None:
    """Wait two frames: what opens is placed in the first."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
