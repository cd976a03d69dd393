"""Organizers choose the chain of tie-breaks, also while it is played; what cannot be is refused in words."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.competition import commands as asked
from league.rules.stages.stage_standings import chain_of, rows_of
from tests.league.rules.evening import announced, do, report, season, started


def test_the_chain_decides_from_then_on():
    state = season(4, rounds=2)
    report(state, 1, {1: 1, 2: 2, 3: 2, 4: 4})
    do(state, asked.ChooseTieBreaks(1, ["first_seat", "lot"]))
    assert chain_of(state.stage) == ["first_seat", "lot"]
    (rows,) = rows_of(state, state.stage)
    assert {"first_seat", "lot", "points"} <= set(rows[0].worths)


@pytest.mark.parametrize(
    ("stage", "codes", "code"),
    [
        (2, ["wins"], "unknown_stage"),
        (1, ["luck"], "unknown_tie_break"),
        (1, ["wins", "wins"], "tie_break_twice"),
        (1, [], "nothing_changes"),
    ],
)
def test_wrong_tie_breaks_are_refused(stage, codes, code):
    for state in (season(4), announced()):
        with pytest.raises(Refusal) as refused:
            do(state, asked.ChooseTieBreaks(stage, codes))
        assert refused.value.code == code


def test_a_knock_out_has_none():
    with pytest.raises(Refusal, match="matches decide"):
        do(started(4, format="double_elimination"), asked.ChooseTieBreaks(1, ["wins"]))


def test_nothing_is_chosen_for_what_was_called_off():
    state = season(4)
    do(state, asked.Cancel())
    with pytest.raises(Refusal, match="The competition was called off"):
        do(state, asked.ChooseTieBreaks(1, ["wins"]))


def test_a_chain_that_does_not_exist_cannot_be_announced():
    with pytest.raises(Refusal) as refused:
        announced(tiebreaks=["luck"])
    assert refused.value.code == "unknown_tie_break"
