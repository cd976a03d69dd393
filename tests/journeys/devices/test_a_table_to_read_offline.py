"""Journey: a player opens Wildleague where there is no network, and sees the table of last time."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import Player
from tests.games.playing import dealt, do, fresh, move_on, player
from tests.games.visiting import log_in
from tests.journeys.people import LAPTOP, SOON, visitor, wait_for_promise

KEPT = "() => caches.keys().then((names) => names.filter((name) => name.startsWith('seen-')))"
SEEN = """
  async (words) => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys()) {
      const answer = await (await caches.open(name)).match(location.pathname);
      if (answer && (await answer.text()).includes(words)) return true;
    }
    return false;
  }
"""
WORKERS = "() => navigator.serviceWorker.getRegistrations().then((all) => all.length)"


@pytest.fixture
def at_the_table(asgi_server: str, browser: Browser):
    """A table where it is Bo’s turn, and Bo in front of it."""
    table = dealt("Ana Bo", at=timezone.now(), turn_seconds=86_400)
    page = visitor(browser, asgi_server, player(table, "B"), service_workers="allow")
    page.goto(f"/tables/{table.pk}/")
    wait_until_kept(page, "red 4")
    return table, page


def wait_until_kept(page: Page, words: str) -> None:
    """Wait until the browser has kept the table with some words on it, and a worker that would show it."""
    wait_for_promise(page, SEEN, words)
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_without_a_network_the_last_table_is_shown_as_it_was_and_says_so(at_the_table: Any) -> None:
    table, page = at_the_table
    page.locator("#hand .card-button").first.click()
    expect(page.locator("#top-card [aria-label='red 4']")).to_be_visible()
    do(table, "A play r1", at=timezone.now())
    expect(page.locator("#top-card [aria-label='red 1']")).to_be_visible(timeout=SOON)
    wait_until_kept(page, 'aria-label="red 1"')
    page.context.set_offline(True)

    page.goto(f"/tables/{table.pk}/")
    expect(page.locator(".offline-sign")).to_contain_text(re.compile(r"Not connected; as of \d{1,2}:\d{2}"))
    expect(page.locator("#top-card [aria-label='red 1']")).to_be_visible()
    expect(page.locator("#hand .card-button")).to_have_count(2)
    assert page.locator("#live").evaluate("(live) => live.inert")
    assert page.locator("form input[name=csrfmiddlewaretoken], .clock:visible, #outage").count() == 0
    radius = page.locator(".felt").evaluate("(felt) => getComputedStyle(felt).borderRadius")
    assert radius != "0px", "the styles are there, too"

    page.goto("/")
    expect(page).to_have_url(re.compile(rf"/tables/{table.pk}/$"))
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="Not connected")).to_be_visible()
    page.get_by_role("link", name="The table you saw last").click()
    expect(page.locator(".offline-sign")).to_be_visible()

    page.context.set_offline(False)
    expect(page.locator(".offline-sign")).to_have_count(0, timeout=SOON)
    expect(page.locator("#clock")).to_be_visible()
    assert page.complaints == []


@pytest.mark.parametrize("is_overdue", [False, True], ids=["in time", "overdue"])
def test_a_move_that_was_not_sent_lies_ready_when_the_page_is_loaded_again(
    at_the_table: Any, is_overdue: bool
) -> None:
    table, page = at_the_table
    page.context.set_offline(True)
    page.locator("#hand .card-button").first.click()
    expect(page.locator("#line")).to_contain_text("Not sent: no network")
    page.reload()
    expect(page.locator(".offline-sign")).to_contain_text("Not sent: no network. Your move is sent as soon")
    assert fresh(table).version == table.version
    if is_overdue:
        move_on(table)
    page.context.set_offline(False)
    if not is_overdue:
        expect(page.locator("#top-card [aria-label='red 4']")).to_be_visible(timeout=SOON)
        expect(page.locator("#felt .turn__words")).to_contain_text("Ana to play")
    else:
        words = page.locator("#message, #hand .refusal").filter(has_text="Your time ran out before")
        expect(words.first).to_be_visible(timeout=SOON)
        expect(page.locator("#top-card [aria-label='red 9']")).to_be_visible()
    expect(page.locator("#line")).not_to_contain_text("Not sent")
    page.reload()
    expect(page.locator("#clock")).to_be_visible()
    expect(page.locator("#line")).not_to_contain_text("Not sent")


def test_a_log_out_leaves_nothing_of_the_table_in_the_browser(at_the_table: Any) -> None:
    table, page = at_the_table
    page.get_by_role("button", name="Off", exact=True).click()  # sound is offered over the head of the site
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    assert page.evaluate(KEPT) == []
    wait_for_promise(page, f"async () => (await ({WORKERS})()) === 0")
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        page.goto(f"/tables/{table.pk}/")


@pytest.mark.parametrize("follows", ["somebody else", "a log-out elsewhere"])
def test_the_table_of_another_account_is_dropped(at_the_table: Any, asgi_server: str, follows: str) -> None:
    _table, page = at_the_table
    page.context.clear_cookies()
    if follows == "somebody else":
        client = Client()
        log_in(client, Player.objects.create(name="Cy"), by_password=True)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": asgi_server}
        page.context.add_cookies([cookie])
    page.goto("/rules/")
    wait_for_promise(page, f"async () => (await ({KEPT})()).length === 0")


def test_the_app_can_be_installed(asgi_server: str, browser: Browser) -> None:
    """Chromium itself judges the manifest, as it does before it offers to install."""
    page = visitor(browser, asgi_server, Player.objects.create(name="Ana"), service_workers="allow")
    page.set_viewport_size(LAPTOP)
    page.goto("/")
    tools = page.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert (manifest["url"], manifest["errors"]) == (f"{asgi_server}/app.webmanifest", [])
    assert tools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
