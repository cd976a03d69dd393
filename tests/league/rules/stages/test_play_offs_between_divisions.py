"""Situation: the last matchday of a season with divisions is over, and play-offs say who plays where next."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition.draft import with_names
from league.rules.competition.evolve import fold
from league.rules.competition.match_names import full_name, seat_source
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.consequences import can_draw, is_draw_pending, is_tied, is_waiting_for_clock
from league.rules.decisions.correction_preview import preview
from league.rules.decisions.drafts import drawn_ahead
from league.rules.settings import result_kinds
from league.rules.settings.divisions import (
    LOST_PLAY_OFF,
    NO_WINNER,
    PROMOTED,
    RELEGATED,
    WON_PLAY_OFF,
    Border,
    DivisionRules,
)
from league.rules.settings.stages import StageSettings
from league.rules.stages.play_offs import final_tables
from league.rules.stages.promotion import NextSeason, next_season
from league.rules.stages.season_outcomes import PLAYS_OFF, Fate, fates_of, winners
from league.rules.stages.stage_standings import rows_of, standings
from tests.league.rules.corrections import seen
from tests.league.rules.evening import do, in_order, result, started, waiting

ONE_EACH = [Border(1, 1)]


def two_divisions(borders: list[Border] = ONE_EACH, **facts: object) -> State:
    """Return a season of one matchday: entrants 1 to 4 play in division 1, 5 to 8 in division 2."""
    return started(8, table_size=4, rounds=1, groups=2, borders=borders, **facts)


def matchday_over(state: State, *places: dict[int, int]) -> State:
    """Let both divisions play: everybody ends as seeded, or so."""
    for match, places_ in zip(waiting(state), places or ({}, {}), strict=True):
        do(state, result(state, match, places_ or in_order(sorted(match.entrants))))
    return state


def seats(state: State) -> dict[str, tuple[int | None, ...]]:
    """Return who sits in the play-offs, None while that is open."""
    return {match.id: match.slots for match in state.stage.matches.values() if match.round.is_play_off}


def won(state: State, match: str, winner: int, loser: int) -> asked.RecordResult:
    """Return a result of a play-off."""
    return result(state, state.stage.matches[match], {winner: 1, loser: 2})


def swapped(match: str, *entrants: int) -> asked.CorrectResult:
    """Return another order of a matchday's table."""
    finishes = [Finish(entrant, place, 100 * place) for place, entrant in enumerate(entrants, start=1)]
    return asked.CorrectResult(1, match, finishes)


def test_the_last_safe_and_the_best_not_promoted_play_a_match_and_then_the_season_is_over() -> None:
    state = matchday_over(two_divisions())
    assert state.status == RUNNING
    assert seats(state) == {"P1.1": (3, 6)}
    [match] = waiting(state)
    assert full_name(match) == "Play-offs, divisions 1 and 2"
    do(state, won(state, "P1.1", 6, 3))
    assert (state.status, state.winners) == (FINISHED, [1])
    assert state.stage.matches["P1.1"].order == (6, 3)


def test_a_play_off_changes_no_table_and_no_place_that_is_possible() -> None:
    state = matchday_over(two_divisions())
    before = rows_of(state, state.stage)
    assert all((row.best, row.worst) == (row.rank, row.rank) for rows in before for row in rows)
    do(state, won(state, "P1.1", 6, 3))
    assert rows_of(state, state.stage) == before
    assert [row.entrant for row in standings(state)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [place.points for place in state.stage.matches["P1.1"].places] == [0, 0]


def test_with_two_play_offs_the_better_placed_meets_the_worse_placed() -> None:
    state = matchday_over(two_divisions([Border(0, 2)]))
    assert seats(state) == {"P1.1": (4, 5), "P1.2": (3, 6)}
    assert [full_name(match) for match in waiting(state)] == [
        "Play-offs, divisions 1 and 2, match 1",
        "Play-offs, divisions 1 and 2, match 2",
    ]


def test_three_divisions_have_play_offs_at_both_borders() -> None:
    state = started(12, table_size=4, rounds=1, groups=3, borders=ONE_EACH)
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    assert seats(state) == {"P1.1": (3, 6), "P2.1": (7, 10)}


@pytest.mark.parametrize("borders", [[], [Border(1)], [Border(0)]])
def test_without_play_offs_the_season_ends_with_its_last_matchday(borders: list[Border]) -> None:
    assert matchday_over(two_divisions(borders)).status == FINISHED


def test_one_division_has_nobody_to_play_off_against() -> None:
    state = started(8, table_size=4, rounds=1, borders=ONE_EACH)
    for match in waiting(state):
        do(state, result(state, match, in_order(match.entrants)))
    assert state.status == FINISHED


def test_a_correction_of_a_matchday_seats_others_and_correcting_back_brings_the_result_back() -> None:
    state = matchday_over(two_divisions())
    do(state, won(state, "P1.1", 6, 3))
    before = seen(state)
    wrong = swapped("A.R1.1", 1, 3, 2, 4)
    preview_ = preview(state, wrong)
    assert [(change.match, change.leaving, change.coming, change.rests) for change in preview_.moved] == [
        ("P1.1", [3], [2], True)
    ]
    assert preview_.reopens
    assert preview_.drawn_before == []
    do(state, wrong)
    assert (state.status, seats(state)) == (RUNNING, {"P1.1": (2, 6)})
    assert state.stage.matches["P1.1"].result is None
    do(state, swapped("A.R1.1", 1, 2, 3, 4))
    assert seen(state) == before


def test_a_bonus_can_change_who_plays_off() -> None:
    state = matchday_over(two_divisions())
    do(state, asked.Adjust(1, 7, 2, "Brought the cards"))
    assert seats(state) == {"P1.1": (3, 7)}


def test_while_a_matchday_is_open_again_nobody_knows_who_plays_off() -> None:
    state = matchday_over(two_divisions())
    do(state, asked.CorrectResult(1, "B.R1.1", [], result_kinds.OPEN))
    assert seats(state) == {"P1.1": (None, None)}
    stage = state.stage
    sources = [seat_source(stage, slot) for slot in stage.matches["P1.1"].planned.slots]
    assert sources == ["rank 3 of division 1", "rank 2 of division 2"]
    assert final_tables(state, stage) == []
    do(state, result(state, stage.matches["B.R1.1"], in_order([5, 7, 6, 8])))
    assert seats(state) == {"P1.1": (3, 7)}


def test_a_tie_across_a_line_waits_for_a_lot_that_the_organizer_draws() -> None:
    state = matchday_over(two_divisions(lots_by_hand=True), {}, {5: 1, 6: 2, 7: 2, 8: 4})
    assert seats(state) == {}
    assert is_tied(state)
    assert not can_draw(state)
    assert not is_draw_pending(state)
    with pytest.raises(Refusal, match="decided first") as refused:
        do(state, asked.MakeDraft())
    assert refused.value.code == "tie_at_the_line"
    do(state, asked.DrawLot(1))
    [upper, lower] = seats(state)["P1.1"]
    assert (upper, lower) == (3, state.stage.lot[0])


def test_a_lot_is_drawn_at_once_where_nobody_wants_to_draw_it() -> None:
    state = matchday_over(two_divisions(), {1: 1, 2: 2, 3: 3, 4: 3}, {})
    assert sorted(state.stage.lot) == [3, 4]
    assert seats(state) == {"P1.1": (state.stage.lot[0], 6)}


def test_a_tie_that_a_tie_break_resolves_needs_no_lot() -> None:
    state = two_divisions(tiebreaks=["points", "deal_wins"], lots_by_hand=True)
    upper, lower = waiting(state)
    do(state, result(state, upper, in_order([1, 2, 3, 4])))
    finishes = [Finish(5, 1, 0, 0, 3), Finish(6, 2, 0, 0, 0), Finish(7, 2, 0, 0, 2), Finish(8, 4)]
    do(state, asked.RecordResult(1, lower.id, finishes))
    assert seats(state) == {"P1.1": (3, 7)}


def test_those_who_are_level_with_nothing_between_them_need_no_lot() -> None:
    state = started(12, table_size=6, rounds=1, groups=2, borders=ONE_EACH, lots_by_hand=True)
    for match in waiting(state):
        do(state, result(state, match, dict(zip(sorted(match.entrants), [1, 2, 3, 3, 5, 6], strict=True))))
    assert seats(state) == {"P1.1": (5, 8)}


def test_also_without_play_offs_a_lot_says_who_of_two_goes_down() -> None:
    state = matchday_over(two_divisions([Border(1)], lots_by_hand=True), {1: 1, 2: 2, 3: 3, 4: 3}, {})
    assert (state.status, is_tied(state)) == (RUNNING, True)
    do(state, asked.DrawLot(1))
    assert state.status == FINISHED
    assert final_tables(state, state.stage)[0] == [1, 2, *state.stage.lot]


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_tie_that_a_correction_makes_opens_the_play_off_until_its_lot(*, by_hand: bool) -> None:
    state = matchday_over(two_divisions(lots_by_hand=by_hand))
    do(state, won(state, "P1.1", 6, 3))
    before = seen(state)
    tie = asked.CorrectResult(1, "A.R1.1", [Finish(1, 1, 100), Finish(2, 2, 200), Finish(3, 3), Finish(4, 3)])
    assert preview(state, tie).is_tied
    do(state, tie)
    assert (state.status, seats(state)) == (RUNNING, {"P1.1": (None, 6)})
    assert is_waiting_for_clock(state) is not by_hand
    with_lot = fold([], state.copy())
    do(with_lot, asked.DrawLot(1) if by_hand else asked.GoOn())
    assert seats(with_lot) == {"P1.1": (with_lot.stage.lot[0], 6)}
    do(state, swapped("A.R1.1", 1, 2, 3, 4))
    assert seen(state) == before


def test_a_tied_play_off_is_decided_by_a_lot() -> None:
    state = matchday_over(two_divisions(lots_by_hand=True))
    do(state, result(state, state.stage.matches["P1.1"], {3: 1, 6: 1}))
    assert state.stage.matches["P1.1"].result.is_tied
    assert state.status == RUNNING
    do(state, asked.DrawLot(1, "P1.1"))
    assert sorted(state.stage.matches["P1.1"].order) == [3, 6]
    assert state.status == FINISHED


def test_an_entrant_who_has_left_or_leaves_loses_the_play_off_without_playing() -> None:
    before = two_divisions()
    do(before, asked.Withdraw(3))
    matchday_over(before, {1: 1, 2: 2, 4: 4, 3: 3}, {})
    afterwards = matchday_over(two_divisions())
    do(afterwards, asked.Withdraw(3, "disqualified"))
    for state in (before, afterwards):
        match = state.stage.matches["P1.1"]
        assert (match.order, match.result.kind, match.result.absent) == ((6,), result_kinds.WALKOVER, [3])
        assert state.status == FINISHED


def test_when_both_have_left_nobody_wins() -> None:
    state = two_divisions(by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    matchday_over(state)
    do(state, asked.Withdraw(3), asked.Withdraw(6), asked.MakeDraft(), asked.Publish())
    match = state.stage.matches["P1.1"]
    assert (match.result.kind, match.order, state.status) == (result_kinds.DOUBLE_FORFEIT, (), FINISHED)


def fates(state: State) -> dict[int, tuple[str, int]]:
    """Return what comes of everybody who does not simply stay."""
    return {entrant: (fate.reason, fate.division) for entrant, fate in fates_of(state, state.stage).items()}


def after(state: State) -> NextSeason:
    """Return the season after this one."""
    tables = final_tables(state, state.stage)
    return next_season(tables, DivisionRules(tuple(ONE_EACH), least=2), won=winners(state.stage))


def test_everybody_reads_who_plays_off_and_how_it_came_out() -> None:
    state = two_divisions()
    assert fates(state) == {}
    matchday_over(state)
    by_the_table = {4: (RELEGATED, 2), 5: (PROMOTED, 1)}
    assert fates(state) == by_the_table | {3: (PLAYS_OFF, 1), 6: (PLAYS_OFF, 1)}
    assert fates_of(state, state.stage)[3] == Fate(PLAYS_OFF, 1, "P1.1")
    assert winners(state.stage) == {}
    do(state, won(state, "P1.1", 6, 3))
    assert fates(state) == by_the_table | {3: (LOST_PLAY_OFF, 1), 6: (WON_PLAY_OFF, 1)}
    assert after(state).divisions == [[1, 2, 5, 6], [3, 4, 7, 8]]


def test_before_the_play_offs_are_drawn_it_is_known_who_will_play_them() -> None:
    state = two_divisions(by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    matchday_over(state)
    assert fates(state)[3] == (PLAYS_OFF, 1)
    assert winners(state.stage) == {}


def test_an_entrant_who_waits_for_a_lot_does_not_know_yet() -> None:
    state = matchday_over(two_divisions(lots_by_hand=True), {}, {5: 1, 6: 2, 7: 2, 8: 4})
    assert fates(state) == {3: (PLAYS_OFF, 1), 4: (RELEGATED, 2), 5: (PROMOTED, 1)}


@pytest.mark.parametrize("kind", [result_kinds.VOID, result_kinds.DOUBLE_FORFEIT])
def test_a_play_off_that_nobody_won_moves_nobody(kind: str) -> None:
    state = matchday_over(two_divisions())
    do(state, asked.RecordResult(1, "P1.1", [], kind))
    assert (state.status, winners(state.stage)) == (FINISHED, {"P1.1": None})
    assert fates(state)[6] == (NO_WINNER, 1)
    assert after(state).divisions == [[1, 2, 3, 5], [4, 6, 7, 8]]


def test_a_walkover_in_a_play_off_is_a_win() -> None:
    state = matchday_over(two_divisions())
    do(state, asked.RecordResult(1, "P1.1", [Finish(6, 1)], result_kinds.WALKOVER, [3]))
    assert winners(state.stage) == {"P1.1": 6}


def test_the_organizer_looks_at_a_draft_of_the_play_offs_but_swaps_nobody() -> None:
    state = two_divisions(by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    matchday_over(state)
    assert can_draw(state)
    ahead = drawn_ahead(state, "0123456789abcdef")
    do(state, asked.MakeDraft(ahead))
    assert state.stage.divisions == [[1, 2, 3, 4], [5, 6, 7, 8]]
    [planned] = with_names(state.stage.draft, state.stage).rounds
    assert [slot.entrant for slot in planned.matches[0].slots] == [3, 6]
    with pytest.raises(Refusal) as refused:
        do(state, asked.SwapInDraft(("P1.1", 0), ("P1.1", 1)))
    assert refused.value.code == "play_offs_follow"
    do(state, asked.Withdraw(8), asked.Publish())
    assert seats(state) == {"P1.1": (3, 6)}


def test_a_draft_of_the_play_offs_is_stale_when_somebody_came_in_late() -> None:
    state = two_divisions(by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    matchday_over(state)
    do(state, asked.Withdraw(4), asked.MakeDraft(), asked.Enter([109]))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Publish())
    assert refused.value.code == "draft_stale"
    do(state, asked.DiscardDraft(), asked.MakeDraft(), asked.Publish())
    assert seats(state) == {"P1.1": (4, 6)}
    assert state.stage.matches["P1.1"].order == (6,)


def test_the_draft_follows_a_correction_and_waits_where_that_makes_a_tie() -> None:
    state = two_divisions(by_hand=True, lots_by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    matchday_over(state)
    do(state, asked.MakeDraft(), swapped("A.R1.1", 1, 3, 2, 4))
    assert state.stage.divisions[0] == [1, 3, 2, 4]
    tie = asked.CorrectResult(1, "A.R1.1", [Finish(1, 1, 100), Finish(3, 2, 200), Finish(2, 3), Finish(4, 3)])
    do(state, tie)
    [planned] = with_names(state.stage.draft, state.stage).rounds
    assert [slot.entrant for slot in planned.matches[0].slots] == [0, 6]
    do(state, asked.Publish())
    assert seats(state) == {"P1.1": (None, 6)}
    do(state, asked.DrawLot(1))
    assert seats(state) == {"P1.1": (state.stage.lot[0], 6)}


def test_nobody_comes_in_once_the_play_offs_are_drawn_but_who_left_may_come_back() -> None:
    state = matchday_over(two_divisions())
    with pytest.raises(Refusal) as refused:
        do(state, asked.Enter([109]))
    assert refused.value.code == "play_offs_drawn"
    do(state, asked.Withdraw(8), asked.Reinstate(8))
    assert [match.id for match in waiting(state)] == ["P1.1"]


def test_a_division_that_everybody_left_draws_no_matchday_behind_the_play_offs() -> None:
    state = started(8, table_size=4, rounds=2, groups=2, borders=[Border(0, 1)])
    do(state, *(asked.Withdraw(entrant) for entrant in (6, 7, 8)))
    while any(not match.round.is_play_off for match in waiting(state)):
        match = next(match for match in waiting(state) if not match.round.is_play_off)
        do(state, result(state, match, in_order(sorted(match.entrants))))
    assert seats(state) == {"P1.1": (4, 5)}
    do(state, asked.Reinstate(6), asked.Reinstate(7))
    assert [match.id for match in waiting(state)] == ["P1.1"]
    do(state, won(state, "P1.1", 5, 4))
    assert state.status == FINISHED


def test_an_entrant_who_goes_on_to_the_finals_is_settled_behind_the_play_offs() -> None:
    stages = [
        StageSettings("season", table_size=4, rounds=1, groups=2, qualify=1, borders=ONE_EACH),
        StageSettings("single_elimination", table_size=2),
    ]
    state = matchday_over(started(8, stages=stages))
    assert state.stage.number == 1
    do(state, won(state, "P1.1", 3, 6))
    assert (state.stage.number, state.stage.groups) == (2, [[1, 5]])
    do(state, swapped("A.R1.1", 1, 3, 2, 4))
    assert state.stages[0].matches["P1.1"].slots == (2, 6)
    with pytest.raises(Refusal) as refused:
        do(state, asked.MakeDraft())
    assert refused.value.code == "still_playing"


def test_a_season_behind_another_stage_holds_no_play_offs_when_too_few_came_on() -> None:
    stages = [
        StageSettings("round_robin", table_size=2, groups=2, qualify=4),
        StageSettings("season", table_size=4, rounds=1, groups=2, borders=[Border(1, 2)]),
    ]
    state = started(8, stages=stages)
    do(state, *(asked.Withdraw(entrant) for entrant in (1, 2, 3)))
    while state.status != FINISHED:
        match = waiting(state)[0]
        do(state, result(state, match, in_order(sorted(match.entrants))))
    assert seats(state) == {}
