"""What tables are called where they are read: a competition keeps their names in English."""

from collections.abc import Callable
from typing import Final

Speak = Callable[[str], str]
_ANNOUNCED: Final[list[Speak]] = []


def announce(speak: Speak) -> None:
    """Let another app say its own names in the language of whoever reads, and return others as they are."""
    if speak not in _ANNOUNCED:
        _ANNOUNCED.append(speak)


def spoken(name: str) -> str:
    """Return the name of a table as it is read."""
    for speak in _ANNOUNCED:
        name = speak(name)
    return name
