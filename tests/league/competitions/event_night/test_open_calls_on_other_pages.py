"""Situation: a table calls while the organizers and referees look at other pages of the competition."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league.competitions.event_night import calls
from league.models import Membership
from tests.league.club_nights import later, matches, started
from tests.league.organizing import member, organizer

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening():
    return started(8, venue="physical", with_bots=False)


@pytest.fixture
def called(evening):
    """The match of the table that calls."""
    match = matches(evening)[1]
    calls.call(match.table_id, player=None, at=later(1))
    return match


def asked(client, evening, known="", **more):
    return client.get(f"/competitions/{evening.pk}/tables/", {"calls": known, **more}, headers=HTMX)


def test_the_pages_of_the_staff_ask_for_the_tables_that_call(evening, called):
    olga, asks = organizer(evening), f'hx-get="/competitions/{evening.pk}/tables/?calls='
    for page in (f"/competitions/{evening.pk}/", f"/competitions/{evening.pk}/results/"):
        assertContains(olga.get(page), asks)
    link = f'/competitions/{evening.pk}/tables/?show=called#at-{called.pk}">Table {called.table_number}</a>'
    assertContains(asked(olga, evening), link)
    for other in (Client(), member(evening)):
        assertNotContains(other.get(f"/competitions/{evening.pk}/"), asks)
        assert asked(other, evening).status_code in (302, 403)


def test_an_open_page_hears_of_a_call_of_the_referee_who_comes_and_of_its_end(evening, called):
    olga, row = organizer(evening), f"m1-{called.key.replace('.', '-')}"
    assertContains(asked(olga, evening, rows=1), f'<span id="called-{row}" hx-swap-oob="true"><a')
    assert asked(olga, evening, f"{row}:", rows=1).status_code == 204
    call = calls.open_calls([called.table_id])[called.table_id]
    user = Membership.objects.get(club=evening.club, is_organizer=True).player.user
    calls.take(call.pk, evening.pk, user_id=user.pk, at=later(2))
    assertContains(asked(olga, evening, f"{row}:"), "is on the way")
    calls.finish(call.pk, evening.pk, at=later(2))
    over = asked(olga, evening, f"{row}:", rows=1)
    assertContains(over, f'<span id="called-{row}" hx-swap-oob="true"></span>')
    assertNotContains(over, "Referee called")
    assert asked(olga, evening).status_code == 204
