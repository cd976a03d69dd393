"""Single elimination: brackets of two per match, places played for, tables from which some advance."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.formats.single_elimination import draw, placings
from tests.league.rules.playing import best_first, by_chance, played, slots


def entrants(n: int) -> list[int]:
    return list(range(1, n + 1))


def final_places(n: int, **settings_: bool) -> list[int]:
    places = placings(draw(entrants(n), **settings_), lambda _match, present: best_first(present))
    return [places[entrant] for entrant in entrants(n)]


def test_six_in_a_bracket_give_the_two_top_seeds_byes() -> None:
    rounds = draw(entrants(6))
    assert [(round_.id, round_.name) for round_ in rounds] == [
        ("R1", "Quarter-finals"),
        ("R2", "Semi-finals"),
        ("R3", "Final"),
    ]
    assert slots(rounds, "R1") == [["1", "-"], ["4", "5"], ["2", "-"], ["3", "6"]]
    assert slots(rounds, "R2") == [["R1.1>1", "R1.2>1"], ["R1.3>1", "R1.4>1"]]


def test_the_losers_of_the_semi_finals_play_for_the_third_place_before_the_final() -> None:
    rounds = draw(entrants(8), third_place=True)
    assert [round_.id for round_ in rounds] == ["R1", "R2", "P3", "R3"]
    assert rounds[2].name == "Third place"
    assert slots(rounds, "P3") == [["R2.1>2", "R2.2>2"]]
    assert final_places(8, third_place=True) == [1, 2, 3, 4, 5, 5, 5, 5]


def test_three_entrants_have_a_third_place_without_a_match_for_it() -> None:
    assert [match.id for match in draw(entrants(3), third_place=True)] == ["R1", "R2"]
    assert final_places(3) == [1, 2, 3]


def test_final_places_are_shared_by_round() -> None:
    assert final_places(16) == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9]
    assert final_places(6) == [1, 2, 3, 3, 5, 5]


def test_placement_matches_play_for_every_place() -> None:
    rounds = draw(entrants(8), placement=True)
    assert [round_.id for round_ in rounds] == ["R1", "P5-8", "P7", "P5", "R2", "P3", "R3"]
    assert slots(rounds, "P5-8") == [["R1.1>2", "R1.2>2"], ["R1.3>2", "R1.4>2"]]
    assert slots(rounds, "P7") == [["P5-8.1>2", "P5-8.2>2"]]
    assert rounds[1].name == "Places 5 to 8"
    assert rounds[3].name == "Place 5"


@pytest.mark.parametrize("n", [4, 5, 7, 8, 11, 16, 23, 32])
def test_with_placement_matches_nobody_shares_a_place(n: int) -> None:
    assert final_places(n, placement=True) == entrants(n)


def test_places_are_told_as_soon_as_they_are_certain() -> None:
    rounds = draw(entrants(4))
    known = {"R1.1": [1, 4]}
    assert placings(rounds, lambda match, _present: known.get(match)) == {}
    known["R1.2"] = [2, 3]
    assert placings(rounds, lambda match, _present: known.get(match)) == {3: 3, 4: 3}


def test_after_a_final_that_nobody_played_nobody_is_placed_above_the_other() -> None:
    rounds = draw(entrants(2))
    assert placings(rounds, lambda _match, _present: []) == {1: 1, 2: 1}


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_random_results_and_withdrawals_always_leave_one_champion(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 40))
    withdrawn = data.draw(st.sets(st.integers(1, n), max_size=n - 1))
    placement = data.draw(st.booleans())
    rounds = draw(entrants(n), third_place=data.draw(st.booleans()), placement=placement)
    played_matches, results = played(rounds, by_chance(data.draw(st.integers(0, 1000))), withdrawn)
    assert all(record.order is not None for record in played_matches.values())
    places = placings(rounds, lambda match, _present: results[match])
    assert sorted(places) == entrants(n)
    champions = [entrant for entrant, place in places.items() if place == 1]
    assert len(champions) == 1
    assert champions[0] not in withdrawn
    assert placement or sum(match.startswith("R") for match in results) == n - 1 or withdrawn


@given(st.integers(2, 200))
@settings(max_examples=50, deadline=None)
def test_n_less_one_matches_are_played_and_only_the_top_seeds_have_byes(n: int) -> None:
    rounds = draw(entrants(n))
    _, results = played(rounds)
    assert len(results) == n - 1
    free = sorted(int(pair[0]) for pair in slots(rounds, "R1") if pair[1] == "-")
    assert free == list(range(1, len(free) + 1))
    assert all(slot.of for round_ in rounds[1:] for match in round_.matches for slot in match.slots)


def test_a_re_seeded_bracket_names_places_of_the_round_before() -> None:
    rounds = draw(entrants(7), reseed=True, third_place=True)
    assert slots(rounds, "R1") == [["1", "-"], ["4", "5"], ["2", "7"], ["3", "6"]]
    assert slots(rounds, "R2") == [["R1>1", "R1>4"], ["R1>2", "R1>3"]]
    assert slots(rounds, "P3") == [["R2.1>2", "R2.2>2"]]
    assert slots(rounds, "R3") == [["R2>1", "R2>2"]]


def test_the_next_round_of_a_re_seeded_bracket_is_best_against_last() -> None:
    rounds = draw([2, 5, 6, 7], reseed=True, number=2)
    assert [(round_.id, round_.name) for round_ in rounds] == [("R2", "Semi-finals"), ("R3", "Final")]
    assert slots(rounds, "R2") == [["2", "7"], ["5", "6"]]
    assert slots(draw([2, 5, 6], reseed=True, number=2), "R2") == [["2", "-"], ["5", "6"]]


def test_tables_of_four_send_two_on() -> None:
    rounds = draw(entrants(16), table_size=4, advance=2)
    assert [round_.advance for round_ in rounds] == [2, 2, 1]
    assert slots(rounds, "R1")[0] == ["1", "8", "9", "16"]
    assert slots(rounds, "R3") == [["R2.1>1", "R2.2>1", "R2.1>2", "R2.2>2"]]
    assert final_places(4, table_size=4) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("n", "options", "code"),
    [
        (1, {}, "too_few_entrants"),
        (1025, {}, "too_many_entrants"),
        (8, {"table_size": 11}, "bad_table_size"),
        (8, {"table_size": 1}, "bad_table_size"),
        (8, {"advance": 2}, "bad_advance"),
        (8, {"table_size": 4, "advance": 0}, "bad_advance"),
        (8, {"table_size": 4, "third_place": True}, "no_third_place"),
        (8, {"placement": True, "reseed": True}, "reseed_or_placement"),
    ],
)
def test_a_draw_with_wrong_options_is_refused(n: int, options: dict, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        draw(entrants(n), **options)
    assert refused.value.code == code
