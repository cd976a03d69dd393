"""Situation: bots sit among people, or among themselves, and their tasks come early, late, twice or never."""

import datetime as dt

import pytest

from games import tables
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.match.events import CardsDrawn, UnoCaught
from games.tables import deadlines
from games.tables.aggregate import locked
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    move_on,
    open_table,
    play_out,
    see,
)

pytestmark = pytest.mark.django_db


def bot_moves(table, *, version=None, at):
    now = fresh(table)
    return tables.play_for_bot(table.pk, version=now.version if version is None else version, at=at)


def bot_to_move(**facts):
    """The bot in seat B is to move, Ana holds two cards."""
    return deal("Ana bot", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6", **facts)


def test_a_bot_thinks_for_about_the_pause_of_its_table():
    pauses = [(bot_to_move(bot_pause_ms=1000).due_at - START).total_seconds() for _table in range(12)]
    assert all(0.6 <= pause <= 1.4 for pause in pauses)
    assert len(set(pauses)) > 6


def test_a_bot_does_nothing_before_its_time_and_moves_then():
    table = bot_to_move()
    assert not bot_moves(table, at=table.due_at - dt.timedelta(milliseconds=1))
    assert fresh(table).version == table.version
    assert bot_moves(table, at=table.due_at)
    assert (fresh(table).step, fresh(table).turn_seat) == (table.step + 1, 0)
    assert_rebuilt_equals_live(table)


def test_a_task_delivered_twice_or_for_an_old_version_changes_nothing():
    table = bot_to_move()
    assert bot_moves(table, at=table.due_at)
    after_one = fresh(table).version
    for version in (table.version, 0, 999):
        assert not bot_moves(table, version=version, at=after(99))
        assert not tables.end_turn(table.pk, version=version, at=after(999))
    assert fresh(table).version == after_one


def test_a_bot_never_moves_for_a_person_who_is_there():
    table = deal("Ana bot", "r1 r2 r3/r4 r5 r6", "rS y1 y2 y3 y4 y5 y6")
    assert fresh(table).turn_seat == 0
    assert not bot_moves(table, at=after(9999))


def test_a_bot_that_begins_the_next_deal_lets_people_read_the_result_of_the_last_one():
    table = deal("Ana bot bot", "r1/r4/g1", "r9 y1 y2 y3 y4 y5 y6", bot_pause_ms=100)
    while fresh(table).round_number == 1:
        dealt_at = fresh(table).due_at
        assert move_on(table, at=dealt_at)
    # After a Skip or a Reverse that was turned up somebody else begins; people have more time anyway.
    assert fresh(table).due_at - dealt_at >= deadlines.GRACE


def test_when_a_person_forgot_to_call_the_bots_wait_long_enough_for_a_late_call():
    table = deal("bot Ana bot", "b1 b2/r4 r5/g1 g2", "r9 y1 y2 y3 y4 y5 y6", bot_pause_ms=100)
    do(table, "B play r4", at=after(10))
    assert fresh(table).due_at == after(10) + deadlines.GRACE >= after(12.5)
    assert not bot_moves(table, at=after(12.4))
    assert do(table, "B uno", at=after(12.4)).sight.uno[1] != 1
    assert fresh(table).due_at == after(12.5)
    assert bot_moves(table, at=after(12.5))
    assert UnoCaught not in {type(event) for _step, events in see(table).recent for event in events}


def test_a_bot_whose_turn_it_is_catches_a_person_more_often_than_not():
    caught = 0
    for _match in range(16):
        table = deal("bot Ana", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6", bot_pause_ms=100)
        do(table, "B play r4")
        assert bot_moves(table, at=fresh(table).due_at)
        last = see(table).recent[-1][1]
        if UnoCaught(1, by=0) in last:
            caught += 1
            assert CardsDrawn(1, [-1, -1], "uno") in last
            assert fresh(table).turn_seat == 0
            assert bot_moves(table, at=fresh(table).due_at)
        assert fresh(table).turn_seat == 1
        assert_rebuilt_equals_live(table)
    assert caught >= 2


def test_a_bot_whose_turn_it_is_not_may_catch_too_but_only_after_the_grace():
    caught = 0
    for _match in range(16):
        table = deal("Ana Bo bot", "r1 b2/rR r5/g1 g2", "r9 y1 y2 y3 y4 y5 y6")
        do(table, "B play rR")
        assert fresh(table).turn_seat == 0
        assert not bot_moves(table, at=after(2.4))
        if bot_moves(table, at=after(2.5)):
            caught += 1
            assert UnoCaught(1, by=2) in see(table).recent[-1][1]
        assert (fresh(table).turn_seat, fresh(table).due_at) == (0, after(60))
    assert caught >= 2


def test_a_table_does_not_wait_for_a_bot_that_could_only_catch_its_partner():
    hands, pile = "r1 b2/r4 r5/g1 g2/b4 b5", "r9 y1 y2 y3 y4 y5 y6"
    for who, awake in (("Ana Bo Cy bot", []), ("bot Bo Cy Di", [0])):
        table = deal(who, hands, pile, rulebook="partners")
        do(table, "B play r4")
        with locked(table.pk) as held:
            assert deadlines.attentive_bots(held.seats, held.state) == awake


def test_bots_among_themselves_do_not_wait_for_people():
    table = deal("bot bot", "b1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6", bot_pause_ms=100)
    for _move in range(40):
        now = fresh(table)
        if now.status != Table.Status.RUNNING:
            break
        previous = now.due_at
        assert move_on(table)
        now = fresh(table)
        if now.due_at:
            assert now.due_at - previous <= dt.timedelta(milliseconds=141)


@pytest.mark.parametrize("rulebook", ["classic", "elimination-500"])
def test_bots_play_a_whole_match_and_its_rows_follow_from_the_log(rulebook):
    table = open_table("bot bot bot bot", rulebook=rulebook, options={"target_score": 60})
    tables.start(table.pk, by="clock", at=START)
    finished = play_out(table, one_by_one=True)
    assert finished.status == Table.Status.FINISHED
    assert finished.finished_at > START
    assert finished.due_at is None
    assert min(seat.place for seat in finished.seats.all()) == 1
    assert_rebuilt_equals_live(table)


def test_two_bots_play_the_rulebook_for_two():
    table = open_table("bot bot", rulebook="two-player", options={"target_score": 50})
    tables.start(table.pk, by="clock", at=START)
    assert play_out(table).status == Table.Status.FINISHED
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize("strength", ["easy", "club", "strong"])
def test_the_bots_of_a_table_play_as_well_as_it_was_opened_for(strength):
    table = bot_to_move(bot_strength=strength)
    assert fresh(table).bot_strength == strength
    assert bot_moves(table, at=table.due_at)
    assert_rebuilt_equals_live(table)


def test_a_table_for_bots_of_an_unknown_strength_is_refused():
    with pytest.raises(Refusal) as refused:
        open_table("Ana bot", bot_strength="perfect")
    assert refused.value.code == "bad_value"
    assert not Table.objects.exists()
