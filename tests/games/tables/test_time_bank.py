"""Situation: players have a time bank beside the time of a turn, or days for a turn."""

import datetime as dt

import pytest

from games import tables
from games.tables import Refusal, deadlines
from tests.games.playing import (
    PILE,
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    dealt,
    do,
    fresh,
    move_on,
    open_table,
    play_out,
    player,
    see,
)

pytestmark = pytest.mark.django_db

DAY = 86_400


def banked(who="Ana Bo", **facts):
    """B is to move until 60 s, and has 100 s in the bank."""
    return dealt(who, **{"bank_seconds": 100, **facts})


def banks(table):
    return [seat.bank_ms for seat in see(table).seats]


def test_the_bank_begins_when_the_time_of_the_turn_has_run_out():
    table = banked()
    assert (table.turn_ends_at, table.due_at) == (after(60), after(160))
    assert not move_on(table, after(159.9))
    do(table, "B play r4", at=after(90))
    assert banks(table) == [100_000, 70_000]
    assert (fresh(table).turn_ends_at, fresh(table).due_at) == (after(150), after(250))
    assert_rebuilt_equals_live(table)


def test_a_turn_in_time_costs_nothing_of_the_bank():
    table = banked()
    do(table, "B play r4", at=after(60))
    assert banks(table) == [100_000, 100_000]


def test_a_player_without_a_bank_has_only_the_time_of_a_turn():
    table = banked()
    assert move_on(table, after(161.5))
    assert banks(table) == [100_000, 0]
    do(table, "A play r1", at=after(170))
    assert (fresh(table).turn_ends_at, fresh(table).due_at) == (after(230), after(230))
    assert_rebuilt_equals_live(table)


def test_the_bank_is_for_the_whole_match_and_not_filled_again_by_the_next_deal():
    table = deal("Ana Bo", "r1/r4", f"r9 {PILE}", bank_seconds=100)
    do(table, "B play r4", at=after(75))
    assert move_on(table, fresh(table).due_at)
    assert fresh(table).round_number == 2
    assert banks(table) == [100_000, 85_000]
    assert_rebuilt_equals_live(table)


def test_acts_of_others_cost_nothing_and_move_nothing():
    table = banked("Ana Bo Cy")
    tables.leave(table.pk, player=player(table, "C"), at=after(100))
    assert (banks(table)[1], fresh(table).due_at) == (100_000, after(160))
    do(table, "B play r4", at=after(110))
    assert banks(table)[1] == 50_000
    assert_rebuilt_equals_live(table)


def test_a_player_who_lets_a_bot_play_has_paid_for_the_time_until_then():
    table = banked()
    tables.leave(table.pk, player=player(table, "B"), at=after(80))
    assert banks(table)[1] == 80_000
    assert fresh(table).due_at <= after(82)
    assert move_on(table)
    assert banks(table) == [100_000, 80_000]
    assert_rebuilt_equals_live(table)


def test_a_player_who_takes_a_turn_back_has_its_time_once_and_then_the_bank():
    table = banked()
    tables.leave(table.pk, player=player(table, "B"), at=after(80))
    tables.come_back(table.pk, player=player(table, "B"), at=after(81))
    assert (fresh(table).turn_ends_at, fresh(table).due_at) == (after(81), after(161))
    do(table, "B play r4", at=after(91))
    assert banks(table)[1] == 70_000
    assert_rebuilt_equals_live(table)


def test_a_bot_has_no_use_for_a_bank():
    table = banked("bot bot")
    assert table.due_at == table.turn_ends_at
    assert play_out(table).status == "finished"
    assert set(banks(table)) == {100_000}


def test_the_courtesy_pause_for_sorting_is_no_turn_to_think_about():
    options = {"ready_pause": True, "draw_four_challenge": "take_back"}
    table = deal("Ana Bo Cy", "r1 r2 b3/w4 g5 g6/b1 b2 b4", f"r9 {PILE}", options=options, bank_seconds=100)
    do(table, "B play w4 g")
    do(table, "C accept", at=after(2))
    assert (fresh(table).state_name, fresh(table).due_at) == ("ready", after(2) + deadlines.READY_WINDOW)


def test_a_match_with_banks_that_everybody_walked_away_from_comes_to_its_end():
    table = banked(options={"target_score": 20})
    assert play_out(table).status == "finished"
    assert banks(table) == [0, 0]
    assert_rebuilt_equals_live(table)


def test_a_turn_of_days_ends_after_days():
    table = banked(turn_seconds=3 * DAY, bank_seconds=DAY, away_after=1)
    assert fresh(table).due_at == after(4 * DAY)
    assert not move_on(table, after(4 * DAY - 1))
    do(table, "B draw", at=after(3 * DAY + 3600))
    assert banks(table)[1] == (DAY - 3600) * 1000
    assert move_on(table)
    assert [seat.is_bot for seat in see(table).seats] == [False, True]
    assert_rebuilt_equals_live(table)


def test_where_turns_last_days_nobody_has_seconds_for_anything():
    table = banked(turn_seconds=2 * DAY)
    for state in ("centre", "ready", "forfeit", "turn"):
        assert deadlines.time_allowed(table, state) == dt.timedelta(days=2)


@pytest.mark.parametrize(
    "facts",
    [
        {"turn_seconds": 30 * DAY + 1},
        {"bank_seconds": 30 * DAY + 1},
        {"bank_seconds": -1},
        {"bot_pause_ms": 31 * DAY * 1000},
        {"away_after": 0},
        {"away_after": 100},
    ],
)
def test_times_without_sense_are_refused(facts):
    with pytest.raises(Refusal) as caught:
        open_table(seats=2, **facts)
    assert caught.value.code == "bad_value"


def test_the_longest_times_are_kept():
    table = banked(turn_seconds=30 * DAY, bank_seconds=30 * DAY)
    assert fresh(table).due_at == START + dt.timedelta(days=60)
    assert_rebuilt_equals_live(table)
