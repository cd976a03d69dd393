"""Situation: a sentence presents a rulebook. Its options say the same, and a position shows each of them."""

import re
from collections.abc import Mapping
from typing import Any, Final

import pytest

from games.rules.notation.examples import all_examples
from games.rules.notation.scenario_files import option_changes
from games.rules.options import rulebooks
from games.rules.options.options import build
from games.rules.options.rulebook_texts import RULEBOOK_TEXTS, STATED

_CLASSIC: Final = {"draw_two_beats_draw_four": "off", "stack_draw_two": "off"}
_RUSSIAN: Final = {"stack_draw_two": "transfer", "skip_rescue": "identical", "uno_call_deadline": "with_play"}
_WELSH: Final = {"draw_four_legality": "no_match", "draw_four_challenge": "off"}
_LAZY: Final = {"scoring": "win_loss", "match_end": "manual"}
SAID: Final[Mapping[str, Mapping[str, Any]]] = {
    "classic": {"scoring": "winner_takes_all", "match_end": "target"},
    "classic-112-swap": {"deck": "swap_112"},
    "classic-112-shuffle": {"deck": "shuffle_112"},
    "elimination-500": {"scoring": "elimination"},
    "two-player": {"two_player_reverse": "skip", "draw_cards_lose_turn": True, **_CLASSIC},
    "partners": {"teams": "partners"},
    "super-mario": {"deck": "mario_112"},
    "filipino": {"voluntary_draw": False, "illegal_card_penalty": 1},
    "welsh": _WELSH,
    "welsh-draw-ten": {**_WELSH, "draw_rule": "until_playable"},
    "russian": _RUSSIAN,
    "russian-strict": {**_RUSSIAN, "illegal_card_penalty": 2, "false_call_penalty": 2},
    "russian-low-200": {**_RUSSIAN, "scoring": "own_hand_low", "match_end": "target"},
    "russian-intervention": {"jump_in": True},
    "russian-twins": {"jump_in": True, "jump_in_self": True},
    "russian-seven-zero": {"seven_zero": True},
    "russian-stacked": {"stack_draw_two": "sum", "stack_draw_four": "sum"},
    "russian-silent-twos": {"silence": "twos"},
    "russian-silent-black": {"silence": "black"},
    "russian-exchange": {"five_exchange": True},
    "russian-lazy": _LAZY,
    "russian-centre": {"uno_centre": True},
    "russian-circle": {"colours_in_circle": True},
    "russian-plus-ten": {"deck": "plus_ten_112"},
    "russian-reverse": {"reverse_reflects": True},
    "russian-to-last": {"going_out": "to_last", "scoring": "win_loss"},
    "russian-seven-rounds": {"going_out": "refill_countdown"},
    "russian-reset-zero": {"reset_zero": True},
    "russian-short": {"skip_effect": "play_again", "draw_four_legality": "always"},
    "russian-board": {"going_out": "refill_six", "scoring": "per_out", "draw_pile_exhausted": "end_of_play"},
}
"""What the sentence of each rulebook says, as values of its options."""
NUMBERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "classic": {"hand_size": 7, "target_score": 500},
    "classic-112-swap": {"customizable_effects": ("none",) * 3},
    "classic-112-shuffle": {"customizable_effects": ("none",) * 3},
    "elimination-500": {"target_score": 500, "survivors": 1},
    "welsh-draw-ten": {"draw_until_max": 10},
    "russian-low-200": {"target_score": 200},
    "russian-seven-rounds": {"hand_size": 7},
    "russian-board": {"hand_size": 6},
}
"""The numbers in these sentences: they need no position of their own."""


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_the_sentence_of_a_rulebook_says_what_its_options_are(rulebook: str) -> None:
    options = build(rulebook)
    told = {**SAID[rulebook], **NUMBERS.get(rulebook, {})}
    assert {name: getattr(options, name) for name in told} == told
    assert set(STATED[rulebook]) == set(told)


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_a_sentence_stays_unless_what_it_says_was_changed(rulebook: str) -> None:
    told = {**SAID[rulebook], **NUMBERS.get(rulebook, {})}
    for changed in ("target_score", "hand_size", "uno_penalty", "draw_until_max"):
        sentence = "" if changed in told else rulebooks.summary(rulebook)
        assert rulebooks.summary_with(rulebook, {changed}) == sentence
    assert rulebooks.summary_with(rulebook, ()) == rulebooks.summary(rulebook)


@pytest.mark.parametrize(("changed", "number"), [("target_score", r"500|200"), ("hand_size", "seven|[Ss]ix")])
def test_no_sentence_about_changed_numbers_names_the_usual_ones(changed: str, number: str) -> None:
    for rulebook in rulebooks.names():
        assert not re.search(rf"\b({number})\b", rulebooks.summary_with(rulebook, {changed}))


def test_each_value_that_a_sentence_names_is_shown_by_a_position() -> None:
    shown = set()
    for example in all_examples():
        option = example.id.rpartition("-")[0]
        shown.add((option, getattr(build(example.preset, option_changes(example.options)), option)))
    assert {pair for told in SAID.values() for pair in told.items()} - shown == set()


def test_every_rulebook_has_a_sentence_of_its_own() -> None:
    assert list(SAID) == list(RULEBOOK_TEXTS) == rulebooks.names()
    assert len({summary for _title, summary in RULEBOOK_TEXTS.values()}) == len(SAID)
