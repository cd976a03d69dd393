"""Situation: an arena goes on for an evening: tables end, players come late, take breaks, and time is up."""

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import IllegalCommand
from league.rules.competition import commands as asked
from league.rules.competition import events as happened
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.consequences import is_draw_pending
from league.rules.settings import result_kinds
from league.rules.settings.stages import ARENA, SINGLE_ELIMINATION, StageSettings
from league.rules.stages.arena_seating import free, is_time_over
from league.rules.stages.stage_standings import standings
from tests.league.rules.evening import announced, do, in_order, result, started, waiting

END = 1_800_000_000


def arena(entrants: int, size: int = 4, **facts: object) -> State:
    """An arena that has begun; free players have their tables."""
    state = started(entrants, format=ARENA, table_size=size, evening_minutes=120, **facts)
    do(state, asked.OpenSeating(END))
    return state


def end(state: State, number: int = 0) -> list[happened.Event]:
    """End a table in play: the best seed wins."""
    match = waiting(state)[number]
    return do(state, result(state, match, in_order(sorted(match.entrants))))


def in_play(state: State) -> list[list[int]]:
    return [match.entrants for match in waiting(state)]


def refused(state: State, command: asked.AnyCommand) -> str:
    with pytest.raises(IllegalCommand) as refusal:
        do(state, command)
    return refusal.value.code


def test_all_are_seated_when_the_time_begins_and_one_who_is_left_over_waits() -> None:
    state = arena(9)
    assert sorted(map(len, in_play(state))) == [3, 3, 3]
    state = arena(5)
    assert list(map(len, in_play(state))) == [4]
    assert len(free(state, state.stage)) == 1


def test_players_of_a_table_that_ends_wait_for_others_and_then_meet_them() -> None:
    state = arena(12)
    first = in_play(state)[0]
    end(state)
    assert free(state, state.stage) == sorted(first)
    assert is_draw_pending(state)
    end(state)
    assert len(in_play(state)) == 3
    new = in_play(state)[1:]
    assert all(len({*table} & {*first}) == 2 for table in new)
    assert not is_draw_pending(state)


def test_players_who_would_only_meet_the_same_table_are_seated_when_the_clock_says_so() -> None:
    state = arena(8)
    first = in_play(state)[0]
    end(state)
    do(state, asked.GoOn())
    assert sorted(in_play(state)[-1]) == sorted(first)
    assert refused(state, asked.GoOn()) == "nothing_to_draw"


def test_the_only_table_plays_again_at_once() -> None:
    state = arena(4)
    end(state)
    assert list(map(len, in_play(state))) == [4]
    assert [planned.name for planned in state.stage.rounds] == ["Seating 1", "Seating 2"]


def test_a_player_on_a_break_plays_the_match_to_its_end_and_then_sits_out_until_back() -> None:
    state = arena(4)
    do(state, asked.TakeBreak(2))
    assert 2 in in_play(state)[0]
    end(state)
    assert sorted(in_play(state)[0]) == [1, 3, 4]
    do(state, asked.TakeBreak(2, is_away=False))
    assert free(state, state.stage) == [2]
    end(state)
    assert sorted(in_play(state)[0]) == [1, 2, 3, 4]
    assert refused(state, asked.TakeBreak(2, is_away=False)) == "nothing_changes"
    assert refused(state, asked.TakeBreak(9)) == "unknown_entrant"


def test_a_late_player_is_seated_as_soon_as_enough_are_free() -> None:
    state = arena(4)
    do(state, asked.Enter([201, 202]))
    assert free(state, state.stage) == [5, 6]
    do(state, asked.Enter([203]))
    assert sorted(in_play(state)[1]) == [5, 6, 7]


def test_players_enter_late_by_themselves_where_registration_was_open_at_the_start() -> None:
    late = asked.Enter([201], by_themselves=True)
    assert refused(arena(4), late) == "registration_closed"
    state = announced(format=ARENA, evening_minutes=60)
    do(state, asked.Enter([101, 102]), asked.OpenRegistration(), asked.Start(), asked.OpenSeating(END), late)
    assert state.entrants[3].player == 201
    do(state, asked.CloseSeating())
    assert refused(state, asked.Enter([202], by_themselves=True)) == "registration_closed"
    assert refused(state, asked.Enter([202])) == "already_started"


def test_when_time_is_up_the_tables_in_play_are_the_last_and_then_it_is_over() -> None:
    state = arena(8)
    assert not is_time_over(state, END - 1)
    assert is_time_over(state, END)
    do(state, asked.CloseSeating())
    assert not is_time_over(state, END)
    end(state)
    assert (len(in_play(state)), state.status) == (1, RUNNING)
    end(state)
    assert state.status == FINISHED
    assert state.winners == [1, 2]


def test_more_time_can_be_given_also_when_it_was_up() -> None:
    state = arena(8)
    do(state, asked.CloseSeating(), asked.OpenSeating(END + 600))
    end(state)
    end(state)
    assert len(in_play(state)) == 2
    assert refused(state, asked.OpenSeating(END + 600)) == "nothing_changes"
    assert refused(state, asked.OpenSeating(0)) == "bad_time"


def test_nobody_is_seated_in_a_pause() -> None:
    state = arena(4)
    do(state, asked.Pause())
    end(state)
    assert in_play(state) == []
    do(state, asked.Resume())
    assert len(in_play(state)) == 1


def test_wins_in_a_row_count_double_and_a_correction_ends_the_streak() -> None:
    state = arena(2, size=2, streak=2)
    for _match in range(4):
        end(state)
    winner = standings(state)[0]
    assert (winner.points, winner.played, winner.wins) == (3 + 3 + 6 + 6, 4, 4)
    assert [int(day.points) for day in winner.days] == [3, 3, 6, 6]
    second = asked.CorrectResult(1, "R2.1", result(state, waiting(state)[0], {2: 1, 1: 2}).finishes)
    do(state, second)
    assert standings(state)[0].points == 3 + 1 + 3 + 3


def test_there_are_no_drafts_and_published_tables_stay() -> None:
    state = arena(4)
    assert refused(state, asked.MakeDraft()) == "arena"
    assert refused(state, asked.Unpublish()) == "already_played"
    assert refused(started(4), asked.CloseSeating()) == "no_arena"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"evening_minutes": 9}, "bad_evening_minutes"),
        ({"evening_minutes": 1441}, "bad_evening_minutes"),
        ({"evening_minutes": 60, "streak": -1}, "bad_streak"),
        ({"evening_minutes": 60, "groups": 2}, "no_groups"),
    ],
)
def test_an_arena_refuses_wrong_settings(facts: dict[str, int], code: str) -> None:
    with pytest.raises(IllegalCommand) as refusal:
        announced(format=ARENA, **facts)
    assert refusal.value.code == code


def test_an_arena_is_the_first_stage_and_its_best_can_go_on_to_a_final() -> None:
    final = StageSettings(SINGLE_ELIMINATION, table_size=2)
    with pytest.raises(IllegalCommand) as refusal:
        announced(
            stages=[StageSettings(SINGLE_ELIMINATION, qualify=2), StageSettings(ARENA, evening_minutes=60)]
        )
    assert refusal.value.code == "arena_not_first"
    state = announced(stages=[StageSettings(ARENA, evening_minutes=60, qualify=2), final])
    do(state, asked.Enter(list(range(101, 109))), asked.Start(), asked.OpenSeating(END), asked.CloseSeating())
    end(state)
    end(state)
    assert state.stage.number == 2
    assert len(in_play(state)) == 1


def test_more_players_than_a_room_has_are_refused() -> None:
    with pytest.raises(IllegalCommand) as refusal:
        started(301, format=ARENA, evening_minutes=60)
    assert refusal.value.code == "too_many_in_arena"


@given(st.integers(0, 2**32).map(Random), st.integers(2, 14), st.integers(2, 4))
@settings(max_examples=8, deadline=None)
def test_whatever_happens_nobody_sits_twice_and_nobody_free_is_forgotten(
    dice: Random, entrants: int, size: int
) -> None:
    state = arena(entrants, size)
    for _step in range(40):
        step(state, dice)
        seats = [*chain.from_iterable(in_play(state))]
        assert len(seats) == len({*seats})
        assert not {*seats} & {*free(state, state.stage)}
        here = [entrant.number for entrant in state.active() if not entrant.is_away]
        assert {*here} <= {*seats, *free(state, state.stage)}
        waits = free(state, state.stage)
        if len(waits) >= max(3, size) and not is_draw_pending(state):
            raise AssertionError((waits, in_play(state)))
    do(state, asked.CloseSeating())
    while waiting(state):
        end(state)
    assert state.status == FINISHED


def step(state: State, dice: Random) -> None:
    """End a table, or let somebody come, go, or take a break."""
    kind = dice.choice(["end", "end", "end", "break", "enter", "leave", "clock"])
    entrant = dice.choice(list(state.entrants.values()))
    if kind == "end" and waiting(state):
        match = dice.choice(waiting(state))
        places = in_order(dice.sample(match.entrants, len(match.entrants)))
        is_void = dice.random() < 0.1
        command = asked.RecordResult(1, match.id, [], result_kinds.VOID)
        do(state, command if is_void else result(state, match, places))
    elif kind == "break" and not entrant.is_withdrawn:
        do(state, asked.TakeBreak(entrant.number, not entrant.is_away))
    elif kind == "enter":
        do(state, asked.Enter([100 + len(state.entrants) + 1]))
    elif kind == "leave" and not entrant.is_withdrawn and len(state.active()) > 2:
        do(state, asked.Withdraw(entrant.number))
    elif kind == "clock" and is_draw_pending(state):
        do(state, asked.GoOn())
