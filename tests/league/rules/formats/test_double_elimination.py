"""Double elimination: routing, byes, the reset match, two losses for everybody but the champion."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import PlannedRound
from league.rules.formats.double_elimination import draw, placings
from tests.league.rules.playing import best_first, by_chance, played, slots

PUBLISHED = {8: (3, 4), 16: (3, 5, 6), 32: (6, 5, 7, 8), 64: (8, 6, 7, 9, 10), 128: (7, 9, 10, 9, 11, 12)}
"""What the default routing of the best published engine delays rematches to (lessons 8.2)."""


def entrants(n: int) -> list[int]:
    return list(range(1, n + 1))


def loser_paths(rounds: list[PlannedRound]) -> dict[str, list[tuple[int, str]]]:
    """For each winners' match the losers' matches which its loser goes through while winning, by round."""
    to = {
        (slot.of, slot.place): match.id
        for round_ in rounds
        for match in round_.matches
        for slot in match.slots
    }
    paths = {}
    for planned in rounds:
        for match in planned.matches:
            if planned.id.startswith("W"):
                path, at = [], to[match.id, 2]
                while at.startswith("L"):
                    path.append((int(at.split(".")[0][1:]), at))
                    at = to[at, 1]
                paths[match.id] = path
    return paths


def delays(rounds: list[PlannedRound]) -> tuple[int, ...]:
    """The earliest losers' round in which two who met in winners' round j can meet again, for each j."""
    paths = loser_paths(rounds)
    winner_to = {
        slot.of: match.id
        for round_ in rounds
        for match in round_.matches
        for slot in match.slots
        if slot.place == 1 and match.id.startswith("W")
    }
    delays_: dict[str, int] = {}
    for match, own in paths.items():
        later = match
        while later := winner_to.get(later, ""):
            again = min((number for number, at in paths[later] if (number, at) in own), default=None)
            if again is not None:
                delays_[match.split(".")[0]] = min(again, delays_.get(match.split(".")[0], again))
    return tuple(delays_[f"W{number}"] for number in range(1, len(delays_) + 1))


def test_eight_are_routed_as_documented() -> None:
    rounds = draw(entrants(8))
    assert [round_.id for round_ in rounds] == ["W1", "W2", "W3", "L1", "L2", "L3", "L4", "GF"]
    assert slots(rounds, "W1") == [["1", "8"], ["4", "5"], ["2", "7"], ["3", "6"]]
    assert slots(rounds, "L1") == [["W1.1>2", "W1.2>2"], ["W1.3>2", "W1.4>2"]]
    assert slots(rounds, "L2") == [["W2.2>2", "L1.1>1"], ["W2.1>2", "L1.2>1"]]
    assert slots(rounds, "L4") == [["W3.1>2", "L3.1>1"]]
    assert slots(rounds, "GF") == [["W3.1>1", "L4.1>1"], ["GF.1>2", "GF.1>1"]]


@pytest.mark.parametrize("n", PUBLISHED)
def test_rematches_are_delayed_at_least_as_long_as_by_any_published_engine(n: int) -> None:
    own = delays(draw(entrants(n)))
    assert all(ours >= theirs for ours, theirs in zip(own, PUBLISHED[n], strict=True))


def test_at_16_and_128_rematches_come_later_than_published() -> None:
    assert delays(draw(entrants(16))) == (4, 5, 6)
    assert delays(draw(entrants(128))) == (8, 9, 10, 9, 11, 12)


def crossed(count: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """The delays of a bracket of 2**count whose losers of W2, W3 … cross over by these masks.

    Crossing over by exclusive or looks the same from every match, so the topmost of each round tells.
    """
    paths = {}
    for number, mask in enumerate((0, *masks), start=1):
        first = max(1, 2 * number - 2)
        paths[number] = {at: mask >> ((at + 1) // 2 - (first + 1) // 2) for at in range(first, 2 * count - 1)}
    return tuple(
        min(
            at
            for later in range(number + 1, count + 1)
            for at, place in paths[later].items()
            if paths[number].get(at) == place
        )
        for number in range(1, count)
    )


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_no_other_crossing_over_delays_every_rematch_longer(count: int) -> None:
    own = delays(draw(entrants(2**count)))
    choices = []
    for number in range(2, count + 1):
        size = 2 ** (count - number)
        choices.append(sorted({0, size - 1, size // 2, max(0, size // 2 - 1), min(1, size - 1)}))
    crossings = {crossed(count, masks) for masks in product(*choices)}
    assert own in crossings
    assert not [
        crossing
        for crossing in crossings
        if crossing != own and all(a >= b for a, b in zip(crossing, own, strict=True))
    ]


@pytest.mark.parametrize("n", range(2, 129))
def test_every_match_can_be_played_and_everybody_but_the_champion_loses_twice(n: int) -> None:
    for seed in range(3):
        rounds = draw(entrants(n))
        played_matches, results = played(rounds, by_chance(1000 * seed + n))
        assert all(record.order is not None for record in played_matches.values())
        losses = Counter(order[1] for order in results.values())
        champion = next(entrant for entrant in entrants(n) if losses[entrant] < 2)
        assert len(results) == 2 * n - 2 + losses[champion]
        assert all(losses[entrant] == 2 for entrant in entrants(n) if entrant != champion)
        assert ("GF.2" in results) == (losses[champion] == 1 or results["GF.1"][1] == champion)


@pytest.mark.parametrize("n", range(2, 129))
def test_no_match_is_empty_and_the_top_seeds_have_the_byes(n: int) -> None:
    rounds = draw(entrants(n))
    matches = [match for round_ in rounds for match in round_.matches]
    assert all(any(not slot.is_bye for slot in match.slots) for match in matches)
    assert sum(all(not slot.is_bye for slot in match.slots) for match in matches) == 2 * n - 1
    free = [int(pair[0]) for pair in slots(rounds, "W1") if pair[1] == "-"]
    assert sorted(free) == list(range(1, len(free) + 1))
    for planned in rounds:
        assert [match.id for match in planned.matches] == [
            f"{planned.id}.{k}" for k in range(1, len(planned.matches) + 1)
        ]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_withdrawals_leave_no_match_stuck(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 40))
    withdrawn = data.draw(st.sets(st.integers(1, n), max_size=n))
    rounds = draw(entrants(n))
    played_matches, results = played(rounds, by_chance(data.draw(st.integers(0, 1000))), withdrawn)
    assert all(record.order is not None for record in played_matches.values())
    losses = Counter(order[1] for order in results.values() if order)
    unbeaten = [entrant for entrant in entrants(n) if losses[entrant] < 2 and entrant not in withdrawn]
    assert len(unbeaten) == (len(withdrawn) < n)
    assert all(losses[entrant] <= 2 for entrant in entrants(n))
    places = placings(rounds, lambda match, _present: results[match])
    assert sorted(places) == entrants(n)
    assert all(places[entrant] == 1 for entrant in unbeaten)
    for place in places.values():
        assert place == 1 + sum(other < place for other in places.values())


def test_places_are_shared_by_losers_round() -> None:
    places = placings(draw(entrants(16)), lambda _match, present: best_first(present))
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13]
    assert places[1] == 1
    assert places[2] == 2


def test_places_of_two_and_three() -> None:
    for n in (2, 3):
        assert placings(draw(entrants(n)), lambda _match, present: best_first(present)) == {
            entrant: entrant for entrant in entrants(n)
        }


def test_places_are_told_as_soon_as_they_are_certain() -> None:
    rounds = draw(entrants(8))
    _, results = played(rounds)
    known = {match: order for match, order in results.items() if match[0] == "W" or match[:2] in ("L1", "L2")}
    assert placings(rounds, lambda match, _present: known.get(match)) == {5: 5, 6: 5, 7: 7, 8: 7}
    assert placings(rounds, lambda _match, _present: None) == {}


def test_an_entrant_who_vanishes_from_the_winners_side_is_placed_where_its_losers_go() -> None:
    rounds = draw(entrants(8))
    _, results = played(rounds)
    results["W2.1"] = [1]
    places = placings(rounds, lambda match, present: results.get(match, best_first(present)))
    assert places[4] == 5


def test_too_few_and_too_many_are_refused() -> None:
    for n, code in (1, "too_few_entrants"), (1025, "too_many_entrants"):
        with pytest.raises(Refusal) as refused:
            draw(entrants(n))
        assert refused.value.code == code


def test_the_largest_brackets_can_be_played() -> None:
    for n in (256, 500, 1024):
        _, results = played(draw(entrants(n)))
        assert len(results) == 2 * n - 2
