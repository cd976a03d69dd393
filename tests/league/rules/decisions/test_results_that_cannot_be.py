"""Situation: somebody enters totals that no match can end with, or places that do not follow from them."""

import pytest

from games.rules.base.refusal import IllegalCommand
from league.rules.brackets.advance import Finish
from league.rules.decisions.plausibility import require_plausible
from tests.league.rules.evening import started

CUP = {"format": "single_elimination", "table_size": 2}


def finishes(*rows: tuple[int, int]) -> list[Finish]:
    return [Finish(entrant, place, total) for entrant, (place, total) in enumerate(rows, start=1)]


def judged(*rows: tuple[int, int], is_sure: bool = False, **facts: object) -> str:
    """Return the code of the refusal, empty if there is none."""
    try:
        require_plausible(started(4, **CUP, **facts), finishes(*rows), is_sure=is_sure)
    except IllegalCommand as refused:
        return refused.code
    return ""


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([(1, 520), (2, 200), (3, 100)], ""),
        ([(1, 0), (2, 0)], ""),
        ([(1, 520), (2, 100), (3, 200)], "unlikely_result"),
        ([(1, 520), (2, 100), (3, -35)], "unlikely_result"),
        ([(1, 500), (1, 500)], "impossible_result"),
        ([(1, 700), (2, 500)], "impossible_result"),
        ([(1, 5000), (2, 100)], "impossible_result"),
        ([(1, 300), (1, 200)], "unlikely_result"),
        ([(1, 300), (2, 200)], "unlikely_result"),
        ([(1, 500), (2, 500)], "impossible_result"),
    ],
)
def test_in_a_cup_to_500_the_most_points_come_first(rows: list[tuple[int, int]], code: str) -> None:
    assert judged(*rows) == code


def test_house_rules_may_explain_places_to_somebody_who_is_sure_but_not_what_is_impossible() -> None:
    assert judged((1, 520), (2, 100), (3, 200), is_sure=True) == ""
    assert judged((1, 500), (1, 500), is_sure=True) == "impossible_result"


def test_where_points_are_bad_520_of_500_do_not_come_first() -> None:
    low = {"options": {"scoring": "own_hand_low"}}
    assert judged((1, 520), (2, 100), **low) == "unlikely_result"
    assert judged((1, 100), (2, 520), **low) == ""


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([(1, 520), (2, 100)], "unlikely_result"),
        ([(1, 100), (2, 520)], ""),
        ([(1, 300), (2, 560), (3, 510)], ""),
        ([(1, 300), (2, 510), (3, 560)], ""),
        ([(1, 300), (2, 100), (3, 510)], "unlikely_result"),
        ([(1, 510), (2, 520), (3, 530)], ""),
    ],
)
def test_where_500_points_knock_a_player_out_nobody_who_is_out_comes_before_somebody_who_is_not(
    rows: list[tuple[int, int]], code: str
) -> None:
    assert judged(*rows, rulebook="elimination-500", options={}) == code


def test_the_question_names_the_places() -> None:
    with pytest.raises(IllegalCommand) as asked:
        require_plausible(started(4, **CUP), finishes((1, 520), (2, 100), (3, 200)), is_sure=False)
    assert asked.value.sentence == (
        "More points are better here, but the places say otherwise: place 1 with 520, place 2 with 100"
        " and place 3 with 200. Is that right?"
    )


@pytest.mark.parametrize("options", [{}, {"scoring": "own_hand_low"}])
def test_a_match_to_500_in_which_no_one_has_them_may_not_be_over(options: dict[str, object]) -> None:
    cup, level = started(4, **CUP, options=options), finishes((1, 300), (1, 300))
    with pytest.raises(IllegalCommand) as asked:
        require_plausible(cup, level, is_sure=False)
    assert (asked.value.code, asked.value.sentence) == (
        "unlikely_result",
        "No one has 500 points. Is the match over?",
    )
    assert judged((1, 300), (1, 300), is_sure=True, options=options) == ""


def test_whether_a_match_is_over_is_not_asked_again_when_its_result_is_corrected() -> None:
    require_plausible(started(4, **CUP), finishes((1, 300), (2, 200)), is_sure=False, is_correction=True)


def test_of_an_elimination_to_500_in_which_no_one_is_out_that_is_asked_too() -> None:
    assert judged((1, 100), (2, 300), rulebook="elimination-500", options={}) == "unlikely_result"


def test_a_number_of_deals_ends_a_match_before_its_target() -> None:
    assert judged((1, 300), (2, 200), options={"match_end": "rounds", "round_limit": 3}) == ""


def test_a_limit_of_time_says_nothing_before_the_time_is_up() -> None:
    assert judged((1, 300), (2, 200), round_minutes=40) == "unlikely_result"


def test_when_the_time_is_up_the_totals_decide() -> None:
    cup, rows = started(4, **CUP), finishes((1, 300), (2, 200))
    require_plausible(cup, rows, is_sure=False, is_time_up=True)
