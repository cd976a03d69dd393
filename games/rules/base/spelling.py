"""The spelling of names: single blanks and no invisible characters."""

import re
import unicodedata
from typing import Final

from games.rules.base.language import _
from games.rules.base.refusal import Refusal

_ALLOWED: Final = re.compile(
    "(?<=[^\x00-\x7f])[\u200c\u200d]"  # joins or separates letters of some scripts, and parts of an emoji
    "|\U0001f3f4[\U000e0061-\U000e007a]{4,6}\U000e007f"  # flags such as that of Wales
)
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs"})
_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode calls letters or signs although they look blank."""


def spelled(name: str) -> str:
    """Return a name in its stored form; empty if it has only blanks. Refusal `hidden_characters`."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if tidy and not _can_be_read(tidy):
        raise Refusal("hidden_characters", _("This name contains an invisible character: type it again."))
    return tidy


def without_unseen(name: str) -> str:
    """Return the visible characters of a name that was typed elsewhere; empty if there are none."""
    seen = "".join("" if _is_unseen(character) else character for character in " ".join(name.split()))
    tidy = " ".join(seen.split())
    return tidy if _can_be_read(tidy) else ""


def legible(name: str) -> str:
    """Return a name that is older than the refusal of invisible characters as it is shown; `?` for none."""
    if (name.isascii() and name.isprintable()) or _can_be_read(name):
        return name
    return without_unseen(name) or "?"


def _can_be_read(name: str) -> bool:
    """Return whether all characters are visible, and any of them is more than a mark or a blank."""
    plain = _ALLOWED.sub("", name)
    has_visible = any(unicodedata.category(character)[0] in "LNPS" for character in name)
    return has_visible and not any(_is_unseen(character) for character in plain)


def _is_unseen(character: str) -> bool:
    return character in _BLANK or unicodedata.category(character) in _UNSEEN
