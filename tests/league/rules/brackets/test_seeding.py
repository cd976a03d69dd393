"""Seeds to slots, blocks, folds and lots; club-mates moved apart within their blocks."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.brackets import keeping_apart_in_brackets, seeding
from league.rules.brackets.keeping_apart_in_brackets import separated


def test_the_slots_of_eight_and_sixteen() -> None:
    assert seeding.slots(1) == [1]
    assert seeding.slots(2) == [1, 2]
    assert seeding.slots(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seeding.slots(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256])
def test_while_better_seeds_win_the_seeds_of_every_match_add_up_alike(size: int) -> None:
    left = seeding.slots(size)
    assert sorted(left) == list(range(1, size + 1))
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(left) + 1}
        left = [min(pair) for pair in pairs]


def test_brackets_have_room_for_everybody() -> None:
    assert [seeding.bracket_size(n) for n in (1, 2, 3, 4, 5, 8, 9, 128)] == [1, 2, 4, 4, 8, 8, 16, 128]


def test_blocks_are_one_two_three_to_four_five_to_eight() -> None:
    assert [list(block) for block in seeding.blocks(6)] == [[0], [1], [2, 3], [4, 5]]
    assert seeding.blocks(1) == [range(1)]


@given(st.integers(1, 40), st.integers(0, 1000))
@settings(max_examples=50, deadline=None)
def test_a_draw_in_blocks_moves_nobody_out_of_the_block(n: int, seed: int) -> None:
    order = list(range(1, n + 1))
    drawn = seeding.drawn_in_blocks(order, seed)
    for block in seeding.blocks(n):
        assert sorted(drawn[k] for k in block) == [order[k] for k in block]
    assert drawn == seeding.drawn_in_blocks(order, seed)


def test_lots_follow_from_the_stored_seed_and_are_the_same_everywhere() -> None:
    assert seeding.drawn_in_blocks(range(1, 9), 7) == [1, 2, 4, 3, 6, 5, 8, 7]
    assert seeding.shuffled(range(1, 9), 7) == [2, 4, 6, 5, 1, 8, 3, 7]
    assert len({tuple(seeding.shuffled(range(1, 9), seed)) for seed in range(20)}) == 20


def test_a_fold_is_best_against_last() -> None:
    assert seeding.folded([1, 2, 3, 4]) == [(1, 4), (2, 3)]


def test_ratings_order_from_the_highest_and_without_one_last() -> None:
    assert seeding.by_rating({1: 10.5, 2: None, 3: 12, 4: 10.5, 5: -1, 6: None}) == [3, 1, 4, 5, 2, 6]


def test_two_of_a_club_in_one_match_are_moved_within_their_block() -> None:
    apart = separated(list(range(1, 9)), [({1: "a", 8: "a"}, 1)])
    assert apart.cost == 0
    assert apart.order[:4] == [1, 2, 3, 4]
    assert sorted(apart.order[4:]) == [5, 6, 7, 8]
    assert apart.order[7] != 8
    assert sum(entrant != seed for seed, entrant in enumerate(apart.order, start=1)) == 2


def test_unavoidable_meetings_are_reported_with_their_round() -> None:
    clubs = dict.fromkeys([1, 2, 3], "a")
    apart = separated([1, 2, 3, 4], [(clubs, 2)])
    assert apart.order == [1, 2, 3, 4]
    assert keeping_apart_in_brackets.meetings(apart.order, clubs, 2) == [(2, 3, 1), (1, 2, 2), (1, 3, 2)]
    assert apart.cost == 2 + 1 + 1
    assert apart.bound == apart.cost


def test_nobody_moves_when_nobody_has_a_club() -> None:
    order = [5, 3, 1, 4, 2]
    assert separated(order, [({1: "", 2: ""}, 3)]).order == order
    assert separated(order, [({}, 3)]).cost == 0


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.integers(1, 3), st.data())
def test_no_arrangement_of_the_blocks_costs_less(n: int, rounds: int, data: st.DataObject) -> None:
    order = list(range(1, n + 1))
    clubs, parties = (
        {entrant: data.draw(st.sampled_from(["", "a", "b", "c"])) for entrant in order} for _both in range(2)
    )

    def total(way: list[int]) -> int:
        return cost(way, parties, n) * keeping_apart_in_brackets._HEAVIER + cost(way, clubs, rounds)

    apart = separated(order, [(parties, n), (clubs, rounds)], data.draw(st.integers(0, 5)))
    ways = product(*(permutations([order[k] for k in block]) for block in seeding.blocks(n)))
    assert apart.cost == min(total([entrant for part in way for entrant in part]) for way in ways)
    assert apart.cost == total(apart.order)
    assert apart.bound <= apart.cost


def cost(order: list[int], clubs: dict[int, str], rounds: int) -> int:
    """What draw.md's organizers pay: 2**(R-r) for club-mates who can meet in round r."""
    slots = seeding.slots(seeding.bracket_size(len(order)))
    last = min(rounds, len(slots).bit_length() - 1)
    total = 0
    for n, entrant in enumerate(order):
        for m in range(n):
            if clubs[entrant] and clubs[entrant] == clubs[order[m]]:
                meet = (slots.index(n + 1) ^ slots.index(m + 1)).bit_length()
                total += 2 ** (last - meet) if meet <= last else 0
    return total


def test_a_large_bracket_with_clubs_reaches_the_bound() -> None:
    clubs = {number: str(number * number % 23) for number in range(1, 129)}
    apart = separated(list(range(1, 129)), [(clubs, 3)])
    assert apart.cost == apart.bound


def test_nobody_is_moved_who_shares_but_the_whole_bracket_with_a_club_mate() -> None:
    assert separated(list(range(1, 65)), [({1: "a", 2: "a"}, 6)]).tried == 0


def test_a_search_without_a_prospect_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping_apart_in_brackets, "_MOST_TRIED", 1)
    clubs = {number: str(number % 5) for number in range(1, 65)}
    assert 0 < separated(list(range(1, 65)), [(clubs, 6)]).tried < 64 * 64
