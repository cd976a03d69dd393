"""Situation: the time of a turn is over, or that of looking at a finished deal."""

import datetime as dt

import pytest

from games import eventstore, tables
from games.models import TableEvent
from games.rules.match.events import CardsDrawn, PenaltyAccepted, StarterColourChosen, TurnPassed
from games.tables import ConflictError, deadlines
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    move_on,
    play_out,
    player,
    players,
    see,
)

pytestmark = pytest.mark.django_db

PILE = "y1 y2 y3 y4 y5 y6 y7 y8 y9"


def end_turn(table, *, at=None, version=None):
    now = fresh(table)
    return tables.end_turn(table.pk, version=now.version if version is None else version, at=at or now.due_at)


def events_since(table, version):
    return eventstore.read_events(TableEvent, table.pk, after=version)


def test_a_player_who_does_nothing_draws_and_passes():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", f"r9 {PILE}")
    assert end_turn(table)
    happened = events_since(table, table.version)
    assert happened[0] == CardsDrawn(1, [13 + 1], "turn")
    assert TurnPassed(1) in happened
    assert {row.by for row in eventstore.read(TableEvent, table.pk, after=table.version)} == {"clock"}
    now = fresh(table)
    assert (now.state_name, now.turn_seat, now.step) == ("turn", 2, table.step + 2)
    assert now.due_at == table.due_at + dt.timedelta(seconds=60)
    assert_rebuilt_equals_live(table)


def test_a_player_who_has_drawn_passes():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", f"r9 {PILE}")
    do(table, "B draw", at=after(30))
    assert fresh(table).due_at == after(90)
    assert end_turn(table)
    assert (fresh(table).turn_seat, see(table).sight.counts) == (2, [2, 3, 2])
    assert_rebuilt_equals_live(table)


def test_a_victim_takes_the_pending_cards():
    table = deal("Ana Bo Cy", "r1 r2/r+ r5/b1 b2", f"r9 {PILE}")
    do(table, "B play r+ uno")
    assert fresh(table).state_name == "pending"
    before = fresh(table).version
    assert end_turn(table)
    assert PenaltyAccepted(2) in events_since(table, before)
    assert (fresh(table).turn_seat, see(table).sight.counts) == (0, [2, 1, 4])
    assert_rebuilt_equals_live(table)


def test_a_black_starter_gets_the_colour_most_held_and_its_player_the_time_of_a_turn():
    table = deal("Ana Bo Cy", "r1 r2/g4 g5/b1 b2", f"w {PILE}")
    assert fresh(table).state_name == "starter_choice"
    assert end_turn(table)
    assert StarterColourChosen(1, 2) in events_since(table, table.version)
    assert (fresh(table).state_name, fresh(table).turn_seat) == ("turn", 1)
    assert fresh(table).due_at == table.due_at + dt.timedelta(seconds=60)
    assert_rebuilt_equals_live(table)


def test_the_next_deal_comes_by_itself_when_people_have_seen_the_result():
    table = deal("Ana Bo", "r1/r4", f"r9 {PILE}")
    do(table, "B play r4", at=after(10))
    assert not end_turn(table, at=after(15.9))
    assert end_turn(table, at=after(16))
    now = fresh(table)
    assert now.round_number == 2
    assert now.state_name != "over"
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize(("seats", "seconds"), [(2, 6), (4, 6), (5, 7), (10, 12)])
def test_each_player_beyond_four_gives_a_second_more_to_read_the_result(seats, seconds):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    table = deal(" ".join(names), "r1/r4" + "/b1" * (seats - 2), f"r9 {PILE} {PILE}")
    do(table, "B play r4", at=after(10))
    assert fresh(table).due_at == after(10 + seconds)
    assert not end_turn(table, at=after(9.9 + seconds))
    assert end_turn(table, at=after(10 + seconds))
    assert_rebuilt_equals_live(table)


def test_a_player_who_is_out_of_the_match_has_time_to_read_the_result_though_only_bots_play_on():
    options = {"scoring": "elimination", "target_score": 50}
    table = deal("Ana bot bot", "w4/r4/g1", f"r9 {PILE}", options=options, bot_pause_ms=100)
    over_at = fresh(table).due_at
    assert move_on(table, at=over_at)
    assert see(table).sight.eliminated[0]
    assert fresh(table).due_at == over_at + deadlines.NEXT_DEAL


def test_bots_deal_on_after_their_own_pause():
    table = deal("bot bot", "r1/r4", f"r9 {PILE}", bot_pause_ms=1000)
    version = table.version
    assert tables.play_for_bot(table.pk, version=version, at=after(2))
    now = fresh(table)
    assert now.state_name == "over"
    assert now.due_at <= after(2 + 1.4)
    assert end_turn(table)
    assert fresh(table).round_number == 2


def test_nothing_is_ended_before_its_time_or_for_an_old_version():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    assert not end_turn(table, at=after(59.9))
    do(table, "B draw")
    assert not end_turn(table, version=table.version, at=after(500))
    assert see(table).sight.counts == [2, 3]


def test_the_same_time_out_twice_ends_one_turn():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    assert end_turn(table, version=table.version, at=after(60))
    assert not end_turn(table, version=table.version, at=after(60))
    assert fresh(table).turn_seat == 0


def test_a_player_who_comes_a_moment_too_late_is_told_so():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    end_turn(table)
    with pytest.raises(ConflictError):
        do(table, "B play r4", after=table.version)


def test_an_open_table_has_no_time_out():
    (ana,) = players("Ana")
    table = tables.open_table(name="T", rulebook="classic", seats=2, host=ana, by="clock", at=START)
    assert table.due_at is None
    assert not tables.end_turn(table.pk, version=table.version, at=after(9999))


def test_the_tables_that_are_due_come_longest_overdue_first():
    late, later = (deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", turn_seconds=s) for s in (60, 30))
    deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", turn_seconds=300)
    assert tables.due_tables(after(29)) == []
    assert tables.due_tables(after(60)) == [later.pk, late.pk]


def test_for_a_player_who_lets_three_turns_pass_a_bot_plays_on_until_the_return():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    for seat in (1, 0, 1, 0):
        assert fresh(table).turn_seat == seat
        end_turn(table)
    assert not any(seat.is_bot for seat in see(table).seats)
    end_turn(table)
    assert [seat.is_bot for seat in see(table).seats] == [False, True]
    tables.come_back(table.pk, player=player(table, "B"), at=after(400))
    end_turn(table)
    assert [seat.is_bot for seat in see(table).seats] == [True, False]
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize("missed", [1, 2, 5])
def test_a_table_says_after_how_many_missed_turns_a_bot_plays_on(missed):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", f"r9 {PILE} {PILE}", away_after=missed)
    for turn in range(2 * missed - 1):
        assert not see(table).seats[turn % 2].is_bot
        end_turn(table)
    seats = see(table).seats
    assert [(seat.is_bot, seat.missed) for seat in seats] == [(False, missed - 1), (True, missed)]
    assert_rebuilt_equals_live(table)


def test_missed_turns_count_on_in_the_next_deal():
    table = deal("Ana Bo", "r1/r4", f"r9 {PILE}", away_after=2)
    end_turn(table)
    do(table, "A draw", at=fresh(table).due_at)
    end_turn(table)
    do(table, "B play r4", at=fresh(table).due_at - dt.timedelta(seconds=1))
    assert [seat.missed for seat in see(table).seats] == [1, 0]
    end_turn(table)
    while fresh(table).turn_seat != 0:
        now, first = fresh(table), see(table, "B").legal[0]
        tables.act(
            table.pk, first, after=now.version, by=f"player:{player(table, 'B').pk}", at=now.turn_ends_at
        )
    end_turn(table)
    assert [seat.is_bot for seat in see(table).seats] == [True, False]
    assert_rebuilt_equals_live(table)


def test_a_player_who_comes_back_may_miss_as_many_turns_again():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", away_after=1)
    end_turn(table)
    assert see(table).seats[1].missed == 1
    tables.come_back(table.pk, player=player(table, "B"), at=fresh(table).due_at)
    assert (see(table).seats[1].is_bot, see(table).seats[1].missed) == (False, 0)
    assert_rebuilt_equals_live(table)


def test_one_sign_of_life_is_enough_to_keep_the_seat():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    for _turn in range(4):
        end_turn(table)
    do(table, "B draw", at=fresh(table).due_at)
    end_turn(table)
    assert not see(table).seats[1].is_bot


def test_a_match_that_everybody_walked_away_from_comes_to_its_end():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", options={"target_score": 20})
    assert play_out(table, one_by_one=True).status == "finished"
    assert_rebuilt_equals_live(table)
