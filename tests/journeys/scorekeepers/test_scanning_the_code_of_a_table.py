"""Journey: guests at a table scan its code, keep the score with two phones, and call the referee."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Player
from league.competitions.event_night import table_codes
from league.models import Membership
from tests.journeys.people import LAPTOP, SOON, visitor
from tests.league.club_nights import matches, started

pytestmark = pytest.mark.django_db(transaction=True)


def scanned(match):
    """The address in the QR code on the sheet of a table, as the staff prints it."""
    code = table_codes.code_of(match.competition, match.table_number)
    return f"/t/{match.competition_id}/{match.table_number}/#{code}"


def organizer_of(night):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=night.club, player=olga, is_organizer=True)
    return olga


def enter_deal(page, out, *points):
    page.get_by_role("radio", name=out).check()
    for field, left in zip(page.locator("[data-points]:visible").all(), points, strict=True):
        field.fill(str(left))
    page.get_by_role("button", name=re.compile("Save deal")).click()


def test_a_table_of_guests_keeps_its_score_with_the_printed_code(browser, asgi_server):
    facts = {"rounds": 2, "options": {"target_score": 200}}
    night = started(4, venue="physical", with_bots=False, self_report=True, **facts)
    (match,) = matches(night)
    names = [seat.player.name for seat in match.table.seats.select_related("player")]
    phones = [visitor(browser, asgi_server) for _phone in range(2)]
    for phone in phones:
        phone.goto(scanned(match))
        expect(phone.get_by_label("Code on the printed sheet")).to_be_hidden()
        phone.get_by_role("button", name="Keep the score here").click()
        expect(phone.get_by_role("button", name="Save deal 1")).to_be_visible()
    first, second = phones
    enter_deal(first, names[0], 10, 20, 30)
    expect(first.get_by_role("heading", name="Totals after deal 1")).to_be_visible()
    expect(second.get_by_role("button", name="Save deal 2")).to_be_visible(timeout=SOON)
    enter_deal(second, names[1], 50, 50, 50)
    expect(first.get_by_role("heading", name="Totals after deal 2")).to_be_visible(timeout=SOON)
    enter_deal(first, names[0], 60, 60, 60)
    for phone in phones:
        expect(phone.get_by_role("heading", name=f"{names[0]} wins the match")).to_be_visible(timeout=SOON)
        expect(phone.get_by_text("The result is final.")).to_be_visible()
        expect(phone.get_by_role("heading", name="Next tables")).to_be_visible()
        assert not phone.complaints


def test_a_guest_types_the_address_and_calls_the_referee_and_a_scorekeeper_logs_in(browser, asgi_server):
    night = started(4, venue="physical", with_bots=False)
    (match,) = matches(night)
    desk = visitor(browser, asgi_server, organizer_of(night))
    desk.set_viewport_size(LAPTOP)
    desk.goto(f"/competitions/{night.pk}/print/sheets/")
    address, code = desk.locator(".paper__address").all_inner_texts()

    guest = visitor(browser, asgi_server)
    guest.goto(f"http://{address}")
    guest.get_by_label("Code on the printed sheet").fill(code.lower())
    guest.get_by_role("button", name="Call the referee").click()
    expect(guest.get_by_text("Referee called at")).to_be_visible()
    expect(guest.get_by_role("heading", name="Score entry")).to_be_in_viewport()

    desk.goto(f"/competitions/{night.pk}/tables/")
    expect(desk.get_by_text("Someone at the table called at")).to_be_visible()
    desk.goto(scanned(match))
    expect(desk.get_by_role("button", name="Save deal 1")).to_be_visible()

    guest.get_by_role("link", name="Log in and enter scores").click()
    expect(guest).to_have_url(re.compile(rf"/log-in/\?next=/tables/{match.table_id}/score/"))
