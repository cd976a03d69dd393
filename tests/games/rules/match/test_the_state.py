"""The state: what its invariants notice, and how it is compared and copied."""

from collections.abc import Callable

import pytest

from games.rules.match.invariants import all_cards, ambiguity, violation
from games.rules.match.state import NONE, OPEN, State
from tests.games.rules.notation.positions import play, position

GIVEN = "A: r5 r6 b2 | B: y1 y2 | draw r1 b8 | top r9 | turn A | total A=10"


def _lose_a_card(state: State) -> None:
    state.draw_pile.pop()


def _let_a_stranger_act(state: State) -> None:
    state.to_act = 7


def _let_cards_wait(state: State) -> None:
    state.pending_kind = "draw2"


def _open_a_duty(state: State) -> None:
    state.uno[0] = OPEN


def _take_points_away(state: State) -> None:
    state.totals[0] = 9


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_lose_a_card, "cards were lost or made up"),
        (_let_a_stranger_act, "the seat to act is not in play"),
        (_let_cards_wait, "an effect waits outside its state"),
        (_open_a_duty, "a seat with a duty does not hold exactly one card"),
        (_take_points_away, "a total fell"),
    ],
)
def test_a_broken_invariant_is_named(spoil: Callable[[State], None], complaint: str) -> None:
    state = position(GIVEN)
    cards, totals = all_cards(state), state.totals[:]
    assert violation(state, cards, totals) == ""
    spoil(state)
    assert violation(state, cards, totals) == complaint


def test_a_copy_is_equal_and_goes_its_own_way() -> None:
    state = position(GIVEN)
    twin = state.copy()
    assert twin == state
    play(twin, "A play r5")
    assert twin != state
    assert state == position(GIVEN)
    assert state != "another thing"
    assert "to_act=0" in repr(state)


def test_nobody_is_next_when_all_are_out() -> None:
    state = position(GIVEN)
    state.eliminated = [1, 1]
    assert state.next_after(0) == state.left_of(1) == -1


@pytest.mark.parametrize(
    ("moves", "values", "complaint"),
    [
        ("A draw", {}, ""),
        ("A draw", {"phase": "dealing"}, "'dealing' is no state between two commands"),
        ("A draw", {"phase": "turn"}, "the table also looks like after_draw"),
        ("A draw", {"phase": "ready"}, "the table also looks like after_draw"),
        ("A draw ; A pass", {"phase": "after_draw", "drawn_count": 1}, "does not look like it"),
        ("A draw ; A pass", {"phase": "centre"}, "does not look like it"),
        ("A draw ; A pass", {"drawn_count": 1}, "does not look like it"),
        ("A draw ; A pass", {"colour": -1}, "no colour is active"),
        ("A draw ; A pass", {"out": [0]}, "fewer than two seats"),
        ("A draw ; A pass", {"hands": [[], [1]]}, "a seat in play holds no card"),
        ("A draw ; A pass", {"silence_kind": "black", "silence_mark": 3}, "outlived the ordered colour"),
        ("A draw ; A pass", {"silence_kind": "twos", "silence_mark": 1}, "outlived the turn of who laid"),
        ("A draw ; A pass", {"silence_kind": "twos", "silence_mark": 0}, ""),
        ("A play r+", {}, ""),
        ("A play r+", {"pending_challengeable": True}, "does not look like it"),
        ("A play r+", {"pending_total": 0}, "does not look like it"),
        ("A play r+", {"pending_source": 1}, "does not look like it"),
        ("A play r+", {"phase": "turn"}, "also looks like pending"),
        ("A play r+ ; B accept ; A play w", {}, ""),
        ("A play r+ ; B accept ; A play w", {"uno": [OPEN, NONE]}, "outlived the round"),
        ("A play r+ ; B accept ; A play w", {"places": [1, 2]}, "also looks like match_over"),
        ("A play r+ ; B accept ; A play w", {"phase": "match_over", "places": [1]}, "has no places"),
    ],
)
def test_a_table_that_is_not_in_exactly_one_state_is_noticed(
    moves: str, values: dict[str, object], complaint: str
) -> None:
    state = position("A: r+ w | B: y1 y2 | draw r1 b8 b1 | top r9 | turn A")
    play(state, moves)
    for name, value in values.items():
        setattr(state, name, value)
    problem = ambiguity(state)
    assert complaint in problem
    assert bool(problem) == bool(complaint)
