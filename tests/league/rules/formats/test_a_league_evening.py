"""A league evening: everybody plays in every round, points by place."""

from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.competition import commands as asked
from league.rules.competition.state import FINISHED
from league.rules.stages.stage_standings import standings
from tests.league.rules.evening import announced, do, in_order, play_on, report, rounds, season, tables


def test_the_first_round_is_a_snake_over_the_seeds() -> None:
    state = announced(rounds=2)
    do(state, asked.Enter(list(range(11, 19))), asked.Seed([8, 7, 6, 5, 4, 3, 2, 1]), asked.Start())
    assert tables(state) == [[8, 5, 4, 1], [7, 6, 3, 2]]
    assert rounds(state)[0].name == "Round 1"


def test_later_rounds_are_a_snake_over_the_standings_that_keeps_apart_who_has_met() -> None:
    state = season(8)
    report(state, 1, in_order([1, 4, 5, 8]))
    report(state, 2, in_order([2, 3, 6, 7]))
    rows = [row.entrant for row in standings(state)]
    assert rows == [1, 2, 3, 4, 5, 6, 7, 8]
    met = [{1, 4, 5, 8}, {2, 3, 6, 7}]
    assert [{1, 2}, {3, 4}, {5, 6}, {7, 8}] == [set(row) for row in zip(*tables(state), strict=True)]
    assert [len(former & set(table)) for table in tables(state) for former in met] == [2, 2, 2, 2]


def test_the_next_round_waits_for_the_last_result() -> None:
    state = season(8)
    report(state, 1, in_order(tables(state)[0]))
    assert len(rounds(state)) == 1
    report(state, 2, in_order(tables(state)[1]))
    assert len(rounds(state)) == 2


def test_the_last_round_finishes_the_evening() -> None:
    state = season(8, rounds=3)
    play_on(state)
    assert state.status == FINISHED
    assert len(rounds(state)) == 3
    assert state.winners == [row.entrant for row in standings(state) if row.rank == 1]


def test_level_winners_share_the_evening() -> None:
    state = season(8, rounds=1)
    report(state, 1, in_order(tables(state)[0]))
    events = report(state, 2, in_order(tables(state)[1]))
    assert state.winners == [1, 2]
    assert [type(event).__name__ for event in events] == ["ResultRecorded", "CompetitionFinished"]


def test_an_entrant_who_withdraws_sits_out_the_later_rounds_and_keeps_the_points() -> None:
    state = season(9, rounds=2)
    do(state, asked.Withdraw(1))
    for number, entrants in enumerate(tables(state), start=1):
        report(state, number, in_order(entrants))
    assert sorted(chain.from_iterable(tables(state))) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert next(row.points for row in standings(state) if row.entrant == 1) == 4


def test_when_all_but_one_withdraw_the_evening_ends_with_the_round() -> None:
    state = season(2, rounds=3)
    do(state, asked.Withdraw(2))
    assert state.status == FINISHED
    assert rounds(state)[0].matches[0].result.kind == "walkover"


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.integers(2, 10), st.integers(1, 4), st.booleans())
def test_everybody_plays_once_in_every_round(entrants: int, size: int, count: int, best: bool) -> None:
    state = season(entrants, size, count)
    play_on(state, best_first=best)
    assert len(rounds(state)) == count
    for stage_round in rounds(state):
        seated = [entrant for match in stage_round.matches for entrant in match.entrants]
        assert sorted(seated) == list(range(1, entrants + 1))
    assert all(row.played == count for row in standings(state))
