"""Situation: several threads, as in several servers, go for one table at the same moment."""

import threading
from collections import Counter

import pytest
from django.db import connection, connections, transaction

from games import eventstore, tables
from games.models import Table, TableEvent
from games.rules.match.commands import Catch, DrawCard
from games.tables import Refusal
from games.tables.aggregate import LockedTable
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    open_table,
    player,
    players,
    see,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

RACERS = 8


def race(*actions):
    """Run the actions at once, each in its thread; return how often each answer came."""
    answers: list[object] = []
    start = threading.Barrier(len(actions))

    def run(action):
        try:
            start.wait(10)
            answers.append(action())
        except Refusal as refusal:
            answers.append(refusal.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(answers) == len(actions)
    return Counter(answers)


def test_of_many_equal_moves_one_is_played_and_the_others_are_told():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6")
    by = f"player:{player(table, 'B').pk}"

    def draw():
        tables.act(table.pk, DrawCard(1), after=table.version, by=by, at=START)
        return "drawn"

    assert race(*[draw] * RACERS) == {"drawn": 1, "stale": RACERS - 1}
    assert see(table).sight.counts == [2, 3, 2]
    versions = [row.version for row in eventstore.read(TableEvent, table.pk)]
    assert versions == list(range(1, len(versions) + 1))
    assert_rebuilt_equals_live(table)


def test_a_task_that_many_workers_got_is_done_once():
    table = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6")

    def bot():
        return tables.play_for_bot(table.pk, version=table.version, at=after(60))

    assert race(*[bot] * RACERS) == {True: 1, False: RACERS - 1}
    assert fresh(table).step == table.step + 1


def test_time_out_and_move_at_the_same_moment_make_one_turn():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6")
    by = f"player:{player(table, 'B').pk}"

    def draw():
        tables.act(table.pk, DrawCard(1), after=table.version, by=by, at=after(60))
        return "drawn"

    def clock():
        return "ended" if tables.end_turn(table.pk, version=table.version, at=after(60)) else "late"

    answers = race(draw, clock)
    assert answers in ({"drawn": 1, "late": 1}, {"ended": 1, "stale": 1})
    assert see(table).sight.counts == [2, 3]
    assert_rebuilt_equals_live(table)


def test_two_who_catch_at_once_give_one_penalty():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6")
    do(table, "B play r4")
    version = fresh(table).version

    def catcher(letter, seat):
        by = f"player:{player(table, letter).pk}"

        def catch():
            tables.act(table.pk, Catch(seat, 1), after=version, by=by, at=START)
            return "caught"

        return catch

    assert race(catcher("A", 0), catcher("C", 2)) == {"caught": 1, "stale": 1}
    assert see(table).sight.counts == [2, 3, 2]


def test_a_call_and_a_catch_at_once_leave_no_doubt_who_was_first():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6")
    do(table, "B play r4")
    version = fresh(table).version

    def sending(command):
        return lambda: do(table, command, after=version).version

    answers = race(sending("B uno"), sending("A catch B"))
    assert answers["stale"] == 1
    assert see(table).sight.counts in ([2, 1, 2], [2, 3, 2])
    assert_rebuilt_equals_live(table)


def test_of_several_who_jump_in_at_once_one_is_first_and_nobody_pays_for_being_slow():
    options = {"jump_in": True, "illegal_card_penalty": 2}
    hands = "w r2 g3/w r5 r6/w b2 b3/w g1 g2"
    table = deal("Ana Bo Cy Dee", hands, "r9 y1 y2 y3 y4 y5 y6 y7 y8", options=options)
    do(table, "B play w r")
    version = fresh(table).version

    def jumps(letter):
        return lambda: "jumped" if do(table, f"{letter} jump w b", after=version) else ""

    assert race(*[jumps(letter) for letter in "ACD"]) == {"jumped": 1, "stale": 2}
    counts = see(table).sight.counts
    assert sorted(counts) == [2, 2, 3, 3]
    assert_rebuilt_equals_live(table)


def test_a_jump_in_and_the_next_player_at_once_leave_one_card_on_top():
    hands = "r4 r2 g3/r4 r5 r6/r7 b2 b3"
    table = deal("Ana Bo Cy", hands, "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"jump_in": True})
    do(table, "B play r4")
    version = fresh(table).version

    def sends(command):
        return lambda: command if do(table, command, after=version) else ""

    answers = race(sends("A jump r4"), sends("C play r7"))
    assert answers in ({"A jump r4": 1, "stale": 1}, {"C play r7": 1, "stale": 1})
    assert_rebuilt_equals_live(table)


def test_all_hands_on_the_centre_at_once_spare_all_but_the_last():
    hands = "r1 r2/r4 r5/b1 b2/g1 g2"
    table = deal("Ana Bo Cy Dee", hands, "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"uno_centre": True})
    do(table, "B play r4 uno")
    version = fresh(table).version

    def slaps(letter):
        return lambda: "placed" if do(table, f"{letter} slap", after=version) else ""

    assert race(*[slaps(letter) for letter in "ACD"]) == {"placed": 2, "stale": 1}
    assert sorted(see(table).sight.counts) == [1, 2, 2, 4]
    assert_rebuilt_equals_live(table)


def test_a_seat_that_many_want_is_taken_by_one():
    table = open_table(seats=2)
    people = players("Ana Bo Cy Dee")
    actions = [
        (lambda person=other_person: tables.sit(table.pk, seat=0, player=person, at=START))
        for other_person in people
    ]
    assert race(*actions) == {0: 1, "seat_taken": 3}
    assert_rebuilt_equals_live(table)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="locks no rows")
def test_a_player_who_holds_a_table_that_this_process_knows_keeps_others_from_it():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6")
    do(table, "B draw")

    @transaction.atomic
    def is_free():
        return [table.pk for table in Table.objects.select_for_update(skip_locked=True)] == [table.pk]

    with transaction.atomic():
        LockedTable(table.pk)
        assert race(is_free) == {False: 1}
    assert race(is_free) == {True: 1}


def test_moves_at_different_tables_do_not_disturb_each_other():
    several = [deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6") for _table in range(4)]
    answers = race(*[lambda table=table: do(table, "B draw").sight.counts[1] for table in several])
    assert answers == {3: 4}
