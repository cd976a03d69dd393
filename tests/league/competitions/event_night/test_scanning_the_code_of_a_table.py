"""Situation: somebody at a table scans the code on its printed sheet and may not enter scores."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from league.competitions.event_night import table_codes, table_scorekeepers
from league.models import Membership, RefereeCall
from tests.games.visiting import log_in
from tests.league.club_nights import matches, players, started
from tests.league.organizing import member, organizer, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return started(8, venue="physical", with_bots=False)


@pytest.fixture
def match(evening):
    return matches(evening)[0]


def scanned(client, match, code=None):
    """The page to which the code leads."""
    code = table_codes.code_of(match.table_id) if code is None else code
    answer = client.get(f"/tables/{match.table_id}/score/", {"code": code})
    assertRedirects(
        answer, f"/tables/{match.table_id}/?code={code}#who-enters", fetch_redirect_response=False
    )
    return client.get(answer["Location"])


def call(client, match, code=None):
    code = table_codes.code_of(match.table_id) if code is None else code
    return post(client, f"/tables/{match.table_id}/referee/", code=code)


def test_a_guest_sees_the_table_and_who_enters_its_scores(evening, match):
    page = scanned(Client(), match)
    assertContains(page, match.table.seats.get(index=1).player.name)
    assertContains(page, f"The scorekeepers and organizers of <b>{evening.club.name}</b> enter the scores")
    assertContains(page, f'href="/log-in/?next=/tables/{match.table_id}/score/"')
    (kim,) = players(1)
    log_in(Client(), kim)
    kim.refresh_from_db()
    Membership.objects.create(club=evening.club, player=kim)
    table_scorekeepers.assign(evening, match.table_number, kim.pk)
    assertContains(scanned(Client(), match), f"<b>{kim.name}</b> keeps the score of this table.")


def test_a_member_without_the_role_is_told_whom_to_ask(evening, match):
    page = scanned(member(evening), match)
    assertContains(page, f'Ask an organizer of <a href="{evening.club.get_absolute_url()}">')
    assertNotContains(page, "Log in and enter scores")


def test_a_guest_at_the_table_calls_the_referee_without_an_account(evening, match):
    guest = Client()
    assertContains(scanned(guest, match), "Call the referee")
    answer = call(guest, match)
    assertContains(guest.get(answer["Location"]), "The referee has been called to your table.")
    assertContains(scanned(guest, match), "Referee called</b> at")
    assert RefereeCall.objects.get().table_id == match.table_id
    desk = organizer(evening).get(f"/competitions/{evening.pk}/tables/")
    assertContains(desk, "<b>Someone at the table</b> called at")


@pytest.mark.parametrize("wrong", ["", "0123456789abcdef"])
def test_a_wrong_code_calls_nobody(match, wrong):
    assertNotContains(Client().get(f"/tables/{match.table_id}/", {"code": wrong}), "Call the referee")
    assert call(Client(), match, wrong).status_code == 403
    other = table_codes.code_of(match.table_id + 1)
    assert call(Client(), match, other).status_code == 403
    assert not RefereeCall.objects.exists()


def test_calls_with_a_code_are_limited(evening, match):
    for _number in range(table_codes.MOST_CALLS):
        call(Client(), match)
        RefereeCall.objects.filter(done_at=None).update(done_at=match.table.opened_at)
    guest = Client()
    answer = call(guest, match)
    assertContains(guest.get(answer["Location"]), "The referee was called too often from here.")
    assert not RefereeCall.objects.filter(done_at=None).exists()


def test_only_the_staff_prints_codes_that_call_the_referee(evening, match):
    address = f"/competitions/{evening.pk}/pads/1/{match.key}.svg"
    assert organizer(evening).get(address).content != Client().get(address).content
    assert member(evening).get(address).content == Client().get(address).content
    sheets = Client().get(f"/competitions/{evening.pk}/print/sheets/")
    assertContains(sheets, "Scan to see this table, enter scores or call the referee.", count=2)
