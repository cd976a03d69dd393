"""Situation: the list of a club holds somebody twice, and somebody else who only looked like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.roster import Merge, PlayersMerged, PlayersUnmerged, Roster, Unmerge

MERGED = PlayersMerged(1, 2, moves_account=True)


def test_a_merge_is_an_event_and_taking_it_back_is_another_that_undoes_it():
    assert Roster().decide(Merge(1, 2, moves_account=True)) == [MERGED]
    assert Roster([MERGED]).decide(Unmerge(2)) == [PlayersUnmerged(1, 2, moves_account=True)]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Merge(1, 1), "same_player"),
        (Merge(3, 2), "merged_already"),
        (Merge(2, 3), "merged_already"),
        (Merge(3, 1), "merged_already"),
        (Unmerge(1), "not_merged"),
        (Unmerge(9), "not_merged"),
    ],
)
def test_a_wrong_merge_is_refused(command, code):
    with pytest.raises(Refusal) as refused:
        Roster([MERGED]).decide(command)
    assert refused.value.code == code


def test_several_may_be_one_person():
    roster = Roster([MERGED])
    assert roster.decide(Merge(1, 3)) == [PlayersMerged(1, 3)]


numbers = st.integers(1, 5)
commands = st.lists(st.builds(Merge, numbers, numbers, st.booleans()) | st.builds(Unmerge, numbers))


@given(commands)
def test_whatever_is_asked_nobody_is_merged_into_somebody_who_is_merged_and_all_can_be_taken_back(asked):
    roster = Roster()
    for command in asked:
        before = dict(roster.merged)
        try:
            events = roster.decide(command)
        except Refusal:
            assert roster.merged == before
            continue
        for event in events:
            event.change(roster)
        assert not set(roster.merged) & {event.kept for event in roster.merged.values()}
        assert all(player != event.kept for player, event in roster.merged.items())
    for absorbed in list(roster.merged):
        for event in roster.decide(Unmerge(absorbed)):
            event.change(roster)
    assert not roster.merged
