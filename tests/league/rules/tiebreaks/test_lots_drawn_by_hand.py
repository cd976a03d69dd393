"""Situation: entrants are level at the line, and the organizers draw the lots themselves."""

from league.rules.competition import commands as asked
from league.rules.settings import result_kinds
from league.rules.settings.stages import StageSettings
from tests.league.rules.evening import do, result, started, waiting


def test_a_match_waits_for_the_lot_that_says_who_goes_on() -> None:
    state = started(4, format="single_elimination", table_size=2, lots_by_hand=True)
    first, other = waiting(state)
    do(state, result(state, other, {other.entrants[0]: 1, other.entrants[1]: 2}))
    do(state, result(state, first, dict.fromkeys(first.entrants, 1)))
    assert state.stage.matches["R2.1"].slots == (None, other.entrants[0])
    do(state, asked.DrawLot(1, first.id))
    drawn = state.stage.matches[first.id]
    assert sorted(drawn.order) == sorted(first.entrants)
    assert state.stage.matches["R2.1"].entrants == [drawn.order[0], other.entrants[0]]


def test_the_next_stage_waits_for_the_lot_between_those_level_at_the_line() -> None:
    stages = [
        StageSettings("round_robin", table_size=2, qualify=2),
        StageSettings("single_elimination", table_size=2),
    ]
    state = started(4, stages=stages, lots_by_hand=True)
    while waiting_matches := waiting(state):
        do(state, asked.RecordResult(1, waiting_matches[0].id, [], result_kinds.VOID))
    assert state.stage.number == 1
    do(state, asked.DrawLot(1))
    assert state.stage.number == 2
    assert sorted(state.stage.groups[0]) == sorted(state.stages[0].lot[:2])
