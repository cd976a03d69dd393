"""What organizers and referees do on their pages: the door, the draw, the tables, a correction."""

from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000
"""Milliseconds for what a worker has to do first."""


def open_check_in(page: Page) -> str:
    """Open the check-in; return the code that is on the page then."""
    page.get_by_role("button", name="Open check-in").click()
    return page.locator(".door__code").inner_text()


def check_in_with_the_link(page: Page, competition: str, code: str) -> None:
    """Follow the link of the QR code and say so."""
    page.goto(f"{competition}check-in/?code={quote(code)}")
    page.get_by_role("button", name="I’m here").click()
    expect(page.get_by_text("You are checked in. Good luck!")).to_be_visible()


def check_in_with_the_code(page: Page, competition: str, code: str) -> None:
    """Write the code that is read out."""
    page.goto(f"{competition}check-in/")
    page.get_by_label("Code on the organizers’ screen").fill(code.lower())
    page.get_by_role("button", name="I’m here").click()
    expect(page.get_by_text("You are checked in. Good luck!")).to_be_visible()


def tick(page: Page, name: str) -> None:
    """Tick a name at the door."""
    missing, here = (
        page.get_by_role("region", name=name).get_by_role("listitem") for name in ("Missing", "Here")
    )
    missing.filter(has_text=name).get_by_role("button", name="Mark as here").click()
    expect(here.filter(has_text=name)).to_have_count(1)


def sure(page: Page, question: str, answer: str) -> None:
    """Press a button that asks first, and answer."""
    page.get_by_role("button", name=question).click()
    page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()


def drafted(page: Page, table: str) -> Locator:
    """A table of the draft."""
    return page.get_by_role("region", name=table, exact=True)


def first_table_of(page: Page, seats: int) -> int:
    """The number of the first table of the draft with so many seats."""
    sizes = page.locator(".draft .match").evaluate_all(
        "all => all.map(one => one.querySelectorAll('.seat').length)"
    )
    return int(sizes.index(seats)) + 1


def names_in(table: Locator) -> list[str]:
    """Who sits at a table of the draft."""
    return table.locator(".seat__name").evaluate_all("all => all.map(one => one.firstChild.data.trim())")


def swap(page: Page, name: str, other: str) -> None:
    """Let two change places in the draft."""
    page.locator(".seat", has_text=name).click()
    expect(page.get_by_text(f"{name} swaps with")).to_be_visible()
    page.locator(".seat", has_text=other).click()
    expect(page.get_by_text(f"{name} swaps with")).to_have_count(0)


def bring_to(page: Page, table: str, *names: str) -> None:
    """Seat some people at a table of the draft, in the place of others there."""
    for name in names:
        here = names_in(drafted(page, table))
        if name not in here:
            swap(page, name, next(card for card in here if card not in names))


def keep_the_score(page: Page, table: str) -> None:
    """Go from the list of all tables to the score page of one."""
    page.get_by_role("link", name=table, exact=True).click()
    page.get_by_role("link", name="Keep the score").click()


def fill_in_the_result(page: Page, *names: str) -> None:
    """Give the first one place 1, the next one place 2 and so on."""
    for place, name in enumerate(names, start=1):
        line = page.get_by_role("group", name=name, exact=True)
        line.locator(".chip", has_text=str(place)).click()


def printed_standings(page: Page) -> dict[str, int]:
    """What the standings on paper say: everybody's place."""
    forms = {}
    for row in page.locator(".standings tbody tr").all_inner_texts():
        place, name = row.split("\n" if "\n" in row else "\t")[:2]
        forms[name.strip()] = int(place)
    return forms


def pages_of(pdf: bytes) -> int:
    """How many pages come out of the printer."""
    return pdf.count(b"/Type /Page\n")
