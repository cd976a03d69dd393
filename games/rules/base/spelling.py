"""How names are spelled: what somebody wrote, with single blanks and nothing in it that nobody can see."""

import re
import unicodedata
from typing import Final

from games.rules.base.language import _
from games.rules.base.refusal import Refusal

_MEANT: Final = re.compile(
    "(?<=[^\x00-\x7f])[\u200c\u200d]"  # joins or parts letters of some scripts, and parts of one emoji
    "|\U0001f3f4[\U000e0061-\U000e007a]{4,6}\U000e007f"  # the flag of Wales, and its like
)
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs"})
_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs by their kind, and yet blank."""


def spelled(name: str) -> str:
    """Return a name as it is kept; empty for one of blanks. Refusal `hidden_characters`."""
    found = " ".join(unicodedata.normalize("NFC", name).split())
    if found and not _can_be_read(found):
        raise Refusal(
            "hidden_characters", _("There is a character in this name that nobody can see: write it anew.")
        )
    return found


def without_unseen(name: str) -> str:
    """Return what can be seen of a name that was written elsewhere; empty if that is nothing."""
    seen = "".join("" if _is_unseen(one) else one for one in " ".join(name.split()))
    kept = " ".join(seen.split())
    return kept if _can_be_read(kept) else ""


def legible(name: str) -> str:
    """Return a name as it is shown that is older than the refusal of what nobody can see; `?` for none."""
    if (name.isascii() and name.isprintable()) or _can_be_read(name):
        return name
    return without_unseen(name) or "?"


def _can_be_read(name: str) -> bool:
    """Say whether everything in it is seen, and something of it stands by itself."""
    plain = _MEANT.sub("", name)
    stands = any(unicodedata.category(one)[0] in "LNPS" for one in name)
    return stands and not any(_is_unseen(one) for one in plain)


def _is_unseen(one: str) -> bool:
    return one in _BLANK or unicodedata.category(one) in _UNSEEN
