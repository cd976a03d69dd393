"""The places still possible while a season is played: sound at every point of it, and narrowing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.competition import commands as asked
from league.rules.competition.state import FINISHED
from league.rules.stages.stage_standings import rows_of
from tests.league.rules.evening import do, in_order, result, season, started, waiting


def possible(state):
    return {row.entrant: (row.best, row.worst) for rows in rows_of(state, state.stage) for row in rows}


def ranks(state):
    return {row.entrant: row.rank for rows in rows_of(state, state.stage) for row in rows}


def test_at_first_every_place_is_possible():
    assert set(possible(season(8)).values()) == {(1, 8)}


def test_at_the_end_the_rank_is_the_place():
    state = season(4, rounds=1)
    (match,) = waiting(state)
    do(state, result(state, match, {1: 1, 2: 2, 3: 2, 4: 4}))
    assert possible(state) == {1: (1, 1), 2: (2, 2), 3: (2, 2), 4: (4, 4)}


def test_an_entrant_who_has_left_gets_no_more_points_but_those_of_a_match_that_was_drawn():
    state = season(8, rounds=2)
    do(state, *(result(state, match, in_order(match.entrants)) for match in waiting(state)[:1]))
    lost = waiting(state)[0].entrants[-1]
    do(state, asked.AssignTables({waiting(state)[0].id: 7}), asked.Withdraw(lost))
    assert possible(state)[lost][0] == 1
    (match,) = waiting(state)
    do(state, result(state, match, in_order(match.entrants)))
    assert possible(state)[lost][0] > 1


def test_a_season_that_was_called_off_says_nothing():
    state = season(8)
    do(state, asked.Cancel("storm"))
    assert set(possible(state).values()) == {(0, 0)}


@settings(max_examples=25, deadline=None)
@given(
    entrants=st.integers(4, 9),
    best_of=st.integers(0, 2),
    minimum=st.integers(0, 2),
    groups=st.integers(1, 2),
    data=st.data(),
)
def test_nobody_ever_ends_outside_and_the_places_only_narrow(entrants, best_of, minimum, groups, data):
    state = started(
        entrants, table_size=3, rounds=3, best_of=best_of, minimum=minimum, groups=min(groups, entrants // 2)
    )
    bounds = [possible(state)]
    while state.status != FINISHED:
        match = data.draw(st.sampled_from(waiting(state)))
        order = data.draw(st.permutations(match.entrants))
        do(state, result(state, match, in_order(order)))
        bounds.append(possible(state))
    end = ranks(state)
    for before, after in zip(bounds, [*bounds[1:], bounds[-1]], strict=True):
        for entrant, (best, worst) in before.items():
            assert best <= end[entrant] <= worst
            assert best <= after[entrant][0]
            assert after[entrant][1] <= worst


@pytest.mark.parametrize("leaving", [1, 5])
def test_withdrawals_do_not_put_anybody_outside(leaving):
    state = season(9, rounds=3)
    before = possible(state)
    do(state, asked.Withdraw(leaving))
    while state.status != FINISHED:
        match = waiting(state)[0]
        do(state, result(state, match, in_order(match.entrants)))
    assert all(before[entrant][0] <= rank <= before[entrant][1] for entrant, rank in ranks(state).items())
