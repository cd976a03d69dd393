"""Every impossible command of a competition has its own code and a sentence."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition.state import State
from league.rules.settings.stages import StageSettings
from tests.league.rules.evening import announced, do, knock_out, play_on, season, started, tables


def refusal(state: State, command: asked.AnyCommand) -> str:
    with pytest.raises(Refusal) as refused:
        do(state, command)
    assert refused.value.sentence.endswith(".")
    return refused.value.code


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"name": "  "}, "no_name"),
        ({"format": "ladder"}, "unknown_format"),
        ({"rulebook": "bridge"}, "unknown_rulebook"),
        ({"options": {"trumps": True}}, "unknown_option"),
        ({"options": {"target_score": -5}}, "bad_value"),
        ({"table_size": 1}, "bad_table_size"),
        ({"table_size": 11}, "bad_table_size"),
        ({"rounds": 0}, "bad_rounds"),
        ({"rounds": 3, "best_of": 4}, "bad_best"),
        ({"rounds": 3, "minimum": 4}, "bad_minimum"),
        ({"tiebreaks": ["dice"]}, "unknown_tie_break"),
        ({"best_of_rest": 1}, "nobody_qualifies"),
        ({"format": "single_elimination", "table_size": 4, "third_place": True}, "no_third_place"),
        ({"format": "single_elimination", "table_size": 4, "placement": True}, "no_third_place"),
    ],
)
def test_an_evening_that_cannot_be_held(facts: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        announced(**facts)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"table_size": 2}, "bad_table_size"),
        ({"advance": 1}, "advance_too_small"),
        ({"advance": 4}, "advance_too_large"),
        ({"rulebook": "classic"}, "wrong_rulebook"),
        ({"options": {"survivors": 3}}, "survivors_follow"),
    ],
)
def test_a_knock_out_that_cannot_be_held(facts: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        announced(**({"format": "elimination_500", "rulebook": "elimination-500"} | facts))
    assert refused.value.code == code


def test_a_competition_is_created_once() -> None:
    again = asked.Create(1, "Again", [StageSettings("season")], "classic")
    assert refusal(announced(), again) == "already_created"


def test_a_player_enters_once() -> None:
    state = announced()
    assert refusal(state, asked.Enter([7, 7])) == "entered_already"
    do(state, asked.Enter([7]))
    assert refusal(state, asked.Enter([7])) == "entered_already"


def test_an_entrant_who_withdrew_before_the_start_may_enter_again_with_the_same_number() -> None:
    state = announced()
    do(state, asked.Enter([7, 8]), asked.Withdraw(1), asked.Enter([9, 7]))
    assert [
        (entrant.number, entrant.player, entrant.is_withdrawn) for entrant in state.entrants.values()
    ] == [
        (1, 7, False),
        (2, 8, False),
        (3, 9, False),
    ]


def test_entries_seeding_and_start_end_with_the_start() -> None:
    state = knock_out(4)
    assert refusal(state, asked.Enter([9])) == "already_started"
    assert refusal(state, asked.Seed([1, 2, 3, 4])) == "already_started"
    assert refusal(state, asked.Start()) == "already_started"


@pytest.mark.parametrize("order", [[1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3]])
def test_a_seeding_names_every_entrant_once(order: list[int]) -> None:
    state = announced()
    do(state, asked.Enter([7, 8, 9]))
    assert refusal(state, asked.Seed(order)) == "bad_seeding"


def test_nobody_can_be_seeded_before_somebody_has_entered() -> None:
    assert refusal(announced(), asked.Seed([])) == "too_few_entered"


def test_too_few_entrants_cannot_start() -> None:
    evening = announced()
    do(evening, asked.Enter([7]))
    assert refusal(evening, asked.Start()) == "too_few_entered"
    bracket = announced(format="elimination_500", rulebook="elimination-500")
    do(bracket, asked.Enter([7, 8]))
    assert refusal(bracket, asked.Start()) == "too_few_entered"


def test_only_a_known_entrant_can_withdraw_and_only_once() -> None:
    state = announced()
    do(state, asked.Enter([7, 8]), asked.Withdraw(2))
    assert refusal(state, asked.Withdraw(2)) == "withdrawn_already"
    assert refusal(state, asked.Withdraw(3)) == "unknown_entrant"


def test_nobody_withdraws_from_a_finished_competition() -> None:
    state = season(4, rounds=1)
    play_on(state)
    assert refusal(state, asked.Withdraw(1)) == "finished"


def test_the_last_entrant_still_in_cannot_withdraw() -> None:
    state = started(2, venue="elsewhere", rounds=1)
    do(state, asked.Pause(), asked.Withdraw(1))
    assert refusal(state, asked.Withdraw(2)) == "last_entrant"


def test_a_break_begins_once_and_ends_once() -> None:
    state = season(4)
    assert refusal(state, asked.Resume()) == "not_paused"
    do(state, asked.Pause())
    assert refusal(state, asked.Pause()) == "paused"
    do(state, asked.Resume())
    assert refusal(state, asked.Resume()) == "not_paused"


def test_a_result_must_fit_its_match() -> None:
    state = season(8)
    finishes = [Finish(entrant, place, 0) for place, entrant in enumerate(tables(state)[0], start=1)]
    assert refusal(state, asked.RecordResult(1, "R1.3", finishes)) == "unknown_match"
    assert refusal(state, asked.RecordResult(2, "R1.1", finishes)) == "unknown_stage"
    assert refusal(state, asked.RecordResult(1, "R1.1", finishes[:3])) == "wrong_entrants"
    assert refusal(state, asked.RecordResult(1, "R1.2", finishes)) == "wrong_entrants"
    do(state, asked.RecordResult(1, "R1.1", finishes))
    assert refusal(state, asked.RecordResult(1, "R1.1", finishes)) == "result_known"


def test_results_and_tables_need_a_running_competition() -> None:
    assert refusal(announced(), asked.RecordResult(1, "R1.1", [])) == "not_running"
    assert refusal(announced(), asked.AssignTables({"R1.1": 5})) == "not_running"


def test_a_match_has_one_table() -> None:
    state = season(8)
    do(state, asked.AssignTables({"R1.1": 5}))
    assert refusal(state, asked.AssignTables({"R1.1": 6})) == "table_assigned"
    assert refusal(state, asked.AssignTables({"R1.3": 6})) == "unknown_match"


def test_a_refused_command_changes_nothing() -> None:
    state = season(8)
    before = repr(state)
    refusal(state, asked.Start())
    refusal(state, asked.RecordResult(1, "R1.9", []))
    assert repr(state) == before


def test_nobody_is_seeded_before_anybody_has_entered() -> None:
    assert refusal(announced(), asked.Seed([])) == "too_few_entered"
