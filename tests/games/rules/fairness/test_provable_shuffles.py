"""Situation: a deal has a secret that was committed to, and all its orders follow from it (FAIRNESS.md)."""

from itertools import permutations

import pytest

from games.rules.base.chance import GivenChance
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import card, cards, deck, text
from games.rules.decisions.decide import new_match, step
from games.rules.fairness.shuffle import (
    LONGEST_WORDS,
    RoundChance,
    Secret,
    commitment_to,
    orders_in,
    plain_words,
    secret_of,
)
from games.rules.match import events as e
from games.rules.match.commands import Deal
from games.rules.options.options import build

SECRET = bytes(range(32))
WORDS = ["blue horse", "", "Zoë 7"]


def test_an_order_follows_from_the_cards_and_not_from_how_they_lay() -> None:
    few = cards("r1 w4 r1 b9")
    orders = {tuple(RoundChance(SECRET, WORDS, 1).shuffled(lying)) for lying in permutations(few)}
    assert len(orders) == 1


def test_every_order_of_a_deal_is_another_and_comes_again_from_its_number() -> None:
    whole = deck("classic_108")
    chance = RoundChance(SECRET, WORDS, 2)
    orders = [chance.shuffled(whole) for _outcome in range(5)]
    assert len({text(order) for order in orders}) == 5
    for taken, order in enumerate(orders):
        assert RoundChance(SECRET, WORDS, 2, taken).shuffled(whole) == order
        assert sorted(order) == sorted(whole)


@pytest.mark.parametrize(
    "other",
    [
        RoundChance(SECRET[::-1], WORDS, 2),
        RoundChance(SECRET, ["blue horse", "", "Zoë 8"], 2),
        RoundChance(SECRET, ["", "blue horse", "Zoë 7"], 2),
        RoundChance(SECRET, WORDS, 3),
        RoundChance(SECRET, WORDS, 2, 1),
    ],
    ids=["secret", "words", "seat of the words", "round", "outcome"],
)
def test_whatever_goes_in_changes_the_order(other: RoundChance) -> None:
    whole = deck("classic_108")
    assert other.shuffled(whole) != RoundChance(SECRET, WORDS, 2).shuffled(whole)


def test_a_choice_counts_as_an_outcome_like_an_order() -> None:
    chance = RoundChance(SECRET, WORDS, 0)
    assert 0 <= chance.below(3) < 3
    few = cards("r1 r2 r3 r4 r5 r6 r7")
    assert chance.shuffled(few) == RoundChance(SECRET, WORDS, 0, 1).shuffled(few)


def test_secrets_of_a_seed_differ_and_show_themselves_to_nobody() -> None:
    secrets = [secret_of(b"seed", number) for number in range(50)]
    assert len(set(secrets)) == len({commitment_to(secret) for secret in secrets}) == 50
    assert f"{secrets[0]} {secrets[0]!r} {[Secret(b'abc')]} {Secret(b'abc')!s:9}".count("Secret()") == 4
    assert all(len(secret) == 32 for secret in secrets)


def test_the_orders_of_a_deal_are_counted_from_its_events() -> None:
    before = [e.RoundStarted(1, "classic", {}, 2, 0, [0, 0], [0, 0]), e.CardsDealt([[1], [2]], [3])]
    started = e.RoundStarted(2, "classic", {}, 2, 0, [0, 0], [0, 0])
    dealt = [e.DealVoided([53]), e.CardsDealt([[1], [2]], [53, 3]), e.StarterReturned(53, [3, 53])]
    later = [e.TurnStarted(0), e.DrawPileRebuilt([4]), e.TurnStarted(1)]
    assert orders_in(before) == 1
    assert orders_in([*before, started]) == 0
    assert orders_in([*before, started, *dealt, *later]) == 4
    assert orders_in(later) == 1


def test_a_deck_without_a_card_that_may_open_is_told_and_shuffled_again() -> None:
    options = build("classic", {"starter_rule": "number_only", "hand_size": 10, "dealer_choice": "fixed"})
    whole = deck("classic_108")
    black = [other_card for other_card in whole if other_card >= card("w")]
    vain = [card for card in whole if card not in black] + black
    fine = vain[::-1]
    state = new_match("classic", options, 10)
    events = step(state, Deal(), GivenChance([vain, fine]))
    assert [type(event).__name__ for event in events[1:4]] == ["RoundStarted", "DealVoided", "CardsDealt"]
    assert events[2] == e.DealVoided(vain)
    assert state.top == fine[100]


@pytest.mark.parametrize("good", ["blue horse", "  Zoë   7 ", "a-b", "e\u0301", "x" * LONGEST_WORDS, "नमस्ते"])
def test_plain_words_take_part_as_they_are_but_for_their_form(good: str) -> None:
    words = plain_words(good)
    assert words == plain_words(words)
    assert words == words.strip()
    assert "  " not in words


@pytest.mark.parametrize(
    "bad",
    ["", "   ", "x" * (LONGEST_WORDS + 1), "ana@mail", "a.b", "a\u0000b", "a/b", "<b>", "\u202eabc", "🂡"],
)
def test_other_words_are_refused(bad: str) -> None:
    with pytest.raises(Refusal) as refused:
        plain_words(bad)
    assert refused.value.code == "bad_words"
