"""Situation: somebody is faster, out of turn: jump-ins, hands for the centre, late calls."""

import pytest

from games.rules.match.events import JumpedIn
from games.tables import IllegalCommand, Refusal
from tests.games.playing import after, assert_rebuilt_equals_live, deal, do, fresh, see

pytestmark = pytest.mark.django_db

PILE = "y1 y2 y3 y4 y5 y6 y7 y8 y9 g7 g8"


def jump(hands="r1 r5 b7/r5 g3 b3/r4 b4 g9", **options):
    table = deal("Ana Bo Cy", hands, f"r9 {PILE}", options={"jump_in": True, **options})
    do(table, "B play r5")
    return table


def refused(table, command, code, *, version=None):
    before = fresh(table).version
    with pytest.raises(Refusal) as caught:
        do(table, command, after=version)
    assert (caught.value.code, fresh(table).version) == (code, before)


def test_an_identical_card_is_laid_out_of_turn_and_play_goes_on_from_there():
    table = jump()
    look = do(table, "A jump r5", at=after(5))
    assert JumpedIn(0) in look.recent[-1][1]
    assert (look.sight.counts, look.sight.to_act) == ([2, 2, 3], 1)
    assert fresh(table).due_at == after(65)
    assert_rebuilt_equals_live(table)


def test_a_jump_is_still_taken_when_the_next_player_has_only_drawn():
    table = jump()
    seen = fresh(table).version
    do(table, "C draw")
    assert do(table, "A jump r5", after=seen).sight.counts == [2, 2, 4]


def test_a_jump_on_a_card_that_is_covered_is_too_late():
    table = jump()
    seen = fresh(table).version
    do(table, "C play r4")
    refused(table, "A jump r5", "stale", version=seen)


def test_of_two_who_jump_in_at_once_the_first_one_wins():
    table = deal("Ana Bo Cy", "r1 w b7/w g3 b3/w b4 g9", f"r9 {PILE}", options={"jump_in": True})
    do(table, "B play w r")
    seen = fresh(table).version
    do(table, "C jump w g", after=seen)
    refused(table, "A jump w b", "stale", version=seen)


def test_the_move_of_the_next_player_is_too_late_after_a_jump():
    table = jump()
    seen = fresh(table).version
    do(table, "A jump r5")
    refused(table, "C play r4", "stale", version=seen)


def test_being_slow_never_costs_a_card():
    options = {"illegal_card_penalty": 2, "false_call_penalty": 2}
    table = jump(**options)
    seen = fresh(table).version
    do(table, "C draw")
    do(table, "C pass")
    # In time this would cost two cards, late it costs nothing.
    refused(table, "A jump b7", "stale", version=seen)
    refused(table, "A catch B", "stale", version=seen)
    refused(table, "B uno", "stale", version=seen)
    assert do(table, "B uno").sight.counts == [3, 4, 4]


def test_a_jump_of_the_deal_before_is_too_late():
    table = deal("Ana Bo Cy", "r1 r5/r4 g3/b4 g9", f"r9 {PILE}", options={"jump_in": True})
    refused(table, "B jump r4", "stale", version=1)
    do(table, "B jump r4")  # on the own turn it is a move, on whichever card


def test_two_hands_reach_the_centre_at_once_and_both_count():
    table = deal("Ana Bo Cy Dee", "r1 r2/r4 r5/b1 b2/g1 g2", f"r9 {PILE}", options={"uno_centre": True})
    do(table, "B play r4 uno")
    seen = fresh(table).version
    do(table, "D slap", after=seen)
    do(table, "A slap", after=seen)
    assert see(table).sight.counts == [2, 1, 4, 2]
    refused(table, "C slap", "stale", version=seen)
    with pytest.raises(IllegalCommand):
        do(table, "C slap")
    assert_rebuilt_equals_live(table)
