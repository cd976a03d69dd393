"""Journey: a guest at a table calls with the printed code while the organizer records results."""

import pytest
from playwright.sync_api import expect

from games.models import Player
from league.competitions.event_night import table_codes
from league.models import Membership
from tests.journeys.people import PHONE, SOON, visitor
from tests.league.club_nights import matches, started

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_row_bears_a_mark_nothing_moves_and_the_guest_cancels_the_call(browser, asgi_server):
    evening = started(8, venue="physical", with_bots=False)
    match = matches(evening)[1]
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=evening.club, player=olga, is_organizer=True)
    desk, guest = visitor(browser, asgi_server, olga), visitor(browser, asgi_server)
    guest.set_viewport_size(PHONE)
    desk.goto(f"/competitions/{evening.pk}/results/")
    row = desk.locator(".quick__row", has_text=f"Table {match.table_number}")
    field = row.locator("input[type=number]").first
    field.fill("120")
    before = [box.bounding_box() for box in desk.locator(".quick__row").all()]
    code = table_codes.code_of(evening, match.table_number)
    guest.goto(f"/t/{evening.pk}/{match.table_number}/#{code}")
    guest.get_by_role("button", name="Call the referee").click()
    mark = row.get_by_role("link", name="Referee called")
    expect(mark).to_be_visible(timeout=SOON)
    bar = desk.locator("#open-calls")
    expect(bar).to_contain_text(f"Table {match.table_number}")
    expect(bar).to_be_in_viewport(ratio=1)
    assert [box.bounding_box() for box in desk.locator(".quick__row").all()] == before
    expect(field).to_have_value("120")
    guest.get_by_role("button", name="No longer needed").click()
    expect(guest.get_by_role("button", name="Call the referee")).to_be_visible()
    expect(mark).to_have_count(0, timeout=SOON)
    expect(bar).to_be_hidden()
    assert desk.complaints == guest.complaints == []
