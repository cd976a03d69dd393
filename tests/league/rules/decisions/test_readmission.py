"""Situation: an entrant is taken out during the competition, by mistake, and is readmitted."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.competition import commands as asked
from league.rules.competition.events import WalkoverTakenBack
from league.rules.competition.evolve import fold
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.consequences import matches_without_table
from league.rules.decisions.walkovers import BY_HAND, DRAFTED, FOLLOWED, RESTORABLE, lost_by
from league.rules.settings import result_kinds
from league.rules.settings.stages import DOUBLE_ELIMINATION, ROUND_ROBIN, SINGLE_ELIMINATION, SWISS
from tests.league.rules.any_competition import Organizer, matches_of, repr_of
from tests.league.rules.corrections import Die, seen, some_way_in
from tests.league.rules.evening import do, in_order, result, started, waiting

ELSEWHERE = {"venue": "elsewhere", "table_size": 2}


def fates(state: State, entrant: int) -> list[str]:
    return [walkover.fate for walkover in lost_by(state, entrant, ())]


def win(state: State, match: str, winner: int) -> None:
    meeting = state.stage.matches[match]
    do(state, result(state, meeting, in_order([winner, *meeting.without({winner})])))


def won_by_walkover(state: State) -> list[str]:
    return [match.id for match in state.stage.matches.values() if match.result and not match.is_played]


def test_in_a_round_robin_all_walkovers_are_taken_back_and_results_stay() -> None:
    state = started(4, format=ROUND_ROBIN, **ELSEWHERE)
    win(state, "R1.1", 1)
    before = seen(state)
    do(state, asked.Withdraw(1))
    assert len(won_by_walkover(state)) == 2
    do(state, asked.Reinstate(1))
    assert seen(state) == before


def test_in_a_swiss_the_walkover_of_the_current_round_is_taken_back_and_that_of_earlier_rounds_stays() -> (
    None
):
    state = started(4, format=SWISS, rounds=3, **ELSEWHERE)
    do(state, asked.Withdraw(1))
    for match in waiting(state):
        win(state, match.id, match.entrants[0])
    assert len(state.stage.rounds) == 2
    do(state, asked.Reinstate(1))
    assert len(won_by_walkover(state)) == 1
    assert fates(state, 1) == [FOLLOWED]
    # In the second round there is no match of the entrant: three were left.
    assert 1 not in {entrant for match in waiting(state) for entrant in match.entrants}


def test_in_a_swiss_an_entrant_who_left_by_mistake_plays_the_round_in_progress() -> None:
    state = started(6, format=SWISS, rounds=3, **ELSEWHERE)
    before = seen(state)
    do(state, asked.Withdraw(3))
    assert fates(state, 3) == [RESTORABLE]
    (taken_back,) = [event for event in do(state, asked.Reinstate(3)) if isinstance(event, WalkoverTakenBack)]
    assert 3 in taken_back.entrants
    assert seen(state) == before


def test_in_a_cup_the_walkover_is_taken_back_until_the_next_match_has_a_result() -> None:
    state = started(4, format=SINGLE_ELIMINATION, **ELSEWHERE)
    before = seen(state)
    do(state, asked.Withdraw(4))
    do(state, asked.Reinstate(4))
    assert seen(state) == before
    do(state, asked.Withdraw(4))
    (other,) = waiting(state)
    win(state, other.id, other.entrants[0])
    (final,) = waiting(state)
    win(state, final.id, final.entrants[0])
    assert state.status == FINISHED
    assert fates(state, 4) == [FOLLOWED]


def test_a_withdrawal_that_ended_the_cup_can_be_undone() -> None:
    state = started(2, format=SINGLE_ELIMINATION, **ELSEWHERE)
    do(state, asked.Withdraw(2))
    assert (state.status, state.winners) == (FINISHED, [1])
    do(state, asked.Reinstate(2))
    assert state.status == RUNNING
    (final,) = waiting(state)
    win(state, final.id, 2)
    assert (state.status, state.winners) == (FINISHED, [2])


def test_a_table_of_the_next_match_is_given_up_unless_a_deal_has_begun_there() -> None:
    for has_begun in (False, True):
        state = started(4, format=SINGLE_ELIMINATION, table_size=2, venue="physical")
        do(state, asked.Withdraw(4))
        (other,) = matches_without_table(state)
        do(state, asked.AssignTables({other.id: 7}))
        win(state, other.id, other.entrants[0])
        (final,) = matches_without_table(state)
        do(state, asked.AssignTables({final.id: 8}))
        begun = frozenset({8} if has_begun else ())
        events = do(state, asked.Reinstate(4, begun=begun))
        given_up = [event.tables for event in events if isinstance(event, WalkoverTakenBack)]
        assert given_up == ([] if has_begun else [[8]])
        assert bool(won_by_walkover(state)) is has_begun
        assert [match.table for match in waiting(state)] == ([8] if has_begun else [0])


def test_walkovers_of_a_meeting_and_of_the_losers_bracket_are_taken_back_together() -> None:
    for facts in ({"format": DOUBLE_ELIMINATION}, {"format": SINGLE_ELIMINATION, "best_of_matches": 3}):
        state = started(8, **facts, **ELSEWHERE)
        before = seen(state)
        do(state, asked.Withdraw(5), asked.Withdraw(6), asked.Reinstate(5), asked.Reinstate(6))
        assert seen(state) == before, facts


def test_when_both_had_left_the_return_of_one_wins_the_match() -> None:
    state = started(4, format=ROUND_ROBIN, **ELSEWHERE)
    do(state, asked.Withdraw(1), asked.Withdraw(2))
    do(state, asked.Reinstate(1))
    (met,) = [match for match in state.stage.matches.values() if sorted(match.entrants) == [1, 2]]
    assert met.result is not None
    assert (met.result.kind, met.result.absent) == (result_kinds.WALKOVER, [2])
    do(state, asked.Reinstate(2))
    assert won_by_walkover(state) == []


def test_walkovers_given_by_hand_stay_and_so_do_those_of_early_logs() -> None:
    state = started(4, format=ROUND_ROBIN, **ELSEWHERE)
    match = next(match for match in waiting(state) if 1 in match.entrants)
    (other,) = match.without({1})
    do(
        state,
        asked.RecordResult(1, match.id, [asked.Finish(other, 1)], result_kinds.WALKOVER, [1]),
        asked.Withdraw(1),
    )
    assert sorted(fates(state, 1)) == sorted([BY_HAND, RESTORABLE, RESTORABLE])
    do(state, asked.Reinstate(1))
    assert won_by_walkover(state) == [match.id]


def test_a_walkover_that_an_organizer_corrected_is_one_given_by_hand() -> None:
    state = started(4, format=ROUND_ROBIN, **ELSEWHERE)
    do(state, asked.Withdraw(1))
    match = state.stage.matches[won_by_walkover(state)[0]]
    do(state, asked.CorrectResult(1, match.id, [], result_kinds.VOID))
    do(state, asked.Reinstate(1))
    assert state.stage.matches[match.id].result is not None


def test_a_draft_of_the_next_round_keeps_the_walkover_until_it_is_discarded() -> None:
    state = started(4, format=SWISS, rounds=3, by_hand=True, **ELSEWHERE)
    do(state, asked.MakeDraft(), asked.Publish(), asked.Withdraw(1))
    for match in waiting(state):
        win(state, match.id, match.entrants[0])
    do(state, asked.MakeDraft())
    assert fates(state, 1) == [DRAFTED]
    do(state, asked.DiscardDraft())
    assert fates(state, 1) == [RESTORABLE]


@settings(max_examples=80, deadline=None)
@given(st.integers(0), st.booleans())
def test_a_withdrawal_and_a_readmission_at_once_leave_everything_as_it_was(seed: int, by_hand: bool) -> None:
    """Unless something followed: a round was drawn, a stage began, or a lot was drawn."""
    die = Die(seed)
    state = some_way_in(die, by_hand=by_hand, lots_by_hand=True)
    if state.status != RUNNING or len(state.active()) < 3:
        return
    entrant = die.one_of(state.active()).number
    if not any(entrant in group for group in state.stage.groups):
        return
    before, drawn = seen(state), [len(stage.draws) for stage in state.stages]
    do(state, asked.Withdraw(entrant), chance=die.chance)
    has_followed = drawn != [len(stage.draws) for stage in state.stages]
    do(state, asked.Reinstate(entrant), chance=die.chance)
    if not has_followed:
        assert seen(state) == before


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32).map(Random), st.integers(4, 16))
def test_a_readmission_changes_no_result_that_was_played_and_the_log_says_the_same(
    dice: Random, entrants: int
) -> None:
    organizer = Organizer(dice)
    organizer.enter(entrants)
    organizer.send(asked.Start())
    for _number in range(40):
        organizer.go_anywhere()
        gone = sorted(organizer.state.gone())
        if not gone or organizer.state.status not in (RUNNING, FINISHED):
            continue
        played = {
            (stage.number, match.id): match.result
            for stage in organizer.state.stages
            for match in stage.matches.values()
            if match.is_played
        }
        organizer.send(asked.Reinstate(dice.choice(gone), beyond_limit=True))
        for (stage, match), recorded in played.items():
            now = organizer.state.match(stage, match)
            assert now is not None
            assert now.result == recorded
    state = fold(organizer.log)
    assert repr_of(state) == repr_of(organizer.state)
    for stage in organizer.state.stages:
        anew = stage.copy()
        anew.forget()
        assert matches_of(stage) == matches_of(anew)
