"""Situation: a round has so many minutes, some tables get more, and everybody takes a break."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.competition import commands as asked
from league.rules.competition.state import State
from tests.league.rules.evening import announced, do, in_order, report, result, season, started, waiting

NOON = 1_800_000_000
MINUTE = 60


def timed(minutes: int = 40) -> State:
    state = season(8)
    do(state, asked.StartTimer(minutes * MINUTE, NOON))
    return state


def left(state: State, at: int, match: str = "") -> int:
    """Minutes left at so many minutes after noon."""
    assert state.timer is not None
    return state.timer.seconds_left(NOON + at * MINUTE, 1, match) // MINUTE


def test_it_counts_down_and_goes_on_counting_when_it_is_over() -> None:
    state = timed(40)
    assert [left(state, at) for at in (0, 15, 40, 43)] == [40, 25, 0, -3]


def test_all_get_more_time() -> None:
    state = timed(40)
    do(state, asked.ExtendTimer(5 * MINUTE, NOON + 30 * MINUTE))
    assert left(state, 30) == 15


def test_more_time_after_the_end_counts_from_now() -> None:
    state = timed(40)
    do(state, asked.ExtendTimer(5 * MINUTE, NOON + 43 * MINUTE))
    assert left(state, 43) == 5


def test_one_table_gets_more_time_than_the_others() -> None:
    state = timed(40)
    do(state, asked.ExtendTimer(5 * MINUTE, NOON, 1, "R1.2"))
    assert (left(state, 30), left(state, 30, "R1.1"), left(state, 30, "R1.2")) == (10, 10, 15)
    do(state, asked.ExtendTimer(2 * MINUTE, NOON + 50 * MINUTE, 1, "R1.2"))
    assert left(state, 50, "R1.2") == 2


def test_in_a_break_no_time_runs() -> None:
    state = timed(40)
    do(state, asked.PauseTimer(NOON + 10 * MINUTE))
    assert left(state, 25) == 30
    do(state, asked.ExtendTimer(5 * MINUTE, NOON + 25 * MINUTE))
    assert left(state, 26) == 35
    do(state, asked.ResumeTimer(NOON + 30 * MINUTE))
    assert (left(state, 30), left(state, 40)) == (35, 25)


def test_the_next_round_begins_without_a_timer() -> None:
    state = timed()
    for number in (1, 2):
        assert state.timer is not None
        report(state, number, in_order(waiting(state)[0].entrants))
    assert state.timer is None


def test_in_a_bracket_the_next_round_begins_without_a_timer_although_it_was_drawn_long_before() -> None:
    state = started(8, format="single_elimination", table_size=2)
    do(state, asked.StartTimer(40 * MINUTE, NOON))
    first = waiting(state)
    for match in first[:-1]:
        do(state, result(state, match, in_order(match.entrants)))
    assert state.timer is not None, "a match of its round is still being played"
    do(state, result(state, first[-1], in_order(first[-1].entrants)))
    assert state.timer is None
    assert len(waiting(state)) == 2


def test_in_a_round_robin_the_next_round_begins_without_a_timer() -> None:
    state = started(4, format="round_robin", table_size=2)
    do(state, asked.StartTimer(40 * MINUTE, NOON))
    for match in waiting(state)[:2]:
        assert state.timer is not None
        do(state, result(state, match, in_order(match.entrants)))
    assert state.timer is None


def test_it_is_put_away() -> None:
    state = timed()
    do(state, asked.StopTimer())
    assert state.timer is None
    do(state, asked.StartTimer(MINUTE, NOON))
    assert left(state, 0) == 1


def test_a_copy_keeps_it() -> None:
    state = timed()
    assert state.copy().timer == state.timer


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ([], asked.PauseTimer(NOON), "no_timer"),
        ([], asked.ResumeTimer(NOON), "no_timer"),
        ([], asked.StopTimer(), "no_timer"),
        ([], asked.ExtendTimer(60, NOON), "no_timer"),
        ([], asked.StartTimer(0, NOON), "bad_time"),
        ([], asked.StartTimer(36_001, NOON), "bad_time"),
        ([asked.Pause()], asked.StartTimer(60, NOON), "paused"),
        ([asked.StartTimer(60, NOON)], asked.StartTimer(60, NOON), "timer_runs"),
        ([asked.StartTimer(60, NOON)], asked.ResumeTimer(NOON), "timer_runs"),
        ([asked.StartTimer(60, NOON)], asked.ExtendTimer(-5, NOON), "bad_time"),
        ([asked.StartTimer(60, NOON)], asked.ExtendTimer(5, NOON, 1, "R9.9"), "unknown_match"),
        ([asked.StartTimer(60, NOON), asked.PauseTimer(NOON)], asked.PauseTimer(NOON), "timer_paused"),
        (
            [asked.StartTimer(60, NOON), asked.PauseTimer(NOON), asked.Pause()],
            asked.ResumeTimer(NOON),
            "paused",
        ),
    ],
)
def test_the_timer_refuses_wrong_commands(
    before: list[asked.AnyCommand], command: asked.AnyCommand, code: str
) -> None:
    state = season(8)
    do(state, *before)
    with pytest.raises(Refusal) as refused:
        do(state, command)
    assert refused.value.code == code


def test_an_entrant_who_has_finished_gets_no_more_time() -> None:
    state = timed()
    report(state, 1, in_order(waiting(state)[0].entrants))
    with pytest.raises(Refusal) as refused:
        do(state, asked.ExtendTimer(60, NOON, 1, "R1.1"))
    assert refused.value.code == "result_known"


def test_before_the_start_there_is_no_time() -> None:
    with pytest.raises(Refusal) as refused:
        do(announced(), asked.StartTimer(60, NOON))
    assert refused.value.code == "not_running"


def test_events_that_speak_of_no_timer_change_nothing() -> None:
    from league.rules.competition import events as happened
    from league.rules.competition.evolve import fold

    state = season(8)
    fold([happened.TimerExtended(1, 1), happened.TimerPaused(1), happened.TimerResumed(1)], state)
    assert state.timer is None
