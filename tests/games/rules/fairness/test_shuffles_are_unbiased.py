"""Situation: very many decks are shuffled, and every card must be found at every place equally often."""

import os
from collections.abc import Callable, Iterator
from math import sqrt

import pytest

from games.rules.base.chance import Chance
from games.rules.cards.cards import deck
from games.rules.fairness.shuffle import RoundChance
from tests.suite.extent import is_thorough

MILLION = 1_000_000
SECRET = b"the same in every run, so that nothing here is left to luck"
SMALL = list(range(7))
"""Seven different cards, which take six numbers: one block of the stream."""
SHUFFLES_OF_A_DECK = MILLION if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 10_000

Shuffle = Callable[[Chance, list[int]], list[int]]


def strangeness(orders: Iterator[list[int]], cards: list[int]) -> float:
    """Return by how many standard deviations chi-square of places by cards misses what chance would give.

    Fair shuffles are within five, except once in some millions of seeds.
    """
    kinds = sorted(set(cards))
    copies = {kind: cards.count(kind) for kind in kinds}
    places = range(len(cards))
    sums = [dict.fromkeys(kinds, 0) for _place in places]
    count = 0
    for order in orders:
        count += 1
        for counts, card in zip(sums, order, strict=True):
            counts[card] += 1
    expected = {kind: count * copies[kind] / len(cards) for kind in kinds}
    square = sum((counts[kind] - expected[kind]) ** 2 / expected[kind] for counts in sums for kind in kinds)
    # With equal cards in it a deck scatters a little less at a place than independent draws would.
    square *= (len(cards) - 1) / len(cards)
    freedom = (len(cards) - 1) * (len(kinds) - 1)
    return (square - freedom) / sqrt(2 * freedom)


def ours(chance: Chance, cards: list[int]) -> list[int]:
    return chance.shuffled(cards)


def any_place_each(chance: Chance, cards: list[int]) -> list[int]:
    """The common mistake: exchange each card with any of all places."""
    order = cards[:]
    for place in range(len(order)):
        other = chance.below(len(order))
        order[place], order[other] = order[other], order[place]
    return order


def never_its_own_place(chance: Chance, cards: list[int]) -> list[int]:
    """The mistake by one: no card can stay where it is."""
    order = cards[:]
    for place in range(len(order) - 1, 0, -1):
        other = chance.below(place)
        order[place], order[other] = order[other], order[place]
    return order


def remainder_of_a_small_number(chance: Chance, cards: list[int]) -> list[int]:
    """Without rejection sampling: small remainders of a number below 256 come more often."""
    order = cards[:]
    for place in range(len(order) - 1, 0, -1):
        other = chance.below(256) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def shuffled(shuffle: Shuffle, cards: list[int], count: int) -> Iterator[list[int]]:
    """One order from each of very many rounds: every one begins a stream of its own."""
    words = ["blue horse", "", "", ""]
    return (shuffle(RoundChance(SECRET, words, number), cards) for number in range(count))


@pytest.mark.sampled(
    "shuffles a hundred thousand times, by which the usual mistakes show", about=["games/rules/"]
)
def test_a_million_shuffles_of_a_few_cards_are_even() -> None:
    count = MILLION if is_thorough() else MILLION // 10
    assert abs(strangeness(shuffled(ours, SMALL, count), SMALL)) < 5


@pytest.mark.sampled("shuffles 24,000 times, not 120,000", about=["games/rules/"])
def test_every_order_of_a_few_cards_comes_equally_often() -> None:
    four = SMALL[:4]
    orders: dict[tuple[int, ...], int] = {}
    chance = RoundChance(SECRET, [], 1)
    usual = 5_000 if is_thorough() else 1_000
    for _shuffle in range(24 * usual):
        order = tuple(chance.shuffled(four))
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 24
    square = sum((count - usual) ** 2 / usual for count in orders.values())
    assert abs(square - 23) / sqrt(2 * 23) < 5


def test_shuffles_of_a_whole_deck_are_even() -> None:
    """A million of them in `make soak`."""
    whole = deck("classic_108")
    assert abs(strangeness(shuffled(ours, whole, SHUFFLES_OF_A_DECK), whole)) < 5


def test_orders_of_one_deal_have_nothing_to_do_with_each_other() -> None:
    """The second order, seen from the first, is as even as any."""
    seven = SMALL

    def relations() -> Iterator[list[int]]:
        for number in range(20_000):
            chance = RoundChance(SECRET, ["x"], number)
            first, second = chance.shuffled(seven), chance.shuffled(seven)
            yield [first.index(card) for card in second]

    assert abs(strangeness(relations(), seven)) < 5


@pytest.mark.parametrize("shuffle", [any_place_each, never_its_own_place, remainder_of_a_small_number])
def test_the_usual_mistakes_are_found(shuffle: Shuffle) -> None:
    chance = Chance(SECRET)
    orders = (shuffle(chance, SMALL) for _order in range(100_000))
    assert strangeness(orders, SMALL) > 5
