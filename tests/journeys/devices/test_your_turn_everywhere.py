"""Journey: a player who looks elsewhere, or has closed everything, hears that it is their turn."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import connections
from django.utils import timezone
from playwright.sync_api import Browser, BrowserType, CDPSession, Page, expect

from games import tables
from league.notifications import turn_notices
from tests.conftest import FLAGS, REQUIRED
from tests.games.playing import PILE, begin, dealt, do, open_table, player, players
from tests.journeys.people import visitor, wait_for_promise
from tests.league.devices.browsers import CONTACT, KEY, PushBrowser
from tests.league.notifications.recipients import with_accounts
from tests.league.webhooks.receiver import Receiver, receiving
from tests.servers import processes

DAY = 86_400
PATIENCE_SECONDS = 60
THREE_CARDS = {"dealer_choice": "fixed", "hand_size": 3}
ASKED_ON_LOAD = """
  Notification.requestPermission = async () => { window.asked = true; return "granted"; };
"""
LOCAL_PUSH_SERVICE = """
  ({ endpoint, p256dh, auth }) => {
    const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const raw = (text) => Uint8Array.from(plain(text), (letter) => letter.charCodeAt(0));
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
      endpoint, options: { applicationServerKey: applicationServerKey.buffer },
      getKey: (name) => raw(name === "auth" ? auth : p256dh).buffer,
    });
  }
"""
BADGES = """
  window.badges = [];
  navigator.setAppBadge = async (count) => { window.badges.push(count); };
  navigator.clearAppBadge = async () => { window.badges.push(0); };
"""
RENEWED = """
  async ({ before, endpoint, p256dh, auth }) => {
    const raw = (text) => bytes(text).buffer;
    const event = new Event("pushsubscriptionchange");
    event.oldSubscription = { endpoint: before };
    event.newSubscription = { endpoint, getKey: (name) => raw(name === "auth" ? auth : p256dh) };
    let done;
    event.waitUntil = (promise) => { done = promise; };
    self.dispatchEvent(event);
    await done;
  }
"""
NOT_ALLOWED = "Your browser does not allow notices of this site. Change it in the settings of the browser."
SHOWN = """
  async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data, tag }) => ({ title, body, link: data.link, tag }));
  }
"""


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A push service on this machine: that of Chromium cannot be reached by a test."""
    with receiving() as receiver:
        receiver.status = 201
        yield receiver


@pytest.fixture
def pushing_site(server_env: dict[str, str], server_folder: Path, transactional_db: None) -> Iterator[str]:
    """A web server and a worker whose operator has made a key of push notices."""
    keys = {"PUSH_PRIVATE_KEY": KEY, "PUSH_CONTACT": CONTACT, "WEBHOOK_LOCAL_HOSTS": "127.0.0.1"}
    env = {**server_env, **keys}
    current_app.control.purge()
    with processes.web(env, server_folder) as address, processes.worker(env, server_folder):
        yield address


@pytest.fixture
def whole_browser(browser_type: BrowserType) -> Iterator[Browser]:
    """Chromium with its windows hidden: the one without windows, which is quicker, shows no notices."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        assert not REQUIRED, "Chromium is required under CI=true: apt-get install chromium"
        pytest.skip("NO CHROMIUM: install it (apt-get install chromium)")
    opened = browser_type.launch(executable_path=program, headless=True, args=[*FLAGS, "--headless=new"])
    yield opened
    opened.close()


def wait_for_request(service: Receiver) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not service.got:
        assert time.monotonic() < until
        time.sleep(0.1)


def registration_of(page: Page) -> tuple[CDPSession, str]:
    """The service worker of the site, as the developer tools of Chromium know it."""
    elsewhere = page.context.new_page()
    tools = page.context.new_cdp_session(elsewhere)
    registrations: list[dict[str, Any]] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
    )
    tools.send("ServiceWorker.enable")
    elsewhere.wait_for_timeout(200)
    return tools, registrations[-1]["registrationId"]


def test_the_head_the_title_and_the_icon_say_at_how_many_tables_it_is_my_turn(
    asgi_server: str, browser: Browser
) -> None:
    first = dealt("Ana Bo", at=timezone.now(), name="First", turn_seconds=DAY)
    bo = player(first, "B")
    second = open_table(seats=2, name="Second", options=THREE_CARDS, turn_seconds=2 * DAY)
    for seat, person in enumerate((player(first, "A"), bo)):
        tables.sit(second.pk, seat=seat, player=person, at=timezone.now())
    begin(second, "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, bo, service_workers="allow")
    page.add_init_script(BADGES)
    sign, icon = page.locator("#my-turn a"), page.locator("link[rel=icon]")
    page.goto("/rules/")
    expect(sign).to_have_accessible_name("Your turn at 2 tables")
    expect(page).to_have_title("(2) Rulebooks – Wildleague")
    expect(icon).to_have_attribute("href", re.compile("favicon_turn"))
    assert page.evaluate("badges") == [2]
    sign.click()
    expect(page).to_have_title("Your turn. First – Wildleague")
    expect(sign).to_have_accessible_name("Your turn at 1 table")
    page.locator("#hand .card-button").first.click()
    expect(page).to_have_title("(1) First – Wildleague")
    sign.click()
    expect(page).to_have_title("Your turn. Second – Wildleague")
    assert page.evaluate("badges[0]") == 1
    page.locator("#hand .card-button").first.click()
    expect(page).to_have_title("Second – Wildleague")
    expect(sign).to_have_count(0)
    expect(icon).to_have_attribute("href", re.compile("favicon.svg"))
    assert page.evaluate("badges.at(-1)") == 0
    assert page.complaints == []


def test_the_lobby_names_first_the_matches_that_wait_for_me(asgi_server: str, browser: Browser) -> None:
    waits = dealt("Ana Bo", at=timezone.now(), name="Waits", turn_seconds=7 * DAY)
    bo = player(waits, "B")
    other = open_table(seats=2, name="Other", options=THREE_CARDS, turn_seconds=DAY)
    for seat, person in enumerate((bo, player(waits, "A"))):
        tables.sit(other.pk, seat=seat, player=person, at=timezone.now())
    begin(other, "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, bo)
    page.goto("/")
    mine = page.locator("#mine").get_by_role("listitem")
    expect(mine).to_have_count(2)
    expect(mine.first).to_contain_text("Waits")
    expect(mine.first.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(mine.last.get_by_text("Your turn", exact=True)).to_have_count(0)
    mine.first.get_by_role("link", name="Continue").click()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    assert page.complaints == []


def test_the_head_of_a_table_says_within_a_tenth_of_its_turn_that_another_table_waits(
    asgi_server: str, browser: Browser
) -> None:
    here = dealt("Ana Bo", at=timezone.now(), name="Here", turn_seconds=DAY)
    bo = player(here, "B")
    other = open_table(seats=2, name="Quick", options=THREE_CARDS)
    for seat, person in enumerate((bo, player(here, "A"))):
        tables.sit(other.pk, seat=seat, player=person, at=timezone.now())
    begin(other, "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, bo)
    page.clock.install()
    page.goto(here.get_absolute_url())
    expect(page.locator("#hand")).to_be_visible()
    expect(page.locator("#my-turn a")).to_have_count(0)
    do(other, "B play r4", at=timezone.now())
    page.clock.fast_forward(6_500)
    expect(page.locator("#my-turn a")).to_have_attribute("href", other.get_absolute_url())


def test_a_push_notice_of_my_turn_is_shown_while_wildleague_is_closed(
    pushing_site: str, whole_browser: Browser, service: Receiver
) -> None:
    """A push service on this machine takes what the site sends, and hands it to the service worker.

    Before, the browser has renewed its subscription, as browsers do by themselves.
    """
    table = open_table("Ana Bo", turn_seconds=DAY, options=THREE_CARDS)
    with_accounts([player(table, "B")])
    mine = PushBrowser()
    page = visitor(whole_browser, pushing_site, player(table, "B"), service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=pushing_site)
    page.add_init_script(ASKED_ON_LOAD)
    page.goto("/me/devices/")
    expect(page.get_by_text("No device yet.")).to_be_visible()
    assert page.evaluate("window.asked") is None, "nothing is asked before a button is pressed"
    page.evaluate(LOCAL_PUSH_SERVICE, mine.fields(f"http://127.0.0.1:{service.port}/of-bo"))
    page.get_by_role("button", name="Show notices on this device").click()
    expect(page.get_by_text("This device now shows your notices.")).to_be_visible()
    expect(page.locator(".rows .tag", has_text="this device")).to_be_visible()
    tools, registration = registration_of(page)
    renewed = PushBrowser()
    page.context.service_workers[0].evaluate(
        RENEWED,
        {
            "before": f"http://127.0.0.1:{service.port}/of-bo",
            **renewed.fields(f"http://127.0.0.1:{service.port}/renewed"),
        },
    )
    page.close()

    begin(table, "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", at=timezone.now() - turn_notices.WAITS)
    connections.close_all()
    wait_for_request(service)
    assert [got.path for got in service.got] == ["/renewed"]
    content = renewed.read(service.got[0])
    assert content["body"].endswith(". If your time runs out, a bot plays for you.")
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": pushing_site, "registrationId": registration, "data": json.dumps(content)},
    )

    looking = page.context.new_page()
    looking.goto("/offline/")
    wait_for_promise(looking, f"async () => (await ({SHOWN})()).length === 1")
    assert looking.evaluate(SHOWN) == [
        {
            "title": "Your turn: Table 1",
            "body": content["body"],
            "link": f"/tables/{table.pk}/",
            "tag": content["tag"],
        }
    ]
    assert page.complaints == []


def test_a_browser_that_allows_no_notices_shows_what_to_do_and_no_button_until_it_is_allowed(
    pushing_site: str, whole_browser: Browser
) -> None:
    (ana,) = players("Ana")
    page = visitor(whole_browser, pushing_site, ana, service_workers="allow")
    page.context.grant_permissions([])  # none: all are denied in the settings of the browser
    page.goto("/me/devices/")
    button = page.get_by_role("button", name="Show notices on this device")
    for _time in range(2):
        expect(page.get_by_text(NOT_ALLOWED)).to_be_visible()
        expect(button).to_be_hidden()
        page.context.clear_permissions()
        expect(button).to_be_enabled()
        expect(page.get_by_text(NOT_ALLOWED)).to_be_hidden()
        page.context.grant_permissions([])
    assert page.complaints == []
