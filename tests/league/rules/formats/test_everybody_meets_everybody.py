"""The round robin: the published tables, odd counts, two legs."""

from collections import Counter
from itertools import combinations, groupby, permutations
from pathlib import Path

import pytest

from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import PlannedRound
from league.rules.formats.round_robin import draw, schedule

PUBLISHED = (Path(__file__).parent / "berger_tables.txt").read_text().strip().split("\n\n")
"""The Berger tables of the FIDE Handbook (C.05, Annex 1): a heading, then a line a round."""


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: table.partition("\n")[0])
def test_the_rounds_are_those_of_the_published_tables(table: str) -> None:
    heading, *lines = table.splitlines()
    odd, even = (int(number) for number in heading.split(" or "))
    assert [" ".join(f"{first}-{other}" for first, other in pairs) for pairs in schedule(even)] == lines
    without_the_highest = [
        " ".join(pair for pair in line.split() if str(even) not in pair.split("-")) for line in lines
    ]
    assert [
        " ".join(f"{first}-{other}" for first, other in pairs) for pairs in schedule(odd)
    ] == without_the_highest


@pytest.mark.parametrize("count", [*range(2, 18), 31, 64])
def test_each_meets_each_once_and_sits_in_a_round_once_at_most(count: int) -> None:
    rounds = schedule(count)
    assert len(rounds) == count - 1 + count % 2
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(map(frozenset, combinations(range(1, count + 1), 2)))
    for pairs in rounds:
        sitting = [number for pair in pairs for number in pair]
        assert len(sitting) == len(set(sitting)) == count - count % 2


@pytest.mark.parametrize("count", range(2, 18))
def test_nobody_is_first_much_oftener_than_second(count: int) -> None:
    firsts = Counter(first for pairs in schedule(count) for first, _second in pairs)
    seconds = Counter(second for pairs in schedule(count) for _first, second in pairs)
    assert all(abs(firsts[number] - seconds[number]) <= 1 for number in range(1, count + 1))


@pytest.mark.parametrize("count", [5, 8])
def test_two_legs_are_each_meeting_both_ways(count: int) -> None:
    rounds, one_leg = schedule(count, legs=2), schedule(count)
    half = len(one_leg)
    assert rounds[:half] == [*one_leg[:-2], one_leg[-1], one_leg[-2]]
    assert sorted(pair for pairs in rounds for pair in pairs) == sorted(permutations(range(1, count + 1), 2))
    assert [[(two, first) for first, two in pairs] for pairs in one_leg] == rounds[half:]


@pytest.mark.parametrize("count", range(4, 21))
def test_in_two_legs_nobody_has_the_same_turn_three_times_in_a_row(count: int) -> None:
    rounds = schedule(count, legs=2)
    for number in range(1, count + 1):
        turns = [pair[0] == number for pairs in rounds for pair in pairs if number in pair]
        assert max(len(list(run)) for _turn, run in groupby(turns)) == 2


def test_the_draw_names_entrants_matches_and_who_is_free() -> None:
    rounds = draw([31, 12, 23])
    assert [round_.name for round_ in rounds] == ["Round 1", "Round 2", "Round 3"]
    assert [_as_text(round_) for round_ in rounds] == ["R1.1 12-23", "R2.1 31-12", "R3.1 23-31"]
    assert [[bye.entrant for bye in round_.byes] for round_ in rounds] == [[31], [23], [12]]


def test_two_legs_say_which_leg_a_round_belongs_to() -> None:
    assert [round_.name for round_ in draw([1, 2], legs=2)] == ["Round 1, first leg", "Round 2, second leg"]


@pytest.mark.parametrize(("count", "legs", "code"), [(1, 1, "too_few_entrants"), (4, 3, "bad_legs")])
def test_one_entrant_and_a_third_leg_are_refused(count: int, legs: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        schedule(count, legs=legs)
    assert refused.value.code == code


def _as_text(planned_round: PlannedRound) -> str:
    return " ".join(
        f"{match.id} {'-'.join(str(slot.entrant) for slot in match.slots)}" for match in planned_round.matches
    )
