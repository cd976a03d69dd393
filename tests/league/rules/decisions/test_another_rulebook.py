"""Situation: organizers change the rulebook of a competition before its first match has begun."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.competition import commands as asked
from league.rules.competition.events import SettingsChanged
from league.rules.competition.state import State
from league.rules.settings.result_kinds import WALKOVER
from league.rules.settings.stages import SWISS, StageSettings
from tests.league.rules.evening import announced, do, in_order, report, season, started, waiting

LOW = asked.ChangeSettings(rulebook="russian-low-200", options={}, rulebook_title="")


def refused(state: State, command: asked.AnyCommand) -> str:
    with pytest.raises(Refusal) as refusal:
        do(state, command)
    return refusal.value.code


def test_before_the_start_the_rulebook_changes_with_the_order_of_totals() -> None:
    state = announced()
    (changed,) = do(state, LOW)
    assert isinstance(changed, SettingsChanged)
    assert (changed.low_wins, changed.tables, changed.rulebook_title) == (True, [], None)
    assert (state.settings.rulebook, state.settings.low_wins) == ("russian-low-200", True)
    (changed,) = do(state, asked.ChangeSettings(options={"target_score": 300}))
    assert isinstance(changed, SettingsChanged)
    assert changed.low_wins is None
    assert refused(state, asked.ChangeSettings(rulebook="nobody-knows")) == "unknown_rulebook"


def test_tables_that_are_open_are_closed_for_new_ones() -> None:
    state = season(8)
    opened = {match.id: 40 + number for number, match in enumerate(waiting(state))}
    do(state, asked.AssignTables(opened))
    changed = do(state, asked.ChangeSettings(options={"target_score": 300}))[0]
    assert isinstance(changed, SettingsChanged)
    assert changed.tables == [*opened.values()]
    assert [match.table for match in waiting(state)] == [0] * len(opened)
    assert {match.id for match in waiting(state)} == {*opened}


def test_after_a_result_it_stays_even_if_the_result_is_taken_back() -> None:
    state = season(8)
    match = waiting(state)[0]
    report(state, 1, in_order(match.entrants))
    assert refused(state, LOW) == "already_played"
    do(state, asked.CorrectResult(1, match.id, [], "open"))
    assert refused(state, LOW) == "already_played"


def test_a_walkover_is_no_match_that_has_begun() -> None:
    state = started(4, format="round_robin", table_size=2)
    do(state, asked.Withdraw(4))
    kinds = [match.result.kind for match in state.stage.matches.values() if match.result]
    assert {*kinds} == {WALKOVER}
    do(state, LOW)
    assert state.settings.low_wins


def test_a_rulebook_that_cannot_be_played_at_the_tables_is_refused() -> None:
    state = season(9)
    assert refused(state, asked.ChangeSettings(rulebook="partners"))
    assert state.settings.rulebook == "classic"


def test_stages_change_before_the_start_and_are_named() -> None:
    state = announced()
    do(state, asked.ChangeSettings(stages=[StageSettings(SWISS, rounds=5)]))
    assert [(stage.settings.name, stage.settings.rounds) for stage in state.stages] == [("Swiss", 5)]
    assert refused(started(4), asked.ChangeSettings(stages=[StageSettings(SWISS)])) == "already_started"
