"""Situation: a knock-out in which each round is seeded anew: the best still in meets the last."""

from collections import Counter
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.brackets.seeding import folded
from league.rules.competition import commands as asked
from league.rules.competition.draft import with_names
from league.rules.competition.state import FINISHED, State
from league.rules.decisions.correction_preview import preview
from league.rules.settings import result_kinds
from league.rules.settings.stages import SINGLE_ELIMINATION, StageSettings
from league.rules.stages.round_by_round import rounds_ahead
from league.rules.stages.stage_standings import standings
from tests.league.rules.evening import announced, do, in_order, play_on, result, rounds, started, waiting


def knock_out(n: int, **facts: object) -> State:
    return started(n, **{"format": SINGLE_ELIMINATION, "table_size": 2, "reseed": "seed"} | facts)


def wins(state: State, *winners: int) -> None:
    """Let these win whatever match they are in."""
    for winner in winners:
        match = next(match for match in waiting(state) if winner in match.entrants)
        do(state, result(state, match, in_order([winner, *(set(match.entrants) - {winner})])))


def pairs(state: State, round_id: str) -> list[list[int]]:
    planned = next(round_ for round_ in state.stage.rounds if round_.id == round_id)
    return [sorted(match.entrants) for match in state.stage.matches_of(planned)]


def test_the_best_still_in_meets_the_last() -> None:
    state = knock_out(16)
    assert [round_.name for round_ in rounds(state)] == ["Round 1"]
    wins(state, 1, 15, 3, 4, 5, 11, 7, 8)
    assert pairs(state, "R2") == [[1, 15], [5, 7], [3, 11], [4, 8]]
    wins(state, 15, 11, 5, 4)
    assert pairs(state, "R3") == [[4, 15], [5, 11]]
    wins(state, 15, 11, 11)
    assert state.winners == [11]
    assert [round_.name for round_ in rounds(state)] == ["Round 1", "Quarter-finals", "Semi-finals", "Final"]


def test_the_semi_finals_say_what_follows() -> None:
    state = knock_out(8, third_place=True)
    wins(state, 8, 2, 3, 5)
    assert [round_.id for round_ in state.stage.rounds] == ["R1", "R2", "P3", "R3"]
    assert [round_.is_final for round_ in state.stage.rounds] == [False, False, False, True]
    assert pairs(state, "R2") == [[2, 8], [3, 5]]
    play_on(state)
    assert [(row.rank, row.entrant) for row in standings(state)][:4] == [(1, 2), (2, 3), (3, 5), (4, 8)]


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 64), st.booleans(), st.integers(0, 2**32).map(Random))
def test_every_round_is_best_against_last_and_one_is_left(n: int, third_place: bool, dice: Random) -> None:
    state = knock_out(n, third_place=third_place)
    left, drawn = set(range(1, n + 1)), 0
    while state.status != FINISHED:
        line = state.stage.line(0)
        if len(line) > drawn:
            now, order = state.stage.matches_of(line[drawn]), sorted(left)
            assert sorted(entrant for match in now for entrant in match.entrants) == order
            playing = order[2 * len(now) - len(order) :]
            drawn_pairs = {frozenset(match.entrants) for match in now if match.is_playable}
            assert drawn_pairs == {frozenset(pair) for pair in folded(playing)}
            drawn = len(line)
        match = dice.choice(waiting(state))
        order = dice.sample(match.entrants, 2)
        do(state, result(state, match, in_order(order)))
        if match.round.letter == "R":
            left.discard(order[1])
    assert state.winners == [*left]
    rows = standings(state)
    assert sorted(row.entrant for row in rows) == list(range(1, n + 1))
    assert [row.rank for row in rows if row.rank == 1] == [1]
    lost = Counter(
        match.order[1] for match in state.stage.matches.values() if match.round.letter == "R" and match.result
    )
    assert set(lost.values()) == {1}
    assert len(lost) == n - 1


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 40), st.integers(0, 2**32).map(Random))
def test_withdrawals_and_double_forfeits_leave_one_champion(n: int, dice: Random) -> None:
    state = knock_out(n, third_place=dice.random() < 0.5)
    for _step in range(500):
        if state.status == FINISHED:
            break
        still_in = [number for number, entrant in state.entrants.items() if not entrant.is_withdrawn]
        if dice.random() < 0.15 and len(still_in) > 2:
            do(state, asked.Withdraw(dice.choice(still_in)))
            continue
        match = dice.choice(waiting(state))
        if dice.random() < 0.1:
            do(state, asked.RecordResult(1, match.id, [], result_kinds.DOUBLE_FORFEIT))
        else:
            do(state, result(state, match, in_order(dice.sample(match.entrants, len(match.entrants)))))
        for planned in state.stage.rounds:
            seated = [entrant for each in state.stage.matches_of(planned) for entrant in each.entrants]
            assert len(seated) == len({*seated})
    assert state.status == FINISHED
    assert len(state.winners) >= 1


def test_a_bye_after_a_withdrawal_goes_to_the_best_of_those_who_had_none() -> None:
    state = knock_out(14)  # the first two have a bye
    wins(state, 3, 4, 5, 6, 7)
    do(state, asked.Withdraw(7))
    wins(state, 8)
    assert pairs(state, "R2") == [[3], [4, 5], [1, 8], [2, 6]] or pairs(state, "R2")[0] == [3]
    assert sorted(chain.from_iterable(pairs(state, "R2"))) == [1, 2, 3, 4, 5, 6, 8]


def test_rounds_ahead_are_told_until_they_are_drawn() -> None:
    state = knock_out(11, third_place=True)
    told = [
        (name, round_.entrants, round_.tables, round_.byes)
        for name, round_ in rounds_ahead(state, state.stage)
    ]
    assert told == [
        ("Quarter-finals", 8, 4, 0),
        ("Semi-finals", 4, 2, 0),
        ("Third place", 2, 1, 0),
        ("Final", 2, 1, 0),
    ]
    while len(rounds(state)) < 3:
        match = waiting(state)[0]
        do(state, result(state, match, in_order(match.entrants)))
    assert rounds_ahead(state, state.stage) == []


def test_a_draft_names_who_comes_and_two_can_change_places() -> None:
    state = knock_out(8, by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    wins(state, 1, 2, 3, 4)
    assert len(rounds(state)) == 1
    do(state, asked.MakeDraft())
    draft = with_names(state.stage.draft, state.stage)
    assert [[slot.entrant for slot in match.slots] for match in draft.rounds[0].matches] == [[1, 4], [2, 3]]
    do(state, asked.SwapInDraft(("R2.1", 1), ("R2.2", 1)), asked.Publish())
    assert pairs(state, "R2") == [[1, 3], [2, 4]]


def test_a_draft_is_stale_once_somebody_of_it_has_left_or_come_back() -> None:
    state = knock_out(8, by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    wins(state, 1, 2, 3, 4)
    do(state, asked.MakeDraft(), asked.Withdraw(4))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Publish())
    assert refused.value.code == "draft_stale"
    do(state, asked.DiscardDraft(), asked.MakeDraft(), asked.Reinstate(4))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Publish())
    assert refused.value.code == "draft_stale"


def test_a_correction_puts_another_into_the_seat_that_was_drawn() -> None:
    state = knock_out(8)
    wins(state, 1, 2, 3, 4)
    correction = asked.CorrectResult(1, "R1.1", [Finish(8, 1), Finish(1, 2)], reason="the wrong way round")
    preview_ = preview(state, correction)
    assert preview_.drawn_before == ["Semi-finals", "Final"]
    assert [(change.match, change.leaving, change.coming) for change in preview_.moved] == [
        ("R2.1", [1], [8])
    ]
    do(state, correction)
    assert pairs(state, "R2")[0] == [4, 8]
    semi = asked.CorrectResult(1, "R2.1", [Finish(4, 1), Finish(8, 2)])
    wins(state, 8)
    assert preview(state, semi).drawn_before == []


def test_an_entrant_advanced_by_a_correction_after_the_draw_without_a_seat_is_told() -> None:
    state = knock_out(8)
    do(state, asked.RecordResult(1, "R1.1", [], result_kinds.DOUBLE_FORFEIT))
    wins(state, 2, 3, 4)
    assert pairs(state, "R2") == [[2], [3, 4]]
    correction = asked.CorrectResult(1, "R1.1", [Finish(1, 1), Finish(8, 2)])
    assert preview(state, correction).unseated == [1]


def test_each_group_goes_its_own_way() -> None:
    state = knock_out(22, groups=2)
    assert {round_.id for round_ in state.stage.rounds} == {"A.R1", "B.R1"}
    play_on(state, best_first=False)
    assert [round_.id for round_ in state.stage.rounds] == [
        *("A.R1", "B.R1", "A.R2", "B.R2"),
        *("A.R3", "A.R4", "B.R3", "B.R4"),
    ]
    assert all(
        slot.of.count(".") < 3 for match in state.stage.matches.values() for slot in match.planned.slots
    )
    assert len(state.winners) == 2


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"reseed": "total"}, "bad_reseed"),
        ({"reseed": "name"}, "bad_reseed"),
        ({"placement": True}, "reseed_or_placement"),
        ({"consolation": True}, "consolation_or_reseed"),
    ],
)
def test_reseeded_rounds_refuse_settings_that_do_not_fit(facts: dict, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        knock_out(8, **facts)
    assert refused.value.code == code


@pytest.mark.parametrize("reseed", ["seed", "total"])
@pytest.mark.parametrize("n", [5, 9, 16, 27])
def test_tables_are_drawn_round_by_round_too(n: int, reseed: str) -> None:
    state = knock_out(n, table_size=4, advance=2, reseed=reseed)
    assert len(rounds(state)) == 1
    told = [round_ for round_, _plan in rounds_ahead(state, state.stage)]
    play_on(state)
    assert [round_.name for round_ in rounds(state)][1:] == told
    assert state.winners == [1]
    assert rounds(state)[-1].is_final


def test_by_points_the_best_total_of_the_round_before_comes_first() -> None:
    state = knock_out(8, table_size=4, advance=2, reseed="total")
    totals = {1: 400, 4: 300, 2: 500, 3: 350}
    for match in list(waiting(state)):
        order = sorted(match.entrants)
        finishes = [Finish(seat, place, totals.get(seat, 0)) for place, seat in enumerate(order, start=1)]
        do(state, asked.RecordResult(1, match.id, finishes))
    assert waiting(state)[0].entrants == [2, 1, 3, 4]  # high totals are the good ones in a classic match


def test_a_knock_out_of_two_stages_is_seeded_by_the_stage_before() -> None:
    stages = [
        StageSettings("round_robin", table_size=2, groups=2, qualify=3),
        StageSettings(SINGLE_ELIMINATION, table_size=2, reseed="seed"),
    ]
    state = announced(stages=stages)
    do(state, asked.Enter(list(range(101, 111))), asked.Start())
    play_on(state)
    assert state.status == FINISHED
    assert [round_.id for round_ in state.stage.rounds] == ["R1", "R2", "R3"]
