"""A knock-out by tables as one plan: sizes, byes, and who meets whom again when."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.keeping_apart_in_snakes import KeptApart
from league.rules.brackets.progress import occupant
from league.rules.formats import elimination_500
from league.rules.formats.table_knockout import next_round, stage
from league.rules.table_draws.tables import snake
from tests.league.rules.playing import by_chance, played, slots


def entrants(n: int) -> list[int]:
    return list(range(1, n + 1))


@st.composite
def stages(draw: st.DrawFn) -> tuple[int, int, int]:
    size = draw(st.integers(2, 10))
    return draw(st.integers(2, 120)), size, draw(st.integers(1, size - 1))


def test_thirty_seven_at_tables_of_five() -> None:
    rounds = elimination_500.stage(entrants(37), size=5, advance=2)
    assert [round_.name for round_ in rounds] == ["Round 1", "Quarter-finals", "Semi-finals", "Final"]
    assert [len(match.slots) for match in rounds[0].matches] == [5, 5, 5, 5, 5, 4, 4, 4]
    assert slots(rounds, "R1")[0] == ["1", "16", "17", "32", "33"]
    assert [round_.advance for round_ in rounds] == [2, 2, 2, 1]
    assert slots(rounds, "R4") == [["R3.1>1", "R3.2>1", "R3.1>2", "R3.2>2"]]


def test_a_bye_goes_to_the_first_seed_where_tables_would_be_too_small() -> None:
    rounds = elimination_500.stage(entrants(5), size=4, advance=2)
    assert [bye.entrant for bye in rounds[0].byes] == [1]
    assert slots(rounds, "R1") == [["2", "3", "4", "5"]]
    assert slots(rounds, "R2") == [["1", "R1.1>1", "R1.1>2"]]


@pytest.mark.parametrize(("size", "advance"), [(3, 2), (4, 2), (4, 3)])
def test_of_five_to_sixty_four_nobody_sits_out_twice_while_somebody_never_did_if_the_better_seeds_win(
    size: int, advance: int
) -> None:
    for n in range(5, 65):
        rounds = stage(entrants(n), size=size, advance=advance)
        played_matches, _ = played(rounds)
        had: Counter[int | None] = Counter()
        for planned in rounds:
            playing = [entrant for match in planned.matches for entrant in played_matches[match.id].entrants]
            byes = [occupant(slot, played_matches) for slot in planned.byes]
            assert all(had[free] <= had[other] for free in byes for other in playing)
            had.update(byes)
        assert len(rounds) < 3 or max(had.values(), default=0) < len(rounds) - 1


@settings(max_examples=20, deadline=None)
@given(st.integers(30, 64), st.integers(0, 1000))
def test_a_place_that_nobody_with_a_bye_can_reach_has_the_next_one(n: int, seed: int) -> None:
    """So the first byes of a draw to the end are fair whatever the results are."""
    rounds = stage(entrants(n), size=3, advance=2)
    played_matches, _ = played(rounds, by_chance(seed))
    byes = [occupant(slot, played_matches) for planned in rounds[:4] for slot in planned.byes]
    assert len(set(byes)) == len(byes)


def test_byes_are_given_by_setting() -> None:
    rounds = stage(entrants(8), size=4, advance=2, byes=2)
    assert [bye.entrant for bye in rounds[0].byes] == [1, 2]
    assert [len(match.slots) for match in rounds[0].matches] == [3, 3]
    assert [bye.entrant for bye in stage(entrants(9), size=4, advance=2, byes=1)[0].byes] == [1]


@settings(max_examples=150, deadline=None)
@given(stages())
def test_the_first_round_is_the_snake_and_sizes_differ_by_one_at_most(facts: tuple[int, int, int]) -> None:
    n, size, advance = facts
    rounds = stage(entrants(n), size=size, advance=advance)
    first = [[slot.entrant for slot in match.slots] for match in rounds[0].matches]
    assert first == snake(entrants(n)[len(rounds[0].byes) :], len(first))
    for round_ in rounds:
        sizes = [len(match.slots) for match in round_.matches]
        assert max(sizes) <= size
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) > round_.advance


@settings(max_examples=150, deadline=None)
@given(stages())
def test_those_of_one_table_are_spread_over_all_tables_of_the_next_round(facts: tuple[int, int, int]) -> None:
    n, size, advance = facts
    rounds = stage(entrants(n), size=size, advance=advance)
    for round_ in rounds[1:]:
        most = -(-advance // len(round_.matches))
        for match in round_.matches:
            assert max(Counter(slot.of for slot in match.slots if slot.of).values()) <= most


@settings(max_examples=100, deadline=None)
@given(stages(), st.data())
def test_random_results_and_withdrawals_leave_no_table_stuck(
    facts: tuple[int, int, int], data: st.DataObject
) -> None:
    n, size, advance = facts
    withdrawn = data.draw(st.sets(st.integers(1, n), max_size=n - 1))
    rounds = stage(entrants(n), size=size, advance=advance)
    played_matches, _ = played(rounds, by_chance(data.draw(st.integers(0, 1000))), withdrawn)
    champion = played_matches[rounds[-1].matches[0].id].order
    assert champion
    assert champion[0] not in withdrawn


def test_club_mates_sit_apart_in_the_first_round() -> None:
    clubs = {1: "a", 8: "a", 9: "a", 2: "a", 5: ""}
    rounds = stage(entrants(16), size=4, advance=2, apart=KeptApart(clubs))
    tables = [[slot.entrant for slot in match.slots] for match in rounds[0].matches]
    assert [sum(clubs.get(entrant) == "a" for entrant in table) for table in tables] == [1, 1, 1, 1]
    assert [sorted(row) for row in zip(*tables, strict=True)] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 8), st.integers(2, 60), st.data())
def test_a_club_of_any_size_is_spread_as_evenly_as_can_be(size: int, n: int, data: st.DataObject) -> None:
    clubs = {entrant: data.draw(st.sampled_from(["", "a", "b", "c"])) for entrant in entrants(n)}
    rounds = stage(entrants(n), size=size, advance=1, apart=KeptApart(clubs))
    tables = [[slot.entrant for slot in match.slots] for match in rounds[0].matches]
    playing = [entrant for table in tables for entrant in table]
    for club in "abc":
        most = -(-sum(clubs[entrant] == club for entrant in playing) // len(tables))
        assert all(sum(clubs[entrant] == club for entrant in table) <= most for table in tables)


def test_a_re_seeded_stage_names_places_in_the_new_order() -> None:
    rounds = stage(entrants(8), size=4, advance=2, reseed=True)
    assert slots(rounds, "R2") == [["R1>1", "R1>2", "R1>3", "R1>4"]]
    five = stage(entrants(5), size=4, advance=2, reseed=True)
    assert slots(five, "R2") == [["R1>1", "R1>2", "R1>3"]]


def test_the_next_round_is_drawn_from_who_is_left_and_keeps_table_mates_apart() -> None:
    came_from = {1: "R1.1", 4: "R1.1", 2: "R1.2", 3: "R1.2", 5: "R1.3", 8: "R1.3", 6: "R1.4", 7: "R1.4"}
    left = sorted(came_from)
    rounds = elimination_500.stage(left, size=4, advance=2, reseed=True, number=2, came_from=came_from)
    assert [(round_.id, round_.name, round_.advance) for round_ in rounds] == [
        ("R2", "Semi-finals", 2),
        ("R3", "Final", 1),
    ]
    tables = [[slot.entrant for slot in match.slots] for match in rounds[0].matches]
    assert [len({came_from[entrant] for entrant in table}) for table in tables] == [4, 4]
    assert slots(rounds, "R3") == [["R2>1", "R2>2", "R2>3", "R2>4"]]


def test_those_who_had_no_bye_have_the_next_one_the_best_of_the_new_order_first() -> None:
    options = {"size": 4, "advance": 2, "reseed": True, "number": 2}
    planned = stage([3, 1, 2, 9, 8], had_byes={3: 1, 1: 1}, **options)[0]
    assert [bye.entrant for bye in planned.byes] == [2]
    planned = next_round([3, 1, 2, 9, 8], 2, size=4, advance=2, came_from={})
    assert [bye.entrant for bye in planned.byes] == [3]
    assert slots([planned], "R2") == [["1", "2", "9", "8"]]


def test_more_than_a_thousand_and_a_few_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        stage(entrants(1025), size=4, advance=2)
    assert refused.value.code == "too_many_entrants"


@pytest.mark.parametrize(
    ("n", "size", "advance", "byes", "code"),
    [
        (2, 4, 2, 0, "too_few_entrants"),
        (8, 11, 2, 0, "bad_table_size"),
        (8, 2, 2, 0, "bad_table_size"),
        (8, 4, 1, 0, "advance_too_small"),
        (8, 4, 4, 0, "advance_too_large"),
        (8, 4, 2, 6, "too_many_byes"),
    ],
)
def test_a_stage_with_wrong_sizes_is_refused(n: int, size: int, advance: int, byes: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        elimination_500.stage(entrants(n), size=size, advance=advance, byes=byes)
    assert refused.value.code == code
