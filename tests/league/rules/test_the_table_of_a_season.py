"""A season's table: the best matchdays count, a minimum is asked for, lines stand beside the results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.refusal import Refusal
from league.rules.history import Entrant
from league.rules.season_table import (
    Counting,
    Line,
    Score,
    SeasonRow,
    check_counting,
    check_line,
    season_table,
)


def scores(**by_day: list[int | None]) -> list[Score]:
    """Return scores by name and matchday, from 1; None is a day without a match."""
    return [
        Score(name, day, points)
        for name, days in by_day.items()
        for day, points in enumerate(days, start=1)
        if points is not None
    ]


def ranks(rows: list[SeasonRow]) -> list[tuple[int, Entrant, int, str | None]]:
    return [(row.rank, row.entrant, row.points, row.decided_by) for row in rows]


def test_points_rank_and_what_is_level_shares_the_place() -> None:
    rows = season_table(["a", "b", "c", "d"], scores(a=[1, 3], b=[5, 1], c=[3, 3], d=[2, 2]), Counting())
    assert ranks(rows) == [(1, "b", 6, None), (1, "c", 6, None), (3, "a", 4, "points"), (3, "d", 4, None)]


def test_the_tie_breaks_decide_in_their_order_and_say_so() -> None:
    rows = season_table(
        ["a", "b", "c"],
        scores(a=[3], b=[3], c=[3]),
        Counting(),
        tiebreaks={"wins": {"a": 0, "b": 1, "c": 0}, "lot": {"a": 1, "b": 2, "c": 3}},
    )
    assert ranks(rows) == [(1, "b", 3, None), (2, "c", 3, "wins"), (3, "a", 3, "lot")]


def test_the_best_matchdays_count_and_the_others_stay_visible() -> None:
    [row] = season_table(["a"], scores(a=[2, 5, 2, None, 3]), Counting(best=3))
    assert row.points == 5 + 3 + 2
    assert [(day.matchday, day.points, day.is_counted) for day in row.days] == [
        (1, 2, True),  # of two equal days the earlier counts
        (2, 5, True),
        (3, 2, False),
        (5, 3, True),
    ]


def test_several_matches_of_a_matchday_are_one_day() -> None:
    both = [Score("a", 1, 3), Score("a", 1, 2, is_played=False), Score("a", 2, 4)]
    [row] = season_table(["a"], both, Counting(best=1))
    assert (row.points, row.played) == (5, 2)


def test_who_played_too_little_is_listed_behind_all_others() -> None:
    results = [*scores(a=[5, 5], b=[1, 1, 1]), Score("a", 3, 5, is_played=False)]
    rows = season_table(["a", "b", "c"], results, Counting(minimum=3))
    assert ranks(rows) == [(1, "b", 3, None), (2, "a", 15, "minimum"), (3, "c", 0, "points")]
    assert [row.is_below_minimum for row in rows] == [False, True, True]
    assert rows[1].played == 2


def test_a_bonus_and_a_penalty_count_until_they_are_withdrawn() -> None:
    lines = [Line(1, "a", -3, "Late twice"), Line(2, "b", 1, "Brought the cards")]
    results = scores(a=[5], b=[3])
    assert ranks(season_table(["a", "b"], results, Counting(best=1), lines=lines)) == [
        (1, "b", 4, None),
        (2, "a", 2, "points"),
    ]
    withdrawn = [Line(1, "a", -3, "Late twice", is_withdrawn=True), lines[1]]
    rows = season_table(["a", "b"], results, Counting(), lines=withdrawn)
    assert ranks(rows) == [(1, "a", 5, None), (2, "b", 4, "points")]
    assert rows[0].lines == [withdrawn[0]]


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


@pytest.mark.parametrize(
    ("line", "code"), [(Line(1, "a", 0, "Nothing"), "empty_line"), (Line(1, "a", 2, "  "), "no_reason")]
)
def test_a_line_needs_points_and_a_reason(line: Line, code: str) -> None:
    check_line(Line(1, "a", -2, "Late"))
    with pytest.raises(Refusal) as refused:
        check_line(line)
    assert refused.value.code == code


DAYS = st.lists(st.none() | st.integers(0, 9), max_size=6)


@given(
    st.lists(DAYS, min_size=1, max_size=5), st.integers(0, 6), st.integers(0, 6), st.permutations(range(5))
)
def test_who_entered_first_changes_no_rank(
    drawn: list[list[int | None]], best: int, minimum: int, order: list[int]
) -> None:
    names = [f"e{number}" for number in range(len(drawn))]
    results = scores(**dict(zip(names, drawn, strict=True)))
    counting = Counting(best, minimum)
    rows = season_table(names, results, counting)
    shuffled = [names[number] for number in order if number < len(names)]
    again = season_table(shuffled, results[::-1], counting)
    assert {row.entrant: (row.rank, row.points, row.days) for row in rows} == {
        row.entrant: (row.rank, row.points, row.days) for row in again
    }
    for row in rows:
        better = [(not other.is_below_minimum, other.points) for other in rows]
        assert row.rank == 1 + sum(one > (not row.is_below_minimum, row.points) for one in better)


@given(DAYS, st.integers(1, 6))
def test_the_best_days_are_no_less_than_any_other_choice_and_one_more_never_hurts(
    drawn: list[int | None], best: int
) -> None:
    [row] = season_table(["a"], scores(a=drawn), Counting(best))
    worths = sorted((points for points in drawn if points is not None), reverse=True)
    assert row.points == sum(worths[:best])
    assert sum(day.is_counted for day in row.days) == min(best, len(worths))
    [after] = season_table(["a"], scores(a=[*drawn, 0]), Counting(best))
    assert after.points == row.points
