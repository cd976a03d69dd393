"""Situation: the host of an open table keeps a seat for a person, or for whoever has its link."""

import datetime as dt
import re

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import rematches, tables
from games.access import companions, invitations
from games.models import Table
from games.rules.base.refusal import Refusal
from games.tables import projection
from games.tables.seating import KEPT
from tests.games.playing import START, open_table, play_out, player, players
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db

SOON = START + dt.timedelta(minutes=5)
LATE = START + KEPT


def refused(code, do, *args, **facts):
    with pytest.raises(Refusal) as refusal:
        do(*args, **facts)
    assert refusal.value.code == code


@pytest.fixture
def people():
    return players("Ana Bo Cy")


@pytest.fixture
def table(people):
    """Ana's table for three, where she sits on the first seat."""
    ana = people[0]
    opened = open_table(seats=3, host=ana)
    tables.sit(opened.pk, player=ana, at=START)
    return opened


def keep(table, host, person=None, at=START, **facts):
    return tables.keep(table.pk, player=person, by=f"player:{host.pk}", at=at, **facts)


def test_nobody_else_sits_on_a_kept_seat(table, people):
    ana, bo, cy = people
    assert keep(table, ana, bo) == 1
    refused("seat_kept", tables.sit, table.pk, seat=1, player=cy, at=SOON)
    assert tables.sit(table.pk, player=cy, at=SOON) == 2
    (dan,) = players("Dan")
    refused("seat_kept", tables.sit, table.pk, player=dan, at=SOON)
    assert tables.sit(table.pk, player=bo, at=SOON) == 1


def test_the_seat_is_free_again_after_half_an_hour_or_three_long_turns(table, people):
    ana, bo, cy = people
    keep(table, ana, bo)
    assert tables.sit(table.pk, seat=1, player=cy, at=LATE) == 1
    slow = open_table(seats=2, host=ana, turn_seconds=86_400)
    tables.sit(slow.pk, player=ana, at=START)
    keep(slow, ana, bo)
    refused("seat_kept", tables.sit, slow.pk, player=cy, at=START + dt.timedelta(days=2))
    assert tables.sit(slow.pk, player=cy, at=START + dt.timedelta(days=3)) == 1


def test_the_host_alone_keeps_and_frees_a_seat(table, people):
    ana, bo, cy = people
    refused("not_host", keep, table, bo, cy)
    keep(table, ana, bo)
    refused("not_host", tables.free, table.pk, seat=1, by=f"player:{bo.pk}", at=SOON)
    tables.free(table.pk, seat=1, by=f"player:{ana.pk}", at=SOON)
    assert tables.sit(table.pk, seat=1, player=cy, at=SOON) == 1


def test_a_person_keeps_one_seat_and_leaves_it_by_sitting_on_another(table, people):
    ana, bo, cy = people
    assert keep(table, ana, bo) == keep(table, ana, bo, seat=2) == 1
    refused("already_seated", keep, table, ana, ana)
    tables.sit(table.pk, seat=2, player=bo, at=SOON)
    assert tables.sit(table.pk, player=cy, at=SOON) == 1


def test_bots_take_a_kept_seat_only_when_the_host_starts_the_match(table, people):
    ana, bo, _cy = people
    keep(table, ana, bo)
    by = f"player:{ana.pk}"
    refused("seat_kept", tables.seat_bot, table.pk, seat=1, by=by, at=SOON)
    assert tables.seat_bot(table.pk, by=by, at=SOON) == 2
    tables.start(table.pk, fill_with_bots=True, by=by, at=SOON)
    assert [seat.is_bot for seat in table.seats.all()] == [False, True, True]
    assert not table.seats.exclude(kept_until=None).exists()


def test_the_link_of_a_seat_opens_that_seat_alone(client, table, people):
    ana, bo, _cy = people
    keep(table, ana, seat=2, at=timezone.now())
    seat = table.seats.get(index=2)
    key = invitations.key_of_seat(seat, seat.kept_until - KEPT)
    log_in(client, bo)
    refused("seat_kept", tables.sit, table.pk, seat=2, player=bo, at=seat.kept_until - KEPT, key="wrong")
    assertContains(client.get(f"/tables/{table.pk}/"), "Kept for whoever has its link")
    assertNotContains(client.get(f"/tables/{table.pk}/"), key)
    assertContains(client.get(f"/tables/{table.pk}/?key={key}"), f'value="{key}"')
    client.post(f"/tables/{table.pk}/sit/", {"seat": 2, "key": key})
    assert table.seats.get(index=2).player == bo


def test_the_log_tells_the_same_after_it_is_read_again(table, people):
    ana, bo, _cy = people
    keep(table, ana, bo)
    keep(table, ana)
    tables.free(table.pk, seat=2, by=f"player:{ana.pk}", at=SOON)
    before = list(table.seats.values_list("index", "kept_for", "kept_until"))
    projection.rebuild(table.pk)
    assert list(table.seats.values_list("index", "kept_for", "kept_until")) == before
    assert before[1:] == [(1, bo.pk, START + KEPT), (2, None, None)]


def test_the_page_names_the_person_and_lets_the_host_free_the_seat(client, table, people):
    ana, bo, cy = people
    played = open_table(seats=3, host=ana)
    for person in people:
        tables.sit(played.pk, player=person, at=START)
    log_in(client, bo)
    log_in(client, ana)
    client.post(f"/tables/{table.pk}/keep/", {"player": bo.pk})
    assertContains(client.get(f"/tables/{table.pk}/"), "Kept for Bo")
    assertContains(client.get(f"/tables/{table.pk}/"), "Free the seat")
    log_in(client, cy)
    assert client.post(f"/tables/{table.pk}/sit/", {"seat": 1}).status_code == 409
    log_in(client, ana)
    client.post(f"/tables/{table.pk}/free/", {"seat": 1})
    assertNotContains(client.get(f"/tables/{table.pk}/"), "Kept for Bo")


def test_a_visitor_who_finds_no_seat_reads_why_and_may_watch(client, table, people):
    ana, bo, cy = people
    kept, taken = "All free seats are kept for others. You can watch.", "All seats are taken. You can watch."

    def page(person):
        log_in(client, person)
        return client.get(f"/tables/{table.pk}/")

    keep(table, ana, bo, at=timezone.now())
    assertNotContains(page(cy), "You can watch")
    tables.seat_bot(table.pk, by=f"player:{ana.pk}", at=timezone.now())
    assertContains(page(cy), kept)
    for person in (ana, bo):
        assertNotContains(page(person), "You can watch")
    tables.sit(table.pk, seat=1, player=bo, at=timezone.now())
    assertContains(page(cy), taken)


@pytest.mark.written_by_hand
def test_an_open_page_learns_when_a_seat_is_kept_no_longer(client, table, people):
    ana, bo, cy = people
    address, soon, late = f"/tables/{table.pk}/", timezone.now() + dt.timedelta(minutes=9), timezone.now()
    keep(table, ana, bo, at=soon - KEPT)
    log_in(client, cy)
    page = client.get(address)
    assert 480 <= int(re.search(r'data-due="(\d+)"', page.content.decode())[1]) <= 540
    ask = re.search(r'hx-get="(/tables/[^"]+)"', page.content.decode())[1].replace("&amp;", "&")
    assert client.get(ask).status_code == 204
    table.seats.filter(index=1).update(kept_until=late)
    assertContains(client.get(ask), "Sit here", count=2)
    assertNotContains(client.get(address), "data-due")


def test_seats_are_kept_only_for_people_whom_the_host_knows(client, table, people):
    ana, bo, _cy = people
    log_in(client, ana)
    assert client.post(f"/tables/{table.pk}/keep/", {"player": bo.pk}).status_code == 403
    refused("not_a_companion", companions.require, ana, bo.pk)


def test_strangers_do_not_take_the_seats_of_a_rematch(client):
    ana, bo, eve = players("Ana Bo Eve")
    log_in(client, bo)
    table = open_table(seats=2, host=ana, options={"target_score": 1})
    for person in (ana, bo):
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, by=f"player:{ana.pk}", at=START)
    over = play_out(table)
    now = timezone.now()
    again = rematches.rematch(over.pk, player=player(over, "A"), at=now)
    log_in(client, eve)
    assertNotContains(client.get("/"), f"/tables/{again}/")
    assert client.post(f"/tables/{again}/sit/").status_code == 409
    assert rematches.rematch(over.pk, player=player(over, "B"), at=now) == again
    assert Table.objects.get(pk=again).status == Table.Status.RUNNING
