"""Whatever organizers send, in whatever order: nothing breaks, nothing is stuck, nothing is lost."""

from random import Random
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.competition import commands as asked
from league.rules.competition.evolve import fold
from league.rules.competition.state import BEFORE_START, CANCELLED, DELETED, FINISHED, State
from league.rules.stages.stage_standings import standings
from tests.league.rules.any_command import MAKERS, any_command, any_correction
from tests.league.rules.any_competition import Organizer, matches_of, next_step, repr_of
from tests.league.rules.corrections import seen


def test_every_command_is_tried() -> None:
    assert set(MAKERS) == set(get_args(asked.AnyCommand))


dice = st.integers(0, 2**32).map(Random)


@settings(max_examples=30, deadline=None)
@given(dice, st.integers(0, 24))
def test_random_commands_never_crash_and_never_leave_a_state_without_a_next_step(
    dice: Random, entrants: int
) -> None:
    organizer = Organizer(dice)
    if not organizer.log:
        return
    organizer.enter(entrants)
    for _number in range(40):
        organizer.send(any_command(organizer.state, dice))
    if organizer.state.status in BEFORE_START and not organizer.send(asked.Start()):
        return  # too few are left, or here
    if organizer.state.status == DELETED:
        assert not any(organizer.send(any_command(organizer.state, dice)) for _number in range(20))
        return
    organizer.play_on()
    assert organizer.state.status in (FINISHED, CANCELLED)


@settings(max_examples=30, deadline=None)
@given(dice, st.integers(6, 20))
def test_every_prefix_of_a_log_is_a_competition_and_all_of_it_is_the_live_one(
    dice: Random, entrants: int
) -> None:
    organizer = Organizer(dice)
    organizer.enter(entrants)
    if not organizer.send(asked.Start()):
        return
    organizer.play_on()
    state = State()
    for event in organizer.log:
        fold([event], state)
        rows = standings(state) if state.created else []
        assert len({row.entrant for row in rows}) == len(rows)
    assert repr_of(state) == repr_of(organizer.state)
    assert standings(state) == standings(organizer.state)


@settings(max_examples=30, deadline=None)
@given(dice, st.integers(2, 20))
def test_correcting_and_correcting_back_amid_anything_else_changes_nothing(
    dice: Random, entrants: int
) -> None:
    organizer = Organizer(dice)
    organizer.enter(entrants)
    organizer.send(asked.Start())
    for _number in range(45):
        correction = organizer.go_anywhere()
        if correction is None:
            continue
        before = organizer.state.match(correction.stage, correction.match).result
        snapshot = seen(organizer.state)
        if organizer.send(correction):
            organizer.correct_back(correction, before)
        assert seen(organizer.state) == snapshot


@settings(max_examples=30, deadline=None)
@given(dice, st.integers(6, 20))
def test_correcting_and_correcting_back_changes_nothing(dice: Random, entrants: int) -> None:
    organizer = Organizer(dice)
    organizer.enter(entrants)
    if not organizer.send(asked.Start()):
        return
    for _number in range(dice.randint(1, 60)):
        following = next_step(organizer.state, dice)
        if following is not None:
            organizer.send(following)
    correction = any_correction(organizer.state, dice)
    if correction is None:
        return
    match = organizer.state.match(correction.stage, correction.match)
    before = match.result
    snapshot = seen(organizer.state)
    if organizer.send(correction):
        organizer.correct_back(correction, before)
    assert seen(organizer.state) == snapshot


@settings(max_examples=30, deadline=None)
@given(dice, st.integers(2, 20))
def test_the_consequences_of_a_change_agree_with_a_computation_from_the_start(
    dice: Random, entrants: int
) -> None:
    organizer = Organizer(dice)
    organizer.enter(entrants)
    organizer.send(asked.Start())
    for _number in range(45):
        correction = organizer.go_anywhere()
        if correction is not None:
            organizer.send(correction)
        for stage in organizer.state.stages:
            copied = stage.copy()
            copied.forget()
            assert matches_of(stage) == matches_of(copied)
