"""Situation: somebody reads the list of their notices, and the bell counts what it lists no longer."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import rematches, tables
from games.models import Player
from league.models import Notice
from league.notifications import notices, turn_notices
from league.notifications.notices import About
from tests.games.playing import START, open_table, play_out
from tests.games.visiting import give_accounts, log_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client: Client) -> Player:
    ana = Player.objects.create(name="Ana")
    log_in(client, ana)
    for number in (1, 2):
        notices.send(
            "your_turn", [ana.pk], f"{number}", about=lambda: About("Your turn", "At table 1.", "/"), at=START
        )
    return ana


def test_an_open_list_marks_what_it_lists_as_read(client, ana):
    first, second = Notice.objects.filter(player=ana).order_by("pk")
    assertContains(client.get("/me/notices/"), f'name="shown" value="{second.pk}"')
    bell = client.post("/me/notices/read/", {"shown": [first.pk]}, headers={"HX-Request": "true"})
    assertContains(bell, "<b>1</b>")
    assert list(Notice.objects.filter(player=ana, read_at=None)) == [second]
    bell = client.post("/me/notices/read/", {"shown": [second.pk]}, headers={"HX-Request": "true"})
    assertNotContains(bell, "<b>")


def test_a_page_to_which_an_unread_notice_leads_asks_to_count_it_as_read(client, ana):
    trigger = 'hx-trigger="load, notices"'
    assertContains(client.get("/"), trigger)
    assertNotContains(client.get("/rules/"), trigger)
    client.post("/me/notices/read/", {"link": "/"}, headers={"HX-Request": "true"})
    assertNotContains(client.get("/"), trigger)


def test_notices_of_others_stay_unread(client, ana):
    bo = Player.objects.create(name="Bo")
    log_in(Client(), bo)
    notices.send("your_turn", [bo.pk], "3", about=lambda: About("Your turn", "At table 2.", "/"), at=START)
    of_bo = Notice.objects.get(player=bo)
    client.post("/me/notices/read/", {"shown": [of_bo.pk, "x"]}, headers={"HX-Request": "true"})
    assert Notice.objects.get(pk=of_bo.pk).read_at is None


def test_a_page_that_tells_of_a_rematch_itself_marks_its_notice_as_read(client, ana):
    bo = Player.objects.create(name="Bo")
    table = open_table(seats=2, host=ana, options={"target_score": 1})
    for person in (ana, bo):
        give_accounts(person)
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, by=f"player:{ana.pk}", at=START)
    play_out(table)
    assertNotContains(client.get(f"/tables/{table.pk}/"), 'id="told"')
    again = rematches.rematch(table.pk, player=bo, at=timezone.now())
    turn_notices.tell_kept_seats(again, at=timezone.now())
    assertContains(client.get(f"/tables/{table.pk}/rematch/"), f'{{"link": "/tables/{again}/"}}')
    bell = client.post("/me/notices/read/", {"link": f"/tables/{again}/"}, headers={"HX-Request": "true"})
    assertContains(bell, "<b>2</b>")
    assert Notice.objects.get(player=ana, kind="seat_kept").read_at is not None


@pytest.mark.parametrize("link", ["", "/tables/1/", "\0", "x" * 5000])
def test_a_page_that_no_notice_leads_to_marks_none_as_read(client, ana, link):
    bell = client.post("/me/notices/read/", {"link": link}, headers={"HX-Request": "true"})
    assertContains(bell, "<b>2</b>")
