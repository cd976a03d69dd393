"""What people read of cards and options: every word of it is somewhere in the rules."""

import pytest

from games.rules.cards.card_names import called, symbol_called
from games.rules.cards.cards import TOKENS, card
from games.rules.options.option_texts import OPTION_GROUPS, OPTION_TEXTS
from games.rules.options.options import DEFAULTS, explain


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("r5", "red 5"),
        ("bS", "blue Skip"),
        ("g+", "green Draw Two"),
        ("w4", "Wild Draw Four"),
        ("+10", "+10"),
    ],
)
def test_a_card_is_called_by_its_name(token: str, name: str) -> None:
    assert called(card(token)) == name


def test_every_card_has_a_name_of_its_own_and_a_hidden_one_has_none() -> None:
    assert len({called(number) for number in range(len(TOKENS))}) == len(TOKENS)
    assert called(-1) == "a card"


@pytest.mark.parametrize(("token", "name"), [("r5", "5"), ("g+", "Draw Two"), ("w4", "Wild Draw Four")])
def test_a_symbol_is_called_without_its_colour(token: str, name: str) -> None:
    assert symbol_called(card(token)) == name


@pytest.mark.parametrize(
    ("option", "value", "written"),
    [
        ("jump_in", True, "on"),
        ("jump_in", False, "off"),
        ("hand_size", 7, "7"),
        ("stack_draw_two", "sum", "sum"),
        ("customizable_effects", ("none", "extra_turn"), "(none/extra_turn)"),
        ("customizable_effects", (), "()"),
    ],
)
def test_a_value_is_written_as_in_scenarios(option: str, value: object, written: str) -> None:
    assert explain(option).written(value) == written


def test_every_value_of_every_option_has_words() -> None:
    for about in OPTION_TEXTS:
        assert about.words(getattr(DEFAULTS, about.name))
        for value in about.values:
            assert about.words([value] if about.many else value)
    assert explain("customizable_effects").words(("none", "extra_turn")) == "plain Wild and another turn"
    assert explain("customizable_effects").words(("none", "none")) == "2 × plain Wild"
    assert explain("hand_size").words(6) == "6"


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [("jump_in", True, "Jump-in: on"), ("target_score", 300, "Target: 300")],
)
def test_a_value_is_told_with_its_option(option: str, value: object, told: str) -> None:
    assert explain(option).told(value) == told


def test_options_stand_in_groups_with_titles_of_their_own() -> None:
    titles = [group.title for group in OPTION_GROUPS]
    assert (titles[0], titles[-1]) == ("Table and deal", "Points and the end of the match")
    assert len(set(titles)) == len(titles)
    assert all(group.options for group in OPTION_GROUPS)
