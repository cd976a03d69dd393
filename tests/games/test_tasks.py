"""Situation: workers run the tables' tasks, the broker may be away, and the sweep finds what was lost."""

import datetime as dt
import logging

import pytest
from celery import current_app
from celery.signals import before_task_publish
from django.db import connection, transaction
from django.utils import timezone

from games import tables, tasks
from games.models import Table, TableEvent
from games.signals import match_finished
from games.tables import aggregate, scheduling
from tests.games.playing import after, assert_rebuilt_equals_live, deal, do, fresh, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def long_ago():
    """The tables of these tests were dealt in the past, so that everything is due by now."""
    assert after(3600) < timezone.now()


@pytest.mark.usefixtures("long_ago")
def test_the_task_moves_for_a_bot_once():
    table = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    assert tasks.play_for_bot(table.pk, table.version)
    moved = fresh(table).version
    assert not tasks.play_for_bot(table.pk, table.version)
    assert fresh(table).version == moved > table.version


@pytest.mark.usefixtures("long_ago")
def test_a_message_that_comes_late_reads_one_row_and_no_log(django_assert_num_queries):
    table = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    assert tasks.play_for_bot(table.pk, table.version)
    aggregate.take_cached(table.pk)
    with django_assert_num_queries(3):  # savepoint, the row, release
        assert not tasks.play_for_bot(table.pk, table.version)


def test_a_message_about_a_table_that_is_no_more_is_dropped():
    assert not tasks.play_for_bot(404, 1)


@pytest.mark.usefixtures("long_ago")
def test_the_sweep_moves_bots_ends_turns_and_deals_on():
    bot = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    person = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    over = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4 y5")
    do(over, "B play r4")
    waiting = open_table("Ana", seats=2)
    assert tasks.expire_turns() == 3
    assert fresh(bot).version > bot.version
    assert fresh(person).turn_seat == 0
    assert fresh(over).round_number == 2
    assert fresh(waiting).version == waiting.version
    for table in (bot, person, over):
        assert_rebuilt_equals_live(table)


@pytest.mark.written_by_hand
def test_the_sweep_leaves_alone_what_is_not_due():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() + dt.timedelta(minutes=1))
    assert tasks.expire_turns() == 0
    assert fresh(table).version == table.version


@pytest.mark.usefixtures("long_ago")
@pytest.mark.written_by_hand
def test_a_broken_table_does_not_stop_the_sweep(caplog):
    broken = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    sound = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    facts = {"step": 99, "payload": "{}", "by": "clock", "at": after(1)}
    TableEvent.objects.create(stream=broken, version=broken.version + 1, name="from_the_future", **facts)
    assert tasks.expire_turns() == 1
    assert fresh(sound).version > sound.version
    assert f"could not move table {broken.pk} on" in caplog.text


@pytest.fixture
def sent():
    """What is sent to workers: the name of the task, its time (None for at once) and when it expires."""
    messages = []

    def note(sender, headers, **_rest):
        times = [headers[name] and dt.datetime.fromisoformat(headers[name]) for name in ("eta", "expires")]
        messages.append((sender, *times))

    before_task_publish.connect(note)
    yield messages
    before_task_publish.disconnect(note)


@pytest.mark.django_db(transaction=True)
def test_a_bots_move_that_no_worker_has_made_is_soon_left_to_the_sweep(sent, settings):
    table = open_table("bot bot bot", bot_pause_ms=60_000)
    before = timezone.now()
    tables.start(table.pk, by="clock", at=timezone.now())
    (name, eta, expires), *more = sent
    assert (name, more) == ("games.tasks.play_for_bot", [])
    assert eta > before + dt.timedelta(seconds=30)
    assert (expires - eta).total_seconds() == scheduling.EXPIRES >= 3 * settings.SWEEP_SECONDS


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("long_ago")
def test_a_long_sweep_asks_for_help_that_must_come_before_the_next_one(sent, settings):
    for _table in range(51):
        deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    assert tasks.expire_turns() == 51
    soon = timezone.now() + dt.timedelta(seconds=settings.SWEEP_SECONDS)
    helpers = [(eta, expires) for name, eta, expires in sent if name == "games.tasks.help_to_sweep"]
    assert len(helpers) == (1 if connection.features.has_select_for_update_skip_locked else 0)
    assert all(eta is None and expires <= soon for eta, expires in helpers)
    assert tasks.help_to_sweep() == 0


@pytest.mark.usefixtures("long_ago")
def test_a_short_sweep_asks_nobody(sent):
    for _table in range(50):
        deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    assert tasks.expire_turns() == 50
    assert sent == []


@pytest.fixture
def broker_away(settings):
    """Nobody listens at the broker's address."""
    address, pools = current_app.conf.broker_url, current_app.conf.broker_transport_options
    current_app.conf.update(
        broker_url="redis://127.0.0.1:9/0", broker_transport_options=settings.REDIS_OPTIONS
    )
    current_app._pool = current_app.amqp._producer_pool = None
    yield
    current_app.conf.update(broker_url=address, broker_transport_options=pools)
    current_app._pool = current_app.amqp._producer_pool = None


@pytest.mark.django_db(transaction=True)
def test_a_move_needs_no_broker(broker_away, caplog):
    caplog.set_level(logging.WARNING)
    table = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    started = timezone.now()
    assert tables.play_for_bot(table.pk, version=table.version, at=after(60))
    assert timezone.now() - started < dt.timedelta(seconds=2)
    assert "the sweep will play" in caplog.text


@pytest.mark.usefixtures("long_ago", "broker_away")
def test_a_long_sweep_needs_no_help():
    made = [deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5") for _table in range(51)]
    assert tasks.expire_turns() == 51
    assert {fresh(table).turn_seat for table in made} == {0}


@pytest.mark.usefixtures("long_ago")
def test_the_end_of_a_match_is_told_once_after_its_commit(django_capture_on_commit_callbacks):
    heard = []

    def listen(table_id, **_facts):
        heard.append((table_id, Table.objects.get(pk=table_id).status))

    match_finished.connect(listen)
    try:
        table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4", options={"target_score": 1})
        with django_capture_on_commit_callbacks(execute=True):
            do(table, "B play r4")
            assert heard == []
    finally:
        match_finished.disconnect(listen)
    assert heard == [(table.pk, "finished")]


def test_a_listener_that_fails_does_not_fail_the_move(django_capture_on_commit_callbacks, caplog):
    def fail(**_facts):
        raise ValueError("not today")

    match_finished.connect(fail)
    try:
        table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4", options={"target_score": 1})
        with django_capture_on_commit_callbacks(execute=True):
            do(table, "B play r4")
    finally:
        match_finished.disconnect(fail)
    assert fresh(table).status == Table.Status.FINISHED
    assert "not today" in caplog.text


def test_a_move_that_is_rolled_back_rings_nobody(django_capture_on_commit_callbacks):
    table = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")

    def move_and_fail():
        with transaction.atomic():
            assert tables.play_for_bot(table.pk, version=table.version, at=after(60))
            raise ZeroDivisionError

    with django_capture_on_commit_callbacks() as callbacks, pytest.raises(ZeroDivisionError):
        move_and_fail()
    assert callbacks == []
    assert fresh(table).version == table.version


@pytest.mark.django_db(transaction=True)
def test_bots_that_need_no_time_are_moved_on_in_one_task():
    table = open_table("bot bot bot", bot_pause_ms=0)
    tables.start(table.pk, by="clock", at=after(0))
    started = fresh(table)
    assert tasks.play_for_bot(table.pk, started.version)
    assert fresh(table).step > started.step + 2
    assert_rebuilt_equals_live(table)


@pytest.mark.django_db(transaction=True)
def test_bots_that_think_leave_the_task_after_one_move():
    table = open_table("bot bot bot", bot_pause_ms=60_000)
    tables.start(table.pk, by="clock", at=after(0))
    started = fresh(table)
    assert tasks.play_for_bot(table.pk, started.version)
    assert fresh(table).step == started.step + 1
