"""Journey: somebody asks for everything about them, is told by e-mail when it is made, and opens it."""

import json
import re
import time
import zipfile

import pytest
from playwright.sync_api import Page, expect

from games import tables
from tests.games.playing import START, open_table, play_out, player
from tests.journeys.people import visitor
from tests.league.notifications.recipients import with_accounts
from tests.servers import processes

MADE_SOON = 60_000
LETTER = re.compile(r"Subject: Your data is ready.*?http\S+(/me/data/)", re.DOTALL)

pytestmark = pytest.mark.django_db(transaction=True)


def link_in_the_letter(page: Page, worker: processes.Process) -> str:
    """Return the link of the letter that the worker sends: where no mail server is set, its log has it."""
    until = time.monotonic() + MADE_SOON / 1000
    while not (letter := LETTER.search(worker.output())):
        assert time.monotonic() < until, worker.output()
        page.wait_for_timeout(100)
    return letter[1]


def test_an_archive_is_asked_for_made_by_the_worker_and_opened_by_the_link_of_an_e_mail(
    browser, asgi_server, worker_process: processes.Process
):
    table = open_table("Ana bot", options={"target_score": 20})
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table)
    (ana,) = with_accounts([player(table, "A")])
    page = visitor(browser, asgi_server, ana)
    page.goto("/")
    page.get_by_role("navigation", name="Site").locator("a[href='/me/']").click()
    page.get_by_role("link", name="Take my data along").click()
    page.get_by_role("button", name="Make my archive").click()
    download = page.get_by_role("link", name="Download archive")
    expect(download).to_be_visible(timeout=MADE_SOON)
    page.goto("/")
    page.goto(link_in_the_letter(page, worker_process))
    with page.expect_download() as fetched:
        download.click()
    with zipfile.ZipFile(fetched.value.path()) as packed:
        assert json.loads(packed.read("profile.json"))["name"] == "Ana"
        assert json.loads(packed.read(f"matches/table-{table.pk}.json"))["rounds"]
    assert page.complaints == []
