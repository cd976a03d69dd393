"""Situation: a competition is announced with a date and a place, which its pages say to the end."""

import datetime as dt

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league.calendar import matchdays
from league.competition_editing.edit_page import announce_date
from league.rules.competition.commands import Start
from tests.games.visiting import give_accounts, log_in
from tests.league.by_hand import do
from tests.league.club_nights import announced
from tests.league.organizing import organizer

pytestmark = pytest.mark.django_db

BEGINS = dt.datetime(2026, 12, 4, 18, 30, tzinfo=dt.UTC)
SAID = "Friday 4 December 2026, 18:30–21:30"


@pytest.fixture
def cup():
    made = announced(4, venue="physical", format="single_elimination", table_size=2)
    announce_date(made, BEGINS, "Kitchen of Ana", "", at=BEGINS - dt.timedelta(days=7))
    return made


def test_the_organizers_read_it_before_and_after_the_start(cup):
    olga = organizer(cup)
    for _when in ("planned", "running"):
        page = olga.get(f"/competitions/{cup.pk}/")
        assertContains(page, SAID)
        assertContains(page, "UTC")
        assertContains(page, "Kitchen of Ana")
        if cup.status == "planned":
            do(cup, Start())
            cup.refresh_from_db()


def test_an_entrant_reads_the_place_and_everybody_else_only_the_date(cup):
    player = cup.entrants.first().player
    give_accounts(player)
    own = Client()
    log_in(own, player)
    assertContains(own.get(f"/competitions/{cup.pk}/"), "Kitchen of Ana")
    page = Client().get(f"/competitions/{cup.pk}/")
    assertContains(page, SAID)
    assertNotContains(page, "Kitchen of Ana")


def test_the_projector_and_a_frame_on_another_site_say_when_it_begins(cup):
    assertContains(organizer(cup).get(f"/screen/competitions/{cup.pk}/"), "Kitchen of Ana")
    for address in (f"/screen/competitions/{cup.pk}/", f"/competitions/{cup.pk}/embed/bracket/"):
        page = Client().get(address)
        assertContains(page, SAID)
        assertNotContains(page, "Starting soon")
        assertNotContains(page, "Kitchen of Ana")


def test_a_date_that_was_called_off_is_not_said(cup):
    matchdays.call_off(cup.matchdays.get().pk, by="person:1", at=BEGINS - dt.timedelta(days=1))
    assertNotContains(organizer(cup).get(f"/competitions/{cup.pk}/"), SAID)
    assertContains(Client().get(f"/screen/competitions/{cup.pk}/"), "Starting soon")
