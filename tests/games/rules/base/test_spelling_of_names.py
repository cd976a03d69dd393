"""Situation: a name comes from a form, from a file of others, or from a log older than the refusal."""

import pytest

from games.rules.base.refusal import Refusal
from games.rules.base.spelling import legible, spelled, without_unseen
from tests.games.rules.base.invisible_names import UNSEEN

FLAG_OF_WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"


@pytest.mark.parametrize("name", UNSEEN)
def test_an_invisible_character_makes_no_name(name: str) -> None:
    with pytest.raises(Refusal, match="This name contains an invisible character") as refused:
        spelled(name)
    assert refused.value.code == "hidden_characters"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ana \t Lee ", "Ana Lee"),
        ("", ""),
        (" \u00a0\u2003", ""),
        ("Zoe\u0308", "Zoë"),
        ("שרה", "שרה"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("क्\u200dष", "क्\u200dष"),
        ("👩\u200d👧", "👩\u200d👧"),
        (f"Dai {FLAG_OF_WALES}",) * 2,
        ("?!", "?!"),
        ("7", "7"),
    ],
)
def test_names_of_every_script_are_kept_with_single_blanks(written: str, kept: str) -> None:
    assert spelled(written) == kept


def test_of_a_name_from_elsewhere_the_rest_is_kept() -> None:
    assert without_unseen(" A\u202enna\t\x00 B ") == "Anna B"
    assert [without_unseen(name) for name in ("\u200b", "\u3164 \x00", "\u0301")] == ["", "", ""]


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("Ana  Lee", "Ana  Lee"),
        ("Zoë", "Zoë"),
        ("A\x07na", "Ana"),
        ("A\u202enna", "Anna"),
        ("\u3164", "?"),
        ("\x00", "?"),
        ("\u0301", "?"),
    ],
)
def test_of_a_name_from_before_is_shown_what_can_be_read(kept: str, shown: str) -> None:
    assert legible(kept) == shown
