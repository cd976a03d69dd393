"""Match equity: chances that are whole, grow with the points, and fit what is known."""

from itertools import pairwise

import pytest

from games.bots.match_equity import Effort, MatchEquity, Standing, unknown_to
from games.bots.playouts import layout as at
from games.rules.options.options import build

ROUNDED = 1  # of a million: chances are whole numbers
FEW = Effort(deals=60, matches=60)
EQUITY = MatchEquity(build("classic"), FEW)


@pytest.mark.parametrize("totals", [[0, 0], [480, 20, 300], [300, 200, 100, 0], [499] * 7, [0] * 10])
def test_the_chances_of_all_seats_are_a_hundred_percent_together(totals: list[int]) -> None:
    for dealer in range(len(totals)):
        assert sum(EQUITY.chances(Standing(totals, dealer))) == 1_000_000


def test_more_points_never_lower_a_chance() -> None:
    chances = [EQUITY.chances(Standing([points, 200, 100, 0], 2))[0] for points in range(0, 500, 20)]
    assert all(more >= fewer - ROUNDED for fewer, more in pairwise(chances))
    assert chances[0] < chances[-1]


def test_more_points_of_others_never_raise_a_chance() -> None:
    chances = [EQUITY.chances(Standing([200, points, 100, 0], 1))[0] for points in range(0, 500, 20)]
    assert all(more <= fewer + ROUNDED for fewer, more in pairwise(chances))
    assert chances[0] > chances[-1]


def test_totals_of_300_200_100_and_0_are_worth_about_54_27_13_and_6_percent() -> None:
    equity = MatchEquity(build("classic"), Effort(deals=400, matches=1500))
    chances = [equity.chances(Standing([300, 200, 100, 0], dealer)) for dealer in range(4)]
    means = [sum(of_seat) / 40_000 for of_seat in zip(*chances, strict=True)]
    assert means == pytest.approx([54, 27, 13, 6], abs=4)


def test_partners_have_the_chance_of_their_side() -> None:
    equity = MatchEquity(build("partners"), FEW)
    first, second, third, fourth = equity.chances(Standing([300, 100, 300, 100], 0))
    assert (first, second) == (third, fourth)
    assert first + second == 1_000_000
    assert first > second


def test_a_seat_that_has_left_has_no_chance() -> None:
    chances = EQUITY.chances(Standing([300, 200, 100, 0], 3, gone=[0]))
    assert chances[0] == 0
    assert sum(chances) == 1_000_000
    assert chances[1] > chances[3]
    assert EQUITY.chances(Standing([0, 0, 50], 0, gone=[0, 1])) == [0, 0, 1_000_000]


def test_the_last_deal_of_a_set_number_decides_by_the_totals() -> None:
    equity = MatchEquity(build("classic", {"match_end": "rounds", "round_limit": 3}), FEW)
    worth = equity.worth(Standing([200, 0], 0, deals=2))
    of_first_seat_if_second_wins = worth[at.BINS : 2 * at.BINS]
    assert of_first_seat_if_second_wins[0] == 1_000_000  # with 10 points the second is still behind
    assert of_first_seat_if_second_wins[-1] == 0


def test_a_deal_that_reaches_the_target_decides_the_match() -> None:
    worth = EQUITY.worth(Standing([450, 0, 0], 0))
    assert worth[3] == 1_000_000  # with 70 points the first seat is there
    assert 0 < worth[0] < 1_000_000
    assert worth[-1] == 0  # no viewer
    assert sum(worth[-4:-1]) == 1_000_000  # nobody won the deal


def test_equals_share_a_match() -> None:
    assert EQUITY.ended([0, 2], 4) == [500_000, 0, 500_000, 0]
    assert sum(EQUITY.ended([0, 1, 2], 3)) == 1_000_000


def test_the_first_player_of_the_last_deal_matters_where_the_winner_begins() -> None:
    options = build("classic", {"first_player": "previous_winner", "next_dealer": "same"})
    assert sum(MatchEquity(options, FEW).chances(Standing([0, 0, 0], 1))) == 1_000_000


@pytest.mark.parametrize(
    ("rulebook", "is_unknown"),
    [("classic", False), ("welsh", False), ("elimination-500", True), ("russian-lazy", True)],
)
def test_some_rulebooks_have_no_match_equity(rulebook: str, is_unknown: bool) -> None:
    assert unknown_to(build(rulebook)) == is_unknown
