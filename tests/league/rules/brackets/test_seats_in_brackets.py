"""Filling the seats of a draw from the results so far: byes, forfeits, the reset match."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.brackets.plan import RESET, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.progress import Seated, seated

BYE = Slot()


def semi_finals(slot: Slot, two: Slot, three: Slot, four: Slot) -> list[PlannedRound]:
    """Two matches, then their winners in F.1 and their losers in P.1."""
    return [
        PlannedRound(
            "S", "Semi-finals", [PlannedMatch("S.1", [slot, two]), PlannedMatch("S.2", [three, four])]
        ),
        PlannedRound(
            "P", "Third place", [PlannedMatch("P.1", [Slot(of="S.1", place=2), Slot(of="S.2", place=2)])]
        ),
        PlannedRound("F", "Final", [PlannedMatch("F.1", [Slot(of="S.1", place=1), Slot(of="S.2", place=1)])]),
    ]


def grand_final() -> list[PlannedRound]:
    """A final of 1 from the winners' side against 2 from the losers' side, with its reset."""
    first = PlannedMatch("GF.1", [Slot(1), Slot(2)])
    reset = PlannedMatch("GF.2", [Slot(of="GF.1", place=2), Slot(of="GF.1", place=1)], needed=RESET)
    return [PlannedRound("GF", "Grand final", [first, reset])]


def after(rounds: Sequence[PlannedRound], results: Mapping[str, Sequence[int]]) -> dict[str, Seated]:
    return seated(rounds, lambda match, _present: results.get(match))


def four() -> list[PlannedRound]:
    return semi_finals(Slot(1), Slot(4), Slot(2), Slot(3))


def test_before_the_first_result_only_the_first_round_is_settled() -> None:
    slots = after(four(), {})
    assert slots["S.1"].slots == (1, 4)
    assert slots["S.1"].is_playable
    assert slots["F.1"].slots == (None, None)
    assert not slots["F.1"].is_settled
    assert not slots["F.1"].is_playable


def test_a_result_sends_the_winner_and_the_loser_to_their_seats() -> None:
    slots = after(four(), {"S.1": [4, 1]})
    assert slots["F.1"].slots == (4, None)
    assert slots["P.1"].slots == (1, None)
    assert slots["F.1"].entrants == (4,)
    assert slots["F.1"].order is None


def test_against_a_bye_one_goes_on_and_a_bye_goes_where_the_loser_would() -> None:
    slots = after(semi_finals(Slot(1), BYE, Slot(2), Slot(3)), {"S.2": [2, 3]})
    assert not slots["S.1"].is_playable
    assert slots["S.1"].order == (1,)
    assert slots["F.1"].slots == (1, 2)
    assert slots["P.1"].slots == (0, 3)
    assert slots["P.1"].order == (3,)


def test_two_byes_send_byes_both_ways() -> None:
    slots = after(semi_finals(Slot(1), Slot(2), BYE, BYE), {"S.1": [1, 2]})
    assert slots["F.1"].slots == (1, 0)
    assert slots["P.1"].slots == (2, 0)
    assert slots["F.1"].order == (1,)


def test_after_a_double_forfeit_nobody_goes_on() -> None:
    slots = after(four(), {"S.1": [], "S.2": [3, 2]})
    assert slots["F.1"].slots == (0, 3)
    assert slots["F.1"].order == (3,)
    assert slots["P.1"].slots == (0, 2)


def test_an_entrant_who_lost_by_walkover_and_is_in_no_place_leaves_a_bye() -> None:
    slots = after(four(), {"S.1": [1], "S.2": [2, 3]})
    assert slots["F.1"].slots == (1, 2)
    assert slots["P.1"].slots == (0, 3)


def test_the_reset_is_open_until_the_grand_final_is_over() -> None:
    reset = after(grand_final(), {})["GF.2"]
    assert reset.is_needed is None
    assert not reset.is_playable


def test_the_reset_is_played_when_the_losers_side_won() -> None:
    reset = after(grand_final(), {"GF.1": [2, 1]})["GF.2"]
    assert reset.is_playable
    assert reset.slots == (1, 2)
    assert after(grand_final(), {"GF.1": [2, 1], "GF.2": [1, 2]})["GF.2"].order == (1, 2)


@pytest.mark.parametrize("order", [[1, 2], [1], [2], []])
def test_the_reset_is_not_needed_when_the_unbeaten_won_or_nobody_was_beaten(order: list[int]) -> None:
    reset = after(grand_final(), {"GF.1": order})["GF.2"]
    assert reset.is_needed is False
    assert not reset.is_playable
    assert reset.order == ()


def test_a_table_from_which_two_advance_needs_three_to_be_played() -> None:
    final = PlannedMatch("R2.1", [Slot(of="R1.1", place=2), Slot(of="R1.1", place=1), Slot(3)])
    for slots, is_playable in ([Slot(1), BYE, Slot(2)], False), ([Slot(1), Slot(4), Slot(2)], True):
        rounds = [
            PlannedRound("R1", "Semi-final", [PlannedMatch("R1.1", slots)], [3], advance=2),
            PlannedRound("R2", "Final", [final], advance=1),
        ]
        slots_ = after(rounds, {})
        assert slots_["R1.1"].is_playable is is_playable
        assert slots_["R2.1"].slots == ((None, None, 3) if is_playable else (2, 1, 3))


def test_a_seat_that_names_no_match_before_it_is_an_error() -> None:
    with pytest.raises(KeyError):
        after([PlannedRound("F", "Final", [PlannedMatch("F.1", [Slot(of="S.1", place=1), Slot(2)])])], {})


@st.composite
def draws(draw: st.DrawFn) -> list[PlannedRound]:
    """Any rounds in which every entrant and every place of a match is used at most once."""
    free = [Slot(number) for number in range(1, draw(st.integers(2, 12)) + 1)] + [BYE] * draw(
        st.integers(0, 6)
    )
    rounds = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        free = draw(st.permutations(free))
        matches, places = [], []
        for match in range(1, draw(st.integers(1, 3)) + 1):
            size = draw(st.integers(1, 4))
            slots, free = free[:size], free[size:]
            if slots:
                matches.append(PlannedMatch(f"R{number}.{match}", slots))
                places += [Slot(of=f"R{number}.{match}", place=place) for place in range(1, len(slots) + 2)]
        free = [*free, *places]
        rounds.append(PlannedRound(f"R{number}", "", matches, advance=draw(st.integers(0, 2))))
    return rounds


@settings(max_examples=150, deadline=None)
@given(draws(), st.data())
def test_each_result_only_adds_to_what_is_known_until_everything_is(
    rounds: list[PlannedRound], data: st.DataObject
) -> None:
    results: dict[str, list[int]] = {}
    known = after(rounds, results)
    while waiting := [name for name, match in known.items() if match.is_playable and match.order is None]:
        name = data.draw(st.sampled_from(waiting))
        order = data.draw(st.permutations(known[name].entrants))
        results[name] = list(order)[: data.draw(st.integers(0, len(order)))]
        slots = after(rounds, results)
        assert list(slots) == [match.id for round_ in rounds for match in round_.matches]
        for match, before in known.items():
            kept = [
                slot for slot in zip(before.slots, slots[match].slots, strict=True) if slot[0] is not None
            ]
            assert all(old == new for old, new in kept)
            assert before.order in (None, slots[match].order)
        known = slots
    assert all(match.order is not None for match in known.values())
    assert all(set(match.order or ()) <= set(match.entrants) for match in known.values())


@settings(max_examples=150, deadline=None)
@given(draws())
def test_nobody_sits_at_two_tables_of_a_round(rounds: list[PlannedRound]) -> None:
    seats = seated(rounds, lambda _match, present: present)
    for round_ in rounds:
        present = [entrant for match in round_.matches for entrant in seats[match.id].entrants]
        assert len(present) == len(set(present))
