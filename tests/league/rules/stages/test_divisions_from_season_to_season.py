"""Divisions are made from an order and carried over: up, down, play-offs, leavers, newcomers."""

from collections.abc import Collection
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.settings.divisions import (
    CLOSED_UP,
    FILLS_GAP,
    LEFT,
    LOST_PLAY_OFF,
    MERGED,
    NEW,
    PROMOTED,
    REASONS,
    RELEGATED,
    SPARED,
    STAYED,
    WON_PLAY_OFF,
    Border,
    DivisionRules,
    check_borders,
    divided,
    division_sizes,
    parted,
)
from league.rules.stages.promotion import NextSeason, PlayOff, next_season, play_offs

THREE = [list("abcd"), list("efgh"), list("ijkl")]
ONE_EACH = DivisionRules((Border(1),), size=4, least=2)
WITH_PLAY_OFF = DivisionRules((Border(1, 1),), size=4, least=2)


def seen(after: NextSeason) -> list[str]:
    """Return the divisions as words, for names of one letter."""
    return ["".join(map(str, division)) for division in after.divisions]


def why(after: NextSeason) -> dict[object, tuple[int, int, str]]:
    """Return the moves of those who do not simply stay."""
    return {
        move.entrant: (move.origin, move.to, move.reason) for move in after.moves if move.reason != STAYED
    }


@pytest.mark.parametrize(
    ("count", "size", "least", "sizes"),
    [
        (12, 4, 2, [4, 4, 4]),
        (13, 4, 2, [4, 4, 5]),
        (14, 4, 2, [3, 3, 4, 4]),
        (7, 10, 2, [7]),
        (7, 4, 4, [7]),
        (2, 2, 2, [2]),
    ],
)
def test_divisions_are_as_equal_as_possible(count: int, size: int, least: int, sizes: list[int]) -> None:
    assert division_sizes(count, size, least) == sizes


@given(st.integers(2, 200), st.integers(2, 30), st.integers(2, 10))
def test_no_division_is_smaller_than_the_least(count: int, size: int, least: int) -> None:
    if count < least:
        with pytest.raises(Refusal) as refused:
            division_sizes(count, size, least)
        assert refused.value.code == "too_few_entrants"
        return
    sizes = division_sizes(count, size, least)
    assert sum(sizes) == count
    assert least <= sizes[0] <= sizes[-1] <= sizes[0] + 1
    assert sizes == sorted(sizes)


def test_the_best_of_the_order_are_in_the_top_division() -> None:
    assert divided("abcdefg", [2, 2, 3]) == [["a", "b"], ["c", "d"], ["e", "f", "g"]]
    for sizes in ([2, 2], [6, 1]):
        with pytest.raises(Refusal) as refused:
            divided("abcdefg", sizes)
        assert refused.value.code == "bad_division_sizes"


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ((), ["abc", "def", "gh"]),
        ((2, 2, 4), ["ab", "cd", "efgh"]),
        ((2, 2, 9), ["ab", "cd", "efgh"]),  # somebody withdrew before the start
        ((4, 3, 1), ["abc", "def", "gh"]),
        ((4, 3, 2), ["abc", "def", "gh"]),
        ((4, 4), ["abc", "def", "gh"]),
    ],
)
def test_an_order_is_cut_into_the_sizes_of_last_season_as_far_as_they_fit(
    sizes: tuple[int, ...], expected: list[str]
) -> None:
    assert ["".join(part) for part in parted("abcdefgh", 3, sizes)] == expected
    assert parted("ab", 1, sizes) == [["a", "b"]]


def test_the_first_goes_up_and_the_last_goes_down() -> None:
    after = next_season(THREE, ONE_EACH)
    assert seen(after) == ["abce", "dfgi", "hjkl"]
    assert why(after) == {
        "d": (1, 2, RELEGATED),
        "e": (2, 1, PROMOTED),
        "h": (2, 3, RELEGATED),
        "i": (3, 2, PROMOTED),
    }


def test_each_border_has_its_own_numbers_and_the_last_serves_for_the_rest() -> None:
    rules = DivisionRules((Border(2), Border(1)), size=4, least=2)
    assert seen(next_season(THREE, rules)) == ["abef", "cdgi", "hjkl"]
    four = [list("ab"), list("cd"), list("ef"), list("gh")]
    assert seen(next_season(four, DivisionRules((Border(0), Border(1)), least=2))) == ["ab", "ce", "dg", "fh"]


def test_the_last_safe_meets_the_best_below() -> None:
    assert play_offs(THREE, WITH_PLAY_OFF) == [PlayOff("P1.1", "c", "f"), PlayOff("P2.1", "g", "j")]
    after = next_season(THREE, WITH_PLAY_OFF, won={"P1.1": "f", "P2.1": "g"})
    assert seen(after) == ["abef", "cdgi", "hjkl"]
    assert why(after) == {
        "c": (1, 2, LOST_PLAY_OFF),
        "d": (1, 2, RELEGATED),
        "e": (2, 1, PROMOTED),
        "f": (2, 1, WON_PLAY_OFF),
        "g": (2, 2, WON_PLAY_OFF),
        "h": (2, 3, RELEGATED),
        "i": (3, 2, PROMOTED),
        "j": (3, 3, LOST_PLAY_OFF),
    }


def test_of_two_play_offs_the_better_placed_have_the_easier_ones() -> None:
    rules = DivisionRules((Border(0, 2),))
    assert play_offs(THREE[:2], rules) == [PlayOff("P1.1", "d", "e"), PlayOff("P1.2", "c", "f")]


def test_a_play_off_needs_a_result_of_those_who_were_in_it() -> None:
    for won, code in ({"P1.1": "c"}, "play_off_open"), ({"P1.1": "a", "P2.1": "g"}, "not_in_play_off"):
        with pytest.raises(Refusal) as refused:
            next_season(THREE, WITH_PLAY_OFF, won=won)
        assert refused.value.code == code


def test_an_entrant_who_leaves_has_lost_the_play_off_and_two_who_leave_leave_two_gaps() -> None:
    after = next_season(THREE[:2], WITH_PLAY_OFF, leaving="c")
    assert (seen(after), why(after)["f"]) == (["abef", "dgh"], (2, 1, WON_PLAY_OFF))
    both = next_season(THREE[:2], WITH_PLAY_OFF, leaving="cf")
    assert seen(both) == ["abeg", "dh"]
    assert why(both)["g"] == (2, 1, FILLS_GAP)


def test_an_entrant_who_leaves_leaves_a_gap_that_is_filled_from_below() -> None:
    after = next_season(THREE, ONE_EACH, leaving="a")
    assert seen(after) == ["bcef", "dgij", "hkl"]
    assert why(after) == {
        "a": (1, 0, LEFT),
        "d": (1, 2, RELEGATED),
        "e": (2, 1, PROMOTED),
        "f": (2, 1, FILLS_GAP),
        "h": (2, 3, RELEGATED),
        "i": (3, 2, PROMOTED),
        "j": (3, 2, FILLS_GAP),
    }


def test_when_nobody_can_come_up_the_best_who_was_to_go_down_is_spared() -> None:
    rules = DivisionRules((Border(2),), size=4, least=2)
    after = next_season([list("abcd"), list("ef")], rules, leaving="e", newcomers="xy")
    assert seen(after) == ["abcf", "dxy"]
    assert why(after)["c"] == (1, 1, SPARED)


def test_newcomers_start_at_the_bottom() -> None:
    after = next_season(THREE, ONE_EACH, leaving="l", newcomers="xy")
    assert seen(after) == ["abce", "dfgi", "hjkxy"]
    assert why(after)["x"] == (0, 3, NEW)


def test_many_newcomers_open_divisions_of_their_own_and_push_nobody_down() -> None:
    after = next_season(THREE[:1], ONE_EACH, leaving="d", newcomers="uvwxyz")
    assert seen(after) == ["abcu", "vwxyz"]
    assert seen(next_season(THREE[:1], ONE_EACH, newcomers="stuvwxyz")) == ["abcd", "stuv", "wxyz"]
    assert seen(next_season([], ONE_EACH, newcomers="stuv")) == ["stuv"]


def test_a_last_division_that_became_too_small_is_merged() -> None:
    after = next_season(THREE[:2], DivisionRules((Border(1),), size=4, least=3), leaving="gh")
    assert seen(after) == ["abcdef"]
    assert why(after) == {
        "d": (1, 1, MERGED),
        "e": (2, 1, PROMOTED),
        "f": (2, 1, MERGED),
        "g": (2, 0, LEFT),
        "h": (2, 0, LEFT),
    }


def test_a_newcomer_is_merged_like_everybody_in_the_last_division() -> None:
    rules = DivisionRules((Border(0),), size=4, least=3)
    after = next_season(THREE[:2], rules, leaving="fgh", newcomers="x")
    assert seen(after) == ["abcdex"]
    assert (why(after)["e"], why(after)["x"]) == ((2, 1, MERGED), (0, 1, NEW))


def test_when_all_below_went_up_the_division_is_gone() -> None:
    after = next_season([list("ab"), list("cd")], DivisionRules((Border(0),), size=2, least=2), leaving="ab")
    assert seen(after) == ["cd"]
    assert next_season([list("ab")], ONE_EACH, leaving="ab").divisions == []


def test_even_who_was_to_go_down_goes_up_before_a_division_stands_empty() -> None:
    divisions = [list("ab"), list("cde"), list("fgh"), list("ij"), list("kl")]
    after = next_season(divisions, DivisionRules((Border(1),), size=4, least=2), leaving="abhi")
    assert seen(after) == ["cd", "efg", "j", "kl"]


def test_the_divisions_below_close_up_when_all_of_two_have_left() -> None:
    divisions = [list("ab"), list("cd"), list("ef"), list("ghij")]
    after = next_season(divisions, DivisionRules((Border(0),), size=4, least=2), leaving="cdef")
    assert seen(after) == ["ab", "gh", "ij"]
    assert {move.entrant: move.reason for move in after.moves if move.entrant in "gi"} == {
        "g": CLOSED_UP,
        "i": CLOSED_UP,
    }


def test_nobody_is_merged_two_divisions_up() -> None:
    divisions = [list("ab"), list("cde"), list("fg")]
    after = next_season(divisions, DivisionRules((Border(0),), size=3, least=2), leaving="cdeg")
    assert seen(after) == ["ab", "f"]


@pytest.mark.parametrize(
    ("sizes", "rules", "code"),
    [
        ([4, 4], DivisionRules((Border(3, 2),)), "division_too_small"),
        ([6, 4, 6], DivisionRules((Border(2, 1),)), "division_too_small"),
        ([4, 4], DivisionRules(()), "bad_borders"),
        ([4, 4], DivisionRules((Border(-1),)), "bad_borders"),
        ([4, 4], DivisionRules((Border(1, -1),)), "bad_borders"),
        ([4, 4], DivisionRules(size=3, least=4), "bad_borders"),
        ([4, 4], DivisionRules(least=1), "bad_borders"),
    ],
)
def test_nobody_can_be_due_both_up_and_down(sizes: list[int], rules: DivisionRules, code: str) -> None:
    check_borders([6, 6, 6], DivisionRules((Border(2, 1),)))
    with pytest.raises(Refusal) as refused:
        check_borders(sizes, rules)
    assert refused.value.code == code


def test_a_newcomer_cannot_be_in_already() -> None:
    with pytest.raises(Refusal) as refused:
        next_season(THREE, ONE_EACH, newcomers="a")
    assert refused.value.code == "entered_already"


@st.composite
def season_ends(
    draw: st.DrawFn,
) -> tuple[list[list[int]], DivisionRules, dict[str, int], list[int], list[int]]:
    sizes = draw(st.lists(st.integers(2, 8), min_size=1, max_size=5))
    divisions = divided(range(sum(sizes)), sizes)
    borders = draw(st.lists(st.builds(Border, st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=3))
    rules = DivisionRules(tuple(borders), size=draw(st.integers(4, 8)), least=draw(st.integers(2, 4)))
    try:
        held = play_offs(divisions, rules)
    except Refusal:
        rules = DivisionRules((Border(draw(st.integers(0, 1))),), rules.size, rules.least)
        held = play_offs(divisions, rules)
    won = {bound.id: draw(st.sampled_from([bound.upper, bound.lower])) for bound in held}
    leaving = draw(st.lists(st.integers(0, sum(sizes) - 1), max_size=6) | st.permutations(range(sum(sizes))))
    newcomers = draw(st.integers(0, 12))
    won = {name: winner for name, winner in won.items() if winner not in leaving}
    for bound_ in held:
        won.setdefault(bound_.id, bound_.upper if bound_.lower in leaving else bound_.lower)
    return divisions, rules, won, leaving, list(range(1000, 1000 + newcomers))


@given(season_ends())
def test_whatever_happens_nobody_gets_lost_and_nobody_moves_two_divisions(
    end: tuple[list[list[int]], DivisionRules, dict[str, int], list[int], list[int]],
) -> None:
    divisions, rules, won, leaving, newcomers = end
    after = next_season(divisions, rules, won=won, leaving=leaving, newcomers=newcomers)
    everybody = [*chain.from_iterable(divisions), *newcomers]
    assert sorted(chain.from_iterable(after.divisions)) == sorted(set(everybody) - set(leaving))
    assert [move.entrant for move in after.moves] == everybody
    for move_ in after.moves:
        assert (move_.entrant in leaving) == (move_.to == 0) == (move_.reason == LEFT)
        assert (move_.entrant in newcomers) == (move_.origin == 0) == (move_.reason == NEW)
        gone = sum(set(division) <= set(leaving) for division in divisions[: max(0, move_.origin - 1)])
        assert not (move_.origin and move_.to) or -1 <= move_.origin - move_.to <= 1 + gone
        assert move_.to == 0 or move_.entrant in after.divisions[move_.to - 1]
        assert move_.reason in REASONS
        assert _fits(move_.to - move_.origin, move_.reason) or move_.reason in {LEFT, NEW} or gone
    assert all(after.divisions)


def _fits(step: int, reason: str) -> bool:
    """Say whether this reason moves by this many divisions (down is positive)."""
    steps: dict[str, Collection[int]] = {
        PROMOTED: [-1],
        FILLS_GAP: [-1],
        RELEGATED: [1],
        STAYED: [0],
        SPARED: [0],
        WON_PLAY_OFF: [-1, 0],
        LOST_PLAY_OFF: [0, 1],
        MERGED: [-1, 0],
    }
    return step in steps.get(reason, [])


@given(season_ends())
def test_without_leavers_every_division_keeps_its_size_and_nobody_is_overtaken(
    end: tuple[list[list[int]], DivisionRules, dict[str, int], list[int], list[int]],
) -> None:
    divisions, rules, won, _leaving, _newcomers = end
    rules = DivisionRules(rules.borders, rules.size, least=2)
    after = next_season(divisions, rules, won=won)
    assert [len(division) for division in after.divisions] == [len(division) for division in divisions]
    to = {move.entrant: move.to for move in after.moves if "play_off" not in move.reason}
    for division in divisions:
        ends = [to[mover] for mover in division if mover in to]
        assert ends == sorted(ends)
