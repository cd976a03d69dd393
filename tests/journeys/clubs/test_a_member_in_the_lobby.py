"""Journey: the lobby names what the clubs of a member do tonight, and which matches are worth watching."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import tables
from games.models import Table
from league.calendar import matchdays
from league.calendar.matchdays import Facts
from league.models import Match, Membership
from league.views import LONG_MATCH
from tests.games.playing import dealt, fresh, open_table, play_deal, players
from tests.journeys.people import visitor
from tests.league.club_nights import announced, club, matches, started

HOUR = dt.timedelta(hours=1)

pytestmark = pytest.mark.django_db(transaction=True)


def long_match() -> Table:
    """Bots that have played so many deals that their match is a long one."""
    table = open_table("bot bot", options={"target_score": 5000, "hand_size": 3}, name="Endless")
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    while fresh(table).round_number < LONG_MATCH:
        play_deal(table.pk, 1000)
    return table


def final() -> Table:
    table = dealt("Uma Vic", at=timezone.now(), name="The last one")
    facts = {"key": "f", "round_number": 1, "number": 1, "name": "Final", "is_final": True}
    Match.objects.create(competition=announced(2, name="Cup"), table=table, **facts)
    return table


def watched(page: Page, tag: str) -> None:
    """Follow the link of the match with a tag, and come back."""
    row = page.locator("#live").get_by_role("listitem").filter(has_text=tag)
    expect(row).to_have_count(1)
    row.get_by_role("link", name="Watch").click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.go_back()


def test_matches_worth_watching_say_why_and_stand_first(browser, asgi_server):
    dealt("Xena Yuri", at=timezone.now(), name="Just a match")
    long_match()
    evening = started(8, name="Swiss night", format="swiss")
    evening.entrants.filter(number__gt=1).update(rank=2)
    final()
    assert len(matches(evening)) == 2
    page = visitor(browser, asgi_server, has_touch=True)
    page.goto("/")
    tags = page.locator("#live .rows .tag")
    expect(tags).to_have_text(["Final", "The leader plays", "A long match"])
    rows = page.locator("#live").get_by_role("listitem")
    expect(rows.nth(0)).to_contain_text("The last one")
    expect(rows.nth(2)).to_contain_text("Endless")
    expect(rows.last).not_to_contain_text("Endless")
    for tag in ("Final", "The leader plays", "A long match"):
        watched(page, tag)
    assert page.complaints == []


def test_the_evening_of_a_club_is_named_to_its_members_alone(browser, asgi_server):
    place, (eve, sam) = club(), players("Eve Sam")
    Membership.objects.create(club=place, player=eve)
    now = timezone.now()
    for name, hours in (("Practice night", 3), ("Next week", 7 * 24)):
        facts = Facts(name=name, starts_at=now + hours * HOUR, ends_at=now + (hours + 3) * HOUR)
        matchdays.announce(place, facts, at=now)
    hers, his = (visitor(browser, asgi_server, person, has_touch=True) for person in (eve, sam))
    for page in (hers, his):
        page.goto("/")
    tonight = hers.locator("section", has=hers.get_by_role("heading", name="Tonight in your clubs"))
    expect(tonight.get_by_role("listitem")).to_have_count(1)
    expect(tonight).to_contain_text(place.name)
    expect(his.get_by_text("Tonight in your clubs")).to_have_count(0)
    tonight.get_by_role("link", name="Practice night").tap()
    expect(hers.get_by_role("heading", name="Practice night", level=1)).to_be_visible()
    assert hers.complaints == his.complaints == []
