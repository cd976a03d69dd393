"""Standings, competition ranks and the tie-break named in each row."""

from hypothesis import given
from hypothesis import strategies as st

from league.rules.standings import Played, elimination, season


def played(entrant: int, points: int, *, place: int = 2, deal_wins: int = 0, total: int = 0) -> Played:
    return Played(entrant, 1, place, total, points, deal_wins)


def test_points_decide_first() -> None:
    rows = season([1, 2], [played(1, 3), played(2, 5)])
    assert [(row.rank, row.entrant, row.decided_by) for row in rows] == [(1, 2, None), (2, 1, "points")]


def test_the_row_names_the_tie_break_that_put_it_below() -> None:
    rows = season(
        [1, 2, 3, 4],
        [
            played(1, 5, place=2, deal_wins=1, total=90),
            played(2, 5, place=1),
            played(3, 5, place=2, deal_wins=2),
            played(4, 5, place=2, deal_wins=1, total=100),
        ],
    )
    assert [(row.entrant, row.decided_by) for row in rows] == [
        (2, None),
        (3, "wins"),
        (4, "deal_wins"),
        (1, "total"),
    ]


def test_level_entrants_share_the_rank_and_the_next_is_skipped() -> None:
    rows = season([1, 2, 3, 4], [played(1, 9), played(2, 5), played(3, 5), played(4, 1)])
    assert [row.rank for row in rows] == [1, 2, 2, 4]
    assert rows[2].decided_by is None


def test_low_totals_win_where_points_in_hand_are_counted() -> None:
    results = [played(1, 5, total=300), played(2, 5, total=200)]
    assert [row.entrant for row in season([1, 2], results, low_wins=True)] == [2, 1]
    assert [row.entrant for row in season([1, 2], results)] == [1, 2]


def test_a_knock_out_ranks_by_the_round_reached_and_the_place_there() -> None:
    results = [
        Played(1, 1, 1, 0, advances=True),
        Played(2, 1, 2, 0, advances=True),
        Played(3, 1, 3, 0),
        Played(4, 1, 4, 0),
        Played(5, 1, 3, 0),
        Played(1, 2, 2, 0),
        Played(2, 2, 1, 0, advances=True),
    ]
    rows = elimination([1, 2, 3, 4, 5], results)
    assert [(row.rank, row.entrant, row.decided_by) for row in rows] == [
        (1, 2, None),
        (2, 1, "stage_round"),
        (3, 3, "stage_round"),
        (3, 5, None),
        (5, 4, "place"),
    ]
    assert [row.is_out for row in rows] == [False, True, True, True, True]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3), st.integers(0, 2)), min_size=1, max_size=12))
def test_ranks_count_those_who_are_strictly_better(results: list[tuple[int, int, int]]) -> None:
    rows = season(
        range(len(results)),
        [
            played(index, points, place=place, deal_wins=deals)
            for index, (points, place, deals) in enumerate(results)
        ],
    )
    keys = {index: (-points, -(place == 1), -deals) for index, (points, place, deals) in enumerate(results)}
    for row in rows:
        assert row.rank == 1 + sum(key < keys[row.entrant] for key in keys.values())
