"""Situation: a result was wrong, is corrected, and turns out to have been right after all."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import bye_id
from league.rules.competition import commands as asked
from league.rules.competition.draft import with_names
from league.rules.competition.state import FINISHED, State
from league.rules.decisions.consequences import is_waiting_for_clock, matches_without_table
from league.rules.decisions.correction_preview import preview
from league.rules.settings import result_kinds
from tests.league.rules.corrections import Die, any_result, as_reported, seen, some_way_in
from tests.league.rules.evening import do, in_order, play_on, result, started, waiting


def finishes(*places: tuple[int, int]):
    return [asked.Finish(entrant, place, 100 * place) for entrant, place in places]


def corrected(state: State, match: str, *places: tuple[int, int], **facts) -> asked.CorrectResult:
    return asked.CorrectResult(state.stage.number, match, finishes(*places), **facts)


def bracket(entrants: int = 4, **facts) -> State:
    return started(entrants, format="single_elimination", table_size=2, **facts)


@settings(max_examples=120, deadline=None)
@given(st.integers(0), st.booleans(), st.booleans())
def test_correcting_and_correcting_back_leaves_everything_as_it_was(
    seed: int, by_hand: bool, lots_by_hand: bool
) -> None:
    die = Die(seed)
    state = some_way_in(die, by_hand=by_hand, lots_by_hand=lots_by_hand)
    played = [(stage, match) for stage in state.stages for match in stage.matches.values() if match.result]
    if not played:
        return
    stage, match = die.one_of(played)
    before, back = seen(state), as_reported(match)
    is_open = die.roll(4) == 0
    facts = {"finishes": [], "kind": result_kinds.OPEN} if is_open else any_result(match, die)
    try:
        do(state, asked.CorrectResult(stage.number, match.id, **facts), chance=die.chance)
    except Refusal:
        assert seen(state) == before
        return
    assert seen(state) != before
    again = asked.RecordResult if is_open else asked.CorrectResult
    do(state, again(stage.number, match.id, **back), chance=die.chance)
    assert seen(state) == before


@settings(max_examples=30, deadline=None)
@given(st.integers(0))
def test_a_preview_changes_nothing_and_says_who_sits_elsewhere(seed: int) -> None:
    die = Die(seed)
    state = some_way_in(die)
    played = [(stage, match) for stage in state.stages for match in stage.matches.values() if match.result]
    if not played:
        return
    stage, match = die.one_of(played)
    before = seen(state)
    command = asked.CorrectResult(stage.number, match.id, **any_result(match, die))
    try:
        moved_ = preview(state, command)
    except Refusal:
        return
    assert seen(state) == before
    slots = {
        (stage.number, match.id): match.slots for stage in state.stages for match in stage.matches.values()
    }
    slots |= {
        (stage.number, bye_id(planned, index)): (stage.who(slot),)
        for stage in state.stages
        for planned in stage.rounds
        for index, slot in enumerate(planned.byes)
    }
    for moved in moved_.moved:
        assert slots[moved.stage, moved.match] == moved.before
        assert moved.match != match.id or moved.stage != stage.number


def test_the_final_that_was_played_by_another_rests_and_comes_back() -> None:
    state = bracket()
    play_on(state)
    assert state.winners == [1]
    before = seen(state)
    wrong = corrected(state, "R1.1", (4, 1), (1, 2))
    preview_ = preview(state, wrong)
    (moved,) = preview_.moved
    assert (moved.match, moved.leaving, moved.coming, moved.rests, moved.returns) == (
        "R2.1",
        [1],
        [4],
        True,
        False,
    )
    assert preview_.reopens
    assert preview_.winners == []
    do(state, wrong)
    assert state.status == "running"
    assert [match.id for match in waiting(state)] == ["R2.1"]
    back = corrected(state, "R1.1", (1, 1), (4, 2))
    preview_ = preview(state, back)
    assert (preview_.moved[0].rests, preview_.moved[0].returns, preview_.finishes) == (False, True, True)
    do(state, back)
    assert seen(state) == before


def test_a_corrected_final_gives_the_competition_another_winner() -> None:
    state = bracket()
    play_on(state)
    do(state, corrected(state, "R2.1", (2, 1), (1, 2)))
    assert (state.status, state.winners) == (FINISHED, [2])


def test_a_table_in_progress_loses_its_match_and_gets_it_back() -> None:
    state = bracket()
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    do(state, asked.AssignTables({"R2.1": 77}))
    tables = preview(state, corrected(state, "R1.2", (3, 1), (2, 2)))
    assert tables.tables == [77]
    do(state, corrected(state, "R1.2", (3, 1), (2, 2)))
    assert state.stage.matches["R2.1"].table == 0
    assert preview(state, corrected(state, "R1.2", (2, 1), (3, 2))).moved[0].table_back == 77
    do(state, corrected(state, "R1.2", (2, 1), (3, 2)))
    assert state.stage.matches["R2.1"].table == 77


def test_a_match_that_is_opened_again_waits_and_says_so() -> None:
    state = bracket()
    play_on(state)
    do(state, asked.CorrectResult(1, "R2.1", [], result_kinds.OPEN))
    final = state.stage.matches["R2.1"]
    assert final.is_reopened
    assert final.is_waiting
    do(state, result(state, final, in_order([2, 1])))
    assert not state.stage.matches["R2.1"].is_reopened
    assert (state.status, state.winners) == (FINISHED, [2])


def test_a_lot_is_drawn_once_for_the_same_tie() -> None:
    state = bracket()
    do(state, asked.RecordResult(1, "R1.1", finishes((1, 1), (4, 1))))
    drawn = state.stage.matches["R1.1"].order
    do(state, corrected(state, "R1.1", (1, 1), (4, 2)))
    for n in range(8):
        do(state, corrected(state, "R1.1", (1, 1), (4, 1)), chance=Chance(b"%d" % n))
        assert state.stage.matches["R1.1"].order == drawn
        do(state, corrected(state, "R1.1", (4, 1), (1, 2)))


def test_a_lot_does_not_decide_a_tie_of_others() -> None:
    state = started(8, format="elimination_500", rulebook="elimination-500", advance=2)
    match = waiting(state)[0]
    first, two, three, four = match.entrants
    do(state, result(state, match, {first: 1, two: 2, three: 2, four: 4}))
    drawn = state.stage.matches[match.id]
    do(state, corrected(state, match.id, (first, 1), (four, 2), (three, 2), (two, 4)))
    again = state.stage.matches[match.id]
    assert (drawn.result.decided_by, again.result.decided_by) == ("lot", "lot")
    assert again.order[1] in {three, four}


def test_an_entrant_who_left_a_table_that_is_given_up_loses_at_once_and_not_by_the_next_correction() -> None:
    state = started(4, format="round_robin", table_size=2, venue="physical")
    first_, other, *_ = waiting(state)
    do(state, asked.AssignTables({first_.id: 7, other.id: 8}))
    do(state, result(state, other, in_order(other.entrants)), asked.Withdraw(first_.entrants[0]))
    assert state.stage.matches[first_.id].result is None  # the table goes on without
    do(state, asked.MoveMatch(1, first_.id, "online"))
    assert state.stage.matches[first_.id].result.kind == result_kinds.WALKOVER
    before = seen(state)
    first, second = other.entrants
    do(state, corrected(state, other.id, (second, 1), (first, 2)))
    do(state, corrected(state, other.id, (first, 1), (second, 2)))
    assert seen(state) == before


def test_an_entrant_who_withdrew_meanwhile_still_advances_when_the_result_is_corrected_back() -> None:
    state = bracket()
    do(state, asked.RecordResult(1, "R1.1", finishes((1, 1), (4, 2))), asked.Withdraw(1))
    before = seen(state)
    do(state, corrected(state, "R1.1", (4, 1), (1, 2)))
    do(state, corrected(state, "R1.1", (1, 1), (4, 2)))
    assert seen(state) == before


def test_later_rounds_that_were_drawn_from_the_old_standings_are_named_and_stay() -> None:
    state = started(8, format="swiss", table_size=4, rounds=3)
    for match in waiting(state):
        do(state, result(state, match, in_order(match.entrants)))
    first = state.stage.matches["R1.1"]
    rounds = list(state.stage.rounds)
    wrong = corrected(
        state, "R1.1", *((entrant, place) for place, entrant in enumerate(reversed(first.entrants), 1))
    )
    preview_ = preview(state, wrong)
    assert preview_.drawn_before == ["Round 2"]
    assert {shift.entrant for shift in preview_.shifted} >= {first.entrants[0], first.entrants[-1]}
    assert all(
        (shift.rank_before, shift.points_before) != (shift.rank, shift.points) for shift in preview_.shifted
    )
    do(state, wrong)
    assert state.stage.rounds == rounds


def test_an_entrant_who_would_have_gone_on_to_a_stage_that_has_begun_is_named() -> None:
    state = started(4, stages=[stage("round_robin", qualify=2), stage("single_elimination")])
    while state.stage.number == 1:
        match = waiting(state)[0]
        do(state, result(state, match, in_order(sorted(match.entrants))))
    last = next(match for match in state.stages[0].matches.values() if set(match.entrants) == {2, 3})
    preview_ = preview(state, asked.CorrectResult(1, last.id, finishes((3, 1), (2, 2))))
    assert preview_.begun_before == ["Knock-out"]
    assert (preview_.instead, preview_.passed) == ([3], [2])


def stage(form: str, **facts):
    return asked.StageSettings(form, table_size=2, **facts)


def test_a_draft_made_of_the_old_standings_is_told() -> None:
    state = started(8, format="swiss", table_size=4, rounds=3, by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    for match in waiting(state):
        do(state, result(state, match, in_order(match.entrants)))
    do(state, asked.MakeDraft())
    first, other, *rest = state.stage.matches["R1.1"].entrants
    changed = in_order([other, first, *rest])
    assert preview(state, corrected(state, "R1.1", *changed.items())).has_draft


def six_in_threes(**facts) -> State:
    """An elimination to 500 in whose second round the best seed of four has a bye."""
    return started(6, format="elimination_500", rulebook="elimination-500", table_size=3, advance=2, **facts)


def test_a_bye_of_a_later_round_follows_a_correction_and_comes_back() -> None:
    state = six_in_threes()
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    second = state.stage.rounds[1]
    assert state.stage.byes_of(second) == [1]
    assert state.stage.matches["R1.1"].entrants == [1, 4, 5]
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    before = seen(state)
    wrong = corrected(state, "R1.1", (5, 1), (4, 2), (1, 3))
    preview_ = preview(state, wrong)
    (bye,) = (change for change in preview_.moved if change.is_bye)
    assert (bye.match, bye.leaving, bye.coming) == ("R2.bye1", [1], [5])
    assert [change.match for change in preview_.moved] == ["R3.1", "R2.bye1"]
    do(state, wrong)
    assert state.stage.byes_of(second) == [5]
    assert 5 in state.stage.matches["R3.1"].entrants
    do(state, corrected(state, "R1.1", (1, 1), (4, 2), (5, 3)))
    assert seen(state) == before


def test_a_bye_that_nobody_earned_any_more_is_nobodys() -> None:
    state = six_in_threes()
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    before = seen(state)
    nobody = asked.CorrectResult(1, "R1.1", [], result_kinds.DOUBLE_FORFEIT)
    (bye,) = (change for change in preview(state, nobody).moved if change.is_bye)
    assert (bye.leaving, bye.coming) == ([1], [])
    do(state, nobody)
    assert state.stage.byes_of(state.stage.rounds[1]) == []
    do(state, corrected(state, "R1.1", (1, 1), (4, 2), (5, 3)))
    assert seen(state) == before


def test_the_places_in_a_draft_are_named_by_who_took_them() -> None:
    state = six_in_threes(by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    do(state, asked.MakeDraft())
    named = with_names(state.stage.draft, state.stage).rounds[0]
    assert [slot.entrant for slot in named.byes] == [1]
    assert sorted(slot.entrant for slot in named.matches[0].slots) == [2, 3, 4]


def test_an_entrant_who_goes_on_after_a_correction_into_a_round_without_a_seat_is_named_and_out() -> None:
    state = started(8, format="elimination_500", rulebook="elimination-500")
    first, two, *rest = state.stage.matches["R1.1"].entrants
    do(state, asked.RecordResult(1, "R1.1", [asked.Finish(first, 1)], "walkover", [two, *rest]))
    second = state.stage.matches["R1.2"]
    do(state, result(state, second, in_order(second.entrants)))
    assert len(state.stage.matches["R2.1"].entrants) == 3
    right = corrected(state, "R1.1", (first, 1), (two, 2), (rest[0], 3), (rest[1], 4))
    assert preview(state, right).unseated == [two]
    do(state, right)
    play_on(state)
    assert len(state.winners) == 1
    assert two not in state.winners


def test_the_next_round_is_not_drawn_by_a_correction_but_when_somebody_goes_on() -> None:
    state = started(8, format="swiss", table_size=4, rounds=2, venue="elsewhere")
    first, other = waiting(state)
    do(state, result(state, first, in_order(first.entrants)))
    do(state, asked.CorrectResult(1, first.id, [], result_kinds.OPEN))
    do(state, result(state, other, in_order(other.entrants)))
    assert not is_waiting_for_clock(state)
    do(state, result(state, first, in_order(first.entrants)))
    assert len(state.stage.rounds) == 1
    assert is_waiting_for_clock(state)
    do(state, asked.GoOn())
    assert len(state.stage.rounds) == 2


def test_a_table_for_those_who_meet_now_waits_while_they_play_nowhere_else() -> None:
    state = started(4, format="round_robin", table_size=2)
    assert [match.id for match in matches_without_table(state)] == ["R1.1", "R1.2"]
    do(state, asked.AssignTables({"R1.1": 7}))
    assert [match.id for match in matches_without_table(state)] == ["R1.2"]
    do(state, asked.Pause())
    assert matches_without_table(state) == []


def test_an_entrant_who_is_left_alone_behind_a_correction_has_won_when_somebody_goes_on() -> None:
    stages = [stage("round_robin", qualify=2), stage("single_elimination")]
    state = started(3, stages=stages, by_hand=True, venue="elsewhere")
    do(state, asked.MakeDraft(), asked.Publish())
    first, *others = state.stage.matches
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    do(state, asked.CorrectResult(1, first, [], result_kinds.OPEN), asked.Withdraw(2), asked.Withdraw(3))
    there = state.stage.matches[first].entrants
    do(state, asked.RecordResult(1, first, [asked.Finish(entrant, n) for n, entrant in enumerate(there, 1)]))
    assert (len(others), is_waiting_for_clock(state)) == (2, True)
    do(state, asked.GoOn())
    assert (state.status, state.winners) == (FINISHED, [1])


def test_the_next_stage_begins_behind_a_correction_when_somebody_goes_on() -> None:
    state = started(
        4, stages=[stage("round_robin", qualify=2), stage("single_elimination")], venue="elsewhere"
    )
    *played, last = waiting(state)
    for match in played:
        do(state, result(state, match, in_order(sorted(match.entrants))))
    do(state, asked.CorrectResult(1, played[0].id, [], result_kinds.OPEN))
    do(state, result(state, last, in_order(sorted(last.entrants))))
    do(state, result(state, played[0], in_order(sorted(played[0].entrants))))
    assert (state.stage.number, is_waiting_for_clock(state)) == (1, True)
    do(state, asked.GoOn())
    assert (state.stage.number, len(state.stage.rounds)) == (2, 1)


def test_a_tie_in_a_correction_says_that_a_lot_would_be_drawn_and_draws_none() -> None:
    state = bracket()
    play_on(state)
    preview_ = preview(state, corrected(state, "R1.1", (1, 1), (4, 1)))
    assert preview_.is_tied
    assert preview_.moved[0].after[0] is None


def test_a_correction_that_ends_a_round_says_that_the_next_is_drawn() -> None:
    state = started(8, format="elimination_500", rulebook="elimination-500", lots_by_hand=True)
    for match in waiting(state):
        first, two, *rest = match.entrants
        places = {first: 1, two: 2} | dict.fromkeys(rest, 3)
        if match.number == 2:
            places[two] = 2
            places[rest[0]] = 2
            places[rest[1]] = 4
        do(state, result(state, match, places))
    tied = state.stage.matches["R1.2"]
    assert tied.result.is_tied
    order = in_order(tied.entrants)
    assert preview(state, corrected(state, "R1.2", *order.items())).draws_next
