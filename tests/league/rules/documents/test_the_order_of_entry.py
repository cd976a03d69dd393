"""Situation: the same players with the same seeds and results, entered in another order."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition.stage import Match
from league.rules.competition.state import FINISHED, State
from league.rules.played_rounds import Bye, History, PlayedMatch, PlayedRound
from league.rules.stages.stage_standings import rows_of, standings
from league.rules.standings.ranking import rank
from league.rules.tiebreaks import TIE_BREAKS
from tests.league.rules.corrections import FORMATS
from tests.league.rules.evening import announced, do, waiting

SEEDING = list(range(101, 112))
"""The players, the first seed first."""


def held(order: Sequence[int], facts: dict[str, Any], seed: int) -> State:
    """A competition to the end: results follow from the match and the player; the third seed withdraws."""
    state, chance = announced(**facts), Chance(str(seed).encode())
    do(state, asked.Enter(list(order)))
    number = {entrant.player: entrant.number for entrant in state.entrants.values()}
    do(state, asked.Seed([number[player] for player in SEEDING]), asked.Start(), chance=chance)
    if seed % 2 and not state.stage.settings.is_knock_out:
        do(state, asked.ChooseTieBreaks(1, ["points", "lot"]))
    steps = 0
    while state.status != FINISHED:
        match = waiting(state)[0]
        do(state, result(state, match, seed), chance=chance)
        steps += 1
        if steps == 4:
            do(state, asked.Withdraw(number[SEEDING[2]]), chance=chance)
    return state


def result(state: State, match: Match, seed: int) -> asked.RecordResult:
    points = {
        entrant: Chance(f"{seed} {match.id} {state.entrants[entrant].player}".encode()).below(20)
        for entrant in match.entrants
    }
    finishes = [
        Finish(entrant, 1 + sum(other < own for other in points.values()), own)
        for entrant, own in points.items()
    ]
    return asked.RecordResult(state.stage.number, match.id, finishes)


def told(state: State) -> list[Any]:
    """All standings and matches with players instead of the numbers of entry."""
    player = {entrant.number: entrant.player for entrant in state.entrants.values()} | {0: 0}
    tables = [standings(state), *(rows for stage in state.stages for rows in rows_of(state, stage))]
    rows = [
        (
            row.rank,
            player[row.entrant],
            row.points,
            row.decided_by,
            {c: w.value for c, w in row.worths.items()},
        )
        for table in tables
        for row in table
    ]
    met = [
        (match.id, [player[entrant] for entrant in match.entrants])
        for stage in state.stages
        for match in stage.matches.values()
    ]
    return [rows, met]


@pytest.mark.parametrize(
    "facts", FORMATS, ids=lambda facts: " ".join(stage.format for stage in facts["stages"])
)
@settings(max_examples=3, deadline=None)
@given(order=st.permutations(SEEDING), seed=st.integers(0, 999))
def test_the_order_of_entry_changes_no_draw_and_no_standings(
    facts: dict[str, Any], order: list[int], seed: int
) -> None:
    assert told(held(order, facts, seed)) == told(held(SEEDING, facts, seed))


@settings(max_examples=8, deadline=None)
@given(order=st.permutations(list("abcdefgh")), rounds=st.integers(1, 4), seed=st.integers(0, 999))
def test_the_order_in_which_a_file_names_entrants_and_matches_changes_no_rank(
    order: list[str], rounds: int, seed: int
) -> None:
    chance = Chance(str(seed).encode())
    played = []
    for _ in range(rounds):
        first, two, three = (list(map("abcdefgh".__getitem__, each)) for each in split(chance))
        matches = [PlayedMatch(each, [chance.below(4) / 2 for _ in each]) for each in (first, two)]
        played.append(PlayedRound(matches, [Bye(each, 1) for each in three]))
    turned = [PlayedRound(round_.matches[::-1], round_.byes[::-1]) for round_ in played]
    for code in TIE_BREAKS:
        before = rank(History(sorted(order), played), [code])
        after = rank(History(order, turned), [code])
        assert {row.entrant: (row.rank, row.worths, row.decided_by) for row in before} == {
            row.entrant: (row.rank, row.worths, row.decided_by) for row in after
        }


def split(chance: Chance) -> tuple[list[int], list[int], list[int]]:
    order = chance.shuffled(range(8))
    return order[:3], order[3:6], order[6:]
