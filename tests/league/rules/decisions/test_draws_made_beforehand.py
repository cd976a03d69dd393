"""Situation: a draw takes long, is made beside everything else, and is carried by a command."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.competition import commands as asked
from league.rules.competition.state import State
from league.rules.decisions.consequences import can_draw, is_draw_pending, needs_worker
from league.rules.decisions.drafts import drawn_ahead
from league.rules.settings.stages import StageSettings
from league.rules.stages.next_draw import LARGE, LARGE_AT_TABLES, is_large, with_costs
from tests.league.rules.evening import do, in_order, result, started, waiting

SEED = "00c0ffee00c0ffee"


def many(**facts) -> State:
    return started(LARGE + 2, format="swiss", table_size=4, **{"rounds": 2} | facts)


def swiss(size: int = 4, **facts) -> State:
    return started(8, format="swiss", table_size=size, rounds=3, by_hand=True, **facts)


def play(state: State) -> None:
    for match in waiting(state):
        do(state, result(state, match, in_order(match.entrants)))


def test_a_large_stage_waits_to_be_drawn_and_a_small_one_does_not() -> None:
    state = many()
    assert is_large(state, state.stage)
    assert is_draw_pending(state)
    assert state.stage.rounds == []
    do(state, asked.GoOn())
    assert len(state.stage.rounds) == 1
    assert not is_draw_pending(state)
    small = started(8, format="swiss", rounds=2)
    assert not is_draw_pending(small)
    assert len(small.stage.rounds) == 1


def test_a_timetable_at_tables_is_large_with_fewer() -> None:
    state = started(LARGE_AT_TABLES + 1, format="round_robin", table_size=4, rounds=1)
    assert needs_worker(state)
    assert state.stage.rounds == []
    assert len(started(LARGE_AT_TABLES + 1, format="round_robin", table_size=2).stage.rounds) > 1


def test_a_draw_made_beforehand_is_the_one_that_is_stored() -> None:
    state = many()
    draw = drawn_ahead(state, SEED)
    assert state.stage.rounds == []
    do(state, asked.GoOn(draw))
    assert state.stage.draws == [draw]
    assert draw == drawn_ahead(many(), SEED)


def test_a_draw_that_names_somebody_who_left_is_refused() -> None:
    for command, state in ((asked.GoOn, many()), (asked.MakeDraft, many(by_hand=True))):
        draw = drawn_ahead(state, SEED)
        do(state, asked.Withdraw(7))
        with pytest.raises(Refusal) as refused:
            do(state, command(draw))
        assert refused.value.code == "draft_stale"


def test_a_draw_of_the_round_that_is_drawn_already_is_refused() -> None:
    state = swiss()
    draw = drawn_ahead(state, SEED)
    do(state, asked.MakeDraft(draw), asked.Publish())
    play(state)
    with pytest.raises(Refusal) as refused:
        do(state, asked.MakeDraft(draw))
    assert refused.value.code == "draft_stale"


def test_nothing_is_drawn_where_nothing_is_left_to_draw() -> None:
    state = started(8, format="swiss", rounds=1)
    with pytest.raises(Refusal) as refused:
        do(state, asked.GoOn())
    assert refused.value.code == "nothing_to_draw"
    with pytest.raises(Refusal) as refused:
        drawn_ahead(state, SEED)
    assert refused.value.code == "still_playing"


def test_the_draw_of_the_next_stage_is_made_beforehand_too() -> None:
    stages = [StageSettings("season", qualify=4), StageSettings("swiss", table_size=2, rounds=2)]
    state = started(8, stages=stages, by_hand=True)
    do(state, asked.MakeDraft(), asked.Publish())
    first, second = waiting(state)
    do(
        state,
        result(state, first, in_order(first.entrants)),
        result(state, second, in_order(second.entrants)),
    )
    assert can_draw(state)
    draw = drawn_ahead(state, SEED)
    assert state.stage.number == 1
    do(state, asked.MakeDraft(draw))
    assert (state.stage.number, state.stage.draft) == (2, draw)


@pytest.mark.parametrize("size", [2, 4])
def test_a_draw_that_organizers_changed_is_weighed_anew_when_it_is_published(size: int) -> None:
    state = swiss(size)
    do(state, asked.MakeDraft(), asked.Publish())
    play(state)
    do(state, asked.MakeDraft())
    proposed = state.stage.draft
    assert with_costs(state, state.stage, proposed).why == proposed.why
    do(state, asked.SwapInDraft(("R2.1", 0), ("R2.2", 0)))
    changed = with_costs(state, state.stage, state.stage.draft)
    do(state, asked.Publish())
    assert state.stage.draws[-1] == changed
    assert changed.why != proposed.why


def test_a_draw_in_which_nothing_is_weighed_stays_as_it_is() -> None:
    state = started(8, by_hand=True)
    do(state, asked.MakeDraft())
    assert with_costs(state, state.stage, state.stage.draft) is state.stage.draft
