"""The places of all seats at the end of a match (A94, A101 of the catalogue)."""

import pytest

from games.rules.match.events import MatchEnded
from games.rules.match.state import MATCH_OVER
from games.rules.play.scoring import placements
from tests.games.rules.notation.positions import play, position


def test_a_player_who_reached_the_target_is_first_and_the_others_follow_by_their_totals() -> None:
    state = position(
        "A: r5 | B: w | C: y1 | D: y2 | draw r1 | top r9 | turn A | total A=450 B=200 C=300 D=200"
    )
    play(state, "A play r5")
    assert state.places == [1, 3, 2, 3]


def test_later_eliminated_before_earlier_and_equal_totals_share() -> None:
    state = position(
        "A: r5 | B: b5 | C: b4 y1 | D: - | E: b9 | eliminated D | draw r1 | top r9 | turn A"
        " | total A=499 B=495 C=495 D=501 E=495",
        "elimination-500",
    )
    play(state, "A play r5")
    assert state.phase == MATCH_OVER
    assert state.winners == [0]
    # B and C are out with 500 each, E with 504 in the same round, D an earlier one with fewer.
    assert state.places == [1, 2, 2, 5, 4]


def test_survivors_are_ordered_by_their_totals() -> None:
    state = position(
        "A: r5 | B: b5 | C: b4 | D: y1 | draw r1 | top r9 | turn A | total A=400 B=499 C=200 D=399",
        "elimination-500",
        survivors=3,
    )
    play(state, "A play r5")
    assert state.winners == [0, 2, 3]
    assert state.places == [2, 4, 1, 2]


def test_when_all_go_out_at_once_the_lower_total_is_better() -> None:
    state = position(
        "A: yS | B: y9 | C: - | eliminated C | draw - | discard r1 | turn A | total A=490 B=495 C=501",
        "elimination-500",
    )
    play(state, "A draw ; A pass ; B draw ; B pass")
    assert state.places == [2, 1, 3]


def test_low_points_are_good_where_points_are_bad() -> None:
    state = position(
        "A: r5 | B: w | C: y1 | draw r1 | top r9 | turn A | total A=150 B=160 C=20",
        scoring="own_hand_low",
        target_score=200,
    )
    play(state, "A play r5")
    assert state.places == [2, 3, 1]


def test_partners_have_the_place_of_their_side_also_in_logs_that_called_the_losing_side_third() -> None:
    ended = "A: r5 | B: w | C: y1 | D: y2 | draw r1 | top r9 | turn A | total A=450 B=200 C=450 D=200"
    state = position(ended, "partners")
    events = play(state, "A play r5")
    assert (state.winners, state.places) == ([0, 2], [1, 2, 1, 2])
    (over,) = (event for event in events if isinstance(event, MatchEnded))
    assert over.places == [1, 2, 1, 2]
    MatchEnded([0, 2], [1, 3, 1, 3]).change(state)
    assert state.places == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("totals", "places"), [([5, 5, 9], [2, 2, 1]), ([0, 0, 0], [1, 1, 1]), ([1, 2, 3], [3, 2, 1])]
)
def test_places_before_the_end_follow_the_totals(totals: list[int], places: list[int]) -> None:
    state = position("A: r5 | B: w | C: y1 | draw r1 | top r9 | turn A")
    state.totals = totals
    assert placements(state) == places
