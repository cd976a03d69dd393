"""The cards of each deck and what they are worth (static checks D01 to D08, D10 of the catalogue)."""

from collections import Counter

import pytest

from games.rules.base.chance import Chance
from games.rules.cards.cards import TOKENS, card, cards, deck, points, points_table, text
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Deal
from games.rules.options.options import build
from games.rules.play.playing import CLOCKWISE, COUNTER_CLOCKWISE


def _count(name: str, customizable: int = 0) -> Counter[str]:
    return Counter(TOKENS[card] for card in deck(name, customizable))


# D01
def test_the_classic_deck_has_one_zero_and_two_of_everything_else_per_colour() -> None:
    counts = _count("classic_108")
    assert sum(counts.values()) == 108
    for colour in "rygb":
        assert counts[f"{colour}0"] == 1
        assert all(counts[colour + symbol] == 2 for symbol in "123456789SR+")
    assert (counts["w"], counts["w4"]) == (4, 4)


@pytest.mark.parametrize(
    ("name", "customizable", "size", "worth", "special"),
    [
        # D01
        ("classic_108", 0, 108, 1240, {}),
        # D02
        ("swap_112", 3, 112, 1400, {"ws": 1, "wc1": 1, "wc2": 1, "wc3": 1}),
        # D03
        ("shuffle_112", 3, 112, 1400, {"wh": 1, "wc1": 1, "wc2": 1, "wc3": 1}),
        # D05
        ("plus_ten_112", 0, 112, 1440, {"+10": 4}),
        # D07
        ("swap_112", 0, 109, 1280, {"ws": 1}),
        ("swap_112", 2, 111, 1360, {"ws": 1, "wc1": 1, "wc2": 1}),
        # D06
        ("blank_112", 0, 108, 1240, {}),
    ],
)
def test_a_deck_has_its_size_its_points_and_its_special_cards(
    name: str, customizable: int, size: int, worth: int, special: dict[str, int]
) -> None:
    cards = deck(name, customizable)
    assert len(cards) == size
    assert points(cards, points_table(40)) == worth
    assert _count(name, customizable) - _count("classic_108") == Counter(special)


# D04
def test_the_super_star_deck_counts_fifty_for_its_own_cards() -> None:
    assert len(deck("mario_112", 2)) == 112
    assert points(deck("mario_112", 2), points_table(50)) == 1440
    assert _count("mario_112", 2) - _count("classic_108") == Counter({"st": 2, "wc1": 1, "wc2": 1})


# D08
def test_the_circle_of_colours_runs_both_ways() -> None:
    red, yellow, green, blue = range(4)
    assert {red: blue, blue: green, green: yellow, yellow: red} == CLOCKWISE
    assert {red: yellow, yellow: green, green: blue, blue: red} == COUNTER_CLOCKWISE


# D10
def test_ten_players_leave_a_starter_and_thirty_seven_cards() -> None:
    state = new_match("classic", build("classic", {"starter_rule": "number_only"}), 10)
    step(state, Deal(), Chance(b"ten players"))
    assert [len(hand) for hand in state.hands] == [7] * 10
    assert (len(state.discard_pile), len(state.draw_pile)) == (1, 37)


def test_every_card_survives_being_written_and_read() -> None:
    everything = list(range(len(TOKENS)))
    assert cards(text(everything)) == everything
    assert cards("-") == []
    assert text([]) == "-"
    assert card("wc") == card("wc1")


@pytest.mark.parametrize("token", ["", "r10", "R5", "5r", "w5", "x", "r", "-"])
def test_a_text_that_is_no_card_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card(token)
