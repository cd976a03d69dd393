"""From the announcement to the archive: what may be done when, and what is refused with which code."""

from typing import Any

import pytest

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition import events as happened
from league.rules.competition.evolve import fold
from league.rules.competition.state import CANCELLED, FINISHED, RUNNING, State
from league.rules.decisions.consequences import can_draw
from league.rules.decisions.correction_preview import preview
from league.rules.settings.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)
from league.rules.stages.drawn_rounds import label
from league.rules.stages.next_draw import next_draw
from league.rules.stages.stage_standings import standings
from tests.league.rules.evening import (
    announced,
    do,
    in_order,
    play_on,
    result,
    rounds,
    season,
    started,
    waiting,
)

PAIRS = {"format": SINGLE_ELIMINATION, "table_size": 2}


def refusal(state: State, command: asked.AnyCommand) -> str:
    with pytest.raises(Refusal) as refused:
        do(state, command)
    assert refused.value.sentence.endswith(".")
    return refused.value.code


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"stages": []}, "bad_stages"),
        ({"limit": -1}, "bad_limit"),
        ({"groups": 0}, "bad_groups"),
        ({"format": ELIMINATION_500, "rulebook": "elimination-500", "groups": 2}, "no_groups"),
        ({"minutes": -1}, "bad_minutes"),
        ({"format": ROUND_ROBIN, "legs": 3}, "bad_legs"),
        ({"reseed": "name"}, "bad_reseed"),
        ({"pull_up": "sideways"}, "bad_pull_up"),
        ({"byes": -1}, "bad_byes"),
        ({"format": SINGLE_ELIMINATION, "advance": 0}, "advance_too_small"),
        ({"format": SINGLE_ELIMINATION, "advance": 4}, "advance_too_large"),
        ({"stages": [StageSettings(SWISS), StageSettings(SEASON)]}, "nobody_qualifies"),
        ({"stages": [StageSettings(SWISS, qualify=1), StageSettings(SEASON)]}, "too_few_qualify"),
        ({"stages": [StageSettings(SWISS, qualify=1)]}, "nobody_qualifies"),
    ],
)
def test_an_impossible_competition_is_not_announced(facts: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        announced(**facts)
    assert refused.value.code == code


def test_a_competition_that_was_called_off_keeps_what_was_played_and_goes_into_the_archive_and_back() -> None:
    state = season(8)
    assert refusal(state, asked.Archive()) == "still_running"
    assert refusal(state, asked.Restore()) == "not_archived"
    match = waiting(state)[0]
    do(state, result(state, match, in_order(match.entrants)), asked.Cancel("The hall is flooded"))
    assert state.status == CANCELLED
    assert rounds(state)[0].matches[0].places
    assert refusal(state, asked.Cancel()) == "finished"
    assert refusal(state, asked.RecordResult(1, "R1.2", [])) == "cancelled"
    do(state, asked.Archive())
    assert refusal(state, asked.Archive()) == "archived"
    do(state, asked.Restore())
    assert not state.is_archived


def test_a_finished_competition_has_nothing_left_to_draw() -> None:
    state = season(4, rounds=1)
    play_on(state)
    assert next_draw(state, state.stage, "0f") is None
    assert label(state.stage, 0) == ""
    fold([happened.CompetitionReopened()], state)
    assert refusal(state, asked.MakeDraft()) == "nothing_to_draw"
    assert refusal(state, asked.GoOn()) == "nothing_to_draw"


@pytest.mark.parametrize(
    "facts",
    [
        PAIRS,
        {"format": DOUBLE_ELIMINATION},
        {"format": ROUND_ROBIN, "table_size": 2},
        {"format": ROUND_ROBIN, "table_size": 3, "rounds": 0},
        {"format": SWISS, "rounds": 1},
        {"format": ELIMINATION_500, "rulebook": "elimination-500"},
    ],
)
def test_a_stage_drawn_to_its_end_is_not_drawn_again(facts: dict[str, Any]) -> None:
    state = started(9, **facts)
    play_on(state)
    assert state.status == FINISHED
    assert next_draw(state, state.stage, "0f") is None


def test_nine_meet_everybody_once_in_four_rounds_at_tables_of_three() -> None:
    state = started(9, format=ROUND_ROBIN, table_size=3, rounds=0)
    met = {
        frozenset((entrant, other))
        for stage_round in rounds(state)
        for match in stage_round.matches
        for entrant in match.entrants
        for other in match.entrants
        if entrant < other
    }
    assert (len(rounds(state)), len(met)) == (4, 36)


def test_groups_have_letters_and_divisions_numbers() -> None:
    groups = started(8, format=ROUND_ROBIN, table_size=2, groups=2)
    assert [label(groups.stage, number) for number in (0, 1)] == ["Group A", "Group B"]
    divisions = started(8, groups=2, table_size=4)
    assert [label(divisions.stage, number) for number in (0, 1)] == ["Division 1", "Division 2"]


def test_an_entrant_who_is_left_alone_in_a_group_before_the_draw_has_nobody_to_meet() -> None:
    stages = [
        StageSettings(ROUND_ROBIN, table_size=2, groups=2, qualify=1),
        StageSettings(SINGLE_ELIMINATION, table_size=2),
    ]
    state = announced(stages=stages, by_hand=True)
    do(state, asked.Enter([1, 2, 3, 4]), asked.Start())
    do(state, asked.Withdraw(state.stage.groups[1][0]))
    do(state, asked.MakeDraft(), asked.Publish())
    assert [round_.name for round_ in rounds(state)] == ["Group A, Round 1"]


def test_a_draft_is_swapped_only_where_that_leaves_a_draw() -> None:
    state = announced(**PAIRS, by_hand=True)
    do(state, asked.Enter(list(range(1, 5))), asked.Start(), asked.MakeDraft())
    assert refusal(state, asked.SwapInDraft(("R1.1", 0), ("R1.1", 0))) == "same_seat"
    assert refusal(state, asked.SwapInDraft(("R1.1", 0), ("R2.1", 0))) == "bad_swap"
    assert refusal(state, asked.SwapInDraft(("R1.1", 5), ("R1.2", 0))) == "unknown_seat"
    do(state, asked.SwapInDraft(("R1.1", 0), ("R1.2", 0)), asked.Publish())
    assert [match.entrants for match in rounds(state)[0].matches] == [[2, 4], [1, 3]]
    assert refusal(state, asked.AssignTables({"R2.1": 7})) == "not_ready"


@pytest.mark.parametrize("other", [("R2.1", 0), ("R2.2", 0)])
def test_nobody_plays_twice_in_a_round_after_a_swap(other: tuple[str, int]) -> None:
    state = announced(format=ROUND_ROBIN, table_size=2, by_hand=True)
    do(state, asked.Enter(list(range(1, 6))), asked.Start(), asked.MakeDraft())
    assert refusal(state, asked.SwapInDraft(("R1.1", 0), other)) == "bad_swap"


@pytest.mark.parametrize("size", [2, 4])
def test_an_entrant_who_has_a_bye_changes_places_with_somebody_at_a_table(size: int) -> None:
    state = announced(format=SWISS, table_size=size, by_hand=True)
    do(state, asked.Enter(list(range(1, 6))), asked.Start(), asked.MakeDraft())
    draft = state.stage.draft
    assert draft is not None
    (planned,) = draft.rounds
    free, first = planned.byes[0].entrant, planned.matches[0].slots[0].entrant
    assert {reason.match for reason in draft.why} == {*(match.id for match in planned.matches), "R1.bye1"}
    do(state, asked.SwapInDraft(("R1.bye1", 0), (planned.matches[0].id, 0)))
    do(state, asked.Publish())
    assert rounds(state)[0].byes == [first]
    assert free in rounds(state)[0].matches[0].entrants
    assert {reason.match for reason in state.stage.draws[0].why} == {reason.match for reason in draft.why}


def test_nobody_is_swapped_into_another_group() -> None:
    stages = [StageSettings(SWISS, groups=2, table_size=3, qualify=1), StageSettings(SINGLE_ELIMINATION)]
    state = announced(stages=stages, by_hand=True)
    do(state, asked.Enter(list(range(1, 9))), asked.Start(), asked.MakeDraft())
    assert refusal(state, asked.SwapInDraft(("A.R1.1", 0), ("B.R1.1", 0))) == "bad_swap"
    do(state, asked.SwapInDraft(("A.R1.1", 0), ("A.R1.bye1", 0)))


def test_two_who_are_swapped_change_places_in_all_rounds_of_the_draft() -> None:
    state = announced(format=ROUND_ROBIN, table_size=2, by_hand=True)
    do(state, asked.Enter(list(range(1, 6))), asked.Start(), asked.MakeDraft())
    do(state, asked.SwapInDraft(("R1.1", 0), ("R1.bye1", 0)), asked.Publish())
    met = [frozenset(match.entrants) for match in state.stage.matches.values()]
    assert len(set(met)) == len(met) == 10


def test_a_bye_against_nobody_is_a_seat_that_can_be_swapped() -> None:
    state = announced(**PAIRS, by_hand=True)
    do(state, asked.Enter([1, 2, 3]), asked.Start(), asked.MakeDraft())
    do(state, asked.SwapInDraft(("R1.1", 1), ("R1.2", 0)), asked.Publish())
    assert [match.slots for match in rounds(state)[0].matches] == [(1, 2), (0, 3)]
    assert state.stage.matches["R2.1"].slots == (None, 3)


def test_places_of_a_later_match_in_the_draft_cannot_be_swapped() -> None:
    state = announced(format=DOUBLE_ELIMINATION, by_hand=True)
    do(state, asked.Enter(list(range(1, 9))), asked.Start(), asked.MakeDraft())
    assert refusal(state, asked.SwapInDraft(("W2.1", 0), ("W2.2", 0))) == "bad_swap"
    assert refusal(state, asked.SwapInDraft(("W2.1", 0), ("L2.1", 0))) == "bad_swap"


def test_places_of_the_round_before_can_be_swapped_in_the_next_draft() -> None:
    state = started(8, format="elimination_500", rulebook="elimination-500", by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    for match in waiting(state):
        do(state, result(state, match, in_order(match.entrants)))
    do(state, asked.MakeDraft())
    draft = state.stage.draft
    assert draft is not None
    assert all(slot.of for slot in draft.rounds[0].matches[0].slots)
    do(state, asked.SwapInDraft(("R2.1", 0), ("R2.1", 1)), asked.Publish())
    first, other, *rest = [state.stage.who(slot) for slot in draft.rounds[0].matches[0].slots]
    assert state.stage.matches["R2.1"].entrants == [other, first, *rest]


def test_a_draft_that_was_discarded_stays_so() -> None:
    state = announced(format=SWISS, by_hand=True)
    do(state, asked.Enter(list(range(1, 9))), asked.Start(), asked.MakeDraft())
    draft = state.stage.draft
    assert draft is not None
    fold(
        [
            happened.DraftMade(1, draft),
            happened.DraftDiscarded(1),
            happened.DraftAdjusted(1, ("a", 0), ("b", 0)),
        ],
        state,
    )
    assert state.stage.draft is None


def test_the_draft_of_a_next_stage_changes_no_standings_before_it_is_published() -> None:
    stages = [
        StageSettings(SWISS, table_size=4, rounds=1, qualify=4),
        StageSettings(ROUND_ROBIN, table_size=2, groups=2),
    ]
    state = announced(stages=stages, by_hand=True)
    do(state, asked.Enter([1, 2, 3, 4]), asked.Start(), asked.MakeDraft(), asked.Publish())
    do(state, result(state, waiting(state)[0], in_order([3, 1, 4, 2])))
    before = standings(state)
    do(state, asked.MakeDraft())
    assert (standings(state), [stage.is_shown for stage in state.stages]) == (before, [True, False])
    do(state, asked.Publish())
    assert [stage.is_shown for stage in state.stages] == [True, True]


def test_an_entrant_who_is_alone_at_the_next_stage_has_won_although_organizers_draw() -> None:
    stages = [StageSettings(SWISS, table_size=4, rounds=1, qualify=2), StageSettings(SEASON, table_size=4)]
    state = announced(stages=stages, by_hand=True)
    do(state, asked.Enter([1, 2, 3, 4]), asked.Start(), asked.MakeDraft(), asked.Publish())
    do(state, result(state, waiting(state)[0], in_order([1, 2, 3, 4])))
    do(state, *(asked.Withdraw(number) for number in (2, 3)))
    assert can_draw(state)
    do(state, asked.Withdraw(4))
    assert (state.status, state.winners) == (FINISHED, [1])


@pytest.mark.parametrize(
    ("kind", "places", "absent", "code"),
    [
        ("guessed", {1: 1, 4: 2}, [], "unknown_kind"),
        ("void", {1: 1, 4: 2}, [], "no_places"),
        ("played", {}, [1, 4], "nobody_played"),
        ("walkover", {1: 1, 4: 2}, [], "nobody_absent"),
        ("played", {1: 1, 4: 3}, [], "bad_places"),
    ],
)
def test_a_report_that_makes_no_sense(
    kind: str, places: dict[int, int], absent: list[int], code: str
) -> None:
    state = started(4, **PAIRS)
    told = result(state, rounds(state)[0].matches[0], places)
    assert refusal(state, asked.RecordResult(1, "R1.1", told.finishes, kind, absent)) == code


def test_corrections_and_lots_need_something_to_correct_or_to_draw() -> None:
    state = started(4, **PAIRS)
    match = rounds(state)[0].matches[0]
    told = result(state, match, {1: 1, 4: 2})
    assert refusal(state, asked.CorrectResult(1, match.id, told.finishes)) == "no_result"
    assert refusal(state, asked.DrawLot(1, match.id)) == "no_tie"
    do(state, told)
    assert refusal(state, asked.CorrectResult(1, match.id, told.finishes)) == "nothing_changes"
    assert state.match(3, "R1.1") is None


def test_a_tie_that_a_correction_leaves_as_it_was_keeps_its_lot() -> None:
    state = started(4, **PAIRS)
    match = rounds(state)[0].matches[0]
    do(state, result(state, match, {1: 1, 4: 1}))
    before = rounds(state)[0].matches[0].order
    told = result(state, match, {1: 1, 4: 1})
    changed = [
        type(finish)(finish.entrant, finish.place, finish.total + 5, finish.last_deal)
        for finish in told.finishes
    ]
    events = do(state, asked.CorrectResult(1, match.id, changed))
    assert rounds(state)[0].matches[0].order == before
    assert not any(isinstance(event, happened.LotDrawn) for event in events)


def test_a_bonus_has_a_reason_and_can_be_taken_back() -> None:
    state = season(4)
    assert refusal(state, asked.Adjust(1, 1, 5, "  ")) == "no_reason"
    do(state, asked.Adjust(1, 1, 5, "Brought the cake"), asked.WithdrawAdjustment(1, 1))
    assert state.stage.adjustments[1].is_withdrawn
    assert refusal(state, asked.WithdrawAdjustment(1, 1)) == "unknown_line"


def test_club_mates_from_two_groups_are_kept_apart_in_the_bracket_behind_them() -> None:
    stages = [
        StageSettings(ROUND_ROBIN, table_size=2, groups=4, qualify=2),
        StageSettings(SINGLE_ELIMINATION, table_size=2, separate_clubs=2),
    ]
    state = announced(stages=stages)
    teams = dict.fromkeys((101, 107, 112), "Riverside")
    do(state, asked.Enter(list(range(101, 113)), teams), asked.Start())
    while state.stage.number == 1:
        for match in waiting(state):
            do(state, result(state, match, in_order(sorted(match.entrants))))
    of_team = {entrant.number for entrant in state.entrants.values() if entrant.team}
    assert all(len(of_team.intersection(match.entrants)) < 2 for match in rounds(state)[0].matches)


def test_a_correction_that_leaves_a_tie_across_the_line_cannot_say_who_would_have_gone_on() -> None:
    stages = [StageSettings(SWISS, table_size=4, qualify=2), StageSettings(SINGLE_ELIMINATION, table_size=2)]
    state = announced(stages=stages)
    do(state, asked.Enter([1, 2, 3, 4]), asked.Start())
    match = waiting(state)[0]
    do(state, result(state, match, in_order([1, 2, 3, 4])))
    assert (state.status, state.stage.number) == (RUNNING, 2)
    level = result(state, match, {1: 1, 2: 2, 3: 2, 4: 4})
    seen = preview(state, asked.CorrectResult(1, match.id, level.finishes))
    assert seen is not None


def test_early_logs_do_not_say_who_was_in_the_groups_of_a_stage() -> None:
    state = season(4)
    drawn = happened.StageRoundDrawn(1, state.stage.draws[0])
    early = announced()
    do(early, asked.Enter([101, 102, 103, 104]))
    fold([happened.CompetitionStarted([1, 2, 3, 4]), drawn, happened.StageRoundFinished(1)], early)
    assert early.stage.groups == [[1, 2, 3, 4]]
    fold([happened.LotDrawn(1, "R1.1", [1, 2])], early)
    assert early.stage.matches["R1.1"].result is None


def test_a_stage_that_was_over_is_not_drawn_on_by_a_correction_once_the_next_one_has_begun() -> None:
    stages = [
        StageSettings("elimination_500", table_size=3, advance=2, qualify=4),
        StageSettings("swiss", table_size=4, rounds=1),
    ]
    state = announced(stages=stages, rulebook="elimination-500", venue="elsewhere")
    do(state, asked.Enter([101, 102, 103, 104]), asked.Start())
    do(state, asked.RecordResult(1, "R1.1", [], "double_forfeit"))
    assert state.stage.number == 2  # whoever had the bye had nobody to meet
    finishes = [Finish(entrant, place, 100) for place, entrant in enumerate([2, 3, 4], start=1)]
    do(state, asked.CorrectResult(1, "R1.1", finishes))
    play_on(state)
    assert state.status == FINISHED
