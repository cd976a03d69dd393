"""Situation: somebody gets up, before or during the match, and perhaps comes back."""

import pytest

from games import tables
from games.models import Table
from games.rules.match.commands import DrawCard
from games.tables import Refusal, projection
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    dealt,
    do,
    fresh,
    move_on,
    open_table,
    play_deal,
    play_out,
    player,
    players,
    see,
)

pytestmark = pytest.mark.django_db


def leave(table, letter, at=START):
    tables.leave(table.pk, player=player(table, letter), at=at)


def come_back(table, letter, at=START):
    tables.come_back(table.pk, player=player(table, letter), at=at)


def open_with_host():
    ana, bo, cy = players("Ana Bo Cy")
    table = open_table(seats=4, host=ana)
    for person in (ana, bo, cy):
        tables.sit(table.pk, player=person, at=START)
    return table, ana, bo, cy


def test_leaving_an_open_table_frees_the_seat():
    table, ana, bo, _cy = open_with_host()
    leave(table, "B")
    assert see(table).seats[1].is_free
    assert fresh(table).host == ana
    tables.sit(table.pk, seat=1, player=bo, at=START)
    assert_rebuilt_equals_live(table)


def test_when_the_host_leaves_the_next_person_is_host():
    table, _ana, bo, cy = open_with_host()
    leave(table, "A")
    assert fresh(table).host == bo
    leave(table, "B")
    assert fresh(table).host == cy
    assert_rebuilt_equals_live(table)


def test_the_table_closes_with_its_last_person_even_if_bots_are_left():
    table, ana, _bo, _cy = open_with_host()
    tables.seat_bot(table.pk, by=f"player:{ana.pk}", at=START)
    for letter in "BAC":
        leave(table, letter)
    assert fresh(table).status == Table.Status.CLOSED
    assert_rebuilt_equals_live(table)


def test_in_a_match_a_bot_plays_on_for_the_one_who_left():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6")
    leave(table, "B", after(5))
    look = see(table, "B")
    assert (look.is_away, look.legal, look.seats[1].name) == (True, [], "Bo")
    assert fresh(table).due_at <= after(7)
    assert move_on(table)
    assert fresh(table).turn_seat == 0
    assert_rebuilt_equals_live(table)


def test_the_one_who_left_cannot_move_until_they_are_back():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6")
    leave(table, "B")
    by = f"player:{player(table, 'B').pk}"
    with pytest.raises(Refusal) as caught:
        tables.act(table.pk, DrawCard(1), after=fresh(table).version, by=by, at=START)
    assert caught.value.code == "away"
    come_back(table, "B", after(1))
    assert see(table, "B").legal
    assert fresh(table).due_at == after(61)
    tables.act(table.pk, DrawCard(1), after=fresh(table).version, by=by, at=after(2))
    assert_rebuilt_equals_live(table)


def test_leaving_and_coming_back_twice_changes_nothing():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3")
    come_back(table, "A")
    assert fresh(table).version == table.version
    leave(table, "A")
    left = fresh(table).version
    leave(table, "A")
    assert fresh(table).version == left == table.version + 1


def test_a_player_who_comes_back_goes_on_with_the_rest_of_the_turn():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6")
    for seconds, due in ((50, 61), (60, 62), (70, 71)):  # the last time is long over
        leave(table, "B", after(seconds))
        come_back(table, "B", after(seconds + 1))
        assert fresh(table).due_at == after(due)
    do(table, "B play r4", at=after(71))
    leave(table, "A", after(80))
    assert move_on(table, after(85))
    assert fresh(table).turn_seat == 1
    assert fresh(table).due_at == after(145)  # a new turn has all of its time
    assert_rebuilt_equals_live(table)


def test_leaving_out_of_turn_leaves_the_deadline_of_the_others_alone():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3")
    leave(table, "A", after(20))
    assert fresh(table).due_at == table.due_at == after(60)
    come_back(table, "A", after(30))
    assert fresh(table).due_at == after(60)
    assert_rebuilt_equals_live(table)


def test_someone_who_never_sat_here_cannot_leave_or_come_back():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3")
    (stranger,) = players("Eve")
    for action in (tables.leave, tables.come_back):
        with pytest.raises(Refusal) as caught:
            action(table.pk, player=stranger, at=START)
        assert caught.value.code == "not_seated"


def test_a_match_that_everybody_left_is_played_to_its_end_by_bots():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3", options={"target_score": 20})
    leave(table, "A")
    leave(table, "B")
    assert play_out(table).status == Table.Status.FINISHED
    with pytest.raises(Refusal) as caught:
        leave(table, "A")
    assert caught.value.code == "conflict"
    assert_rebuilt_equals_live(table)


def test_the_steps_of_the_table_while_a_bot_played_are_counted_until_the_player_is_back():
    table = dealt("Ana Bo Cy")
    bo = player(table, "B")
    tables.leave(table.pk, player=bo, at=START)
    left_at = Table.objects.get(pk=table.pk).step
    play_deal(table.pk, 5)
    tables.come_back(table.pk, player=bo, at=Table.objects.get(pk=table.pk).due_at)
    back_at = Table.objects.get(pk=table.pk).step
    seat = table.seats.get(player=bo)
    assert (seat.away_from, seat.away_steps) == (None, back_at - left_at)
    tables.leave(table.pk, player=bo, at=Table.objects.get(pk=table.pk).due_at)
    over = play_out(table)
    counted = list(over.seats.values_list("away_from", "away_steps"))
    assert all(since is None for since, _steps in counted)
    projection.rebuild(over.pk)
    assert list(over.seats.values_list("away_from", "away_steps")) == counted
