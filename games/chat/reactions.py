"""Quick reactions: messages of a few words that every reader sees in their own language."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REACTIONS: Final[dict[str, str | Promise]] = {
    "well-played": _("Well played!"),
    "ha-ha": _("Ha ha!"),
    "oh-no": _("Oh no!"),
    "close": _("That was close!"),
    "thanks": _("Thanks!"),
    "hurry": _("Please play"),
}
"""The words of each reaction by its name."""


def stored(name: str) -> str:
    """Return the text under which a message keeps a reaction; KeyError for an unknown one."""
    return f":{name}:" if REACTIONS[name] else ""


def is_reaction(text: str) -> bool:
    """Whether the text of a message is a reaction."""
    return text.startswith(":") and text.endswith(":") and text[1:-1] in REACTIONS


def in_words(text: str) -> str:
    """Return the text of a message for its reader: a reaction in words, everything else as it is."""
    return str(REACTIONS[text[1:-1]]) if is_reaction(text) else text
