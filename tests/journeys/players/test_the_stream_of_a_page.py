"""Journey: the stream of a page is cut, held back or refused; the page goes on, and comes back to it."""

import pytest
from playwright.sync_api import expect

from games import chat, tables
from games.models import Player
from tests.games.playing import START, deal, fresh
from tests.journeys.people import SOON, visitor
from tests.servers import processes
from tests.servers.proxy import between

PATIENCE = 20_000
"""Milliseconds within which a page has noticed that its stream is no use, and asked."""


@pytest.fixture
def proxy(asgi_server):
    with between(asgi_server) as address:
        yield address


@pytest.fixture
def table(transactional_db):
    return deal("bot bot bot", "r1 r2 r3/r4 r5 r6/b1 b2 b3", "r9 y1 y2 y3 y4 y5 y6 y7 y8")


def move(table):
    """Let a bot move in another process than the one that serves the page."""
    tables.play_for_bot(table.pk, version=fresh(table).version, at=fresh(table).due_at)
    return str(fresh(table).version)


def open_page(browser, proxy, table):
    page = visitor(browser, proxy.address)
    page.goto(f"/tables/{table.pk}/")
    return page


def expect_version(page, version, timeout=PATIENCE):
    expect(page.locator("#table")).to_have_attribute("data-version", version, timeout=timeout)


def expect_line(page, state):
    expect(page.locator("#live")).to_have_attribute("data-line", state, timeout=PATIENCE)


def test_a_stream_that_is_cut_comes_back_and_goes_on_where_it_was(browser, proxy, table):
    page = open_page(browser, proxy, table)
    expect_line(page, "open")
    version = move(table)
    expect_version(page, version, SOON)

    proxy.cut()

    expect_line(page, "asking")
    expect_line(page, "open")
    assert f"last-event-id: {version}" in proxy.requests[-1].lower()
    assert len(proxy.requests) == 2
    expect_version(page, move(table), SOON)
    assert page.complaints == []


def test_a_proxy_that_holds_the_stream_back_is_noticed_and_the_page_asks(browser, proxy, table):
    proxy.mode = "hold"
    page = open_page(browser, proxy, table)
    expect_version(page, move(table))
    expect_line(page, "asking")
    expect(page.get_by_text("checks for news every few seconds")).to_be_visible()
    expect_version(page, move(table))

    proxy.mode = "pass"

    expect_line(page, "open")
    expect(page.get_by_text("checks for news every few seconds")).to_be_hidden()
    expect_version(page, move(table), SOON)


def test_a_stream_that_falls_silent_is_given_up(browser, server_env, server_folder, table):
    quick = server_env | {"HEARTBEAT_SECONDS": "1"}
    with processes.web(quick, server_folder) as address, between(address) as proxy:
        page = open_page(browser, proxy, table)
        expect_line(page, "open")
        proxy.mode = "hold"
        expect_line(page, "asking")
        expect_version(page, move(table))
        proxy.mode = "pass"
        expect_line(page, "open")
        page.context.close()


@pytest.mark.slow(
    "a page comes back in the same way from a stream that was held back, and asks after a refusal",
    about=["games/static/"],
)
def test_a_page_comes_back_by_itself_from_a_refusal(browser, proxy, table):
    proxy.mode = "refuse"
    page = open_page(browser, proxy, table)
    expect_line(page, "asking")
    expect_version(page, move(table))
    proxy.mode = "pass"
    expect_line(page, "open")
    expect_version(page, move(table), SOON)


def test_pages_come_back_each_at_its_own_time(browser, proxy, table):
    """With the same server lost, no two pages wait equally long: each draws its delay."""
    waits = set()
    for drawn in (0.0, 0.9):
        proxy.mode = "refuse"
        page = visitor(browser, proxy.address)
        page.add_init_script(
            f"Math.random = () => {drawn};"
            "const later = setTimeout; window.waits = [];"
            "window.setTimeout = (work, time) => { waits.push(time); return later(work, time); };"
        )
        page.goto(f"/tables/{table.pk}/")
        expect_line(page, "asking")
        page.wait_for_function("() => waits.includes(500) || waits.includes(1400)", timeout=PATIENCE)
        waits.add(500 if 500 in page.evaluate("waits") else 1400)
        page.context.close()
    assert waits == {500, 1400}


def asked_by(page):
    """The fragments that a page fetches from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    return lambda: [url for url in asked if "?after=" in url and "/stream/" not in url]


def test_the_page_of_a_spectator_follows_moves_without_fetching_anything(browser, proxy, table):
    page = open_page(browser, proxy, table)
    expect_line(page, "open")
    fetched = asked_by(page)
    for _move in range(3):
        expect_version(page, move(table), SOON)
    chat.say(table.pk, "Good luck", player=Player.objects.create(name="Ana"), at=START)
    expect(page.locator("#chat_lines")).to_contain_text("Good luck", timeout=SOON)
    expect(page.locator("#said")).not_to_be_empty()
    assert fetched() == []
    assert page.complaints == []


def test_a_page_whose_stream_carries_numbers_fetches_each_move_once(browser, proxy, table):
    page = visitor(browser, proxy.address)
    page.route(
        "**/stream/**", lambda route: route.continue_(url=route.request.url.replace("fragments=", "no="))
    )
    page.goto(f"/tables/{table.pk}/")
    expect_line(page, "open")
    fetched = asked_by(page)
    expect_version(page, move(table), SOON)
    assert len(fetched()) == 1


def test_a_fragment_of_the_stream_waits_for_the_end_of_a_press(browser, proxy, table):
    page = open_page(browser, proxy, table)
    expect_line(page, "open")
    fetched = asked_by(page)
    before = str(fresh(table).version)
    page.evaluate(
        """() => {
          const felt = () => document.querySelector("#felt");
          const press = (kind) => felt().dispatchEvent(new Event(kind, { bubbles: true }));
          document.addEventListener("line:news", () => press("pointerdown"), { capture: true, once: true });
          window.seen = new Promise((then) => document.addEventListener("line:news", () => {
            then(document.querySelector("#table").dataset.version);
            press("pointerup");
          }, { once: true }));
        }"""
    )
    version = move(table)
    assert page.evaluate("() => window.seen") == before
    expect_version(page, version, SOON)
    assert len(fetched()) == 1


def test_a_browser_without_network_catches_up_when_it_is_back(browser, proxy, table):
    page = open_page(browser, proxy, table)
    expect_line(page, "open")
    page.context.set_offline(True)
    proxy.cut()
    expect_line(page, "asking")
    version = move(table)

    page.context.set_offline(False)

    expect_version(page, version)
    expect_line(page, "open")
    expect_version(page, move(table), SOON)
