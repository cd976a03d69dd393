"""Situation: somebody looks at the standings and asks what the last round has changed."""

from league.rules.competition.state import State
from league.rules.stages.stage_standings import rows_and_ranks_before, rows_of
from tests.league.rules.evening import do, in_order, result, started, waiting


def play(state: State, *, backwards: bool = False) -> None:
    for match in waiting(state):
        order = sorted(match.entrants, reverse=backwards)
        do(state, result(state, match, in_order(order)))


def ranks(state: State) -> dict[int, int]:
    return {row.entrant: row.rank for row in rows_of(state, state.stage)[0]}


def before(state: State) -> dict[int, int]:
    return rows_and_ranks_before(state, state.stage, 0)[1]


def test_before_the_second_round_there_is_nothing_to_compare() -> None:
    state = started(4, format="swiss", table_size=2, rounds=3)
    assert before(state) == {}
    play(state)
    assert before(state) == {}


def test_after_a_round_the_ranks_of_before_are_those_after_the_round_before() -> None:
    state = started(8, format="swiss", table_size=4, rounds=3)
    play(state)
    first = ranks(state)
    play(state, backwards=True)
    assert before(state) == first
    assert ranks(state) != first
    second = ranks(state)
    play(state)
    assert before(state) == second


def test_in_the_middle_of_a_round_its_first_result_counts_as_the_change() -> None:
    state = started(8, format="swiss", table_size=4, rounds=3)
    play(state)
    first = ranks(state)
    match = waiting(state)[0]
    do(state, result(state, match, in_order(sorted(match.entrants, reverse=True))))
    assert before(state) == first


def test_in_a_knock_out_nobody_moves() -> None:
    state = started(8, format="single_elimination", table_size=2)
    play(state)
    play(state)
    assert before(state) == {}
