"""Situation: tables with real cards and tables of the site, side by side in one competition."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.competition import commands as asked
from league.rules.competition.state import State
from league.rules.decisions.tables_of_matches import venue_of
from tests.league.rules.evening import announced, do, in_order, report, season, started, waiting


def in_a_room(entrants: int, **facts: object) -> State:
    return started(entrants, venue="physical", **facts)


def seat(state: State, first: int = 1) -> None:
    """Open a table for everybody who waits."""
    tables = {match.id: first + index for index, match in enumerate(waiting(state)) if not match.table}
    do(state, asked.AssignTables(tables))


def numbers(state: State) -> list[int]:
    return [match.table_number for match in waiting(state)]


def refused(state: State, command: asked.AnyCommand) -> str:
    with pytest.raises(Refusal) as refusal:
        do(state, command)
    return refusal.value.code


def test_tables_are_numbered_from_one_in_every_round() -> None:
    state = in_a_room(12, rounds=2)
    assert numbers(state) == [0, 0, 0]
    seat(state)
    assert numbers(state) == [1, 2, 3]
    for number in (1, 2, 3):
        report(state, number, in_order(waiting(state)[0].entrants))
    seat(state, 11)
    assert numbers(state) == [1, 2, 3]


def test_groups_share_one_room() -> None:
    state = in_a_room(16, groups=2)
    seat(state)
    assert numbers(state) == [1, 2, 3, 4]


def test_in_a_bracket_the_next_match_takes_the_table_that_is_free() -> None:
    state = in_a_room(8, format="single_elimination", table_size=2)
    seat(state)
    assert numbers(state) == [1, 2, 3, 4]
    first = [match.id for match in waiting(state)]
    for key in (first[1], first[0]):
        match = state.stage.matches[key]
        places = [asked.Finish(entrant, place) for place, entrant in enumerate(match.entrants, start=1)]
        do(state, asked.RecordResult(1, key, places))
    do(state, asked.AssignTables({"R2.1": 9}))
    assert state.stage.matches["R2.1"].table_number == 1


def test_a_match_is_moved_and_moved_back() -> None:
    state = in_a_room(8)
    seat(state)
    do(state, asked.MoveMatch(1, "R1.2", "online"))
    match = state.stage.matches["R1.2"]
    assert (match.table, match.table_number, venue_of(state, match)) == (0, 0, "online")
    assert venue_of(state, state.stage.matches["R1.1"]) == "physical"
    do(state, asked.AssignTables({"R1.2": 7}))
    assert state.stage.matches["R1.2"].table_number == 2
    do(state, asked.MoveMatch(1, "R1.2", "physical"))
    assert state.copy().stage.matches["R1.2"].venue == "physical"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (asked.MoveMatch(1, "R1.1", "physical"), "nothing_changes"),
        (asked.MoveMatch(1, "R1.1", "elsewhere"), "bad_venue"),
        (asked.MoveMatch(1, "R7.1", "online"), "unknown_match"),
        (asked.MoveMatch(4, "R1.1", "online"), "unknown_match"),
    ],
)
def test_a_match_refuses_a_wrong_move_to_another_venue(command: asked.MoveMatch, code: str) -> None:
    assert refused(in_a_room(8), command) == code


def test_a_finished_match_stays_in_its_place_and_elsewhere_nothing_moves() -> None:
    state = in_a_room(8)
    report(state, 1, in_order(waiting(state)[0].entrants))
    assert refused(state, asked.MoveMatch(1, "R1.1", "online")) == "result_known"
    assert refused(started(4, venue="elsewhere"), asked.MoveMatch(1, "R1.1", "online")) == "bad_venue"
    assert refused(announced(), asked.MoveMatch(1, "R1.1", "physical")) == "not_running"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"venue": "moon"}, "bad_venue"),
        ({"confirmation": "oath"}, "bad_confirmation"),
        ({"silence_minutes": 0}, "bad_silence"),
        ({"round_minutes": -1}, "bad_round_minutes"),
        ({"bot_strength": "perfect"}, "bad_value"),
    ],
)
def test_a_competition_refuses_wrong_facts_about_its_room(facts: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        announced(**facts)
    assert refusal.value.code == code


def test_everything_about_the_room_is_kept() -> None:
    settings_ = {"venue": "physical", "confirmation": "silence", "silence_minutes": 3, "round_minutes": 45}
    settings = announced(**settings_, self_report=True).settings
    assert {name: getattr(settings, name) for name in settings_} == settings_
    assert settings.self_report


def test_a_season_is_played_online_unless_it_is_said() -> None:
    state = season(4)
    assert venue_of(state, waiting(state)[0]) == "online"
