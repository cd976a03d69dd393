"""Journey: a phone has no network for a while, and the match goes on without it."""

import datetime as dt
import os
import time

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from games import chat, tables
from games.models import Player, Table
from tests.games.playing import (
    assert_rebuilt_equals_live,
    deal,
    dealt,
    do,
    fresh,
    move_on,
    open_table,
    player,
)
from tests.journeys.people import act, visitor
from tests.journeys.scorekeepers.keeping_score import LATER
from tests.servers import processes
from tests.servers.proxy import Proxy, between

pytestmark = pytest.mark.django_db(transaction=True)

CUT_SECONDS = float(os.environ.get("CUT_SECONDS", "6"))


def moves_of(table: Table, player: Player) -> int:
    rows = table.events.filter(by=f"player:{player.pk}").exclude(name__in=["seat_taken", "seat_returned"])
    return rows.values("step").distinct().count()


def test_a_phone_that_was_cut_off_shows_the_match_as_it_is_and_plays_on(
    asgi_server: str, browser: Browser, worker_process: processes.Process
) -> None:
    table = open_table("Ana bot bot", bot_pause_ms=200, turn_seconds=3)
    ana = table.seats.get(index=0).player
    page = visitor(browser, asgi_server, ana)
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    page.goto(f"/tables/{table.pk}/")
    before = fresh(table).version
    page.context.set_offline(True)
    cut_until = time.monotonic() + CUT_SECONDS
    while time.monotonic() < cut_until or fresh(table).version < before + 6:
        time.sleep(0.2)
    assert moves_of(table, ana) == 0
    page.context.set_offline(False)
    missed = fresh(table).version
    page.wait_for_function(
        "least => Number(document.querySelector('#table').dataset.version) >= least",
        arg=missed,
        timeout=LATER,
    )
    come_back = page.get_by_role("button", name="Come back")
    deadline = time.monotonic() + 60
    while moves_of(table, ana) == 0:  # the time of a turn may run out before a click arrives
        assert time.monotonic() < deadline, "It is never Ana's turn again"
        if come_back.count():  # three turns went by, perhaps only now
            come_back.first.click()
            expect(come_back).to_have_count(0)
        act(page)
        page.wait_for_timeout(200)
    assert moves_of(table, ana) == 1
    worker_process.stop()  # who would play on while the table is rebuilt
    assert_rebuilt_equals_live(table)


def cut_off(browser: Browser, proxy: Proxy, table: Table) -> Page:
    """Return the page of Ana, which has lost the network."""
    page = visitor(browser, proxy.address, player(table, "A"))
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator("#live")).to_have_attribute("data-line", "open", timeout=LATER)
    page.context.set_offline(True)
    proxy.cut()
    expect(page.locator("#live")).to_have_attribute("data-line", "asking", timeout=LATER)
    return page


def test_a_player_reads_the_missed_moves_after_a_cut(asgi_server: str, browser: Browser) -> None:
    table = deal("Ana bot bot", "r1 r2 r3/r4 r5 r6/b1 b2 b3", "r9 y1 y2 y3 y4 y5 y6 y7 y8", at=timezone.now())
    with between(asgi_server) as proxy:
        page = cut_off(browser, proxy, table)
        move_on(table)
        move_on(table)
        page.clock.set_fixed_time(timezone.now() + dt.timedelta(seconds=20))

        page.context.set_offline(False)

        missed = page.get_by_role("region", name="While you were away")
        missed.get_by_text("moves").first.click(timeout=LATER)
        expect(missed.get_by_role("listitem").first).to_contain_text("played red", timeout=LATER)
        expect(page.locator("#said")).to_contain_text("While you were away")
        expect(page.locator("#table")).to_have_attribute("data-version", str(fresh(table).version))
        missed.get_by_role("button", name="Close").click()
        expect(missed).to_have_count(0)
        assert page.complaints == []


def test_a_move_that_comes_just_after_the_list_of_missed_moves_is_listed_too(
    asgi_server: str, browser: Browser
) -> None:
    table = deal(
        "Ana bot bot bot",
        "r1 r2 r3/r4 r5 r6/b1 b2 b3/g1 g2 g3",
        "r9 y1 y2 y3 y4 y5 y6 y7 y8",
        at=timezone.now(),
    )
    with between(asgi_server) as proxy:
        page = cut_off(browser, proxy, table)
        move_on(table)
        page.clock.set_fixed_time(timezone.now() + dt.timedelta(seconds=20))
        page.context.set_offline(False)
        missed = page.get_by_role("region", name="While you were away")
        missed.get_by_text("move").first.click(timeout=LATER)
        before = missed.get_by_role("listitem").count()

        move_on(table)

        expect(missed.get_by_role("listitem").nth(before)).to_be_visible(timeout=LATER)
        expect(missed).to_have_attribute("data-until", str(fresh(table).version))
        expect(page.locator("#missed-summary")).to_be_focused()
        assert page.complaints == []


def test_a_player_whose_move_arrived_without_an_answer_reads_what_others_did_since_then(
    asgi_server: str, browser: Browser
) -> None:
    table = deal("Ana Bo bot", "r1 r2 r3/r4 r5 r6/b1 b2 b3", "r9 y1 y2 y3 y4 y5 y6 y7 y8", at=timezone.now())

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    with between(asgi_server) as proxy:
        page = visitor(browser, proxy.address, player(table, "B"))
        page.goto(f"/tables/{table.pk}/")
        expect(page.locator("#live")).to_have_attribute("data-line", "open", timeout=LATER)
        page.route("**/moves/", lose_the_answer)
        page.locator("#hand .card-button").first.click()
        expect(page.locator("#line")).to_contain_text("Not sent: no network")
        page.context.set_offline(True)
        proxy.cut()
        expect(page.locator("#live")).to_have_attribute("data-line", "asking", timeout=LATER)
        assert moves_of(table, player(table, "B")) == 1
        move_on(table)
        page.unroute("**/moves/")
        page.clock.set_fixed_time(timezone.now() + dt.timedelta(seconds=20))

        page.context.set_offline(False)

        missed = page.get_by_role("region", name="While you were away")
        expect(missed.get_by_text("1 move")).to_be_visible(timeout=LATER)
        expect(page.locator("#line")).to_be_hidden(timeout=LATER)
        missed.locator("summary").click()
        expect(missed.get_by_role("listitem")).to_have_count(1)
        expect(missed.get_by_role("listitem")).not_to_contain_text("Bo")
        assert moves_of(table, player(table, "B")) == 1


def test_a_card_that_was_played_without_a_network_lies_ready_and_goes_if_it_still_may(
    asgi_server: str, browser: Browser
) -> None:
    table = dealt(at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    banner, ready = page.locator("#line"), page.locator(".cards__item.is-ready")
    card = page.locator("#hand .card-button").first
    page.goto(f"/tables/{table.pk}/")
    expect(page).to_have_title("Your turn. Table 1 – Wildleague")
    page.context.set_offline(True)
    card.click()
    expect(banner).to_contain_text("Not sent: no network")
    expect(ready).to_have_count(1)
    card.click()  # another one waits until this one is answered or taken back
    assert fresh(table).version == table.version
    page.context.set_offline(False)
    expect(page.locator("#top-card [aria-label='red 4']")).to_be_visible(timeout=LATER)
    expect(banner).to_be_hidden()
    assert moves_of(table, player(table, "B")) == 1
    expect(page).to_have_title("Table 1 – Wildleague")
    chat.say(table.pk, "Well played", player=player(table, "A"), at=timezone.now())
    expect(page.get_by_role("link", name="Chat: 1 new message")).to_be_visible(timeout=LATER)
    do(table, "A play r1")
    expect(card).to_be_visible(timeout=LATER)

    page.context.set_offline(True)
    card.click()
    expect(ready).to_have_count(1)
    move_on(table)  # the time of the turn runs out
    page.context.set_offline(False)

    expect(
        page.locator("#message, #hand .refusal").filter(has_text="Your time ran out before").first
    ).to_be_visible(timeout=LATER)
    expect(ready).to_have_count(0)
    assert [words for words in page.complaints if "htmx:sendError" not in words] == []  # it was offline


def test_the_button_to_draw_that_was_tapped_without_a_network_is_marked_and_draws_once(
    asgi_server: str, browser: Browser
) -> None:
    table = dealt(at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True)
    page.goto(f"/tables/{table.pk}/")
    page.context.set_offline(True)
    page.get_by_role("button", name="Draw a card", exact=True).tap()
    expect(page.locator("#line")).to_contain_text("Not sent: no network")
    expect(page.locator("#line")).to_be_in_viewport(ratio=1)
    expect(page.locator("#draw.is-ready")).to_be_visible()
    page.get_by_role("button", name="Draw a card", exact=True).tap()
    page.context.set_offline(False)
    expect(page.locator("#hand .cards li")).to_have_count(4, timeout=LATER)
    expect(page.locator("#line")).to_be_hidden()
    assert moves_of(table, player(table, "B")) == 1


def test_a_move_on_a_silent_line_is_said_not_to_be_sent_and_is_sent_again(
    asgi_server: str, browser: Browser
) -> None:
    table = dealt(at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(f"/tables/{table.pk}/")
    held = f"**/tables/{table.pk}/moves/"
    page.route(held, lambda _route: None)  # the network is there, and nothing comes through
    page.locator("#hand .card-button").first.click()
    expect(page.locator("#line")).to_contain_text("Not sent: no network", timeout=9000)
    assert fresh(table).version == table.version
    page.unroute(held)
    expect(page.locator("#top-card [aria-label='red 4']")).to_be_visible(timeout=LATER)
    expect(page.locator("#line")).to_be_hidden()
    assert moves_of(table, player(table, "B")) == 1
