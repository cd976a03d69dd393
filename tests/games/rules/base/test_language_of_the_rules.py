"""Situation: the rules are read by themselves, and then by somebody who says how to translate."""

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

from games.rules.base import language


@pytest.fixture
def alone() -> ModuleType:
    """The sentences of rules to which nobody has announced any language."""
    spec = spec_from_file_location(language.__name__, language.__file__)
    assert spec
    assert spec.loader
    fresh = module_from_spec(spec)
    spec.loader.exec_module(fresh)
    return fresh


def test_by_themselves_they_speak_english(alone: ModuleType) -> None:
    assert alone._("{seat} has won.") == "{seat} has won."
    assert [alone.ngettext("one card", "{number} cards", number) for number in (0, 1, 2)] == [
        "{number} cards",
        "one card",
        "{number} cards",
    ]
    assert [alone.listed("ABC"[:number]) for number in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert [alone.shown_number(value) for value in (999, 1000, 4.25)] == ["999", "1,000", "4.25"]


def test_once_announced_every_sentence_is_translated(alone: ModuleType) -> None:
    alone.set_translators(
        str.upper, lambda singular, many, number: f"{number}: {singular}, {many}", "+".join, hex
    )
    assert alone._("draw") == "DRAW"
    assert alone.ngettext("card", "cards", 3) == "3: card, cards"
    assert alone.listed(["A", "B", "C"]) == "A+B+C"
    assert alone.shown_number(255) == "0xff"
    assert alone.gettext_noop("draw") == "draw", "it is kept in English"
