"""All rounds at tables drawn before the first is played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from league.rules.formats.table_schedule import schedule
from league.rules.table_draws.designs import labelled, rounds_apart
from league.rules.table_draws.finite_fields import Field, is_prime_power, prime_powers
from league.rules.table_draws.schedule_search import Rounds
from league.rules.table_draws.tables import snake, table_sizes


def meetings(rounds: Iterable[Iterable[Sequence[int]]]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [
        (9, 3, 4),
        (12, 3, 4),
        (15, 3, 7),
        (21, 3, 10),
        (27, 3, 13),
        (18, 3, 8),
        (33, 3, 16),
        (16, 4, 5),
        (20, 4, 5),
        (24, 4, 6),
        (28, 4, 9),
        (32, 4, 9),
        (36, 4, 9),
        (40, 4, 8),
        (40, 4, 13),
        (64, 4, 10),
        (64, 4, 21),
        (25, 5, 6),
        (65, 5, 16),
        (49, 7, 8),
        (64, 8, 9),
        (81, 9, 10),
        (14, 4, 4),
        (38, 4, 8),
        (10, 3, 4),
    ],
)
def test_nobody_meets_anybody_twice(entrants: int, size: int, rounds: int) -> None:
    drawn = schedule(entrants, size, rounds)
    assert len(drawn.rounds) == rounds
    for tables, byes in zip(drawn.rounds, drawn.byes, strict=True):
        assert sorted([*chain.from_iterable(tables), *byes]) == list(range(1, entrants + 1))
        assert sorted(map(len, tables), reverse=True) == table_sizes(entrants, size)
    assert set(meetings(drawn.rounds).values()) == {1}
    assert drawn.cost["repeats"] == drawn.bound == 0


@pytest.mark.parametrize(("entrants", "size", "rounds", "repeats"), [(12, 4, 3, 9), (12, 3, 5, 3)])
def test_where_it_cannot_be_avoided_few_meet_again_and_nobody_a_third_time(
    entrants: int, size: int, rounds: int, repeats: int
) -> None:
    drawn = schedule(entrants, size, rounds)
    met = meetings(drawn.rounds)
    assert max(met.values()) == 2
    assert drawn.bound <= drawn.cost["repeats"] == sum(met.values()) - len(met) <= repeats


def test_a_bound_can_be_reached() -> None:
    drawn = schedule(16, 4, 7)
    assert drawn.cost["repeats"] == drawn.bound == 48
    assert schedule(4, 4, 3).bound == 12


@given(st.integers(2, 40), st.integers(3, 10))
@settings(max_examples=40, deadline=None)
def test_designs_seat_everybody_once_a_round_and_nobody_meets_twice(entrants: int, size: int) -> None:
    sizes = table_sizes(entrants, size)
    first = snake(range(sum(sizes)), len(sizes))
    rounds = list(labelled(rounds_apart(sizes), first))
    assert {frozenset(table) for table in rounds[0]} == {frozenset(table) for table in first}
    for tables in rounds:
        assert sorted(map(len, tables), reverse=True) == sizes
        assert sorted(chain.from_iterable(tables)) == list(range(sum(sizes)))
    assert set(meetings(rounds).values()) == {1}


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ([3] * 5, 7),
        ([3] * 7, 10),
        ([3] * 6, 8),
        ([3] * 11, 16),
        ([3] * 13, 19),
        ([3] * 25, 37),
        ([3] * 35, 52),
        ([3] * 10, 14),
        ([4] * 6, 7),
        ([4] * 13, 17),
        ([4] * 14, 13),
        ([4] * 9, 11),
        ([4] * 20, 25),
        ([5] * 4, 1),
        ([5] * 13, 16),
        ([6] * 21, 25),
        ([8, 8, 8, 8, 8, 8, 8, 7], 9),
        ([5, 4, 4, 4, 4], 5),
        ([3, 2], 1),
    ],
)
def test_designs_have_as_many_rounds_as_known(sizes: list[int], rounds: int) -> None:
    every = list(rounds_apart(sizes))
    assert len(every) == rounds
    assert set(meetings(every).values()) == {1}


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_a_field_can_be_reckoned_in(size: int) -> None:
    field = Field(size)
    every = range(size)
    for entrant in every:
        assert sorted(field.plus(entrant, other) for other in every) == list(every)
        assert field.times(entrant, 0) == field.times(0, entrant) == 0
        if entrant:
            assert sorted(field.times(entrant, other) for other in every) == list(every)
            assert field.power(field.logarithm(entrant)) == entrant
    for entrant, other, third in [
        (1, size - 1, size // 2),
        (size - 1, size - 1, 1),
        (size // 2, size // 3, 1),
    ]:
        left = field.times(entrant, field.plus(other, third))
        assert left == field.plus(field.times(entrant, other), field.times(entrant, third))
        assert field.times(entrant, other) == field.times(other, entrant)


def test_numbers_come_apart_into_powers_of_primes() -> None:
    assert prime_powers(360) == [8, 9, 5]
    assert [number for number in range(20) if is_prime_power(number)] == [
        *[2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19]
    ]


def test_byes_go_round() -> None:
    drawn = schedule(5, 4, 5)
    assert sorted(chain.from_iterable(drawn.byes)) == list(range(1, 6))
    assert drawn.cost["repeated_byes"] == 0


def test_seats_go_round() -> None:
    drawn = schedule(16, 4, 5)
    for number in range(1, 17):
        seats = Counter(table.index(number) for tables in drawn.rounds for table in tables if number in table)
        assert max(seats.values()) <= 3
    assert drawn.cost["seat_balance"] <= 24


def test_club_mates_are_kept_apart_where_it_costs_no_repeat() -> None:
    clubs = {number: f"club {number % 9}" for number in range(1, 37)}
    drawn = schedule(36, 4, 3, clubs=clubs)
    assert drawn.cost["repeats"] == drawn.cost["club_mates"] == 0
    assert schedule(8, 4, 1, clubs=dict.fromkeys(range(1, 9), "all")).cost["club_mates"] == 12


def test_the_same_seed_gives_the_same_schedule_and_progress_ends() -> None:
    told: list[tuple[int, int]] = []
    first = schedule(12, 4, 2, seed=3, progress=lambda done, total: told.append((done, total)))
    assert first == schedule(12, 4, 2, seed=3)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_too_few_for_a_table_have_byes() -> None:
    assert schedule(1, 4, 2).byes == [[1], [1]]
    assert schedule(0, 4, 2).rounds == [[], []]
    assert schedule(8, 4, 0).rounds == []


def test_swaps_never_give_a_bye_to_somebody_else() -> None:
    tables = Rounds([[[0, 1, 2], [3]]] * 2, [""] * 4, [""] * 4).improved(Chance(b""), 5, lambda: None)
    assert [[element for element in drawn if len(element) == 1] for drawn in tables] == [[[3]], [[3]]]


@given(st.integers(4, 13), st.integers(1, 4), st.integers(0, 5))
@settings(max_examples=25, deadline=None)
def test_the_cost_of_rounds_stays_right_through_every_swap(entrants: int, rounds: int, seed: int) -> None:
    chance = Chance(str(seed).encode())
    sizes = table_sizes(entrants, 4)
    drawn = []
    for _ in range(rounds):
        order = chance.shuffled(range(entrants))
        tables = [[order.pop() for _ in range(size)] for size in sizes]
        drawn.append([*tables, *([entrant] for entrant in order)])
    clubs = [f"club {number % 3}" for number in range(entrants)]
    parties = [f"party {number % 5}" if number % 2 else "" for number in range(entrants)]
    plan = Rounds(drawn, clubs, parties)
    before = plan.total
    tables_after = plan.improved(chance, 60, lambda: None)
    assert plan.total == Rounds(tables_after, clubs, parties).total <= before
    for was, now in zip(drawn, tables_after, strict=True):
        assert [entrant for entrant in was if len(entrant) == 1] == [
            entrant for entrant in now if len(entrant) == 1
        ]
        assert sorted(chain.from_iterable(now)) == list(range(entrants))
