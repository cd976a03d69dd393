"""A season's table: the best matchdays count, a minimum is asked for, lines stand beside the results."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.played_rounds import FORFEIT, HALF, Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.standings.season_table import (
    AdjustmentLine,
    Counting,
    SeasonRow,
    check_counting,
    season_table,
)
from league.rules.tiebreaks.tiebreak import explained


def season(**by_day: Sequence[int | None]) -> History:
    """Return a history of one table by the points each name got; None is a matchday without a match."""
    days = range(max(map(len, by_day.values()), default=0))
    rounds = []
    for day in days:
        there = {name: own[day] for name, own in by_day.items() if len(own) > day and own[day] is not None}
        match = PlayedMatch(list(there), list(map(float, there.values())))  # type: ignore[arg-type]
        rounds.append(PlayedRound([match] if there else []))
    return History(list(by_day), rounds)


def ranks(rows: list[SeasonRow]) -> list[tuple[int, Entrant, Fraction, str | None]]:
    return [(row.rank, row.entrant, row.points, row.decided_by) for row in rows]


def test_points_rank_and_what_is_level_shares_the_place() -> None:
    rows = season_table(season(a=[1, 3], b=[5, 1], c=[3, 3], d=[2, 2]), [], Counting())
    assert ranks(rows) == [(1, "b", 6, None), (1, "c", 6, None), (3, "a", 4, "points"), (3, "d", 4, None)]


def test_the_chain_of_tie_breaks_decides_what_is_level() -> None:
    rows = season_table(season(a=[1, 5], b=[5, 1], c=[3, 3]), ["best_round", "lot"], Counting(), lots="bac")
    assert ranks(rows) == [(1, "b", 6, None), (2, "a", 6, "lot"), (3, "c", 6, "best_round")]
    assert [row.worths["best_round"].value for row in rows] == [5, 5, 3]


def test_the_best_matchdays_count_and_the_others_stay_visible() -> None:
    [row] = season_table(season(a=[2, 5, 2, None, 3]), [], Counting(best=3))
    assert row.points == 5 + 3 + 2
    assert [(day.matchday, day.points, day.is_played, day.is_counted) for day in row.days] == [
        (1, 2, True, True),  # of two equal days the earlier counts
        (2, 5, True, True),
        (3, 2, True, False),
        (4, 0, False, False),
        (5, 3, True, True),
    ]
    assert explained(row.worths["points"], str) == [
        "round 1: 2",
        "round 2: 5",
        "round 3: 2, left out",
        "round 4: 0, left out",
        "round 5: 3",
        "total 10",
    ]


def test_an_entrant_who_played_too_little_is_listed_behind_all_others() -> None:
    rows = season_table(season(a=[5, 5, None], b=[1, 1, 1], c=[0]), [], Counting(minimum=3))
    assert ranks(rows) == [(1, "b", 3, None), (2, "a", 10, "minimum"), (3, "c", 0, "points")]
    assert [row.is_below_minimum for row in rows] == [False, True, True]
    assert [row.played for row in rows] == [3, 2, 1]


def test_an_entrant_who_came_has_played_the_matchday_and_who_did_not_has_not() -> None:
    matches = [
        PlayedMatch(["a", "b"], [3, 0], FORFEIT, ["b"]),
        PlayedMatch(["c", "d"], [3, 1]),
    ]
    byes = [Bye("e", 3), Bye("f", 1.5, HALF)]
    rows = season_table(History([*"abcdef"], [PlayedRound(matches, byes)]), [], Counting(minimum=1))
    assert {row.entrant for row in rows if not row.is_below_minimum} == {*"acde"}
    assert ranks(rows)[-2:] == [(5, "f", Fraction(3, 2), "minimum"), (6, "b", 0, "points")]


def test_a_bonus_and_a_penalty_count_until_they_are_withdrawn() -> None:
    lines = [AdjustmentLine(1, "a", -3, "Late twice"), AdjustmentLine(2, "b", 1, "Brought the cards")]
    played = season(a=[5], b=[3])
    assert ranks(season_table(played, [], Counting(best=1), lines=lines)) == [
        (1, "b", 4, None),
        (2, "a", 2, "points"),
    ]
    withdrawn = [AdjustmentLine(1, "a", -3, "Late twice", is_withdrawn=True), lines[1]]
    rows = season_table(played, [], Counting(), lines=withdrawn)
    assert ranks(rows) == [(1, "a", 5, None), (2, "b", 4, "points")]
    assert rows[0].lines == [withdrawn[0]]
    assert explained(rows[0].worths["points"], str) == ["round 1: 5", "-3, left out", "total 5"]


def test_before_the_first_matchday_everybody_is_first() -> None:
    rows = season_table(season(a=[], b=[]), ["wins", "direct"], Counting(best=2, minimum=1))
    assert ranks(rows) == [(1, "a", 0, None), (1, "b", 0, None)]


@pytest.mark.parametrize(
    ("counting", "code"),
    [
        (Counting(best=11), "bad_best"),
        (Counting(best=-1), "bad_best"),
        (Counting(minimum=11), "bad_minimum"),
        (Counting(minimum=-1), "bad_minimum"),
    ],
)
def test_more_matchdays_than_there_are_cannot_be_asked_for(counting: Counting, code: str) -> None:
    check_counting(Counting(best=10, minimum=10), 10)
    with pytest.raises(Refusal) as refused:
        check_counting(counting, 10)
    assert refused.value.code == code


DAYS = st.lists(st.none() | st.integers(0, 9), max_size=6)


@given(
    st.lists(DAYS, min_size=1, max_size=5), st.integers(0, 6), st.integers(0, 6), st.permutations(range(5))
)
def test_an_entrant_who_entered_first_changes_no_rank(
    drawn: list[list[int | None]], best: int, minimum: int, order: list[int]
) -> None:
    names = [f"e{number}" for number in range(len(drawn))]
    played = season(**dict(zip(names, drawn, strict=True)))
    shuffled = History([names[number] for number in order if number < len(names)], played.rounds)
    counting = Counting(best, minimum)
    rows = season_table(played, [], counting)
    assert season_table(shuffled, [], counting) == rows
    for row in rows:
        better = [(not other.is_below_minimum, other.points) for other in rows]
        assert row.rank == 1 + sum(entrant > (not row.is_below_minimum, row.points) for entrant in better)


@given(DAYS, st.integers(1, 6))
def test_the_best_days_are_no_less_than_any_other_choice_and_one_more_never_hurts(
    drawn: list[int | None], best: int
) -> None:
    [row] = season_table(season(a=drawn), [], Counting(best))
    worths = sorted((points for points in drawn if points is not None), reverse=True)
    assert row.points == sum(worths[:best])
    assert sum(day.is_counted for day in row.days) == min(best, len(drawn))
    [after] = season_table(season(a=[*drawn, 0]), [], Counting(best))
    assert after.points == row.points
