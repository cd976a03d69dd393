"""Why something is refused is said in plain words, in every part of the rules."""

import ast
from pathlib import Path

import pytest

from games.rules.cards import card_names, cards

RULES = Path(card_names.__file__).parent.parent
REFUSALS = {"IllegalCommand", "Refusal"}


def _sentences():
    for path in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") in REFUSALS
                and len(node.args) == 2
            ):
                code, sentence = node.args
                if isinstance(code, ast.Constant) and isinstance(sentence := _marked(sentence), ast.Constant):
                    yield pytest.param(
                        code.value, sentence.value, id=f"{path.stem}-{code.value}-{node.lineno}"
                    )


def _marked(sentence):
    """Return what a mark for translation is put on; nothing for a plain text, which no reader of it gets."""
    assert not isinstance(sentence, ast.Constant | ast.JoinedStr), (
        f"it is not marked: {ast.unparse(sentence)}"
    )
    return sentence.args[0] if getattr(getattr(sentence, "func", None), "id", "") == "_" else None


@pytest.mark.parametrize(("code", "sentence"), list(_sentences()))
def test_a_refusal_is_a_code_and_a_plain_sentence(code, sentence):
    assert code.replace("_", "").isalpha()
    assert code.islower()
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert "_" not in sentence
    assert "command" not in sentence
    assert len(sentence.split()) >= 4


@pytest.mark.parametrize(
    ("card", "colour", "top", "sentence"),
    [
        ("r5", "g", "g3", "Red 5 does not match: the colour must be green, or the number 3."),
        ("bS", "y", "yR", "Blue Skip does not match: the colour must be yellow, or the symbol Reverse."),
        ("r5", "b", "w", "Red 5 does not match: the colour must be blue."),
    ],
)
def test_a_card_that_does_not_fit_is_told_what_would_and_a_wild_only_to_who_holds_one(
    card, colour, top, sentence
):
    facts = cards.card(card), cards.COLOURS.index(colour), cards.card(top)
    held, wild, draw_four = facts[0], cards.card("w"), cards.card("w4")
    assert card_names.misfit(*facts, [held, wild]) == f"{sentence} A Wild always matches."
    assert card_names.misfit(*facts, [held, draw_four]) == sentence
