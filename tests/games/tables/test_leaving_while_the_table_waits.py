"""Situation: the table waits for something, and somebody leaves for good, is replaced, or is penalised."""

import pytest

from games import tables
from games.models import Player
from games.rules.match.commands import Penalise
from games.rules.match.invariants import ambiguity
from tests.games.playing import (
    PILE,
    after,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    play_out,
    player,
    see,
)
from tests.games.stored_states import state_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SHORT = {"target_score": 20}
FORFEIT = {"deck": "swap_112", "customizable_effects": ["next_sings_or_draw_2"]}
CHARADE = {"deck": "swap_112", "customizable_effects": ["charade_colour_dump"]}
WAITS = {
    "turn": ("r1 r2/r4 r5/b1 b2", "r9", {}, ""),
    "after_draw": ("r1 r2/r4 r5/b1 b2", "r9", {}, "B draw"),
    "pending": ("r1 r2/r+ r5/b1 b2", "r9", {}, "B play r+ uno"),
    "starter_choice": ("r1 r2/g4 g5/b1 b2", "w", {}, ""),
    "exchange": ("r1 r2/r5 r4/b1 b2", "r9", {"five_exchange": True}, "B play r5 ex C r4"),
    "centre": ("r1 r2/r4 r5/b1 b2", "r9", {"uno_centre": True}, "B play r4 uno"),
    "ready": ("r1 r2/w4 y5/b1 b2", "r9", {"ready_pause": True}, "B play w4 g uno ; C accept"),
    "forfeit": ("r1 r2/wc1 y5/b1 b2", "r9", FORFEIT, "B play wc1 g uno"),
    "award": ("r1 r2/wc1 y5/b1 b2", "r9", CHARADE, "B play wc1 g uno"),
}
EVERYBODY_IN_EVERY_WAIT = [(wait, letter) for wait in WAITS for letter in "ABC"]


def waiting(wait):
    hands, starter, options, moves = WAITS[wait]
    table = deal("Ana Bo Cy", hands, f"{starter} {PILE}", options=SHORT | options)
    for move in filter(None, moves.split(" ; ")):
        do(table, move)
    assert fresh(table).state_name == wait
    return table


def all_cards(state):
    piles = (*state.hands, state.draw_pile, state.discard_pile, state.aside)
    return sorted(card for pile in piles for card in pile)


@pytest.mark.parametrize(("wait", "letter"), EVERYBODY_IN_EVERY_WAIT)
def test_the_others_play_on_to_the_end_when_a_player_leaves(wait, letter):
    table = waiting(wait)
    there = all_cards(state_of(table))
    assert tables.retire(table.pk, player=player(table, letter).pk, by="organizer:1", at=after(5))
    state = state_of(table)
    assert (all_cards(state), ambiguity(state)) == (there, "")
    assert state.hands["ABC".index(letter)] == []
    assert len(state.active_seats()) == 2
    assert_rebuilt_equals_live(table)
    done = play_out(table)
    assert [seat.place for seat in see(done).seats]["ABC".index(letter)] == 3


@pytest.mark.parametrize(("wait", "letter"), EVERYBODY_IN_EVERY_WAIT)
def test_the_table_waits_for_the_same_when_a_player_is_replaced_and_the_newcomer_may_do_it(
    wait, letter, django_user_model
):
    table = waiting(wait)
    before, eve = state_of(table), Player.objects.create(name="eve", user=django_user_model.objects.create())
    legal = tables.look(table.pk, player(table, letter)).legal
    assert tables.hand_over(table.pk, player=player(table, letter).pk, to=eve, by="organizer:1", at=after(5))
    assert state_of(table) == before
    look = tables.look(table.pk, eve)
    assert look.legal == legal
    if legal:
        tables.act(table.pk, legal[0], after=look.version, by=f"player:{eve.pk}", at=after(6))
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize(("wait", "letter"), EVERYBODY_IN_EVERY_WAIT)
def test_a_penalised_player_draws_and_the_table_waits_for_the_same(wait, letter):
    table = waiting(wait)
    before, seat = state_of(table), "ABC".index(letter)
    due = fresh(table).due_at
    tables.act(table.pk, Penalise(seat, 2), after=fresh(table).version, by="organizer:1", at=after(5))
    state = state_of(table)
    assert state.hands[seat] == before.hands[seat] + before.draw_pile[:-3:-1]
    assert (state.phase, state.to_act, state.later) == (before.phase, before.to_act, before.later)
    assert (state.pending_total, state.drawn_card, state.colour) == (
        before.pending_total,
        before.drawn_card,
        before.colour,
    )
    assert fresh(table).due_at == due
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize("wait", WAITS)
def test_when_time_is_up_the_table_goes_on(wait):
    table = waiting(wait)
    now = fresh(table)
    assert tables.end_turn(table.pk, version=now.version, at=now.due_at)
    assert (fresh(table).state_name, fresh(table).turn_seat) != (now.state_name, now.turn_seat)
    assert_rebuilt_equals_live(table)
