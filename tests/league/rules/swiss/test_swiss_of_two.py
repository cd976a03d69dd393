"""The Swiss for two a match: situations, and the proof by trying every way."""

from itertools import chain
from math import lcm
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    FULL,
    HALF,
    PLAYED,
    Bye,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)
from league.rules.swiss.pairing import CRITERIA, EXACT, Pairing, _parts, _sides, beyond, pair, weighed
from league.rules.swiss.pairing_history import pairing_histories
from league.rules.swiss.usual_opponents import Way
from tests.league.rules.swiss.swiss_by_hand import Judge, random_history, random_match, ways

seeds = st.integers(0, 2**32)


def test_the_first_round_is_the_slide_with_first_turns_in_turns() -> None:
    assert pair(_field(8)).matches == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_the_last_seed_of_an_odd_field_has_the_first_bye() -> None:
    drawn = pair(_field(7))
    assert drawn.matches == [(1, 4), (5, 2), (3, 6)]
    assert drawn.byes == [7]


@pytest.mark.parametrize(("count", "byes"), [(0, []), (1, [1])])
def test_nobody_is_drawn_and_one_alone_is_free(count: int, byes: list[Entrant]) -> None:
    drawn = pair(_field(count))
    assert (drawn.matches, drawn.byes) == ([], byes)


def test_winners_meet_winners_and_who_was_second_is_first() -> None:
    history = _after(_field(4), "1-0 1-3, 0-1 4-2")
    assert pair(history).matches == [(2, 1), (3, 4)]


def test_where_turns_were_the_same_the_better_placed_changes() -> None:
    """1 and 4 have won as firsts, 2 and 3 have lost as seconds."""
    history = _after(_field(4), "1-0 1-3, 1-0 4-2")
    assert pair(history).matches == [(4, 1), (2, 3)]


def test_an_entrant_who_was_second_for_longer_is_first() -> None:
    """1 and 2 were each first once and second once; 1 was second last."""
    history = _after(_field(4), "1-0 1-3, 1-0 4-2", "1-0 3-1, 1-0 2-4")
    drawn = pair(history, forbidden=[frozenset((1, 4)), frozenset((2, 3))])
    assert (1, 2) in drawn.matches
    assert (4, 3) in drawn.matches


def test_both_change_back_from_the_last_round_in_which_their_turns_differed() -> None:
    """1 was first, second, first, second, and 2 second, first, first, second: equal but for the start."""
    rounds = ["1-0 1-3, 1-0 4-2", "1-0 4-1, 1-0 2-3", "1-0 1-5, 1-0 2-6", "1-0 7-1, 1-0 8-2"]
    drawn = pair(_after(_field(8), *rounds), forbidden=_all_but(8, (1, 2)))
    assert drawn.matches == [(1, 2)]


def test_two_leaders_who_were_both_first_twice_do_not_meet_while_others_can_be_first() -> None:
    history = _after(_field(6), "1-0 1-4, 1-0 2-5, 1-0 3-6", "1-0 1-6, 1-0 2-4, 1-0 5-3")
    drawn = pair(history)
    assert drawn.matches == [(3, 1), (6, 2), (4, 5)]
    assert [why["turn_limits"] for why in drawn.why] == [0, 0, 0]


def test_the_bye_goes_to_the_lowest_who_was_never_free() -> None:
    """5 had the bye, 4 won by forfeit, 3 a full-point bye; 2 has the points of half a round, and 1 none."""
    history = _field(5)
    history.rounds.append(
        PlayedRound(
            [PlayedMatch([1, 4], [0, 1], FORFEIT, [1])], [Bye(5, 1), Bye(3, 1, FULL), Bye(2, 0.5, HALF)]
        )
    )
    drawn = pair(history)
    assert drawn.byes == [1]
    assert pair(msgspec.structs.replace(history, withdrawn=[1, 3])).byes == [2]


def test_the_bye_goes_to_the_lowest_of_those_who_missed_nothing_not_to_a_late_entry() -> None:
    history = _after(_field(5), "1-0 1-2, 1-0 3-4", "1-0 1-3, 1-0 2-4")
    drawn = pair(history)
    assert drawn.byes == [4]
    assert (drawn.why_byes[0]["unplayed"], drawn.why_byes[0]["bye_place"]) == (0, 1)


def test_a_second_bye_is_given_where_everybody_has_had_one() -> None:
    history = _field(3)
    history.rounds.extend(PlayedRound([], [Bye(entrant, 1)]) for entrant in (1, 2, 3))
    drawn = pair(history)
    assert drawn.byes == [3]
    assert drawn.why_byes[0]["repeated_byes"] == 1


@pytest.mark.parametrize(
    "match",
    [PlayedMatch([1, 2], [1, 0], FORFEIT, [2]), PlayedMatch([1, 2], [0, 0], DOUBLE_FORFEIT)],
    ids=["forfeit", "double forfeit"],
)
def test_an_entrant_who_did_not_play_has_not_met(match: PlayedMatch) -> None:
    history = History([1, 2], [PlayedRound([match])])
    drawn = pair(history)
    assert drawn.matches == [(1, 2)]
    assert drawn.why[0]["repeats"] == 0
    assert drawn.why[0]["first_turn"] == 2


@pytest.mark.parametrize(("withdrawn", "repeats"), [(3, 1), (2, 0)])
def test_at_a_larger_table_all_have_met_but_not_who_was_absent(withdrawn: int, repeats: int) -> None:
    match = PlayedMatch([1, 2, 3], [2, 1, 0], FORFEIT, absent=[3])
    drawn = pair(History([1, 2, 3], [PlayedRound([match])], [withdrawn]))
    assert [why["repeats"] for why in drawn.why] == [repeats]


def test_forbidden_pairs_are_never_drawn_even_if_two_are_free() -> None:
    drawn = pair(_field(2), forbidden=[frozenset((1, 2))])
    assert drawn.matches == []
    assert drawn.byes == [1, 2]


def test_an_entrant_who_floated_down_in_the_last_round_does_not_float_again() -> None:
    """1, 2 and 3 have a point, 3 without playing. One of them has to meet one of the others."""
    history = _after(_field(6), "1-0 1-4, 0-1 5-2")
    history.rounds[0].byes.append(Bye(3, 1, FULL))
    assert (3, 4) not in _unordered(pair(history))
    a_round_later = History(history.entrants, [*history.rounds, PlayedRound()])
    assert (3, 4) in _unordered(pair(a_round_later))


def test_club_mates_are_kept_apart_in_the_first_rounds_only() -> None:
    clubs = {1: "Ash", 5: "Ash", 2: "Elm", 6: "Elm"}
    assert {(1, 5), (2, 6)} <= _unordered(pair(_field(8), clubs=clubs))
    assert not {(1, 5), (2, 6)} & _unordered(pair(_field(8), clubs=clubs, separate_clubs=1))
    after_one = History(list(range(1, 9)), [PlayedRound()])
    assert {(1, 5), (2, 6)} <= _unordered(pair(after_one, clubs=clubs, separate_clubs=1))


def test_those_without_a_club_are_nobodys_club_mates() -> None:
    assert (1, 3) in _unordered(pair(_field(4), clubs={1: "", 3: ""}, separate_clubs=1))


def test_an_entrant_who_has_withdrawn_is_left_out_and_who_comes_late_is_drawn_with_the_lowest() -> None:
    history = _after(_field(4), "1-0 1-3, 1-0 4-2")
    drawn = pair(History([*history.entrants, 5, 6], history.rounds, [2]))
    assert drawn.byes == [3]
    assert _unordered(drawn) == {(1, 4), (5, 6)}


def test_tenths_of_points_are_tenths() -> None:
    """A tenth and two tenths are as much as three tenths."""
    byes = [[Bye("a", 0.3), Bye("b", 0.1), Bye("c", 0.1)], [Bye("b", 0.2)]]
    drawn = pair(History(["a", "b", "c", "d"], [PlayedRound([], each) for each in byes]))
    assert _unordered(drawn) == {("a", "b"), ("c", "d")}
    assert [why["score_gap"] for why in drawn.why] == [0, 1]


@given(seeds, st.integers(2, 10), st.integers(0, 6))
def test_no_way_costs_less(seed: int, count: int, rounds: int) -> None:
    dice = Random(seed)
    history = random_history(dice, count, rounds)
    clubs: dict[Entrant, str] = {number: dice.choice(["Ash", "Elm", "Oak"]) for number in range(1, count)}
    twos = [frozenset(dice.sample(range(1, count + 1), 2)) for _two in range(dice.choice([0, 0, 0, 1, 3]))]
    way = Way(dice.choice([False, False, True]), dice.choice(["", "", "top", "middle", "bottom"]))
    drawn = pair(history, clubs=clubs, separate_clubs=3, seed=seed, forbidden=twos, way=way)
    judge = Judge(history, clubs, 3, way.fold, way.pull_up)
    best = min((judge.total(way) for way in ways(judge.order, twos)), default=[])
    assert judge.total([*drawn.matches, *((bye,) for bye in drawn.byes)]) == best
    assert [list(why.values()) for why in drawn.why] == [judge.match(*match) for match in drawn.matches]
    assert [list(why.values()) for why in drawn.why_byes] == [judge.bye(bye) for bye in drawn.byes]
    assert not {frozenset(match) for match in drawn.matches} & set(twos)
    for match in drawn.matches:
        assert judge.turns_after(*match) <= judge.turns_after(*reversed(match))


@pytest.mark.parametrize(
    ("way", "matches"),
    [
        (Way(), {(1, 3), (2, 4), (5, 6), (7, 9), (8, 10)}),
        (Way(fold=True), {(1, 4), (2, 3), (5, 6), (7, 10), (8, 9)}),
        (Way(pull_up="top"), {(1, 4), (2, 5), (3, 6), (7, 9), (8, 10)}),
        (Way(pull_up="bottom"), {(1, 4), (2, 5), (3, 10), (6, 8), (7, 9)}),
        (Way(fold=True, pull_up="middle"), {(1, 8), (2, 5), (3, 4), (6, 10), (7, 9)}),
    ],
)
def test_the_usual_opponents_are_chosen(way: Way, matches: set[tuple[int, int]]) -> None:
    """1 to 5 have won a bye each, as it were; 6 to 10 have not."""
    history = History(list(range(1, 11)), [PlayedRound([], [Bye(number, 1, FULL) for number in range(1, 6)])])
    assert {tuple(sorted(match, key=int)) for match in pair(history, way=way).matches} == matches


@pytest.mark.parametrize(
    ("way", "matches"),
    [
        (Way(), {(1, 3), (2, 4), (6, 8), (7, 9)}),
        (Way(fold=True), {(1, 4), (2, 3), (6, 9), (7, 8)}),
        (Way(pull_up="top"), {(1, 3), (2, 4), (6, 8), (7, 9)}),
        (Way(fold=True, pull_up="bottom"), {(1, 4), (2, 3), (6, 9), (7, 8)}),
    ],
)
def test_an_entrant_who_gets_the_bye_counts_nowhere(way: Way, matches: set[tuple[int, int]]) -> None:
    """1 to 5 have points, and all but 5 had a bye: so the next bye falls among those with points."""
    byes = [Bye(number, 1 if number < 5 else 0, FULL) for number in range(1, 10) if number != 5]
    history = History(list(range(1, 10)), [PlayedRound([PlayedMatch([5, 10], [1, 0])], byes)], [10])
    drawn = pair(history, way=way)
    assert drawn.byes == [5]
    assert {tuple(sorted(match, key=int)) for match in drawn.matches} == matches
    assert _totals(drawn)["slide"] == 0


@pytest.mark.parametrize("way", [Way(fold=True), Way(pull_up="bottom"), Way(fold=True, pull_up="middle")])
def test_of_many_the_usual_opponents_are_in_one_part(way: Way) -> None:
    drawn = pair(_field(EXACT + 2), way=way)
    assert _totals(drawn)["slide"] == 0


@given(seeds, st.integers(0, 9), st.integers(0, 6))
def test_weighing_a_draw_says_the_same_as_drawing_it(seed: int, count: int, rounds: int) -> None:
    history = random_history(Random(seed), count, rounds)
    clubs: dict[Entrant, str] = dict.fromkeys(range(1, count, 2), "Ash")
    drawn = pair(history, clubs=clubs, separate_clubs=3)
    assert weighed(history, drawn.matches, clubs=clubs, separate_clubs=3) == drawn


def test_a_swap_by_hand_is_weighed_as_it_is() -> None:
    """1 and 3 had the first turns; now they are to have them again, 3 against somebody of the same club."""
    history = _after(_field(5), "1-0 1-2, 1-0 3-4")
    by_hand = weighed(history, [(1, 5), (3, 4)], clubs={3: "Ash", 4: "Ash"}, separate_clubs=2)
    assert by_hand.byes == [2]
    told = [{criterion: cost for criterion, cost in why.items() if cost} for why in by_hand.why]
    assert told == [
        {"score_gap": 1, "first_turn": 5, "same_turn": 1, "slide": 4},
        {
            "repeats": 1,
            "meetings": 11,
            "score_gap": 1,
            "club_mates": 1,
            "first_turn": 8,
            "same_turn": 2,
            "slide": 1,
        },
    ]
    assert by_hand.why_byes[0] == dict.fromkeys(CRITERIA, 0) | {"without_opponent": 1, "bye_place": 2}


@settings(max_examples=10)
@given(seeds, st.integers(9, 12), st.integers(7, 11))
def test_nobody_meets_anybody_twice_while_that_can_be_avoided(seed: int, count: int, rounds: int) -> None:
    """Whole tournaments, so long that at the end it cannot be avoided any more."""
    history, dice = _field(count), Random(seed)
    for _round in range(rounds):
        drawn = pair(history, seed=seed)
        met = {
            frozenset(match.entrants)
            for played in history.rounds
            for match in played.matches
            if match.kind == PLAYED
        }
        repeats = sum(frozenset(match) in met for match in drawn.matches)
        if repeats:
            assert repeats == min(sum(frozenset(two) in met for two in way) for way in ways(history.entrants))
        _play(history, drawn, dice)


@settings(max_examples=25)
@given(seeds, st.integers(3, 24))
def test_tournaments_with_withdrawals_and_late_entries_run_to_the_end(seed: int, count: int) -> None:
    dice = Random(seed)
    history = _field(count)
    for number in range(9):
        drawn = pair(history, seed=seed)
        playing = [entrant for entrant in history.entrants if entrant not in history.withdrawn]
        assert sorted([*drawn.byes, *(slot for match in drawn.matches for slot in match)]) == sorted(playing)
        assert len(drawn.byes) == len(playing) % 2
        judge = Judge(history)
        # With so many, whoever has the bye, the others have a way without repeats (Dirac 1952).
        if drawn.byes and len(playing) > 2 * number + 2:
            assert not judge.was_free(drawn.byes[0]) or all(map(judge.was_free, playing))
        _play(history, drawn, dice)
        if dice.random() < 0.3:
            history.entrants.append(len(history.entrants) + 1)
        if dice.random() < 0.3 and playing:
            history.withdrawn.append(dice.choice(playing))


@settings(max_examples=10)
@given(seeds)
def test_in_a_whole_tournament_first_turns_stay_even(seed: int) -> None:
    history = _field(16)
    dice = Random(seed)
    for _round in range(7):
        _play(history, pair(history, seed=seed), dice)
    for entrant in history.entrants:
        turns = Judge(history).turns(entrant)
        assert abs(turns.count("1") - turns.count("2")) <= 2


def test_of_many_each_part_is_paired_by_itself_without_repeats_second_byes_or_wider_gaps() -> None:
    """Neighbours by points have the least gaps, squared and added up, that any pairing can have."""
    dice, history = Random(1), _field(EXACT + 21)
    for _round in range(2):
        drawn = pair(history)
        total = _totals(drawn)
        assert sorted(chain(drawn.byes, *drawn.matches)) == history.entrants
        assert len(drawn.byes) == total["without_opponent"] == 1
        assert (total["repeats"], total["repeated_byes"], total["turn_limits"]) == (0, 0, 0)
        known = pairing_histories(history)
        points = sorted(known[entrant].points for entrant in history.entrants if entrant not in drawn.byes)
        unit = lcm(*(point.denominator for point in points))
        neighbours = zip(points[::2], points[1::2], strict=True)
        assert total["score_gap"] == sum(((first - other) * unit) ** 2 for first, other in neighbours)
        _play(history, drawn, dice)


def test_as_many_as_can_be_are_paired_by_the_best_of_all_pairings() -> None:
    """Beyond, a large score is cut into bands; up to there, none is."""
    assert [len(part) for part in _parts(_sides(_field(EXACT), {}))] == [EXACT]
    bands = [[side.place for side in part] for part in _parts(_sides(_field(EXACT + 2), {}))]
    assert [len(band) for band in bands] == [134, 134, 134]
    assert bands[0] == [*range(67), *range(201, 268)]


@given(seeds, st.integers(2, 11), st.integers(0, 5))
def test_the_best_draw_is_no_farther_from_any_draw_than_is_told(seed: int, count: int, rounds: int) -> None:
    dice = Random(seed)
    history = random_history(dice, count, rounds)
    best = pair(history)
    lot = [entrant for entrant in history.entrants if entrant not in history.withdrawn]
    dice.shuffle(lot)
    other = weighed(history, list(zip(lot[::2], lot[1::2], strict=False)))
    for drawn in (best, other):
        told, cost, least = beyond(history, drawn, exact=0), _totals(drawn), _totals(best)
        assert all(much > 0 for much in told.values())
        first = next((name for name in CRITERIA if name in told), "")
        proved = CRITERIA[: CRITERIA.index(first)] if first else CRITERIA
        assert [cost[name] for name in proved] == [least[name] for name in proved]
        assert not first or cost[first] - told[first] <= least[first]


def test_of_few_the_draw_is_the_best_and_of_many_its_distance_is_told() -> None:
    few, many = _field(8), _field(EXACT + 2)
    assert beyond(few, pair(few)) == {}
    neighbours = [(number, number + 1) for number in range(1, EXACT + 2, 2)]
    assert beyond(many, pair(many)) == {}, "everybody meets whom the slide says"
    assert list(beyond(many, weighed(many, neighbours))) == ["slide"]


@given(seeds, st.integers(2, 12), st.integers(0, 5))
def test_the_same_history_and_seed_give_the_same_draw(seed: int, count: int, rounds: int) -> None:
    history = random_history(Random(seed), count, rounds)
    again = msgspec.json.decode(msgspec.json.encode(history), type=History)
    assert pair(history, seed=seed) == pair(again, seed=seed)


@given(seeds, st.integers(2, 12), st.integers(1, 5))
def test_entering_in_another_order_changes_only_what_was_equal(seed: int, count: int, rounds: int) -> None:
    """The order of the seeds decides on the place of a bye and on the slide, and on nothing before them."""
    history = random_history(Random(seed), count, rounds)
    other = msgspec.structs.replace(history, entrants=Random(seed).sample(history.entrants, count))
    one_way, other_way = (_totals(pair(each)) for each in (history, other))
    for criterion in CRITERIA[: CRITERIA.index("bye_place")]:
        assert one_way[criterion] == other_way[criterion]


@given(seeds, st.integers(1, 6), st.integers(1, 5))
def test_in_an_even_field_only_the_slide_depends_on_the_order_of_entry(
    seed: int, half: int, rounds: int
) -> None:
    history = random_history(Random(seed), 2 * half, rounds)
    history.withdrawn.clear()
    other = msgspec.structs.replace(history, entrants=Random(seed).sample(history.entrants, 2 * half))
    one_way, other_way = (_totals(pair(each)) for each in (history, other))
    assert one_way | {"slide": 0} == other_way | {"slide": 0}


def _field(count: int) -> History:
    return History(list(range(1, count + 1)))


def _after(history: History, *rounds: str) -> History:
    """Add rounds written as "1-0 1-5, 0-1 6-2": the points of the two, then the two, the first one first."""
    for text in rounds:
        matches = []
        for each in text.split(", "):
            points, two = each.split()
            matches.append(
                PlayedMatch([int(part) for part in two.split("-")], [*map(int, points.split("-"))])
            )
        history.rounds.append(PlayedRound(matches))
    return history


def _unordered(drawn: Pairing) -> set[tuple[Entrant, ...]]:
    return {tuple(sorted(match, key=str)) for match in drawn.matches}


def _all_but(count: int, match: tuple[int, int]) -> list[frozenset[Entrant]]:
    every = range(1, count + 1)
    return [frozenset((a, b)) for a in every for b in every if a < b and (a, b) != match]


def _play(history: History, drawn: Pairing, dice: Random) -> None:
    matches = [random_match(dice, *match) for match in drawn.matches]
    history.rounds.append(PlayedRound(matches, [Bye(bye, 1) for bye in drawn.byes]))


def _totals(drawn: Pairing) -> dict[str, int]:
    whys = [*drawn.why, *drawn.why_byes]
    return {criterion: sum(why[criterion] for why in whys) for criterion in CRITERIA}


def test_the_matches_of_many_are_listed_with_those_of_the_best_placed_first() -> None:
    usual = {frozenset((number, other)) for number in range(1, 68) for other in range(202, 269)}
    drawn = pair(_field(EXACT + 2), forbidden=usual)
    first = [min(match) for match in drawn.matches]
    assert first == sorted(first)
    assert first[-1] > 202, "two of the lower half of the first band meet"
