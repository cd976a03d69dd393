"""Situation: the host of a table keeps a seat for a person, who looks at another page."""

import datetime as dt

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains

from games import rematches, tables
from games.chat import muting
from league import tasks
from league.models import Club, Membership, Notice
from league.notifications import turn_notices
from league.notifications.kinds import SEAT_KEPT
from tests.games.playing import open_table, play_out, players
from tests.games.visiting import log_in
from tests.league.notifications.recipients import told, with_accounts

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """Ana, and Bo of her club."""
    people = players("Ana Bo")
    with_accounts(people)
    club = Club.objects.create(name="Riverside", slug="riverside")
    Membership.objects.bulk_create(Membership(club=club, player=person) for person in people)
    return people


@pytest.fixture
def table(people):
    """Ana's table."""
    opened = open_table(seats=3, host=people[0])
    tables.sit(opened.pk, player=people[0], at=timezone.now())
    return opened


def test_the_person_gets_a_notice_once(client, people, table):
    ana, bo = people
    now = timezone.now()
    log_in(client, ana)
    assertContains(client.get(f"/tables/{table.pk}/"), f'<option value="{bo.pk}">Bo</option>', html=True)
    client.post(f"/tables/{table.pk}/keep/", {"player": bo.pk})
    assert tasks.tell_kept_seats(table.pk) == 1
    assert told(bo, SEAT_KEPT) == ["A seat for you: Table 1"]
    assert Notice.objects.get().link == f"/tables/{table.pk}/"
    log_in(client, bo)
    assertContains(client.get("/me/notices/bell/"), "Ana wants to play with you.")
    log_in(client, ana)
    client.post(f"/tables/{table.pk}/free/", {"seat": 1})
    client.post(f"/tables/{table.pk}/keep/", {"player": bo.pk})
    assert turn_notices.tell_kept_seats(at=now) == 0


def test_the_notice_of_a_rematch_says_so_and_pages_name_who_wants_it(client, people):
    ana, bo = people
    finished = open_table(seats=2, host=ana, options={"target_score": 1})
    for person in people:
        tables.sit(finished.pk, player=person, at=timezone.now())
    tables.start(finished.pk, by=f"player:{ana.pk}", at=timezone.now())
    again = rematches.rematch(play_out(finished).pk, player=ana, at=timezone.now())
    assert turn_notices.tell_kept_seats(again, at=timezone.now()) == 1
    notice = Notice.objects.get(player=bo, kind=SEAT_KEPT)
    assert (notice.subject, notice.text) == ("Rematch: Table 1", "Your seat is kept for you for a while.")
    log_in(client, bo)
    for page in ("/me/notices/bell/", "/me/notices/"):
        assertContains(client.get(page), "Ana wants a rematch. Your seat is kept for you for a while.")


@pytest.mark.parametrize("opener", [0, 1], ids=["the one who blocked", "the blocked one"])
def test_a_rematch_is_announced_to_nobody_who_has_blocked_its_host_or_is_blocked(people, opener):
    ana, bo = people
    (cy,) = players("Cy")
    with_accounts([cy])
    finished = open_table(seats=3, host=cy, options={"target_score": 1})
    for person in (*people, cy):
        tables.sit(finished.pk, player=person, at=timezone.now())
    tables.start(finished.pk, by=f"player:{cy.pk}", at=timezone.now())
    muting.block(bo, by=ana, at=timezone.now())
    again = rematches.rematch(play_out(finished).pk, player=people[opener], at=timezone.now())
    assert turn_notices.tell_kept_seats(again, at=timezone.now()) == 1
    assert Notice.objects.get().player == cy


def test_no_one_is_told_of_a_seat_that_is_free_again(people, table):
    ana, bo = people
    now = timezone.now()
    tables.keep(table.pk, player=bo, by=f"player:{ana.pk}", at=now)
    assert turn_notices.tell_kept_seats(at=now + dt.timedelta(hours=1)) == 0
    tables.free(table.pk, seat=1, by=f"player:{ana.pk}", at=now)
    assert turn_notices.tell_kept_seats(at=now) == 0


def test_someone_who_muted_the_host_is_left_in_peace(client, people, table):
    ana, bo = people
    muting.mute(ana, by=bo, at=timezone.now())
    log_in(client, ana)
    assert client.post(f"/tables/{table.pk}/keep/", {"player": bo.pk}).status_code == 403
