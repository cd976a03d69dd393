"""Situation: the cup of tonight is over an hour before its time in the calendar: nobody is asked to come."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games.rules.base.refusal import Refusal
from league.calendar import matchdays
from league.calendar.matchdays import Facts
from league.models import Membership
from league.rules.competition.commands import Start
from tests.games.visiting import give_accounts, log_in
from tests.league.by_hand import do, play
from tests.league.club_nights import announced

pytestmark = pytest.mark.django_db


@pytest.fixture
def tonight():
    """A cup of two tonight, with an hour left in the calendar, and a member's browser."""
    cup = announced(2, name="Tonight", venue="elsewhere", format="single_elimination", table_size=2)
    at = timezone.now()
    hour = dt.timedelta(hours=1)
    facts = Facts("Cup night", at - 2 * hour, at + hour, "", competition=cup)
    date = matchdays.announce(cup.club, facts, at=at)
    player = cup.entrants.first().player
    give_accounts(player)
    Membership.objects.get_or_create(club=cup.club, player=player)
    client = Client()
    log_in(client, player)
    do(cup, Start())
    return cup, date, player, client


def test_its_date_is_past_for_the_club_the_calendar_and_the_lobby(tonight):
    cup, date, player, client = tonight
    calendar = f"/clubs/{cup.club.slug}/calendar/"
    for page in (calendar, f"/clubs/{cup.club.slug}/", "/"):
        assertContains(client.get(page), "Cup night")
    play(cup)
    for page in (calendar, f"/clubs/{cup.club.slug}/", "/"):
        assertNotContains(client.get(page), "Cup night")
    assertContains(client.get(f"{calendar}?past"), "Cup night")
    assertNotContains(client.get(date.get_absolute_url()), 'value="maybe"')
    with pytest.raises(Refusal) as refusal:
        matchdays.answer(date.pk, player.pk, "in", by="person:1", at=timezone.now())
    assert refusal.value.code == "matchday_over"
