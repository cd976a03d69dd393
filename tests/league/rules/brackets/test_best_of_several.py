"""Situation: in a knock-out of two the best of three or five games decides who goes on."""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot
from league.rules.brackets.progress import Seated, seated, seats_after_change
from league.rules.brackets.series import in_matches, places_of
from league.rules.competition import commands as asked
from league.rules.competition.match_names import full_name, name_in_round, next_matches, seat_source
from league.rules.competition.stage import Match
from league.rules.competition.state import FINISHED, State
from league.rules.decisions.consequences import matches_without_table
from league.rules.decisions.correction_preview import preview
from league.rules.decisions.prescribed_draw import frames, prescribed
from league.rules.decisions.prescribed_draw_faults import PrescribedSeat
from league.rules.formats import double_elimination, single_elimination
from league.rules.settings import result_kinds
from league.rules.settings.stages import DOUBLE_ELIMINATION, SINGLE_ELIMINATION, StageSettings
from league.rules.stages.stage_standings import consolation_winners, standings
from tests.league.rules.corrections import Die, any_result, as_reported, seen
from tests.league.rules.evening import announced, do, in_order, result, started, waiting

CUP: dict[str, Any] = {"format": SINGLE_ELIMINATION, "table_size": 2, "best_of_matches": 3}
DOUBLE: dict[str, Any] = {"format": DOUBLE_ELIMINATION, "table_size": 2, "best_of_matches": 3}


def match(state: State, key: str) -> Match:
    match_ = state.match(1, key)
    assert match_ is not None
    return match_


def win(state: State, key: str, winner: int) -> None:
    """Let somebody win a game."""
    entrants = match(state, key)
    do(
        state,
        result(state, entrants, in_order(sorted(entrants.entrants, key=lambda entrant: entrant != winner))),
    )


def correct(state: State, key: str, winner: int) -> None:
    """Let somebody have won a game after all."""
    do(state, correction(state, key, winner))


def correction(state: State, key: str, winner: int) -> asked.CorrectResult:
    entrants = sorted(match(state, key).entrants, key=lambda entrant: entrant != winner)
    return asked.CorrectResult(
        1, key, [Finish(entrant, n, 100 * n) for n, entrant in enumerate(entrants, start=1)]
    )


def ready(state: State) -> list[str]:
    return [match.id for match in waiting(state)]


def refusal(state: State, command: asked.AnyCommand) -> str:
    with pytest.raises(Refusal) as refused:
        do(state, command)
    return refused.value.code


@pytest.mark.parametrize(
    ("orders", "best_of", "places"),
    [
        ([(1, 2)], 3, None),
        ([(1, 2), (1, 2)], 3, (1, 2)),
        ([(1, 2), (2, 1)], 3, None),
        ([(1, 2), (2, 1), (2, 1)], 3, (2, 1)),
        ([(1, 2), (1, 2)], 5, None),
        ([(1, 2), (1, 2), (1, 2)], 5, (1, 2)),
        ([(1, 2), (2,), (2,)], 3, (2,)),
        ([(1, 2), ()], 3, None),
        ([(1, 2), (), ()], 3, (1, 2)),
        ([(1, 2), (), (2, 1)], 3, (2, 1)),
        ([(1, 2), (2, 1), ()], 3, ()),
        ([(), (), ()], 3, ()),
        ([(1, 2), (1, 2), (), ()], 5, (1, 2)),
        ([(1,), (1,)], 3, (1,)),
    ],
)
def test_a_meeting_is_over_as_soon_as_nobody_can_catch_up(
    orders: Sequence[Sequence[int]], best_of: int, places: tuple[int, ...] | None
) -> None:
    assert places_of(orders, best_of) == places


def test_each_meeting_is_planned_as_its_games_and_who_sits_first_takes_turns() -> None:
    rounds = in_matches(single_elimination.draw([1, 2, 3, 4], third_place=True), 3)
    assert [match.id for match in rounds[0].matches] == [
        *("R1.1.1", "R1.1.2", "R1.1.3"),
        *("R1.2.1", "R1.2.2", "R1.2.3"),
    ]
    assert [[slot.entrant for slot in match.slots] for match in rounds[0].matches[:3]] == [
        [1, 4],
        [4, 1],
        [1, 4],
    ]
    final = rounds[2].matches[1]
    assert (final.meeting, final.game, final.last) == ("R2.1", 2, "R2.1.3")
    assert [slot.of for slot in final.slots] == ["R1.2.3", "R1.1.3"]


@pytest.mark.parametrize(
    ("start", "rounds", "chosen"),
    [
        ("", single_elimination.draw(range(1, 9), third_place=True), {"R1", "R2", "P3", "R3"}),
        ("semi_finals", single_elimination.draw(range(1, 9), third_place=True), {"R2", "P3", "R3"}),
        ("final", single_elimination.draw(range(1, 9), third_place=True), {"R3"}),
        ("semi_finals", single_elimination.draw(range(1, 9), placement=True), {"R2", "P3", "R3"}),
        ("", double_elimination.draw(range(1, 9)), {"W1", "W2", "W3", "L1", "L2", "L3", "L4", "GF"}),
        ("semi_finals", double_elimination.draw(range(1, 9)), {"W3", "L4", "GF"}),
        ("final", double_elimination.draw(range(1, 9)), {"GF"}),
        ("semi_finals", double_elimination.draw([1, 2]), {"W1", "GF"}),
    ],
)
def test_an_organizer_says_from_which_round_on(
    start: str, rounds: list[PlannedRound], chosen: set[str]
) -> None:
    rounds_ = in_matches(rounds, 5, start)
    assert {round_.id for round_ in rounds_ if all(match.best_of == 5 for match in round_.matches)} == chosen
    assert {round_.id for round_ in rounds_ if all(match.best_of == 1 for match in round_.matches)} == {
        round_.id for round_ in rounds
    } - chosen


def test_a_draw_without_meetings_is_stored_as_it_always_was() -> None:
    rounds = single_elimination.draw([1, 2, 3])
    assert in_matches(rounds, 1) == rounds
    assert msgspec.json.encode(PlannedMatch("R1.1", [Slot(1), Slot(2)])) == (
        b'{"id":"R1.1","slots":[{"entrant":1},{"entrant":2}]}'
    )
    stored = msgspec.json.decode(b'{"id":"R1.1","slots":[]}', type=PlannedMatch)
    assert (stored.best_of, stored.meeting, stored.game, stored.last) == (1, "R1.1", 1, "R1.1")
    assert "best_of" not in msgspec.json.encode(StageSettings(SINGLE_ELIMINATION)).decode()


def played_out(
    rounds: Sequence[PlannedRound], chance: Chance, nobody: int = 0
) -> tuple[dict[str, Seated], dict[str, list[int]]]:
    """Play every game that is needed; about one of `nobody` is a double forfeit."""
    results: dict[str, list[int]] = {}

    def outcome(name: str, present: tuple[int, ...]) -> list[int]:
        results[name] = [] if nobody and not chance.below(nobody) else chance.shuffled(list(present))
        return results[name]

    return seated(rounds, outcome), results


brackets = st.one_of(
    st.builds(
        lambda count, third, placement: single_elimination.draw(
            range(1, count + 1), third_place=third, placement=placement
        ),
        st.integers(2, 32),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(lambda count: double_elimination.draw(range(1, count + 1)), st.integers(2, 32)),
)
lengths, starts, seeds = (
    st.sampled_from([3, 5]),
    st.sampled_from(["", "semi_finals", "final"]),
    st.integers(0, 2**32),
)


@settings(max_examples=150, deadline=None)
@given(brackets, lengths, starts, seeds)
def test_a_meeting_ends_with_the_game_that_gives_somebody_the_majority(
    bracket: list[PlannedRound], best_of: int, start: str, seed: int
) -> None:
    rounds = in_matches(bracket, best_of, start)
    played_matches, results = played_out(rounds, Chance(str(seed).encode()))
    meetings: dict[str, list[PlannedMatch]] = {}
    for match_ in (each for planned in rounds for each in planned.matches):
        meetings.setdefault(match_.meeting, []).append(match_)
    assert meetings.keys() == {match.id for round_ in bracket for match in round_.matches}
    for some in meetings.values():
        winners = [results[column.id][0] for column in some if column.id in results]
        assert [column.id in results for column in some] == sorted(
            (column.id in results for column in some), reverse=True
        )
        if not winners:  # nobody, or one alone, was there; or a reset that nobody needed
            assert len(played_matches[some[0].id].entrants) < 2 or not played_matches[some[0].id].is_needed
            continue
        wins = Counter(winners)
        assert wins[winners[-1]] == some[0].best_of // 2 + 1
        assert all(count <= some[0].best_of // 2 for entrant, count in wins.items() if entrant != winners[-1])
        assert (played_matches[some[-1].last].order or ())[0] == winners[-1]
        firsts = [played_matches[column.id].slots[0] for column in some]
        assert all(first != other for first, other in itertools.pairwise(firsts))


@settings(max_examples=150, deadline=None)
@given(brackets, lengths, starts, seeds)
def test_a_bracket_with_games_ends_like_one_with_single_matches(
    bracket: list[PlannedRound], best_of: int, start: str, seed: int
) -> None:
    """Who won the meetings says who sits where and takes which place, as if each had been one match."""
    rounds = in_matches(bracket, best_of, start)
    played_matches, results = played_out(rounds, Chance(str(seed).encode()), nobody=9)
    last = {match.meeting: match.last for round_ in rounds for match in round_.matches}
    plain = seated(bracket, lambda name, _present: played_matches[last[name]].order)
    for name, match_ in plain.items():
        assert (
            match_.slots
            == played_matches[next(key for key in (f"{name}.1", name) if key in played_matches)].slots
        )
        assert match_.order == played_matches[last[name]].order
    is_double = bracket[0].id == "W1"
    placings = double_elimination.placings if is_double else single_elimination.placings
    assert placings(rounds, lambda name, _present: results.get(name)) == placings(
        bracket, lambda name, _present: played_matches[last[name]].order
    )


@settings(max_examples=100, deadline=None)
@given(brackets, lengths, seeds)
def test_working_out_one_game_anew_is_working_out_all(
    bracket: list[PlannedRound], best_of: int, seed: int
) -> None:
    rounds, chance = in_matches(bracket, best_of), Chance(str(seed).encode())
    _found, results = played_out(rounds, chance, nobody=7)
    before = seated(rounds, lambda name, _present: results.get(name))
    changed = sorted(results)[chance.below(len(results))]
    for now in ([], results[changed][::-1], None):
        corrected = {**results, changed: now}

        def order_of(name: str, _present: tuple[int, ...], known: Any = corrected) -> Any:
            return known.get(name)

        anew = seats_after_change(changed, rounds, before, order_of)
        assert {**before, **anew} == seated(rounds, order_of)


def test_games_are_opened_one_after_the_other_and_the_winner_goes_on() -> None:
    state = started(4, **CUP)
    assert ready(state) == ["R1.1.1", "R1.2.1"]
    assert refusal(state, asked.RecordResult(1, "R1.1.2", [])) == "not_ready"
    win(state, "R1.1.1", 4)
    assert ready(state) == ["R1.1.2", "R1.2.1"]
    assert match(state, "R1.1.2").entrants == [4, 1]
    assert {row.entrant for row in standings(state) if row.is_out} == set()
    win(state, "R1.1.2", 1)
    win(state, "R1.1.3", 1)
    assert {row.entrant for row in standings(state) if row.is_out} == {4}
    win(state, "R1.2.1", 3)
    win(state, "R1.2.2", 3)
    assert refusal(state, asked.RecordResult(1, "R1.2.3", [])) == "not_needed"
    assert match(state, "R2.1.1").entrants == [1, 3]
    win(state, "R2.1.1", 3)
    win(state, "R2.1.2", 3)
    assert (state.status, state.winners) == (FINISHED, [3])
    assert [(row.entrant, row.rank) for row in standings(state)] == [(3, 1), (1, 2), (2, 3), (4, 3)]


def test_nobody_sits_at_two_tables_and_each_game_has_its_own() -> None:
    state = started(2, **CUP)
    assert [match.id for match in matches_without_table(state)] == ["R1.1.1"]
    do(state, asked.AssignTables({"R1.1.1": 7}))
    assert matches_without_table(state) == []
    win(state, "R1.1.1", 1)
    assert [match.id for match in matches_without_table(state)] == ["R1.1.2"]
    do(state, asked.AssignTables({"R1.1.2": 8}))
    assert match(state, "R1.1.2").seated == [2, 1]


def test_no_place_of_a_single_game_says_who_goes_on() -> None:
    state = started(2, **CUP)
    win(state, "R1.1.1", 1)
    first = match(state, "R1.1.1")
    assert [first.goes_on(place) for place in first.places] == [None, None]
    assert not any(place.advances for place in first.places)
    win(state, "R1.1.2", 1)
    last = match(state, "R1.1.2")
    assert [(place.entrant, last.goes_on(place)) for place in last.places] == [(1, True), (2, False)]
    plain = started(2, format=SINGLE_ELIMINATION, table_size=2)
    win(plain, "R1.1", 2)
    final = match(plain, "R1.1")
    assert [(place.entrant, final.goes_on(place)) for place in final.places] == [(2, True), (1, False)]


def test_a_correction_calls_for_a_game_and_correcting_back_forgets_it() -> None:
    state = started(4, **CUP)
    for key, winner in (("R1.1.1", 1), ("R1.1.2", 1), ("R1.2.1", 2), ("R1.2.2", 3), ("R1.2.3", 2)):
        win(state, key, winner)
    assert match(state, "R2.1.1").entrants == [1, 2]
    before = seen(state)
    correct(state, "R1.1.1", 4)
    assert ready(state) == ["R1.1.3"]
    assert match(state, "R2.1.1").slots == (None, 2)
    correct(state, "R1.1.1", 1)
    assert seen(state) == before
    correct(state, "R1.2.1", 3)  # now 3 has won twice: the third game rests
    assert match(state, "R1.2.3").result is None
    assert match(state, "R2.1.1").entrants == [1, 3]
    correct(state, "R1.2.1", 2)
    assert seen(state) == before


def test_a_preview_names_the_other_games_that_a_correction_changes() -> None:
    state = started(4, **CUP)
    for key, winner in (("R1.1.1", 1), ("R1.1.2", 1), ("R1.2.1", 2), ("R1.2.2", 3), ("R1.2.3", 2)):
        win(state, key, winner)
    called, *following = preview(state, correction(state, "R1.1.1", 4)).moved
    assert (called.match, called.is_called_for, called.is_unsure) == ("R1.1.3", True, False)
    assert [(change.match, change.leaving) for change in following] == [("R2.1.1", [1])]
    resting, seats = preview(state, correction(state, "R1.2.1", 3)).moved
    assert (resting.match, resting.is_called_for, resting.rests) == ("R1.2.3", False, True)
    assert (seats.match, seats.leaving, seats.coming) == ("R2.1.1", [2], [3])
    taken_back = asked.CorrectResult(1, "R1.2.2", [], result_kinds.OPEN)
    unsure = preview(state, taken_back).moved[0]
    assert (unsure.match, unsure.is_called_for, unsure.is_unsure) == ("R1.2.3", False, True)
    do(state, taken_back)
    assert ready(state) == ["R1.2.2"]


def test_the_reset_of_a_grand_final_has_games_of_its_own() -> None:
    state = started(2, **DOUBLE)
    win(state, "W1.1.1", 1)
    win(state, "W1.1.2", 1)
    assert match(state, "GF.1.1").entrants == [1, 2]
    for key in ("GF.1.1", "GF.1.2"):
        win(state, key, 2)
    assert ready(state) == ["GF.2.1"]
    correct(state, "GF.1.2", 1)
    assert ready(state) == ["GF.1.3"]
    win(state, "GF.1.3", 1)
    assert (state.status, state.winners) == (FINISHED, [1])
    assert refusal(state, asked.RecordResult(1, "GF.2.1", [])) == "not_needed"
    told = preview(state, correction(state, "GF.1.3", 2)).moved
    assert [(row.match, row.is_called_for) for row in told] == [("GF.2.1", True)]


def test_an_entrant_who_leaves_loses_the_games_that_are_left_and_not_those_that_were_played() -> None:
    state = started(4, **CUP)
    win(state, "R1.1.1", 4)
    do(state, asked.Withdraw(4))
    kinds_now = [match(state, f"R1.1.{n}").result for n in (1, 2, 3)]
    assert [event.kind for event in kinds_now if event] == ["played", "walkover", "walkover"]
    assert match(state, "R2.1.1").slots == (1, None)


def test_a_bye_needs_no_game_and_a_walkover_is_one_game() -> None:
    state = started(3, **CUP)
    assert ready(state) == ["R1.2.1"]
    assert not match(state, "R1.1.2").is_needed
    do(state, asked.RecordResult(1, "R1.2.1", [Finish(3, 1)], result_kinds.WALKOVER, [2]))
    assert ready(state) == ["R1.2.2"]
    win(state, "R1.2.2", 3)
    assert match(state, "R2.1.1").entrants == [1, 3]


def test_three_double_forfeits_send_nobody_on() -> None:
    state = started(4, **CUP, third_place=True)
    for n in (1, 2, 3):
        assert ready(state)[0] == f"R1.1.{n}"
        do(state, asked.RecordResult(1, f"R1.1.{n}", [], result_kinds.DOUBLE_FORFEIT))
    assert match(state, "R2.1.1").slots == (0, None)
    win(state, "R1.2.1", 2)
    win(state, "R1.2.2", 2)
    assert (state.status, state.winners) == (FINISHED, [2])


def test_a_lot_decides_a_game_that_ends_level() -> None:
    state = announced(**CUP, lots_by_hand=True)
    do(state, asked.Enter([101, 102]), asked.Start())
    do(state, result(state, match(state, "R1.1.1"), {1: 1, 2: 1}))
    assert ready(state) == []
    do(state, asked.DrawLot(1, "R1.1.1"))
    assert ready(state) == ["R1.1.2"]
    assert not any(place.advances for place in match(state, "R1.1.1").places)


def test_games_are_called_by_their_meeting() -> None:
    state = started(8, **CUP, third_place=True)
    names = {match.id: full_name(match) for match in state.stage.matches.values()}
    assert names["R1.3.2"] == "quarter-final 3, game 2"
    assert names["R2.2.1"] == "semi-final 2, game 1"
    assert (names["P3.1.3"], names["R3.1.1"]) == ("Third place, game 3", "Final, game 1")
    final, quarter = match(state, "R3.1.2"), match(state, "R1.3.2")
    assert name_in_round(final.round, final.planned, final.number) == "Game 2"
    assert name_in_round(quarter.round, quarter.planned, quarter.number) == "Match 3, game 2"
    assert seat_source(state.stage, match(state, "R2.1.1").planned.slots[0]) == "winner of quarter-final 1"
    assert next_matches(state.stage)["R1.1.3", 1].id == "R2.1.1"
    double = started(4, **DOUBLE)
    names = {match.id: full_name(match) for match in double.stage.matches.values()}
    assert names["W1.2.2"] == "Winners round 1, match 2, game 2"
    assert (names["GF.1.1"], names["GF.2.3"]) == ("Grand final, game 1", "Grand final, second match, game 3")


def test_groups_have_brackets_with_games_of_their_own() -> None:
    state = started(8, **CUP, groups=2)
    assert ready(state) == ["A.R1.1.1", "A.R1.2.1", "B.R1.1.1", "B.R1.2.1"]
    while state.status != FINISHED:
        match = waiting(state)[0]
        win(state, match.id, min(match.entrants))
    assert len([match for match in state.stage.matches.values() if match.result]) == 12


def test_seats_of_a_draft_are_swapped_in_all_games_of_a_meeting() -> None:
    state = announced(**CUP, by_hand=True)
    do(state, asked.Enter([101, 102, 103]), asked.Start(), asked.MakeDraft())
    assert refusal(state, asked.SwapInDraft(("R1.1.2", 0), ("R1.2.1", 0))) == "unknown_seat"
    do(state, asked.SwapInDraft(("R1.1.1", 1), ("R1.2.1", 1)))  # the bye goes to the other meeting
    assert state.stage.draft is not None
    seats = [[slot.entrant for slot in match.slots] for match in state.stage.draft.rounds[0].matches]
    assert seats == [[1, 3], [3, 1], [1, 3], [2, 0], [0, 2], [2, 0]]
    do(state, asked.SwapInDraft(("R1.1.1", 0), ("R1.1.1", 1)), asked.Publish())
    assert [match.entrants for match in state.stage.matches.values()][:3] == [[3, 1], [1, 3], [3, 1]]
    assert ready(state) == ["R1.1.1"]


def test_a_seating_from_a_file_names_each_meeting_once() -> None:
    state = announced(**CUP, by_hand=True)
    do(state, asked.Enter([101, 102, 103]), asked.Start())
    (frame,) = frames(state)
    assert (frame.entrants, frame.sizes) == ([1, 2, 3], [1, 2])
    rows = [PrescribedSeat(2, 1, 1, 3), PrescribedSeat(3, 2, 1, 2), PrescribedSeat(4, 2, 2, 1)]
    draw = prescribed(state, rows, {1: "Ana", 2: "Bo", 3: "Cy"})
    do(state, asked.MakeDraft(draw), asked.Publish())
    seats = [[slot.entrant for slot in match.planned.slots] for match in state.stage.matches.values()][:6]
    assert seats == [[3, 0], [0, 3], [3, 0], [2, 1], [1, 2], [2, 1]]
    assert ready(state) == ["R1.2.1"]


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({**CUP, "best_of_matches": 2}, "bad_best_of"),
        ({**CUP, "best_of_matches": 7}, "bad_best_of"),
        ({**CUP, "best_of_from": "quarter_finals"}, "bad_best_of_from"),
        ({**CUP, "table_size": 4}, "no_best_of"),
        ({"format": "swiss", "table_size": 2, "best_of_matches": 3}, "no_best_of"),
        (
            {"format": "elimination_500", "rulebook": "elimination-500", "best_of_matches": 3},
            "no_best_of",
        ),
    ],
)
def test_only_a_knock_out_of_two_has_the_best_of_several(facts: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        announced(**facts)
    assert refused.value.code == code


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(2, 12), lengths, starts, st.sampled_from([CUP, DOUBLE]))
def test_correcting_any_game_and_correcting_back_restores_everything(
    seed: int, entrants: int, best_of: int, start: str, facts: dict[str, Any]
) -> None:
    die = Die(seed)
    facts = facts | {"best_of_matches": best_of, "best_of_from": start}
    if facts["format"] == SINGLE_ELIMINATION:
        facts["third_place"] = bool(die.roll(2))
    state = announced(**facts)
    do(state, asked.Enter(list(range(101, 101 + entrants))), asked.Start(), chance=die.chance)
    for _step in range(die.roll(25)):
        if waiting_matches := waiting(state):
            match = die.one_of(waiting_matches)
            do(state, asked.RecordResult(1, match.id, **any_result(match, die)), chance=die.chance)
        if not die.roll(12) and state.status != FINISHED and len(state.active()) > 1:
            do(state, asked.Withdraw(state.active()[-1].number), chance=die.chance)
    known = [match for match in state.stage.matches.values() if match.result]
    if not known:
        return
    before, match = seen(state), die.one_of(known)
    back = asked.CorrectResult(1, match.id, **as_reported(match))
    try:
        do(state, asked.CorrectResult(1, match.id, **any_result(match, die)), chance=die.chance)
    except Refusal:
        return  # it was the same result
    do(state, back, chance=die.chance)
    assert seen(state) == before


@pytest.mark.parametrize("entrants", [*range(2, 12), 16])
@pytest.mark.parametrize(
    "more", [{"reseed": "seed"}, {"reseed": "seed", "third_place": True}, {"consolation": True}]
)
def test_games_go_with_rounds_seeded_anew_and_with_a_consolation(entrants: int, more: dict[str, Any]) -> None:
    state = started(entrants, **CUP, **more)
    while state.status != FINISHED:
        match = waiting(state)[0]
        win(state, match.id, max(match.entrants))
    assert state.winners == [entrants]
    meetings = Counter(match.planned.meeting for match in state.stage.matches.values() if match.result)
    assert set(meetings.values()) == {2}
    assert len({row.rank for row in standings(state) if row.rank <= 2}) == 2
    assert len(consolation_winners(state.stage)) == ("consolation" in more and entrants > 2)


def test_a_round_seeded_anew_follows_a_correction_of_a_game() -> None:
    state = started(4, **CUP, reseed="seed")
    for key, winner in (("R1.1.1", 1), ("R1.1.2", 1), ("R1.2.1", 2), ("R1.2.2", 3), ("R1.2.3", 3)):
        win(state, key, winner)
    assert match(state, "R2.1.1").entrants == [1, 3]
    before = seen(state)
    correct(state, "R1.2.3", 2)
    assert match(state, "R2.1.2").entrants == [2, 1]
    correct(state, "R1.2.3", 3)
    assert seen(state) == before
