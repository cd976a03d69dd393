"""Situation: a hall reads the screen and what hangs on the wall: hidden names, and what the time is."""

import datetime as dt
import zoneinfo

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league.accounts import names
from league.models import Club
from tests.games.playing import START
from tests.games.visiting import give_accounts, log_in
from tests.league.club_nights import matches, started
from tests.league.organizing import organizer

pytestmark = pytest.mark.django_db


def test_a_hall_reads_no_hidden_name_whoever_is_logged_in_at_the_projector():
    evening = started(8, venue="physical")
    shy = matches(evening)[0].table.seats.get(index=1).player
    names.change(shy, "Anaximander")
    names.hide(shy, is_hidden=True)
    olga, number = organizer(evening), f"Player {shy.pk}"
    printed = f"/competitions/{evening.pk}/print/"
    for url in (f"/screen/competitions/{evening.pk}/", f"{printed}tables/", f"{printed}standings/"):
        assertContains(olga.get(url), number)
        assertNotContains(olga.get(url), "Anaximander")
    assertContains(olga.get(f"{printed}sheets/"), "Anaximander")
    own = Client()
    log_in(own, shy)
    place = own.get(f"/competitions/{evening.pk}/place/")
    assertContains(place, f"On the screen and on lists you appear as <b>{number}</b>.")


def test_screen_paper_and_score_sheets_say_the_time_of_the_club(client):
    evening = started(8, venue="physical", confirmation="silence", silence_minutes=5)
    Club.objects.filter(pk=evening.club_id).update(time_zone="Pacific/Auckland")
    give_accounts(*Player.objects.filter(entries__competition=evening))
    match = matches(evening)[0]
    scoresheets.act(
        match.table_id, RecordDeal(1, 0, dict.fromkeys((1, 2, 3), 30)), by="scorekeeper:1", at=START
    )
    there = (START + dt.timedelta(minutes=5)).astimezone(zoneinfo.ZoneInfo("Pacific/Auckland"))
    olga = organizer(evening)
    for part in ("", "score/"):
        page = olga.get(f"/tables/{match.table_id}/{part}")
        assertContains(page, f"automatically at {there:%H:%M} if no one objects")
    now = timezone.now().astimezone(there.tzinfo)
    times = client.get(f"/screen/competitions/{evening.pk}/")["As-Of"]
    assert times[:2] in (f"{now:%H}", f"{now + dt.timedelta(minutes=1):%H}")
