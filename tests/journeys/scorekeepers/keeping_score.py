"""What people do on the score page of a table: enter deals, tap cards, undo, lose the network, confirm."""

import time

from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import SOON

LATER = 2 * SOON
"""Milliseconds within which the page has noticed that the network is back, and has sent what waits."""


KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  const page = active.state === "activated" && (await caches.match(location.pathname));
  return page ? page.text() : "";
}"""
"""The text of the page as it is kept, together with its files."""


def open_sheet(page: Page, table: int) -> None:
    """Open the scorekeeper's page of a table."""
    page.goto(f"/tables/{table}/score/")
    wait_until_kept(page)


def wait_until_kept(page: Page, words: str = "") -> None:
    """Wait until the page, with these words on it, and its files are kept for the time without network."""
    expect(page.locator("[data-cache]")).to_have_count(1)
    deadline = time.monotonic() + SOON / 1000
    while words not in (kept := page.evaluate(KEPT)) or not kept:
        assert time.monotonic() < deadline, "The page is not kept"
        page.wait_for_timeout(50)


def enter(page: Page, out: str, **points: int) -> None:
    """Type a deal and save it."""
    page.get_by_role("radio", name=out, exact=True).check()
    for name, count in points.items():
        page.get_by_label(f"Points of {name}").fill(str(count))
    page.get_by_role("button", name="Save deal").click()


def tap(page: Page, *cards: str) -> None:
    """Tap cards such as `red 5` and `Wild` on the keypad."""
    for card in cards:
        colour = card.split()[0]
        if colour in ("red", "yellow", "green", "blue"):
            page.get_by_role("button", name=f"{colour} cards").click()
        page.get_by_role("button", name=card, exact=True).click()


def enter_by_cards(page: Page, out: str, **cards: tuple[str, ...]) -> None:
    """Tap what the others hold, down the list, and save it."""
    page.get_by_role("radio", name=out, exact=True).check()
    for left, (name, held) in enumerate(cards.items(), start=1 - len(cards)):
        expect(page.locator("#pad-who")).to_have_text(f"Cards left: {name}")
        tap(page, *held)
        if left:
            page.get_by_role("button", name="Next: ").click()
    page.get_by_role("button", name="Save deal").click()


def undo(page: Page, deal: int) -> None:
    """Undo the last deal."""
    page.get_by_role("button", name=f"Undo deal {deal}").click()
    page.get_by_role("dialog", name="Undo the last deal").get_by_role(
        "button", name=f"Remove deal {deal}"
    ).click()


def confirm(page: Page) -> None:
    """Agree to a result, as somebody who sits there."""
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0, timeout=LATER)


def object_to_it(page: Page, reason: str) -> None:
    """Object to a result, as somebody who sits there."""
    page.get_by_role("button", name="Object").click()
    dialog = page.get_by_role("dialog", name="Object to the result")
    dialog.get_by_label("What is wrong?").fill(reason)
    dialog.get_by_role("button", name="Object to the result").click()


def sheet(page: Page) -> Locator:
    """Totals and result."""
    return page.locator("#score_sheet")


def heading(page: Page) -> Locator:
    """Which deal is entered next."""
    return page.locator("#deal-heading")


def waiting(page: Page) -> Locator:
    """What waits for the network."""
    return page.locator("#waiting")


def cut(page: Page) -> None:
    """Lose the network."""
    page.context.set_offline(True)


def mend(page: Page) -> None:
    """Have it again."""
    page.context.set_offline(False)
