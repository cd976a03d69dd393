"""Situation: whoever loses the first match of a knock-out plays on in a bracket beside it."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.brackets.plan import PlannedRound
from league.rules.competition import commands as asked
from league.rules.competition.match_names import full_name
from league.rules.competition.state import FINISHED, State
from league.rules.formats.consolation import with_consolation
from league.rules.formats.single_elimination import draw, placings
from league.rules.settings import result_kinds
from league.rules.settings.stages import SINGLE_ELIMINATION, StageSettings
from league.rules.stages.stage_standings import consolation_winners, rows_of, standings
from tests.league.rules.evening import announced, do, in_order, play_on, result, started, waiting
from tests.league.rules.playing import by_chance, played, slots


def entrants(n: int) -> list[int]:
    return list(range(1, n + 1))


def drawn(n: int, *, third_place: bool = False) -> list[PlannedRound]:
    return with_consolation(draw(entrants(n), third_place=third_place))


def knock_out(n: int, **facts: object) -> State:
    return started(n, format=SINGLE_ELIMINATION, table_size=2, consolation=True, **facts)


def consolation_of(rounds: list[PlannedRound]) -> list[PlannedRound]:
    return [round_ for round_ in rounds if round_.is_consolation]


def test_the_losers_of_the_first_round_play_on_in_a_bracket_beside_it() -> None:
    rounds = drawn(8)
    assert [(round_.id, round_.name) for round_ in rounds] == [
        ("R1", "Quarter-finals"),
        ("R2", "Semi-finals"),
        ("R3", "Final"),
        ("C1", "Consolation, round 1"),
        ("C2", "Consolation final"),
    ]
    assert slots(rounds, "C1") == [["R1.1>2", "R1.2>2"], ["R1.3>2", "R1.4>2"]]
    assert slots(rounds, "C2") == [["C1.1>1", "C1.2>1"]]
    assert not any(match.is_final for match in consolation_of(rounds))


def test_so_do_those_who_lose_their_first_match_after_a_bye() -> None:
    rounds = drawn(6)
    assert slots(rounds, "R1") == [["1", "-"], ["4", "5"], ["2", "-"], ["3", "6"]]
    assert slots(rounds, "C1") == [["R1.2>2", "R2.2>2"], ["R1.4>2", "R2.1>2"]]


def test_byes_of_a_consolation_go_to_those_who_had_none() -> None:
    rounds = drawn(5)
    assert slots(rounds, "R1") == [["1", "-"], ["4", "5"], ["2", "-"], ["3", "-"]]
    assert slots(rounds, "C1") == [["R1.2>2", "-"], ["R2.1>2", "R2.2>2"]]


def test_entrants_of_the_match_for_third_place_are_not_in_the_consolation() -> None:
    assert consolation_of(drawn(4, third_place=True)) == []
    six = drawn(6, third_place=True)
    assert slots(six, "C1") == [["R1.2>2", "R1.4>2"]]
    five = drawn(5, third_place=True)
    assert slots(five, "C1") == [["R1.2>2", "P3.1>2"]]


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("n", range(4, 65))
def test_everybody_plays_two_matches_at_least(n: int, third_place: bool) -> None:
    rounds = drawn(n, third_place=third_place)
    for seed in range(3):
        played_matches, results = played(rounds, by_chance(seed))
        matches = Counter(entrant for key in results for entrant in played_matches[key].entrants)
        assert min(matches[entrant] for entrant in entrants(n)) >= 2
        assert all(played_matches[key].is_settled for key in played_matches)
        for round_ in rounds:
            seated = [entrant for match in round_.matches for entrant in played_matches[match.id].entrants]
            assert len(seated) == len({*seated})
        losses = Counter(played_matches[key].order[1] for key in results)
        assert sum(losses.values()) == len(results)
        assert [entrant for entrant in entrants(n) if not losses[entrant]] == [
            played_matches[f"{_final(rounds)}.1"].order[0]
        ]


def _final(rounds: list[PlannedRound]) -> str:
    return [round_.id for round_ in rounds if round_.letter == "R"][-1]


@pytest.mark.parametrize("n", range(4, 129))
def test_nobody_meets_again_before_the_last_match_of_it(n: int) -> None:
    rounds = drawn(n)
    below = {match.id: match for round_ in rounds for match in round_.matches}
    last = rounds[-1].id

    def beneath(key: str) -> set[str]:
        """Return the matches of the bracket from which somebody can come into one of the consolation."""
        sources: set[str] = set()
        for slot in below[key].slots:
            sources |= (beneath(slot.of) if slot.of.startswith("C") else {slot.of}) if slot.of else set()
        return sources

    # Losers of R1 can have met the winner of a match that leads to the one whose loser they meet.
    feeds = {key: {slot.of for slot in match.slots if slot.of} for key, match in below.items()}
    for match_ in consolation_of(rounds):
        for match in match_.matches:
            if match_.id != last:
                pairs = combinations(sorted(beneath(match.id)), 2)
                assert not any(a in feeds[b] or b in feeds[a] for a, b in pairs)


@pytest.mark.parametrize("n", range(4, 129))
def test_no_match_of_it_waits_for_nobody_and_its_byes_go_to_losers_of_the_first_round(n: int) -> None:
    first, *later = consolation_of(drawn(n))
    assert all(sum(slot.is_bye for slot in match.slots) < 2 for match in first.matches)
    assert not any(slot.is_bye for round_ in later for match in round_.matches for slot in match.slots)
    assert all(len(now.matches) == 2 * len(after.matches) for now, after in pairwise([first, *later]))
    free = [
        slot for match in first.matches if any(slot.is_bye for slot in match.slots) for slot in match.slots
    ]
    seats = [slot for match in first.matches for slot in match.slots]
    losers = sum(slot.of.startswith("R1.") for slot in seats)
    lucky = sum(slot.of.startswith("R1.") for slot in free)
    assert lucky == min(losers, len(free) // 2)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_withdrawals_leave_one_champion_and_places_by_rounds(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 40))
    withdrawn = data.draw(st.sets(st.integers(1, n), max_size=n - 1))
    rounds = drawn(n, third_place=data.draw(st.booleans()))
    played_matches, results = played(rounds, by_chance(data.draw(st.integers(0, 1000))), withdrawn)
    assert all(record.order is not None for record in played_matches.values())
    places = placings(rounds, lambda match, _present: results[match])
    without = [round_ for round_ in rounds if not round_.is_consolation]
    assert places == placings(without, lambda match, _present: results[match])
    assert sorted(places) == entrants(n)
    assert sum(place == 1 for place in places.values()) == 1


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"placement": True}, "consolation_or_placement"),
        ({"reseed": "seed"}, "consolation_or_reseed"),
        ({"table_size": 4}, "no_consolation"),
        ({"format": "double_elimination"}, "no_consolation"),
        ({"format": "swiss"}, "no_consolation"),
    ],
)
def test_a_consolation_refuses_settings_that_do_not_fit(facts: dict, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        announced(**{"format": SINGLE_ELIMINATION, "table_size": 2, "consolation": True} | facts)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_its_winner_is_named_and_places_stay_those_of_the_bracket() -> None:
    state = knock_out(8)
    play_on(state)
    assert state.status == FINISHED
    assert state.winners == [1]
    assert consolation_winners(state.stage) == [5]
    rows = rows_of(state, state.stage)[0]
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert [row.entrant for row in rows if row.is_consoled] == [5]
    assert [row.entrant for row in standings(state) if row.is_consoled] == [5]
    assert {row.entrant: row.played for row in rows} == {1: 3, 2: 3, 3: 2, 4: 2, 5: 3, 6: 3, 7: 2, 8: 2}


def test_it_is_over_only_when_the_consolation_is_too() -> None:
    state = knock_out(4)
    for key in ("R1.1", "R1.2", "R2.1"):
        match = state.stage.matches[key]
        do(state, result(state, match, in_order(sorted(match.entrants))))
    assert state.status != FINISHED
    assert consolation_winners(state.stage) == []
    left = {row.entrant for row in rows_of(state, state.stage)[0] if not row.is_out}
    assert left == {1, 3, 4}  # two of them play on
    last = state.stage.matches["C1.1"]
    assert full_name(last) == "Consolation final"
    do(state, result(state, last, in_order([4, 3])))
    assert state.winners == [1]
    assert consolation_winners(state.stage) == [4]


def test_a_correction_of_the_first_round_puts_another_into_it() -> None:
    state = knock_out(4)
    first = state.stage.matches["R1.1"]
    do(state, result(state, first, in_order([1, 4])))
    assert state.stage.matches["C1.1"].entrants == [4]
    places = [Finish(4, 1), Finish(1, 2)]
    do(state, asked.CorrectResult(1, "R1.1", places, reason="the wrong way round"))
    assert state.stage.matches["C1.1"].entrants == [1]


def test_an_absent_entrant_is_not_in_the_consolation_and_the_other_has_no_match_there() -> None:
    state = knock_out(4)
    do(state, asked.RecordResult(1, "R1.1", [Finish(1, 1)], result_kinds.WALKOVER, [4]))
    play_on(state)
    assert state.stage.matches["C1.1"].entrants == [3]
    assert not state.stage.matches["C1.1"].is_playable
    assert consolation_winners(state.stage) == [3]


def test_each_group_has_its_own() -> None:
    state = knock_out(8, groups=2)
    assert {round_.id for round_ in state.stage.rounds} >= {"A.C1", "B.C1"}
    play_on(state)
    assert len(consolation_winners(state.stage)) == 2
    assert full_name(state.stage.matches["B.C1.1"]) == "Group B, Consolation final"


def test_a_stage_before_it_does_not_matter() -> None:
    stages = [
        StageSettings("round_robin", table_size=2, groups=2, qualify=2),
        StageSettings(SINGLE_ELIMINATION, table_size=2, consolation=True),
    ]
    state = announced(stages=stages)
    do(state, asked.Enter(list(range(101, 107))), asked.Start())
    play_on(state)
    assert len(consolation_winners(state.stages[1])) == 1


def test_two_and_three_have_as_much_of_it_as_can_be() -> None:
    assert consolation_of(drawn(2)) == []
    three = drawn(3)
    assert slots(three, "C1") == [["R2.1>2", "R1.2>2"]]


def test_matches_are_opened_one_after_the_other() -> None:
    state = knock_out(5)
    for entrant, other in pairwise(range(1, 12)):
        if not waiting(state):
            break
        busy = [who for match in waiting(state) for who in match.entrants]
        assert len(busy) == len({*busy}), (entrant, other)
        match = waiting(state)[0]
        do(state, result(state, match, in_order(match.entrants)))
    assert state.status == FINISHED
