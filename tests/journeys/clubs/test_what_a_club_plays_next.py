"""Journey: an organizer puts an evening into the calendar, and the page of the club names it to everybody."""

import datetime as dt

from django.utils import timezone
from playwright.sync_api import expect

from games.models import Player
from league.calendar import matchdays
from league.calendar.matchdays import Facts
from league.models import Membership
from tests.journeys.people import visitor
from tests.league.club_nights import club


def test_the_page_of_a_club_names_the_evenings_of_its_calendar(browser, asgi_server):
    place, olga = club(), Player.objects.create(name="Olga")
    Membership.objects.create(club=place, player=olga, is_owner=True)
    now = timezone.now()
    for days, name in ((8, "Practice night"), (15, "Cup night")):
        start = now + dt.timedelta(days=days)
        facts = Facts(name=name, starts_at=start, ends_at=start + dt.timedelta(hours=3))
        matchdays.announce(place, facts, at=now)
    page, eve = visitor(browser, asgi_server, olga), visitor(browser, asgi_server)

    page.goto(f"/clubs/{place.slug}/")
    page.get_by_role("link", name="Calendar", exact=True).click()
    page.get_by_role("link", name="New matchday").click()
    page.get_by_label("Name", exact=True).fill("League night")
    page.get_by_label("Date").fill(f"{now + dt.timedelta(days=1):%Y-%m-%d}")
    page.get_by_label("From").fill("19:00")
    page.get_by_label("To", exact=True).fill("22:30")
    page.get_by_role("button", name="Add to calendar").click()
    expect(page.get_by_role("heading", name="League night", level=1)).to_be_visible()
    page.get_by_role("link", name=place.name).click()

    eve.goto(f"/clubs/{place.slug}/")
    for looks in (page, eve):
        coming = looks.get_by_role("region", name="Upcoming")
        expect(coming.get_by_role("listitem").get_by_role("link")).to_have_text(
            ["League night", "Practice night", "Cup night"]
        )
        expect(coming.get_by_role("listitem").first).to_contain_text("19:00")
        expect(looks.get_by_text("Nothing is announced")).to_have_count(0)
    eve.get_by_role("link", name="League night").click()
    expect(eve.get_by_role("heading", name="League night", level=1)).to_be_visible()
    assert page.complaints == eve.complaints == []
