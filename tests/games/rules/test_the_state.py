"""The state: what its invariants notice, and how it is compared and copied."""

from collections.abc import Callable

import pytest

from games.rules.invariants import all_cards, violation
from games.rules.state import OPEN, State
from tests.games.rules.positions import play, position

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
