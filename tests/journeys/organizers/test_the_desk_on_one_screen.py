"""Journey: the time is up, somebody calls, and the desk still sees eight tables without scrolling."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league.competitions.event_night import calls
from league.models import Membership
from league.rules.competition.commands import StartTimer
from tests.games.playing import player
from tests.journeys.people import visitor
from tests.league.club_nights import later, matches, started
from tests.league.organizing import act
from tests.screenshots.names import NAMES

LAPTOP = {"width": 1280, "height": 800}


@pytest.fixture
def hall(transactional_db):
    """Eight tables of four whose time is up before anybody has 500 points."""
    night = started(32, venue="physical", confirmation="others", rulebook="classic", options={})
    for person, name in zip(Player.objects.filter(entries__competition=night), NAMES, strict=True):
        Player.objects.filter(pk=person.pk).update(name=name)
    act(night, StartTimer(60, int((timezone.now() - dt.timedelta(minutes=5)).timestamp())))
    for match in matches(night):
        left = dict.fromkeys((1, 2, 3), 24)
        scoresheets.act(match.table_id, RecordDeal(1, 0, left), by="scorekeeper:1", at=later(20))
    return night


@pytest.fixture
def desk(browser, asgi_server, hall):
    """Open the laptop at the desk, in a language."""
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=hall.club, player=olga, is_organizer=True)

    def opened(language="en"):
        page = visitor(browser, asgi_server, olga, locale=language)
        page.set_viewport_size(LAPTOP)
        page.goto(f"/competitions/{hall.pk}/tables/")
        return page

    return opened


def is_on_one_screen(page):
    boxes = [card.bounding_box() for card in page.locator(".floor__table").all()]
    assert len(boxes) == 8
    return max(box["y"] + box["height"] for box in boxes) <= LAPTOP["height"]


def test_eight_tables_stand_on_a_laptop_when_the_time_is_up_in_every_language(desk):
    for language in ("en", "vi", "fil", "cy", "ru"):
        assert is_on_one_screen(desk(language)), language


def test_so_they_do_when_the_referee_is_called_to_three_of_them(desk, hall):
    for match in matches(hall)[::3]:
        calls.call(match.table_id, player=player(match.table, "B"), at=later(21))
    page = desk()
    assert is_on_one_screen(page)
    page.get_by_role("button", name="I’ll go to Table 4").click()
    expect(page.get_by_text("called at 19:51; Olga is on the way.")).to_be_visible()
    assert is_on_one_screen(page)
