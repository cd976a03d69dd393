"""Journey: the database breaks down while people have a table open, and comes back."""

import os
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.databases import postgres
from tests.journeys.people import PHONE
from tests.servers import processes

pytestmark = pytest.mark.skipif(postgres.find() is None, reason="PostgreSQL is not installed")

PREPARE = """
import django
django.setup()
from django.contrib.auth.models import User
from games.models import Player
from tests.databases import migrated
migrated.migrate()
Player.objects.create(name="Ana", user=User.objects.create_user("ana", password="wild-cards"))
"""
SENTENCE = "The database is unavailable for a moment. Try again soon: nothing will happen twice."


@pytest.fixture
def cluster():
    with postgres.cluster(postgres.find()) as running:
        yield running


@pytest.fixture
def site(cluster, server_folder):
    """A site on a database of its own; what breaks there is logged as errors, and rightly so."""
    env = {"DATABASE_URL": cluster.address}
    subprocess.run([sys.executable, "-c", PREPARE], env=os.environ | env, check=True)
    port = processes.free_port()
    command = [sys.executable, "-m", "league.web", "--port", str(port), "--grace", "1"]
    process = processes.Process("web", command, env, server_folder / "web-without-database.log")
    processes.wait_until_up(f"http://127.0.0.1:{port}/healthz", process)
    yield f"http://127.0.0.1:{port}"
    process.stop()


def page_of(browser, site, path):
    page = browser.new_context(base_url=site, viewport=PHONE).new_page()
    page.goto(path)
    return page


def at_a_table(browser, site):
    """Somebody who is logged in opens a table and starts."""
    page = page_of(browser, site, "/log-in/?next=/tables/new/")
    page.locator("[name=login]").fill("ana")
    page.locator("[name=password]").fill("wild-cards")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Fill with bots and start").click()
    expect(page.locator("#hand")).to_be_visible()
    return page


def test_everybody_reads_it_nothing_they_see_or_wrote_goes_and_it_works_again(browser, site, cluster):
    ana = at_a_table(browser, site)
    watcher = page_of(browser, site, urlsplit(ana.url).path)
    cluster.kill()

    ana.get_by_label("Message", exact=True).fill("Is anybody there?")
    ana.get_by_role("button", name="Send").click()
    expect(ana.locator("#outage")).to_have_text(SENTENCE)
    expect(ana.locator("#outage")).to_be_in_viewport()  # although the chat is far below
    expect(ana.locator("#hand")).to_be_visible()
    expect(ana.get_by_label("Message", exact=True)).to_have_value("Is anybody there?")

    watcher.evaluate("htmx.trigger('#table', 'refresh')")  # as when somebody comes back to the page
    expect(watcher.locator("#outage")).to_have_text(SENTENCE)
    expect(watcher.locator("#felt")).to_be_visible()

    other = ana.context.new_page()
    assert other.goto("/nowhere/").status == 503  # who is logged in would be greeted by name
    expect(other.get_by_role("alert")).to_have_text(SENTENCE)
    other.goto("/checkpoints/")
    expect(other.get_by_role("alert")).to_have_text(SENTENCE)

    cluster.start()
    other.get_by_role("link", name="Try again").click()
    expect(other.get_by_role("heading", name="Checkpoints")).to_be_visible()
    ana.get_by_role("button", name="Send").click()
    expect(ana.locator("#chat_lines")).to_contain_text("Is anybody there?")
    expect(ana.locator("#outage")).to_be_empty()
    expect(ana.get_by_label("Message", exact=True)).to_be_empty()
