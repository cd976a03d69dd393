"""Situation: the clock of the server is put forward or back, or the server was away for a while."""

import datetime as dt
import logging

import pytest

from games import tables
from games.models import LastSweep, TableEvent
from games.tables import clock_drift
from tests.games.playing import (
    PILE,
    after,
    assert_rebuilt_equals_live,
    deal,
    dealt,
    do,
    fresh,
    move_on,
    play_out,
    players,
    see,
)

pytestmark = pytest.mark.django_db

HOUR = 3600


def sweep(seconds):
    """Let the sweep come at some time; return how many deadlines it moved and how many tables it moved on."""
    at = after(seconds)
    moved = tables.keep_time(at)
    return moved, tables.move_due_tables(tables.due_tables(at), at=at)


def left(table, seconds):
    return (fresh(table).due_at - after(seconds)).total_seconds()


def test_a_clock_that_is_put_forward_ends_no_turn():
    table = dealt()
    sweep(20)
    assert sweep(HOUR + 22) == (1, 0)
    assert left(table, HOUR + 22) == 40
    assert fresh(table).turn_seat == 1
    assert_rebuilt_equals_live(table)


def test_the_time_of_the_bank_is_given_back_too():
    table = dealt(bank_seconds=100)
    sweep(70)
    assert sweep(HOUR) == (1, 0)
    assert left(table, HOUR) == 90
    do(table, "B play r4", at=after(HOUR))
    assert see(table).seats[1].bank_ms == 90_000
    assert_rebuilt_equals_live(table)


def test_a_turn_that_began_after_the_jump_has_its_own_time():
    table = dealt()
    sweep(20)
    do(table, "B play r4", at=after(HOUR + 21))
    assert sweep(HOUR + 22) == (0, 0)
    assert left(table, HOUR + 22) == 59


def test_a_turn_that_began_while_nobody_swept_begins_anew():
    table = dealt()
    sweep(0)
    do(table, "B play r4", at=after(50))
    assert sweep(HOUR) == (1, 0)
    assert left(table, HOUR) == 60


def test_bots_and_the_next_deal_need_nothing_back():
    bot, over = dealt("Ana bot"), deal("Ana Bo", "r1/r4", f"r9 {PILE}")
    do(over, "B play r4", at=after(1))
    sweep(0.5)
    assert sweep(HOUR) == (0, 2)
    assert fresh(over).round_number == 2
    assert fresh(bot).turn_seat == 0


def test_a_worker_that_was_away_for_a_moment_gives_nothing_back():
    table = dealt()
    sweep(40)
    assert sweep(40 + clock_drift.UNNOTICED.total_seconds()) == (0, 1)
    assert fresh(table).turn_seat == 0


def test_the_first_sweep_of_all_ends_what_is_overdue():
    dealt()
    assert sweep(HOUR) == (0, 1)


def test_days_lose_the_night_in_which_the_server_was_off():
    table = dealt(turn_seconds=3 * 86_400)
    sweep(86_400)
    assert sweep(86_400 + 8 * HOUR) == (1, 0)
    assert left(table, 86_400 + 8 * HOUR) == 2 * 86_400


def test_time_is_given_back_once_however_many_sweeps_come():
    table = dealt()
    sweep(20)
    sweep(HOUR)
    version = fresh(table).version
    assert sweep(HOUR) == sweep(HOUR + 1) == (0, 0)
    assert fresh(table).version == version == table.version + 1


def test_a_clock_that_is_put_back_lets_bots_go_on_and_turns_end():
    bot = dealt("Ana bot", bot_pause_ms=1700)  # in any case longer than a second
    person, over = dealt(), deal("Ana Bo", "r1/r4", f"r9 {PILE}")
    do(over, "B play r4", at=after(1))
    sweep(1)
    assert sweep(-HOUR) == (3, 0)
    assert left(person, -HOUR) == 60
    assert left(bot, -HOUR) <= 2.5
    assert left(over, -HOUR) == 6
    assert sweep(-HOUR + 7) == (0, 2)
    sweep(-HOUR + 30)
    sweep(-HOUR + 60)
    assert fresh(person).turn_seat == 0
    for table in (bot, person, over):
        assert_rebuilt_equals_live(table)


def test_a_clock_that_is_put_back_takes_no_time_from_anybody():
    table = dealt()
    sweep(30)
    assert sweep(-10) == (1, 0)
    assert left(table, -10) == 60


def test_clocks_of_two_machines_that_differ_a_little_move_nothing():
    dealt()
    sweep(30)
    assert sweep(26) == (0, 0)
    assert LastSweep.objects.get().looked_at == after(30)


def test_a_paused_match_keeps_what_was_left_whatever_the_clock_does():
    (hedda,) = players("Hedda")
    table = dealt(host=hedda)
    sweep(0)
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=after(10))
    assert sweep(HOUR) == sweep(-HOUR) == (0, 0)
    tables.resume(table.pk, by=f"player:{hedda.pk}", at=after(-HOUR))
    assert left(table, -HOUR) == 50
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_every_match_goes_on_to_its_end_after_a_jump(jump):
    table = dealt("Ana bot bot", options={"target_score": 20})
    for _move in range(5):
        move_on(table)
    sweep((fresh(table).due_at - after(0)).total_seconds() - 1)
    sweep((fresh(table).due_at - after(0)).total_seconds() + jump)
    assert play_out(table).status == "finished"
    assert_rebuilt_equals_live(table)


@pytest.mark.written_by_hand
def test_a_broken_table_does_not_keep_the_others_from_their_time(caplog):
    broken, sound = dealt(), dealt()
    sweep(0)
    facts = {"step": 99, "payload": "{}", "by": "clock", "at": after(1), "hash": b"?" * 32}
    TableEvent.objects.create(stream=broken, version=broken.version + 1, name="from_the_future", **facts)
    from games.tables import aggregate

    aggregate.take_cached(broken.pk)
    caplog.set_level(logging.WARNING)
    assert tables.keep_time(after(HOUR)) == 1
    assert left(sound, HOUR) == 60
    assert f"deadline of table {broken.pk} could not be moved" in caplog.text


def test_a_pause_that_ended_by_itself_is_not_lost_on_the_sweep():
    (hedda,) = players("Hedda")
    table = dealt(host=hedda)
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=after(10))
    assert sweep(10 + 86_400) == (0, 1)
    assert fresh(table).paused_at is None
    assert fresh(table).due_at == after(60 + 86_400)
    assert fresh(table).due_at - fresh(table).turn_ends_at == dt.timedelta(0)


def test_however_many_tables_wait_each_gets_its_time_back_once():
    made = [dealt() for _table in range(45)]
    sweep(20)
    assert sweep(HOUR) == (45, 0)
    assert {left(table, HOUR) for table in made} == {40}
    assert {fresh(table).version - table.version for table in made} == {1}


def test_a_sweep_that_was_killed_half_way_is_finished_by_the_next(monkeypatch):
    made = [dealt() for _table in range(25)]
    sweep(20)
    put_right = clock_drift._correct_batch
    stopped = []

    def once(at):
        if stopped:
            raise KeyboardInterrupt
        stopped.append(at)
        return put_right(at)

    monkeypatch.setattr(clock_drift, "_correct_batch", once)
    with pytest.raises(KeyboardInterrupt):
        sweep(HOUR)
    monkeypatch.undo()
    assert sweep(HOUR + 2) == (5, 0)
    assert {left(table, HOUR) for table in made} == {40}
