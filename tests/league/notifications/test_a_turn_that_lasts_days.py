"""Situation: a match with days per turn goes on while nobody looks, and somebody's turn comes."""

import datetime as dt

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from league.models import Club, Membership, Notice
from league.notifications import quiet_hours, turn_notices
from league.notifications.kinds import YOUR_TURN
from tests.games.playing import dealt, do, player
from tests.games.visiting import log_in
from tests.league.notifications.recipients import somebody, told, with_accounts

pytestmark = pytest.mark.django_db

DAY = 86_400


def at_a_slow_table(**facts):
    """Ana and Bo, with a day for each turn; Bo is to move."""
    begun = facts.setdefault("at", timezone.now())
    table = dealt("Ana Bo", **{"turn_seconds": DAY, **facts})
    with_accounts([player(table, "A"), player(table, "B")])
    return table, begun


def minutes(number: int) -> dt.timedelta:
    return dt.timedelta(minutes=number)


def test_a_player_on_turn_is_told_once_on_pages_and_by_e_mail():
    table, begun = at_a_slow_table()
    assert turn_notices.tell_turns(at=begun + minutes(6)) == 1
    assert turn_notices.tell_turns(at=begun + minutes(7)) == 0
    assert told(player(table, "B"), YOUR_TURN) == ["Your turn: Table 1"]
    assert told(player(table, "A")) == []
    notice = Notice.objects.get()
    assert (notice.link, notice.mail, notice.is_shown) == (f"/tables/{table.pk}/", "waiting", True)


@pytest.mark.parametrize(("turn", "waits"), [(600, 2), (3600, 5)])
def test_of_a_turn_of_minutes_a_player_is_told_on_pages_and_not_by_e_mail(turn, waits):
    _table, begun = at_a_slow_table(turn_seconds=turn)
    assert turn_notices.tell_turns(at=begun + minutes(waits) - dt.timedelta(seconds=1)) == 0
    assert turn_notices.tell_turns(at=begun + minutes(waits)) == 1
    notice = Notice.objects.get()
    assert (notice.mail, notice.mail_at, notice.is_shown) == ("", None, True)


def until(begun: dt.datetime, **facts) -> str:
    """What the notice of a turn says that began then."""
    table, _begun = at_a_slow_table(at=begun, **facts)
    turn_notices.tell_turns(at=begun + minutes(6))
    return Notice.objects.get(link=f"/tables/{table.pk}/").text


def test_the_notice_says_until_when_the_turn_lasts_and_names_another_day():
    noon = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    ends = "If your time runs out, a bot plays for you."
    assert until(noon, turn_seconds=3600) == f"You have until 13:00 UTC. {ends}"
    assert until(noon, turn_seconds=DAY) == f"You have until Tue 1 Dec, 12:00 UTC. {ends}"
    assert until(noon, turn_seconds=3600, bank_seconds=600) == f"You have until 13:10 UTC. {ends}"


def test_the_end_of_a_turn_is_told_in_the_time_zone_of_the_reader():
    bo = somebody("Bo")
    assert str(quiet_hours.zone_of(bo.pk)) == "UTC"
    club = Club.objects.create(name="Riverside", slug="riverside", time_zone="Asia/Tokyo")
    Membership.objects.create(club=club, player=bo)
    assert str(quiet_hours.zone_of(bo.pk)) == "Asia/Tokyo"
    quiet_hours.set_hours(bo, starts=dt.time(22), ends=dt.time(7), time_zone="Europe/London")
    assert str(quiet_hours.zone_of(bo.pk)) == "Europe/London"


def test_the_next_turn_is_news_again():
    table, begun = at_a_slow_table()
    turn_notices.tell_turns(at=begun + minutes(6))
    do(table, "B play r4", at=begun + minutes(60))
    assert turn_notices.tell_turns(at=begun + minutes(61)) == 0, "they may both be there"
    assert turn_notices.tell_turns(at=begun + minutes(66)) == 1
    assert told(player(table, "A"), YOUR_TURN) == ["Your turn: Table 1"]


def test_nobody_is_told_where_people_sit_together_a_bot_plays_or_the_match_is_paused():
    at_a_slow_table(turn_seconds=60)
    left, begun = at_a_slow_table()
    tables.leave(left.pk, player=player(left, "B"), at=begun)
    paused, begun = at_a_slow_table()
    tables.pause(paused.pk, by="organizer:1", at=begun)
    assert turn_notices.tell_turns(at=begun + minutes(10)) == 0


def test_where_nobody_waits_it_costs_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert turn_notices.tell_turns(at=timezone.now()) == 0


def test_the_head_of_every_page_leads_to_a_table_that_waits_for_me(client):
    table, _begun = at_a_slow_table()
    log_in(client, player(table, "B"))
    assertContains(client.get("/rules/"), f'href="/tables/{table.pk}/"')
    assertContains(client.get("/me/notices/bell/"), f'href="/tables/{table.pk}/"')
    assertNotContains(client.get(f"/tables/{table.pk}/"), 'my-turn"><a')
    here = {"HX-Current-URL": f"http://testserver/tables/{table.pk}/"}
    assertNotContains(client.get("/me/notices/bell/", headers=here), "my-turn__words")
    for page in ("rules/", "replay/", "chat/1/"):
        here = {"HX-Current-URL": f"http://testserver/tables/{table.pk}/{page}"}
        assertContains(client.get("/me/notices/bell/", headers=here), "my-turn__words")
    log_in(client, player(table, "A"))
    assertNotContains(client.get("/rules/"), "my-turn__words")


@pytest.mark.written_by_hand
def test_my_matches_begin_with_those_where_it_is_my_turn(client):
    waiting, _begun = at_a_slow_table(name="Slow")
    other = dealt("Cy bot", name="Quick")
    me = player(waiting, "B")
    other.seats.filter(index=0).update(player=me)
    log_in(client, me)
    page = client.get("/").content.decode()
    mine = page[page.index("Your matches") :]
    assert mine.index("Slow") < mine.index("Quick")
    assert mine[: mine.index("Quick")].count("Your turn") == 1


def test_my_matches_say_how_long_my_turn_still_lasts(client):
    table, _begun = at_a_slow_table(at=timezone.now() - dt.timedelta(minutes=90, seconds=30))
    log_in(client, player(table, "B"))
    page = client.get("/")
    assertContains(page, "22 h 29 min</span>", count=1)
    log_in(client, player(table, "A"))
    assertNotContains(client.get("/"), "data-remaining")
