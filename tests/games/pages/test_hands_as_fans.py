"""Situation: any number of cards in a hand are shown as a fan, or in rows on a phone."""

from hypothesis import given
from hypothesis import strategies as st

from games.pages import hand_layout

COUNTS = st.integers(1, 108)


@given(COUNTS)
def test_a_fan_leans_to_both_sides_alike_and_no_card_stands_before_the_one_left_of_it(count: int) -> None:
    leans = [hand_layout.lean(position, count) for position in range(count)]
    assert leans == sorted(leans)
    assert leans == [-bias for bias in reversed(leans)]
    assert max(leans) <= 8


@given(COUNTS)
def test_rows_on_a_phone_are_few_and_about_equally_long(count: int) -> None:
    row = hand_layout.in_a_row(count)
    rows = -(-count // row)
    assert 1 <= row <= 10
    assert rows == -(-count // 10)
    assert row * rows - count < rows


def test_an_empty_hand_has_a_row_without_cards() -> None:
    assert hand_layout.in_a_row(0) == 0
