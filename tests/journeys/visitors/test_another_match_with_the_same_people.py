"""Journey: what happened is told at the seat it concerns, and after a match the same people play another."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.models import Table
from games.tables.seating import KEPT
from league.notifications import turn_notices
from tests.games.playing import begin, deal, fresh, move_on, open_table, player, players
from tests.journeys.people import LAPTOP, SOON, visitor

PILE = "r9 " + "y1 g2 b3 y4 " * 8

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_time_out_and_a_deal_that_is_won_are_told_in_my_own_words(browser, asgi_server):
    table = deal("Ana Bo", "r1 w4/r4 r5", PILE, at=timezone.now(), turn_seconds=60)
    won = deal("Ana Bo", "w4/r5", PILE, at=timezone.now(), options={"target_score": 500})
    bo, ana = (visitor(browser, asgi_server, player(table, letter), has_touch=True) for letter in "BA")
    for page in (bo, ana):
        page.goto(f"/tables/{table.pk}/")
    move_on(table, at=fresh(table).due_at)
    expect(bo.locator(".moment", has_text="Your time ran out (1 of 3)")).to_be_visible(timeout=SOON)
    expect(ana.locator(".moment", has_text="Time ran out (1 of 3)")).to_be_visible(timeout=SOON)
    expect(ana.locator("#recent")).to_contain_text("Time ran out for Bo")
    winner, loser = (visitor(browser, asgi_server, player(won, letter)) for letter in "BA")
    for page in (winner, loser):
        page.goto(f"/tables/{won.pk}/")
    winner.get_by_role("button", name="Play red 5").click()
    expect(winner.locator(".moment", has_text="You win the deal: 50 points")).to_be_visible(timeout=SOON)
    expect(loser.locator(".moment", has_text="Bo wins the deal: 50 points")).to_be_visible(timeout=SOON)
    assert all(page.complaints == [] for page in (bo, ana, winner, loser))


def test_the_same_people_play_again_and_no_stranger_takes_a_seat(browser, asgi_server):
    host, bo, eve = players("Ana Bo Eve")
    table = open_table(
        seats=2, host=host, options={"dealer_choice": "fixed", "hand_size": 1, "target_score": 5}
    )
    for person in (host, bo):
        tables.sit(table.pk, player=person, at=timezone.now())
    pages = [visitor(browser, asgi_server, person) for person in (host, bo, eve)]
    begin(table, "w4/r5", PILE, at=timezone.now())
    for page in pages[:2]:
        page.goto(f"/tables/{table.pk}/")
    elsewhere = pages[1].context.new_page()
    elsewhere.goto("/rules/")
    pages[1].get_by_role("button", name="Play red 5").click()
    expect(pages[0].get_by_role("button", name="New opponents")).to_be_visible(timeout=SOON)
    pages[0].get_by_role("button", name="Rematch").click(timeout=SOON)
    expect(pages[0].get_by_text("Kept for Bo")).to_be_visible(timeout=SOON)
    again = Table.objects.get(rematch_of__before=table)
    pages[2].goto("/")
    expect(pages[2].get_by_role("heading", name="Free seats")).to_be_visible()
    expect(pages[2].locator(f"a[href='/tables/{again.pk}/']")).to_have_count(0)
    pages[2].goto(f"/tables/{again.pk}/")
    expect(pages[2].get_by_text("Kept for Bo")).to_be_visible()
    expect(pages[2].get_by_role("button", name="Sit here")).to_have_count(0)
    assert turn_notices.tell_kept_seats(again.pk, at=timezone.now()) == 1
    for page in (elsewhere, pages[1]):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(elsewhere.locator("#news")).to_contain_text("Ana wants a rematch.")
    expect(pages[1].get_by_text("Ana is waiting for you")).to_be_visible(timeout=SOON)
    expect(pages[1].locator(".news__notice")).to_have_count(0)  # the page has told already
    expect(pages[1].locator("#bell b")).to_have_count(0)  # so it counts as read, also after a reload
    pages[1].reload()
    expect(pages[1].get_by_text("Ana is waiting for you")).to_be_visible(timeout=SOON)
    expect(pages[1].locator("#bell b")).to_have_count(0)
    pages[1].get_by_role("button", name="Rematch").click()
    for page in pages[:2]:
        expect(page.locator("#hand")).to_be_visible(timeout=SOON)
    assert all(page.complaints == [] for page in pages)


def test_a_seat_that_is_kept_no_longer_is_offered_on_an_open_page(browser, asgi_server):
    host, bo, eve = players("Ana Bo Eve")
    table = open_table(seats=2, host=host)
    tables.sit(table.pk, player=host, at=timezone.now())
    page = visitor(browser, asgi_server, eve)
    nearly_over = timezone.now() - KEPT + dt.timedelta(seconds=5)
    tables.keep(table.pk, player=bo, by=f"player:{host.pk}", at=nearly_over)
    page.goto(f"/tables/{table.pk}/")
    expect(page.get_by_text("Kept for Bo")).to_be_visible()
    page.get_by_role("button", name="Sit here").click()
    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    assert table.seats.get(index=1).player == eve


def test_a_player_who_waits_copies_the_link_of_the_table_and_shows_its_code(browser, asgi_server):
    (host,) = players("Ana")
    ana = visitor(browser, asgi_server, host, has_touch=True, permissions=["clipboard-write"])
    ana.goto("/")
    ana.get_by_role("link", name="New table").tap()
    ana.get_by_role("button", name="Open the table").tap()
    link = ana.get_by_label("Link to this table")
    expect(link).to_be_visible()
    ana.get_by_role("button", name="Copy", exact=True).tap()
    expect(ana.get_by_text("Copied")).to_be_visible()
    ana.get_by_text("QR code", exact=True).tap()
    expect(ana.locator(".invite .qr-frame svg")).to_be_visible()
    guest = visitor(browser, asgi_server, has_touch=True)
    guest.goto(link.input_value())
    guest.get_by_role("button", name="Sit here").first.tap()
    guest.get_by_label("Your name").fill("Mia")
    guest.get_by_role("button", name="Sit down").tap()
    expect(ana.get_by_text("Mia")).to_be_visible(timeout=SOON)
    assert ana.complaints == guest.complaints == []


def test_the_link_of_a_kept_seat_leads_a_guest_to_it(browser, asgi_server):
    (host,) = players("Ana")
    table = open_table(seats=3, host=host)
    tables.sit(table.pk, player=host, at=timezone.now())
    ana = visitor(browser, asgi_server, host)
    ana.set_viewport_size(LAPTOP)
    ana.goto(f"/tables/{table.pk}/")
    expect(ana.get_by_label("Link to this table")).to_be_visible()
    ana.get_by_label("Keep a seat for").select_option(label="whoever has its link")
    ana.get_by_role("button", name="Keep the seat").click()
    expect(ana.get_by_text("Kept for whoever has its link")).to_be_visible()
    link = ana.get_by_label("Link to this seat").input_value()
    guest = visitor(browser, asgi_server)
    guest.goto(f"/tables/{table.pk}/")
    expect(guest.get_by_role("button", name="Sit here")).to_have_count(1)
    guest.goto(link)
    guest.locator("form", has=guest.locator("[name=key]")).get_by_role("button", name="Sit here").click()
    guest.get_by_label("Your name").fill("Mia")
    guest.get_by_role("button", name="Sit down").click()
    expect(ana.get_by_text("Mia")).to_be_visible(timeout=SOON)
    assert table.seats.get(index=1).player.name == "Mia"
