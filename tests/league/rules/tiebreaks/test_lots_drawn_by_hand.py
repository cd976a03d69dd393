"""Situation: entrants are level at the line, and the organizers draw the lots themselves."""

import pytest

from games.rules.base.refusal import IllegalCommand
from league.rules.competition import commands as asked
from league.rules.competition.stage import Match
from league.rules.competition.state import State
from league.rules.settings import result_kinds
from league.rules.settings.stages import StageSettings
from tests.league.rules.evening import do, result, started, waiting


def no_lot(state: State, match: Match) -> None:
    with pytest.raises(IllegalCommand, match="No lot has decided this match"):
        do(state, asked.TakeBackLot(1, match.id))


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


def test_a_lot_that_is_taken_back_leaves_the_tie_with_its_totals_and_another_lot_decides() -> None:
    state = started(4, format="single_elimination", table_size=2, lots_by_hand=True)
    first, _other = waiting(state)
    do(state, result(state, first, dict.fromkeys(first.entrants, 1)))
    tied = state.stage.matches[first.id].result
    do(state, asked.DrawLot(1, first.id))
    do(state, asked.TakeBackLot(1, first.id, "Too early"))
    assert state.stage.matches[first.id].result == tied
    assert state.stage.matches["R2.1"].slots[0] is None
    do(state, asked.DrawLot(1, first.id))
    assert state.stage.matches["R2.1"].slots[0] in first.entrants


def test_there_is_no_lot_to_take_back_where_none_was_drawn_or_the_tied_have_left() -> None:
    state = started(4, format="single_elimination", table_size=2, lots_by_hand=True)
    first, other = waiting(state)
    no_lot(state, first)
    do(state, result(state, other, {other.entrants[0]: 1, other.entrants[1]: 2}))
    no_lot(state, other)
    do(state, result(state, first, dict.fromkeys(first.entrants, 1)))
    do(state, asked.DrawLot(1, first.id))
    do(state, asked.Withdraw(state.stage.matches[first.id].order[1]))
    no_lot(state, first)


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
