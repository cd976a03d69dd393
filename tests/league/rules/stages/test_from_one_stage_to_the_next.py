"""Groups, a Swiss or a season are over, and the next stage begins: who goes on, and in which order."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.spread_order import Apart, at_tables, in_bracket, spread
from league.rules.stages.qualification import Cut, Placed, Qualified, qualified, ties_at_cut_off
from league.rules.table_draws.tables import snake


def group(names: str, *strengths: int, ranks: Sequence[int] = ()) -> list[Placed]:
    """Return a group's standings: names of one letter, best first."""
    return [
        Placed(name, ranks[index] if ranks else index + 1, (strengths[index],) if strengths else ())
        for index, name in enumerate(names)
    ]


def seen(after: Qualified) -> tuple[str, str]:
    return " ".join("".join(map(str, tier)) for tier in after.tiers), "".join(map(str, after.out))


def bracket(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom."""
    slots = [1]
    while len(slots) < size:
        slots = [seed for slot in slots for seed in (slot, 2 * len(slots) + 1 - slot)]
    return slots


def meeting(order: Sequence[object], kind: object, other: object) -> int:
    """Return in which round two meet if both keep winning, in a bracket as large as the order."""
    slots = [order[seed - 1] for seed in bracket(len(order))]
    a, b = slots.index(kind), slots.index(other)
    rounds = 0
    while a != b:
        a, b, rounds = a // 2, b // 2, rounds + 1
    return rounds


def test_a_top_cut_takes_the_first_of_a_swiss() -> None:
    assert seen(qualified([group("abcdefgh")], Cut(4))) == ("a b c d", "efgh")


def test_all_winners_come_before_all_seconds_and_the_stronger_first() -> None:
    groups = [group("abc", 6, 4, 1), group("def", 9, 3, 2), group("ghi", 7, 5, 0)]
    assert seen(qualified(groups, Cut(2))) == ("dga hbe", "fci")


def test_the_best_of_the_rest_are_compared_across_the_groups() -> None:
    groups = [group("abc", 6, 4, 1), group("def", 9, 3, 2), group("ghi", 7, 5, 0)]
    assert seen(qualified(groups, Cut(1, 1))) == ("dga h", "befci")
    assert seen(qualified(groups, Cut(1, 4))) == ("dga hbe f", "ci")


def test_a_group_that_became_too_small_leaves_its_place_to_the_rest() -> None:
    groups = [group("a", 6), group("def", 9, 3, 2), group("ghi", 7, 5, 0)]
    assert seen(qualified(groups, Cut(2))) == ("dga he f", "i")
    assert seen(qualified([], Cut(2))) == ("", "")


def test_a_tie_across_the_line_blocks_until_a_lot_is_recorded() -> None:
    groups = [group("abcd", ranks=[1, 2, 2, 4]), group("efgh")]
    assert ties_at_cut_off(groups, Cut(2)) == [["b", "c"]]
    with pytest.raises(Refusal) as refused:
        qualified(groups, Cut(2))
    assert (refused.value.code, "b and c" in refused.value.sentence) == ("tie_at_the_line", True)
    assert seen(qualified(groups, Cut(2), lot="cb")) == ("ae cf", "bgdh")
    assert ties_at_cut_off(groups, Cut(1)) == ties_at_cut_off(groups, Cut(3)) == []


def test_the_best_of_the_rest_can_be_level_too() -> None:
    groups = [group("ab", 5, 3), group("cd", 5, 3), group("ef", 5, 2)]
    assert ties_at_cut_off(groups, Cut(1, 1)) == [["b", "d"]]
    assert seen(qualified(groups, Cut(1, 1), lot="db")) == ("ace d", "bf")
    assert ties_at_cut_off(groups, Cut(1, 2)) == []
    # Who of a group is its third matters once its third goes on.
    level_thirds = [group("abcd", 5, 4, 3, 3, ranks=[1, 2, 3, 3]), group("efgh", 5, 4, 2, 1)]
    assert ties_at_cut_off(level_thirds, Cut(2, 1)) == [["c", "d"]]
    assert ties_at_cut_off(level_thirds, Cut(2)) == []


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=5), min_size=1, max_size=4),
    st.integers(0, 3),
    st.integers(0, 4),
    st.randoms(use_true_random=False),
)
def test_with_a_lot_for_everybody_the_cut_always_comes_about(
    drawn: list[list[int]], per_group: int, best_of_rest: int, dice: object
) -> None:
    groups: list[list[Placed]] = []
    for points in drawn:
        ordered = sorted(points, reverse=True)
        first = 100 * len(groups)
        groups.append(
            [Placed(first + n, 1 + ordered.index(entrant), (entrant,)) for n, entrant in enumerate(ordered)]
        )
    everybody = [row.entrant for row in chain.from_iterable(groups)]
    lot = list(everybody)
    dice.shuffle(lot)  # type: ignore[attr-defined]
    cut = Cut(per_group, best_of_rest)
    after = qualified(groups, cut, lot=lot)
    assert sorted([*after.order, *after.out]) == everybody
    assert len(after.order) == min(len(everybody), per_group * len(groups) + best_of_rest)
    for group in groups:
        assert sum(each.entrant in after.order for each in group) >= min(per_group, len(group))
        for better, worse in combinations(group, 2):
            if better.rank < worse.rank:
                assert (better.entrant in after.order) >= (worse.entrant in after.order)
    if not ties_at_cut_off(groups, cut):
        assert set(after.order) == set(qualified(groups, cut).order)


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_the_two_of_a_group_meet_in_the_final_at_the_earliest(count: int) -> None:
    winners, seconds = [f"w{n}" for n in range(count)], [f"s{n}" for n in range(count)]
    labels = {name: name[1:] for name in winners + seconds}
    order = spread([winners, seconds], [(labels, in_bracket(bracket(2 * count)))])
    assert order[:count] == winners
    final = (2 * count - 1).bit_length()
    assert {meeting(order, f"w{n}", f"s{n}") for n in range(count)} == {final}


def test_four_of_a_group_are_in_four_quarters() -> None:
    tiers = [[f"{group}{place}" for group in "abcd"] for place in range(4)]
    labels = {name: name[0] for name in chain.from_iterable(tiers)}
    order = spread(tiers, [(labels, in_bracket(bracket(16)))])
    for letter in "abcd":
        own = [name for name in order if name[0] == letter]
        assert min(meeting(order, *pair) for pair in combinations(own, 2)) == 3


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_numbered_groups_share_no_quarter_whoever_is_the_best_of_each_place(data: st.DataObject) -> None:
    tiers = [[(group, place) for group in data.draw(st.permutations(range(4)))] for place in range(4)]
    labels = {tier: tier[0] for tier in chain.from_iterable(tiers)}
    order = spread(tiers, [(labels, in_bracket(bracket(16)))])
    in_slots = [order[seed - 1] for seed in bracket(16)]
    assert all(len({group for group, _ in in_slots[at : at + 4]}) == 4 for at in range(0, 16, 4))


def test_a_group_is_spread_evenly_over_halves_and_quarters_at_every_size() -> None:
    dice = random.Random(6)
    for groups, going_on in product(range(2, 13), range(2, 5)):
        slots = bracket(groups * going_on)
        tiers = [
            [(group, place) for group in dice.sample(range(groups), groups)] for place in range(going_on)
        ]
        labels = {entrant: entrant[0] for entrant in chain.from_iterable(tiers)}
        order = spread(tiers, [(labels, in_bracket(slots))])
        for parts in (2, 4):
            shares = Counter(
                (order[seed - 1][0], slot * parts // len(slots))
                for slot, seed in enumerate(slots)
                if seed <= len(order)
            )
            assert max(shares.values()) == -(-going_on // parts), (groups, going_on, parts)


def test_club_mates_are_kept_apart_as_far_as_the_groups_allow() -> None:
    winners, seconds = ["w0", "w1", "w2", "w3"], ["s0", "s1", "s2", "s3"]
    groups = {name: name[1] for name in winners + seconds}
    clubs = {"w0": "Owls", "s2": "Owls", "w1": "", "s3": ""}
    slots = bracket(8)
    only_groups = spread([winners, seconds], [(groups, in_bracket(slots))])
    both = spread([winners, seconds], [(groups, in_bracket(slots)), (clubs, in_bracket(slots, rounds=1))])
    assert meeting(only_groups, "w0", "s2") == 1
    assert meeting(both, "w0", "s2") > 1
    assert {meeting(both, f"w{n}", f"s{n}") for n in range(4)} == {3}


def test_club_mates_of_one_tier_change_places_too() -> None:
    tiers = [["a"], ["b", "c"], ["d", "e", "f", "g", "h"]]
    clubs = {"d": "Owls", "e": "Owls"}
    slots = bracket(8)
    assert meeting([*"abcdefgh"], "d", "e") == 1
    order = spread(tiers, [(clubs, in_bracket(slots))])
    assert meeting(order, "d", "e") == 3


def test_without_anybody_to_keep_apart_the_order_stays() -> None:
    assert spread([[3, 1], [2, 5, 4]], [({}, at_tables(2))]) == [3, 1, 2, 5, 4]
    assert spread([], []) == []


def test_those_of_a_group_sit_at_different_tables() -> None:
    tiers = [[f"{letter}{place}" for letter in "abcd"] for place in range(3)]
    labels = {name: name[0] for name in chain.from_iterable(tiers)}
    tables = snake(spread(tiers, [(labels, at_tables(4))]), 4)
    assert all(len({name[0] for name in table}) == 3 for table in tables)


@given(st.integers(2, 5), st.integers(2, 3), st.data())
def test_places_in_a_tier_cost_no_more_than_any_other_order_of_it(
    count: int, places: int, data: st.DataObject
) -> None:
    tiers = [[(group, place) for group in range(count)] for place in range(places)]
    labels = {tier: f"group {tier[0]}" for tier in chain.from_iterable(tiers)}
    slots = bracket(16)
    clash = data.draw(st.sampled_from([in_bracket(slots), in_bracket(slots, rounds=2), at_tables(3)]))
    order = spread(tiers, [(labels, clash)])
    assert sorted(order) == sorted(chain.from_iterable(tiers))
    last = order[-count:]
    best = min(_cost([*order[:-count], *other], (labels, clash)) for other in permutations(last))
    assert _cost(order, (labels, clash)) == best


def _cost(order: Sequence[object], apart: Apart) -> int:
    labels, clash = apart
    return sum(
        clash(first, other)
        for first, other in combinations(range(len(order)), 2)
        if labels[order[first]] == labels[order[other]]  # type: ignore[index]
    )
