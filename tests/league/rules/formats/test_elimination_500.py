"""The knock-out by tables: draws, byes, who advances, the champion."""

import random
from collections import Counter
from itertools import chain

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition import events as happened
from league.rules.competition.state import FINISHED, State
from league.rules.formats.elimination_500 import plan
from league.rules.settings.stages import ELIMINATION_500, SINGLE_ELIMINATION, StageSettings
from league.rules.stages.round_by_round import rounds_ahead
from league.rules.stages.stage_standings import standings
from tests.league.rules.evening import (
    announced,
    do,
    in_order,
    knock_out,
    play_on,
    report,
    result,
    rounds,
    started,
    tables,
    waiting,
)


def test_eight_play_two_semi_finals_and_a_final() -> None:
    state = knock_out(8)
    assert tables(state) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert rounds(state)[0].name == "Semi-finals"
    assert rounds(state)[0].survivors == 2
    play_on(state)
    assert rounds(state)[1].name == "Final"
    assert rounds(state)[1].survivors == 1
    assert tables(state) == [[1, 2, 3, 4]]
    assert state.winners == [1]


def test_five_at_tables_of_four_give_the_first_seed_a_bye() -> None:
    state = knock_out(5)
    assert rounds(state)[0].byes == [1]
    assert tables(state) == [[2, 3, 4, 5]]
    play_on(state, best_first=False)
    assert sorted(tables(state)[0]) == [1, 4, 5]
    assert state.winners == [5]


def test_the_rounds_ahead_are_the_rounds_that_are_drawn() -> None:
    state = knock_out(12)
    announced = [(name, stage.entrants, stage.tables) for name, stage in rounds_ahead(state, state.stage)]
    assert announced == [("Semi-finals", 6, 2), ("Final", 4, 1)]
    while state.status != FINISHED:
        names = [name for name, _stage in rounds_ahead(state, state.stage)]
        drawn = len(rounds(state))
        for number, entrants in enumerate(tables(state), start=1):
            report(state, number, in_order(entrants))
        assert [round_.name for round_ in rounds(state)[drawn:]] == names[:1]
    assert rounds_ahead(state, state.stage) == []


def test_nothing_is_ahead_of_a_knock_out_that_nobody_has_entered() -> None:
    state = announced(format="elimination_500", rulebook="elimination-500")
    assert rounds_ahead(state, state.stage) == []


def test_nothing_is_ahead_once_the_final_is_drawn() -> None:
    state = knock_out(4)
    assert rounds_ahead(state, state.stage) == []


def test_later_rounds_spread_the_winners_over_the_tables() -> None:
    state = knock_out(16)
    assert rounds(state)[0].name == "Quarter-finals"
    for number, entrants in enumerate(tables(state), start=1):
        report(state, number, in_order(list(reversed(entrants))))
    winners = {13, 14, 15, 16}
    assert [len(winners.intersection(table)) for table in tables(state)] == [2, 2]


def test_byes_go_to_the_best_seeds_of_those_who_had_none() -> None:
    state = knock_out(10, size=4, advance=3)
    assert rounds(state)[0].byes == [1, 2]
    play_on(state)
    assert [round_.byes for round_ in rounds(state)] == [[1, 2], [], [3, 4], [5], []]


ONLY_IN_THE_FINAL = {(4, 3, 2), (5, 4, 2), (5, 4, 3)}
"""Entrants, size and how many advance, where one more entrant than a table holds leaves a single bye."""


@pytest.mark.parametrize("table", [(3, 2), (4, 2), (4, 3)])
def test_only_one_more_than_a_table_holds_lets_somebody_play_the_final_alone(table: tuple[int, int]) -> None:
    size, advance = table
    skipped = set()
    for entrants in range(size + 1, 41):
        state = started(
            entrants, format=ELIMINATION_500, rulebook="elimination-500", table_size=size, advance=advance
        )
        had: Counter[int] = Counter()
        while state.status != FINISHED:
            had.update(rounds(state)[-1].byes)
            for match in waiting(state):
                do(state, result(state, match, in_order(match.entrants)))
        before_the_final = len(rounds(state)) - 1
        if before_the_final and max(had.values(), default=0) >= before_the_final:
            skipped.add((entrants, size, advance))
    assert skipped == {sizes for sizes in ONLY_IN_THE_FINAL if sizes[1:] == table}


@settings(max_examples=8, deadline=None)
@example(5, (4, 2), (ELIMINATION_500, "elimination-500"), random.Random(1))
@given(
    st.integers(5, 64),
    st.sampled_from([(3, 2), (4, 2), (4, 3)]),
    st.sampled_from([(ELIMINATION_500, "elimination-500"), (SINGLE_ELIMINATION, "classic")]),
    st.randoms(use_true_random=False),
)
def test_nobody_sits_out_twice_while_somebody_never_did_nor_until_the_final(
    entrants: int, table: tuple[int, int], kind: tuple[str, str], dice: object
) -> None:
    (size, advance), (name, rulebook) = table, kind
    state = started(entrants, format=name, rulebook=rulebook, table_size=size, advance=advance)
    had: Counter[int] = Counter()
    while state.status != FINISHED:
        now = rounds(state)[-1]
        playing = [entrant for match in now.matches for entrant in match.entrants]
        assert all(had[free] <= had[other] for free in now.byes for other in playing)
        had.update(now.byes)
        for match in waiting(state):
            do(state, asked.RecordResult(1, match.id, _random_finishes(match.entrants, dice)))
    before_the_final = len(rounds(state)) - 1
    sits_out = before_the_final > 0 and max(had.values(), default=0) >= before_the_final
    assert not sits_out or (entrants, *table) in ONLY_IN_THE_FINAL


@pytest.mark.parametrize(
    ("entrants", "names"),
    [
        (4, ["Final"]),
        (5, ["Semi-final", "Final"]),
        (12, ["Round 1", "Semi-finals", "Final"]),
        (16, ["Quarter-finals", "Semi-finals", "Final"]),
        (17, ["Round 1", "Round 2", "Semi-finals", "Final"]),
    ],
)
def test_stage_rounds_have_the_names_people_use(entrants: int, names: list[str]) -> None:
    state = knock_out(entrants)
    play_on(state)
    assert [stage_round.name for stage_round in rounds(state)] == names


def test_a_tie_at_the_line_is_settled_by_a_lot_that_stands_in_the_log() -> None:
    state = knock_out(8)
    events = report(state, 1, {1: 1, 4: 2, 5: 2, 8: 4})
    recorded, lot = events
    assert isinstance(recorded, happened.ResultRecorded)
    assert recorded.result.is_tied
    assert isinstance(lot, happened.LotDrawn)
    assert sorted(lot.order) == [4, 5]
    result = rounds(state)[0].matches[0].result
    assert result.decided_by == "lot"
    assert [place.entrant for place in result.places if place.advances] == [1, lot.order[0]]


@pytest.mark.parametrize(
    ("places", "tied", "going_on"),
    [
        ({1: 1, 4: 2, 5: 2, 8: 4}, [4, 5], {1: True, 4: None, 5: None, 8: False}),
        ({1: 1, 4: 1, 5: 1, 8: 4}, [1, 4, 5], {1: None, 4: None, 5: None, 8: False}),
        ({1: 1, 4: 1, 5: 3, 8: 4}, [], {1: True, 4: True, 5: False, 8: False}),
    ],
)
def test_of_those_who_are_tied_nobody_is_in_or_out_before_the_lot(places, tied, going_on) -> None:
    state = knock_out(8, lots_by_hand=True)
    report(state, 1, places)
    match = state.stage.matches["R1.1"]
    assert sorted(match.tied) == tied
    assert {place.entrant: match.goes_on(place) for place in match.places} == going_on


def test_a_final_that_puts_out_everybody_level_still_has_one_champion() -> None:
    state = knock_out(3)
    report(state, 1, {1: 1, 2: 1, 3: 3}, last_deal={1: 80, 2: 60})
    assert state.winners == [2]
    assert [row.rank for row in standings(state)] == [1, 2, 3]


def test_an_entrant_who_withdraws_does_not_advance_and_the_next_does() -> None:
    state = knock_out(8)
    do(state, asked.Withdraw(1))
    report(state, 1, in_order([1, 4, 5, 8]))
    report(state, 2, in_order([2, 3, 6, 7]))
    assert sorted(tables(state)[0]) == [2, 3, 4, 5]


def test_when_one_is_left_by_withdrawals_that_one_is_champion_without_a_final() -> None:
    state = knock_out(5)
    do(state, *(asked.Withdraw(number) for number in (2, 3, 4, 5)))
    assert state.status == FINISHED
    assert state.winners == [1]


def test_every_size_and_advance_has_a_plan_that_ends_in_one_final() -> None:
    for entrants in range(3, 101):
        for size in range(3, 11):
            for advance in range(2, size):
                planned = plan(entrants, size, advance)
                assert [match.is_final for match in planned] == [False] * (len(planned) - 1) + [True]
                for round_ in planned[:-1]:
                    assert (round_.entrants - round_.byes) // round_.tables > advance
                    assert -(-(round_.entrants - round_.byes) // round_.tables) <= size


@st.composite
def brackets(draw: st.DrawFn) -> tuple[int, int, int]:
    size = draw(st.integers(3, 10))
    return draw(st.integers(3, 100)), size, draw(st.integers(2, size - 1))


@settings(max_examples=60, deadline=None)
@given(brackets(), st.randoms(use_true_random=False))
def test_random_results_always_end_with_exactly_one_champion(
    bracket: tuple[int, int, int], dice: object
) -> None:
    entrants, size, advance = bracket
    state = knock_out(entrants, size, advance)
    count = 0
    while state.status != FINISHED:
        count += 1
        assert count < 100
        _check_draw(state, size, advance)
        for match in waiting(state):
            do(state, asked.RecordResult(1, match.id, _random_finishes(match.entrants, dice)))
    rows = standings(state)
    assert len(state.winners) == 1
    assert [row.entrant for row in rows if row.rank == 1] == state.winners
    assert len(rows) == entrants


def _check_draw(state: State, size: int, advance: int) -> None:
    stage_round = rounds(state)[-1]
    sizes = [len(match.entrants) for match in stage_round.matches]
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) > (1 if stage_round.is_final else advance)
    assert stage_round.is_final == (len(sizes) == 1 and not stage_round.byes)


def _random_finishes(table: list[int], dice) -> list[Finish]:
    """Places with ties, as competition ranks over random strengths."""
    strength = {entrant: dice.randint(1, 3) for entrant in table}
    return [
        Finish(
            entrant,
            place=1 + sum(other < strength[entrant] for other in strength.values()),
            total=500 + strength[entrant],
            last_deal=dice.randint(0, 1),
        )
        for entrant in table
    ]


def test_the_rounds_ahead_of_a_knock_out_that_has_not_begun_follow_from_its_entrants() -> None:
    state = announced(format="elimination_500", rulebook="elimination-500", table_size=4, advance=2)
    assert rounds_ahead(state, state.stage) == []
    do(state, asked.Enter(list(range(1, 9))))
    assert [name for name, _stage in rounds_ahead(state, state.stage)] == ["Semi-finals", "Final"]


def test_byes_that_are_asked_for_go_to_the_best_seeds_of_the_first_round_only() -> None:
    state = started(16, format="elimination_500", rulebook="elimination-500", byes=4)
    assert rounds(state)[0].byes == [1, 2, 3, 4]
    assert sorted(chain.from_iterable(tables(state))) == list(range(5, 17))
    play_on(state)
    assert [round_.byes for round_ in rounds(state)[1:]] == [[] for _ in rounds(state)[1:]]


def test_more_byes_than_leave_a_table_are_refused_at_the_start() -> None:
    state = announced(format="elimination_500", rulebook="elimination-500", byes=7)
    do(state, asked.Enter(list(range(1, 10))))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Start())
    assert refused.value.code == "too_many_byes"


def test_byes_that_too_many_withdrawals_made_impossible_are_given_up() -> None:
    state = announced(format="elimination_500", rulebook="elimination-500", byes=6, by_hand=True)
    do(state, asked.Enter(list(range(1, 13))), asked.Start())
    do(state, *(asked.Withdraw(number) for number in range(1, 9)), asked.MakeDraft(), asked.Publish())
    assert tables(state) == [[9, 10, 11, 12]]


def test_the_cards_of_who_leaves_go_out_of_play_to_500_and_elsewhere_by_setting() -> None:
    assert StageSettings("elimination_500").retires
    assert not StageSettings("season").retires
    assert StageSettings("season", leaves_table=True).retires
