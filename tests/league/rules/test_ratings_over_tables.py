"""Ratings over tables of two to ten: who gains, who loses, what is forgotten, what a correction changes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.ratings import (
    CASUAL,
    GAMES_TO_SETTLE,
    IDLE_AFTER_DAYS,
    MU,
    RATED,
    SETTLED_SIGMA,
    SIGMA,
    RatedResult,
    Rating,
    idle,
    ladder,
    ratings,
    shown,
)

BETA, KAPPA, TAU = 25 / 6, 0.0001, 25 / 300


def by_hand(before: list[tuple[float, float]], places: list[int]) -> list[tuple[float, float]]:
    """Return mu and sigma after one match, as the formulas of lessons 8.9 say."""
    grown = [(mu, math.sqrt(sigma**2 + TAU**2)) for mu, sigma in before]
    after = []
    for (mu, sigma), place in zip(grown, places, strict=True):
        gain, certainty = 0.0, 0.0
        others = list(zip(grown, places, strict=True))
        others.remove(((mu, sigma), place))
        for (other_mu, other_sigma), other_place in others:
            c = math.sqrt(sigma**2 + other_sigma**2 + 2 * BETA**2)
            p = 1 / (1 + math.exp((other_mu - mu) / c))
            score = (place < other_place) + (place == other_place) / 2
            gain += sigma**2 / c * (score - p)
            certainty += (sigma / c) * (sigma**2 / c**2) * p * (1 - p)
        after.append((mu + gain, sigma * math.sqrt(max(1 - certainty, KAPPA))))
    return after


def after_one(places: list[int]) -> list[Rating]:
    """Return the ratings of new players 1, 2, 3 … after a single match with these places."""
    players = list(range(1, len(places) + 1))
    pool = ratings([RatedResult(1, players, places, day=0)])[RATED]
    return [pool[player] for player in players]


MATCHES = st.lists(
    st.integers(2, 10).flatmap(
        lambda seats: st.tuples(
            st.permutations(range(12)).map(lambda order: list(order[:seats])),
            st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
            st.integers(0, 3),
        )
    ),
    max_size=8,
)


def results_of(matches: list[tuple[list[int], list[int], int]]) -> list[RatedResult]:
    """Return results with days that go forwards."""
    day, results = 0, []
    for number, (players, places, later) in enumerate(matches, start=1):
        day += later * 20
        results.append(RatedResult(number, players, places, day))
    return results


@given(MATCHES)
def test_the_numbers_are_those_of_the_formulas(matches: list[tuple[list[int], list[int], int]]) -> None:
    expected: dict[int, Rating] = {}
    for result in results_of(matches):
        known = [expected.get(player, Rating(player, day=result.day)) for player in result.players]
        before = [(rating.mu, idle(rating, result.day).sigma) for rating in known]
        for player, (mu, sigma) in zip(result.players, by_hand(before, result.places), strict=True):
            expected[player] = Rating(player, mu, sigma, day=result.day)
    pool = ratings(results_of(matches))[RATED]
    assert pool.keys() == expected.keys()
    for player, rating_ in expected.items():
        assert pool[player].mu == pytest.approx(rating_.mu, abs=1e-9)
        assert pool[player].sigma == pytest.approx(rating_.sigma, abs=1e-9)


@given(MATCHES, st.randoms(use_true_random=False))
def test_the_same_results_give_the_same_bits_in_whatever_order_the_seats_are_listed(
    matches: list[tuple[list[int], list[int], int]], dice: object
) -> None:
    reseated = []
    for result in results_of(matches):
        seats = list(zip(result.players, result.places, strict=True))
        dice.shuffle(seats)  # type: ignore[attr-defined]
        reseated.append(
            RatedResult(
                result.match, [entrant for entrant, _ in seats], [place for _, place in seats], result.day
            )
        )
    assert ratings(reseated) == ratings(results_of(matches))


@given(st.lists(st.integers(1, 10), min_size=2, max_size=10))
def test_of_equals_the_better_place_ends_higher_and_a_shared_place_level(places: list[int]) -> None:
    after = after_one(places)
    for rating, place in zip(after, places, strict=True):
        for other, other_place in zip(after, places, strict=True):
            if place < other_place:
                assert rating.mu > other.mu
            elif place == other_place:
                assert rating.mu == pytest.approx(other.mu, abs=1e-9)


def test_an_entrant_who_shares_the_first_place_gains_more_than_the_third() -> None:
    first, also_first, third, fourth, fifth = (rating.mu for rating in after_one([1, 1, 3, 4, 5]))
    assert first == pytest.approx(also_first) == pytest.approx(32.9062, abs=1e-4)
    assert (third, fourth, fifth) == pytest.approx((25.0, 19.7292, 14.4584), abs=1e-4)


def test_rated_and_casual_matches_do_not_mix() -> None:
    pools = ratings(
        [
            RatedResult(1, [1, 2], [1, 2], 0),
            RatedResult(2, [1, 2], [2, 1], 0, CASUAL),
            RatedResult(3, [3], [1], 0),
        ]
    )
    assert pools[RATED][1].mu > MU > pools[RATED][2].mu
    assert pools[CASUAL][1].mu < MU < pools[CASUAL][2].mu
    assert [pool.games for pool in pools[RATED].values()] == [1, 1]
    assert 3 not in pools[RATED]  # nobody is rated for sitting alone


def test_an_entrant_who_has_played_enough_is_no_longer_provisional_until_a_long_time_without_a_match() -> (
    None
):
    duels = [RatedResult(number, [1, 2, 3, 4], [1, 2, 3, 4], number) for number in range(GAMES_TO_SETTLE)]
    before, after = ratings(duels[:-1])[RATED][2], ratings(duels)[RATED][2]
    assert before.is_provisional
    assert before.games == GAMES_TO_SETTLE - 1
    assert not after.is_provisional
    assert not idle(after, after.day + IDLE_AFTER_DAYS).is_provisional
    years_later = idle(after, after.day + 3 * 365)
    assert years_later.is_provisional
    assert SETTLED_SIGMA < years_later.sigma <= SIGMA


@given(st.floats(0.5, 9), st.integers(0, 5000), st.integers(0, 5000))
def test_time_only_takes_certainty_away_and_never_more_than_there_was_to_gain(
    sigma: float, days: int, more: int
) -> None:
    rating = Rating(1, 30.0, sigma, 20, day=100)
    earlier, later = idle(rating, 100 + days), idle(rating, 100 + days + more)
    assert rating.sigma <= earlier.sigma <= later.sigma <= max(SIGMA, sigma)
    assert idle(rating, 50) == rating  # a clock that was put back forgets nothing
    assert earlier.mu == later.mu == rating.mu


def test_a_month_without_a_match_costs_nothing_and_the_next_day_a_little() -> None:
    rating = Rating(1, 30.0, 2.0, 20)
    assert idle(rating, IDLE_AFTER_DAYS) == rating
    assert idle(rating, IDLE_AFTER_DAYS + 1).sigma == pytest.approx(math.sqrt(4.03))


def test_a_ladder_is_in_the_order_of_what_is_certain_today() -> None:
    regular, idler = Rating(1, 30.0, 2.0, 20, day=1000), Rating(2, 31.0, 2.0, 20, day=0)
    level = Rating(3, 30.01, 2.0, 20, day=1000)
    rows = ladder([idler, level, regular], 1000)
    assert [(row.rank, row.rating.player) for row in rows] == [(1, 1), (1, 3), (3, 2)]
    assert [shown(row.rating) for row in rows[:2]] == [24.0, 24.0]
    assert [row.rating.player for row in ladder([idler, level, regular], 20)] == [2, 1, 3]
    assert ladder([], 1000) == []


def test_correct_and_correct_back_leaves_no_trace() -> None:
    played = [RatedResult(number, [1, 2, 3], [1, 2, 3], number) for number in range(5)]
    corrected = [*played[:2], RatedResult(2, [1, 2, 3], [3, 2, 1], 2), *played[3:]]
    assert ratings(corrected)[RATED][1].mu < ratings(played)[RATED][1].mu
    assert ratings([*corrected[:2], played[2], *corrected[3:]]) == ratings(played)
