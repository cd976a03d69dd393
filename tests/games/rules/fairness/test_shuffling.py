"""Shuffles: the same everywhere, fair, and replaced by recorded orders where there are some."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from games.rules.base.chance import Chance, GivenChance
from games.rules.base.refusal import Refusal


def test_a_seed_always_gives_the_same_order() -> None:
    assert Chance(b"seed").shuffled(range(10)) == [4, 1, 2, 6, 7, 9, 3, 5, 8, 0]
    assert Chance(b"seed").shuffled(range(108)) == Chance(b"seed").shuffled(range(108))
    assert Chance(b"seed").shuffled(range(108)) != Chance(b"seee").shuffled(range(108))


def test_the_stream_is_the_one_described() -> None:
    block = hmac.new(b"seed", (0).to_bytes(8, "big"), hashlib.sha256).digest()
    words = [int.from_bytes(block[place : place + 4], "big") for place in range(0, 32, 4)]
    chance = Chance(b"seed")
    assert [chance.below(2**32) for _word in words] == words


def test_a_second_shuffle_of_one_stream_is_another() -> None:
    chance = Chance(b"seed")
    assert chance.shuffled(range(50)) != chance.shuffled(range(50))


def test_every_order_of_four_cards_is_about_equally_likely() -> None:
    chance = Chance(b"fair")
    counter = Counter(tuple(chance.shuffled(range(4))) for _one in range(24_000))
    assert set(counter) == set(permutations(range(4)))
    # 1000 expected each; five standard deviations are about 155.
    assert all(845 < count < 1155 for count in counter.values())


def test_shuffling_leaves_the_given_cards_alone() -> None:
    cards = [3, 1, 2]
    Chance(b"seed").shuffled(cards)
    assert cards == [3, 1, 2]
    assert Chance(b"seed").shuffled([]) == []


def test_recorded_orders_come_first() -> None:
    chance = GivenChance([[2, 1, 3], [5, 4]], b"seed")
    assert chance.left == 2
    assert chance.shuffled([1, 2, 3]) == [2, 1, 3]
    assert chance.shuffled([4, 5]) == [5, 4]
    assert chance.left == 0
    assert chance.shuffled(range(9)) == Chance(b"seed").shuffled(range(9))


def test_a_recorded_order_of_other_cards_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        GivenChance([[1, 2, 2]]).shuffled([1, 2, 3])
    assert refused.value.code == "bad_chance"
    assert GivenChance([[1, 2, 2]], any_cards=True).shuffled([1, 2, 3]) == [1, 2, 2]


def test_a_word_that_would_favour_small_numbers_is_passed_over() -> None:
    words, chance = Chance(b"fair"), Chance(b"fair")
    three_quarters = 3 * 2**30
    drawn = [words.below(2**32) for _one in range(64)]
    fair = [word for word in drawn if word < three_quarters]
    assert len(fair) < len(drawn)
    assert [chance.below(three_quarters) for _one in fair] == fair
