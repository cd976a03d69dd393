"""Situation: somebody opens table after table, lets bots race, or sends moves without a pause."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from games import quotas, tables, tasks
from games.models import Player, Table, TableEvent
from games.rules.base.refusal import Refusal
from tests.games.playing import START, after, deal, do, fresh, open_table

pytestmark = pytest.mark.django_db


def player(name, *, is_guest=False):
    user = User.objects.create_user(name, password=None if is_guest else "seven red cards")
    return Player.objects.create(user=user, name=name)


def open_by(host, **facts):
    facts = {"name": "Mine", "rulebook": "classic", "seats": 2, **facts}
    return tables.open_table(**facts, host=host, by=f"player:{host.pk}", at=START)


def refused(act):
    """The code with which something is refused, and that it changed nothing."""
    before = (Table.objects.count(), TableEvent.objects.count())
    with pytest.raises(Refusal) as told:
        act()
    assert (Table.objects.count(), TableEvent.objects.count()) == before
    return told.value


def test_a_guest_has_three_tables_at_a_time():
    guest = player("guest", is_guest=True)
    first, *_others = [open_by(guest) for _table in range(3)]
    refusal = refused(lambda: open_by(guest))
    assert (refusal.code, refusal.wait) == ("quota_used_up", 60)
    assert refusal.sentence == "You already have 3 tables: finish or close one first."
    tables.give_up(first.pk, by=f"player:{guest.pk}", at=START)
    open_by(guest)


@pytest.mark.parametrize("written", ["tables", "tables=30", "tabels=30:3", "tables=many:3"])
def test_a_quota_that_nobody_can_read_is_told_to_whoever_starts_the_site(settings, written):
    settings.QUOTAS = [written]
    with pytest.raises(ImproperlyConfigured, match="QUOTAS is written as"):
        quotas.of("tables")


def test_someone_who_has_signed_up_has_more_and_the_site_says_how_many(settings):
    ana = player("ana")
    settings.QUOTAS = ["tables=4:0"]
    for _table in range(4):
        open_by(ana)
    assert refused(lambda: open_by(ana)).code == "quota_used_up"


def test_a_table_that_was_left_to_bots_still_counts():
    guest = player("guest", is_guest=True)
    for _table in range(3):
        table = open_by(guest)
        tables.sit(table.pk, player=guest, at=START)
        tables.start(table.pk, fill_with_bots=True, by=f"player:{guest.pk}", at=START)
        tables.leave(table.pk, player=guest, at=START)
    assert refused(lambda: open_by(guest)).code == "quota_used_up"


def test_bots_do_not_race():
    ana, guest = player("ana"), player("guest", is_guest=True)
    assert "at least 250 milliseconds" in refused(lambda: open_by(ana, bot_pause_ms=249)).sentence
    assert "at least 400 milliseconds" in refused(lambda: open_by(guest, bot_pause_ms=399)).sentence
    open_by(guest, bot_pause_ms=400)
    assert "more than 150 moves a minute" in refused(lambda: open_by(guest)).sentence


def test_a_network_has_a_quota_of_its_own(settings):
    settings.QUOTAS = ["network_tables=2:2"]
    ana, bo, cy = [player(name) for name in ("ana", "bo", "cy")]
    with quotas.sent_from(lambda: "10.0.1.0"):
        open_by(ana)
        table = open_by(bo)
        assert "from your network" in refused(lambda: open_by(cy)).sentence
    with quotas.sent_from(lambda: "10.0.9.0"):
        open_by(cy)
    tables.give_up(table.pk, by=f"player:{bo.pk}", at=START)
    with quotas.sent_from(lambda: "10.0.1.0"):
        open_by(cy)


def test_the_bots_of_a_network_share_a_quota_of_moves(settings):
    settings.QUOTAS = ["network_bot_moves=480:480"]
    ana, bo, cy = [player(name) for name in ("ana", "bo", "cy")]
    with quotas.sent_from(lambda: "10.0.1.0"):
        table = open_by(ana, bot_pause_ms=250)
        open_by(bo, bot_pause_ms=250)
        refusal = refused(lambda: open_by(cy))
    assert (refusal.code, refusal.wait) == ("quota_used_up", 60)
    assert "from your network would make more than 480 moves a minute" in refusal.sentence
    with quotas.sent_from(lambda: "10.0.9.0"):
        open_by(cy)
    tables.give_up(table.pk, by=f"player:{ana.pk}", at=START)
    with quotas.sent_from(lambda: "10.0.1.0"):
        open_by(cy, bot_pause_ms=250)


def test_as_many_tables_at_the_usual_pace_as_a_network_may_have_keep_to_its_moves():
    usual = 60_000 // 1200
    for tables_allowed, moves in zip(
        quotas.of("network_tables"), quotas.of("network_bot_moves"), strict=True
    ):
        assert tables_allowed * usual <= moves


def test_staff_have_no_quota(settings):
    settings.QUOTAS = ["tables=0:0"]
    ana = player("ana")
    User.objects.filter(pk=ana.user_id).update(is_superuser=True)
    open_by(Player.objects.get(pk=ana.pk))


def test_nobody_makes_more_moves_in_a_minute_than_the_quota(settings):
    settings.QUOTAS = ["moves=3:3"]
    hands = "r1 r2 r3 r4 r5/r6 r7 r8 r9 r1"
    table = deal("Ana Bo", hands, "r0 " + "y1 y2 y3 y4 y5 y6 y7 y8 y9")
    for move in ("B play r6", "A play r1", "B play r7", "A play r2", "B play r8", "A play r3"):
        do(table, move, at=after(1))
    version = fresh(table).version
    with pytest.raises(Refusal) as told:
        do(table, "B play r9", at=after(60))
    assert (told.value.code, fresh(table).version) == ("quota_used_up", version)
    do(table, "B play r9 uno", at=after(62))


@pytest.mark.parametrize("who", ["guest", "account", "superuser"])
def test_guests_have_a_quota_of_moves_of_their_own_and_superusers_have_none(settings, who):
    settings.QUOTAS = ["moves=2:1"]
    table = deal("Ana Bo", "r1 r2 r3 r4 r5/r6 r7 r8 r9 r1", "r0 " + "y1 y2 y3 y4 y5 y6 y7 y8 y9")
    user = player("mover", is_guest=who == "guest").user
    User.objects.filter(pk=user.pk).update(is_superuser=who == "superuser")
    Player.objects.filter(user=user).update(user=None)
    Player.objects.filter(name="Bo").update(user=user)
    moves = ("B play r6", "A play r1", "B play r7", "A play r2", "B play r8")
    may = {"guest": 2, "account": 4, "superuser": 5}[who]
    for move in moves[:may]:
        do(table, move, at=after(1))
    if who != "superuser":
        assert refused(lambda: do(table, moves[may], at=after(1))).code == "quota_used_up"


def test_in_a_sweep_nobody_waits_for_the_many_tables_of_somebody_else():
    host = player("ana")
    many = [open_by(host) for _table in range(quotas.of("tables").account)]
    for table in many:
        for _seat in range(2):
            tables.seat_bot(table.pk, by=f"player:{host.pk}", at=START)
        tables.start(table.pk, by=f"player:{host.pk}", at=START)
    other = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", at=after(600))
    assert other.due_at > max(fresh(text).due_at for text in many)
    assert tables.due_tables(timezone.now()).index(other.pk) == 1


@pytest.mark.django_db(transaction=True)
def test_bots_without_a_pause_leave_the_worker_to_a_table_that_is_late():
    busy = open_table("bot bot bot", bot_pause_ms=0)
    at = timezone.now()
    tables.start(busy.pk, by="clock", at=at)
    other = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", at=at - dt.timedelta(minutes=1))
    assert other.due_at < at
    started = fresh(busy)
    assert tasks.play_for_bot(busy.pk, started.version)
    assert fresh(busy).step == started.step + 1
