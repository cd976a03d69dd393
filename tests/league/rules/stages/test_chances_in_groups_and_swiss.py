"""The places still possible in round robins, groups with a cut and Swiss, against every way it can go on."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.competition import commands as asked
from league.rules.competition.stage import Match
from league.rules.competition.state import FINISHED, State
from league.rules.settings.points import PointsScheme
from league.rules.settings.stages import ROUND_ROBIN, SINGLE_ELIMINATION, SWISS, StageSettings
from league.rules.stages.possible_places import OUT, THROUGH
from league.rules.stages.stage_standings import rows_of
from tests.league.rules.evening import do, in_order, knock_out, result, started, waiting

SCHEMES = [PointsScheme(), PointsScheme({2: [2, 0]}, bye=1), PointsScheme({2: [1, 0], 3: [3, 1, 0]})]
FINAL = StageSettings(SINGLE_ELIMINATION, "Final", table_size=2, advance=1)


def rows(state: State):
    """Return the rows of the first stage."""
    return [row for group in rows_of(state, state.stages[0]) for row in group]


def possible(state: State) -> dict[int, tuple[int, int]]:
    return {row.entrant: (row.best, row.worst) for row in rows(state)}


def chances(state: State) -> dict[int, str]:
    return {row.entrant: row.chance for row in rows(state) if row.chance}


def is_played(state: State) -> bool:
    """Whether the first stage is over."""
    return state.status == FINISHED or (len(state.stages) > 1 and bool(state.stages[1].groups))


def ways(state: State, match: Match) -> list[asked.RecordResult]:
    """Return the ways in which a match can end: everybody first, all level, nobody there, one absent."""
    two = len(match.entrants) == 2
    orders = [list(order) for order in permutations(match.entrants)] if two else [match.entrants]
    stage = state.stage.number
    results = [result(state, match, in_order(order)) for order in orders]
    results.append(result(state, match, dict.fromkeys(match.entrants, 1)))
    results.append(asked.RecordResult(stage, match.id, [], "double_forfeit", list(match.entrants)))
    return results


def ends(state: State) -> Iterator[tuple[State, State]]:
    """Yield every state on every way to the end of the first stage, with the one before it."""
    if is_played(state):
        return
    match = waiting(state)[0]
    for way in ways(state, match):
        after = state.copy()
        do(after, way)
        yield state, after
        yield from ends(after)


def check(state: State) -> None:
    """Hold what is said of a state against all that can follow."""
    for before, after in [(state, state), *ends(state)]:
        narrower, wider = possible(after), possible(before)
        for entrant, (best, worst) in narrower.items():
            assert wider[entrant][0] <= best <= worst <= wider[entrant][1]
        assert chances(before).items() <= chances(after).items()
        if is_played(after):
            for row in rows(after):
                assert row.best == row.worst == row.rank
        if is_played(after) and len(after.stages) > 1:
            on = {entrant for group in after.stages[1].groups for entrant in group}
            assert chances(after) == {entrant: THROUGH if entrant in on else OUT for entrant in narrower}


def played_on(state: State, matches: int, data: st.DataObject) -> State:
    """Play so many matches, each with any result."""
    for _ in range(matches):
        if is_played(state):
            break
        match = data.draw(st.sampled_from(waiting(state)))
        do(state, data.draw(st.sampled_from(ways(state, match))))
    return state


@settings(max_examples=6, deadline=None)
@given(scheme=st.sampled_from(SCHEMES), entrants=st.integers(3, 4), data=st.data())
def test_nobody_ends_outside_in_a_round_robin(scheme, entrants, data):
    state = started(entrants, format=ROUND_ROBIN, table_size=2, points=scheme)
    check(played_on(state, data.draw(st.integers(3, 6) if entrants == 4 else st.integers(0, 3)), data))


@settings(max_examples=6, deadline=None)
@given(scheme=st.sampled_from(SCHEMES), entrants=st.integers(3, 5), data=st.data())
def test_nobody_ends_outside_in_a_swiss(scheme, entrants, data):
    state = started(entrants, format=SWISS, table_size=2, rounds=2, points=scheme)
    check(played_on(state, data.draw(st.integers(1, 4)), data))


@settings(max_examples=6, deadline=None)
@given(scheme=st.sampled_from(SCHEMES), best=st.integers(0, 1), minimum=st.integers(0, 2), data=st.data())
def test_nobody_ends_outside_in_a_swiss_at_tables(scheme, best, minimum, data):
    facts = {"table_size": 3, "rounds": 2, "best_of": best, "minimum": minimum}
    state = started(6, format=SWISS, points=scheme, **facts)
    check(played_on(state, data.draw(st.integers(1, 4)), data))


@settings(max_examples=6, deadline=None)
@given(entrants=st.integers(6, 7), rest=st.integers(0, 1), leaves=st.integers(0, 7), data=st.data())
def test_through_and_out_are_kept_by_whatever_follows(entrants, rest, leaves, data):
    groups = StageSettings(ROUND_ROBIN, "Groups", table_size=2, groups=2, qualify=1, best_of_rest=rest)
    state = started(entrants, stages=[groups, FINAL])
    played_on(state, entrants - 3, data)
    if 0 < leaves <= entrants:
        do(state, asked.Withdraw(leaves))
    check(played_on(state, max(0, len(waiting(state)) - 3), data))


def four(*, best_of_rest: int = 0) -> State:
    """Return a group of four of whom two go on, and so many others; 1 and 2 have won two matches each."""
    groups = StageSettings(ROUND_ROBIN, "Group", table_size=2, qualify=2, best_of_rest=best_of_rest)
    state = started(4, stages=[groups, FINAL])
    for match in waiting(state):
        first, other = sorted(match.entrants)
        if (first, other) not in [(1, 2), (3, 4)]:
            do(state, result(state, match, in_order([first, other])))
    return state


def test_an_entrant_who_is_ahead_for_certain_is_through_before_the_last_match():
    state = four()
    assert possible(state) == {1: (1, 2), 2: (1, 2), 3: (3, 4), 4: (3, 4)}
    assert chances(state) == {1: THROUGH, 2: THROUGH, 3: OUT, 4: OUT}


def test_where_the_best_of_the_rest_go_on_nobody_is_out_before_the_end():
    assert chances(four(best_of_rest=1)) == {1: THROUGH, 2: THROUGH}


def test_while_a_match_can_turn_it_nobody_is_sure():
    groups = StageSettings(ROUND_ROBIN, "Group", table_size=2, qualify=2)
    assert chances(started(4, stages=[groups, FINAL])) == {}


def test_an_entrant_who_has_left_is_neither_through_nor_out_and_makes_room():
    state = four()
    do(state, asked.Withdraw(1))
    assert chances(state) == {2: THROUGH}


def test_a_last_stage_lets_nobody_on():
    assert chances(started(4, format=ROUND_ROBIN, table_size=2)) == {}


@pytest.mark.parametrize("format_", [ROUND_ROBIN, SWISS])
def test_a_cancelled_stage_gives_no_chances(format_):
    state = started(4, format=format_, table_size=2, rounds=2)
    do(state, asked.Cancel("storm"))
    assert set(possible(state).values()) == {(0, 0)}


def test_a_knock_out_says_by_its_bracket_who_is_in():
    assert set(possible(knock_out(8)).values()) == {(0, 0)}


def test_a_swiss_that_ends_early_is_over_for_everybody():
    state = started(3, format=SWISS, table_size=2, rounds=3)
    for match in waiting(state):
        do(state, result(state, match, in_order(match.entrants)))
    do(state, asked.Withdraw(2), asked.Withdraw(3))
    while not is_played(state):
        match = waiting(state)[0]
        do(state, result(state, match, in_order(match.entrants)))
    assert all(row.best == row.worst == row.rank for row in rows(state))
