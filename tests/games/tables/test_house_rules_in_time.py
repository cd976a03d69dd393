"""Situation: a house rule makes the table wait, and nobody does anything (rules.md 3.18)."""

import datetime as dt

import pytest

from games import eventstore, tables
from games.models import TableEvent
from games.rules.base.refusal import Refusal
from games.rules.match.events import (
    CardsDrawn,
    CardsExchanged,
    ForfeitRefused,
    HandPlaced,
    HandsUpClosed,
    ReadyGiven,
)
from games.tables import deadlines
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    player,
    see,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PILE = "y1 y2 y3 y4 y5 y6 y7 y8 y9 g7 g8"


def end_turn(table):
    now = fresh(table)
    assert now.due_at is not None
    assert not tables.end_turn(table.pk, version=now.version, at=now.due_at - dt.timedelta(seconds=0.01))
    assert tables.end_turn(table.pk, version=now.version, at=now.due_at)
    assert_rebuilt_equals_live(table)
    return eventstore.read_events(TableEvent, table.pk, after=now.version)


def where(table):
    now = fresh(table)
    return now.state_name, now.turn_seat


def seconds_left(table):
    return (fresh(table).due_at - START).total_seconds()


def centre(who="Ana Bo Cy Dee", **facts):
    """Bo has played the last but one card with the call: Ana, Cy and Dee reach for the centre."""
    hands = "/".join(["r1 r2", "r4 r5", "b1 b2", "g1 g2"][: len(who.split())])
    table = deal(who, hands, f"r9 {PILE}", options={"uno_centre": True}, **facts)
    do(table, "B play r4 uno")
    assert fresh(table).state_name == "centre"
    return table


def exchange(**facts):
    table = deal(
        "Ana Bo Cy", "r1 r2 b7/r5 g3 b3/w b4 g9", f"r9 {PILE}", options={"five_exchange": True}, **facts
    )
    do(table, "B play r5 ex C g3")
    return table


def ready():
    options = {"ready_pause": True, "draw_four_challenge": "take_back"}
    table = deal("Ana Bo Cy", "r1 r2 b3/w4 g5 g6/b1 b2 b4", f"r9 {PILE}", options=options)
    do(table, "B play w4 g")
    do(table, "C accept")
    return table


def performance(effect, who="Ana Bo Cy"):
    options = {"deck": "swap_112", "customizable_effects": [effect]}
    table = deal(who, "r1 r2 b7/wc1 g3 b3/w b4 g9", f"r9 {PILE}", options=options)
    do(table, "B play wc1 g")
    return table


def test_the_partner_of_an_exchange_gives_the_cheapest_card():
    table = exchange()
    assert where(table) == ("exchange", 2)
    assert CardsExchanged(1, 2, 26 + 3, 39 + 4) in end_turn(table)
    assert where(table) == ("turn", 2)


def test_a_player_who_is_missing_at_the_centre_when_time_is_up_draws_two():
    table = centre()
    assert seconds_left(table) == deadlines.CENTRE_WINDOW.total_seconds()
    do(table, "D slap", at=after(1))
    assert seconds_left(table) == deadlines.CENTRE_WINDOW.total_seconds()
    happened = end_turn(table)
    assert HandsUpClosed(1, [2, 0]) in happened
    assert see(table).sight.counts == [4, 1, 4, 2]
    assert where(table) == ("turn", 2)
    assert fresh(table).due_at == after(10 + 60)


def test_at_a_fast_table_the_centre_is_no_slower():
    assert seconds_left(centre(turn_seconds=5)) == 5


def test_the_last_but_one_hand_ends_the_centre_and_the_turn_of_the_next_begins():
    table = centre()
    do(table, "C slap", at=after(2))
    do(table, "A slap", at=after(3))
    assert see(table).sight.counts == [2, 1, 2, 4]
    assert (where(table), fresh(table).due_at) == (("turn", 2), after(63))
    assert_rebuilt_equals_live(table)


def test_a_player_who_sorts_cards_is_ready_after_a_while():
    table = ready()
    assert where(table) == ("ready", 2)
    assert seconds_left(table) == deadlines.READY_WINDOW.total_seconds()
    assert ReadyGiven(2) in end_turn(table)
    assert where(table) == ("turn", 0)


def test_a_forfeit_nobody_performs_is_refused_and_a_whole_turn_follows():
    table = performance("next_situps_or_draw_3")
    assert where(table) == ("forfeit", 2)
    happened = end_turn(table)
    assert ForfeitRefused(2) in happened
    assert see(table).sight.counts == [3, 2, 6]
    assert (where(table), fresh(table).due_at) == (("turn", 2), after(120))


def test_a_performance_has_a_minute_however_fast_the_table():
    table = performance("next_sings_or_draw_2")
    assert seconds_left(table) == 60


def test_a_charade_nobody_ends_was_guessed_by_nobody():
    table = performance("charade_colour_dump")
    assert where(table) == ("award", 1)
    end_turn(table)
    assert see(table).sight.counts == [3, 2, 3]
    assert where(table) == ("turn", 2)


def test_accepting_without_losing_the_turn_leaves_the_whole_turn():
    table = deal("Ana Bo Cy", "r1 r2/r+ r5/b1 b2", f"r9 {PILE}", options={"draw_cards_lose_turn": False})
    do(table, "B play r+ uno")
    end_turn(table)
    assert (where(table), fresh(table).due_at) == (("turn", 2), after(120))


def test_the_turn_is_drawn_and_passed_where_the_drawn_card_must_be_played_it_is_played():
    table = deal("Ana Bo Cy", "r1 r2/b4 g5/b1 b2", f"r9 r3 {PILE}", options={"play_after_draw": "forced"})
    end_turn(table)
    assert see(table).sight.counts == [2, 2, 2]
    assert where(table) == ("turn", 2)


def test_where_drawing_is_forbidden_the_dearest_card_is_played():
    table = deal("Ana Bo Cy", "r1 r2/r4 r8/b1 b2", f"r9 {PILE}", options={"voluntary_draw": False})
    assert not [event for event in end_turn(table) if isinstance(event, CardsDrawn)]
    assert see(table).sight.hands[1] is None
    assert see(table).sight.top == 8


def test_a_swap_as_starter_takes_the_hand_of_the_left_neighbour_and_the_colour_most_held():
    table = deal("Ana Bo Cy", "r1 r2/b4 b5/g1 g2", f"ws {PILE}", options={"deck": "swap_112"})
    assert where(table) == ("starter_choice", 1)
    end_turn(table)
    assert sorted(see(table, "B").sight.hands[1]) == [26 + 1, 26 + 2]
    assert (see(table).sight.colour, where(table)) == (3, ("turn", 1))
    assert sorted(see(table, "C").sight.hands[2]) == [39 + 4, 39 + 5]


def test_a_drawn_card_that_must_be_played_is_played_for_who_waits_too_long():
    table = deal("Ana Bo Cy", "r1 r2/b4 g5/b1 b2", f"r9 r3 {PILE}", options={"play_after_draw": "forced"})
    do(table, "B draw", at=after(5))
    assert where(table) == ("after_draw", 1)
    end_turn(table)
    assert (see(table).sight.top, where(table)) == (3, ("turn", 2))


def test_a_call_in_vain_and_an_illegal_card_move_no_deadline():
    options = {"false_call_penalty": 2, "illegal_card_penalty": 2}
    table = deal("Ana Bo Cy", "r1 r2/b4 g5/b1 b2", f"r9 {PILE}", options=options)
    do(table, "C uno", at=after(20))
    do(table, "B play g5", at=after(40))
    assert seconds_left(table) == 60
    assert see(table).sight.counts == [2, 4, 4]
    assert_rebuilt_equals_live(table)


def test_missing_at_the_centre_is_no_turn_that_was_let_pass():
    table = centre("Ana Bo Cy Dee")
    end_turn(table)
    assert not any(seat.is_bot for seat in see(table).seats)


def test_only_the_clock_ends_the_time_at_the_centre():
    table = centre()
    with pytest.raises(Refusal) as refused:
        do(table, "clock")
    assert refused.value.code == "not_yours"
    assert where(table)[0] == "centre"


# --- bots


def bot_moves(table, seconds):
    now = fresh(table)
    return tables.play_for_bot(table.pk, version=now.version, at=after(seconds))


def test_bots_give_people_time_to_reach_the_centre_first():
    placed = 0
    for _match in range(8):
        table = centre("bot Ana bot Cy", bot_pause_ms=100)
        assert not bot_moves(table, 2.4)
        if bot_moves(table, 2.5):
            placed += 1
            assert HandPlaced in {type(event) for event in see(table).recent[-1][1]}
            assert seconds_left(table) == deadlines.CENTRE_WINDOW.total_seconds()
            assert_rebuilt_equals_live(table)
    assert placed


def test_bots_among_themselves_do_not_wait_at_the_centre():
    table = centre("Ana Bo Cy Dee", bot_pause_ms=100)
    for letter in "ACD":
        tables.leave(table.pk, player=player(table, letter), at=START)
    assert seconds_left(table) <= 0.14
    for _move in range(4):
        if fresh(table).state_name == "centre":
            now = fresh(table)
            assert tables.play_for_bot(now.pk, version=now.version, at=now.due_at) or tables.end_turn(
                now.pk, version=now.version, at=now.due_at
            )
    assert fresh(table).state_name == "turn"
    assert_rebuilt_equals_live(table)


def jump(who, **options):
    options = {"jump_in": True, **options}
    return deal(who, "r1 r5 b7/r5 g3 b3/g1 b4 g9", f"r9 {PILE}", options=options, bot_pause_ms=100)


def test_a_bot_jumps_in_but_only_after_people_had_their_time():
    jumped = 0
    for _match in range(16):
        table = jump("bot Bo Cy")
        do(table, "B play r5")
        assert not bot_moves(table, 2.4)
        if bot_moves(table, 2.5):
            jumped += 1
            assert see(table).sight.counts == [2, 2, 3]
            assert where(table) == ("turn", 1)
            assert_rebuilt_equals_live(table)
    assert jumped


def test_a_bot_waits_long_enough_for_people_to_jump_in_whatever_they_hold():
    table = jump("Ana Bo bot")
    do(table, "B play r5")
    assert seconds_left(table) == deadlines.GRACE.total_seconds()
    other = deal("Ana Bo bot", "r1 g2 b7/r5 g3 b3/g1 b4 g9", f"r9 {PILE}", options={"jump_in": True})
    do(other, "B play r5")
    assert fresh(other).due_at == fresh(table).due_at


def test_bots_among_themselves_do_not_wait_for_jumpers():
    table = jump("bot bot bot")
    assert bot_moves(table, 1)
    assert seconds_left(table) <= 1.14


def test_a_bot_can_neither_sing_nor_mime():
    table = performance("next_sings_or_draw_2", who="Ana Bo bot")
    now = fresh(table)
    assert tables.play_for_bot(table.pk, version=now.version, at=now.due_at)
    assert see(table).sight.counts == [3, 2, 5]
