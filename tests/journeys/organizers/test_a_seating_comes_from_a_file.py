"""Journey: an organizer downloads the seating, changes it in a spreadsheet, and sends it back."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.models import Player
from league import competitions
from league.models import Membership
from tests.journeys.people import PHONE, visitor
from tests.league.club_nights import started

WIDE = {"width": 1280, "height": 800}

ON_A_WIDE_SCREEN = pytest.mark.slow(
    "the same steps on a phone, which has less room",
    about=["templates/league/", "league/static/", "league/competitions/event_night/"],
)


@pytest.mark.parametrize("size", [PHONE, pytest.param(WIDE, marks=ON_A_WIDE_SCREEN)], ids=["phone", "wide"])
def test_a_seating_is_downloaded_mended_and_published(browser, asgi_server, size):
    facts = {"format": "swiss", "table_size": 2, "rounds": 3, "venue": "elsewhere", "by_hand": True}
    cup, olga = started(6, **facts), Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.set_viewport_size(size)
    page.goto(f"/competitions/{cup.pk}/draft/")
    page.get_by_role("link", name="Or use a file").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a seating to start from").click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8-sig"))))
    assert rows[0] == ["table", "seat", "entrant", "name"]

    wrong = [
        rows[0],
        *([str(1 + n // 2), "", "", f"Player {n + 1}"] for n in range(5)),
        ["3", "", "", "Nobody"],
    ]
    page.get_by_label("Rows").fill(as_text(wrong))
    page.get_by_role("button", name="Create draft").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Line 7: There is no entrant “Nobody”.")
    expect(page.get_by_role("alert")).to_contain_text("“Player 6” (1)")
    expect(page.get_by_label("Rows")).to_have_value(as_text(wrong))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    mended = [*wrong[:-1], ["3", "", "6", "Player 6"]]
    file = {"name": "seating.csv", "mimeType": "text/csv", "buffer": as_text(mended).encode()}
    page.get_by_label("Or a file (CSV)").set_input_files(file)
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_text("These draft pairings come from a file, not from the site")).to_be_visible()
    expect(page.get_by_role("region", name="Table 3").locator(".seat__name")).to_have_text(
        ["Player 5", "Player 6"]
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Publish …").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("The pairings are published.")).to_be_visible()
    matches = competitions.look(cup.pk).stage.matches.values()
    assert [match.entrants for match in matches] == [[1, 2], [3, 4], [5, 6]]


def as_text(rows: list[list[str]]) -> str:
    return "\n".join(",".join(row) for row in rows)
