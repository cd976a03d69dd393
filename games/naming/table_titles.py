"""Translate the names of tables: competitions store the names of their tables in English."""

from collections.abc import Callable
from typing import Final

Translate = Callable[[str], str]
_HOOKS: Final[list[Translate]] = []


def register(translate: Translate) -> None:
    """Register a function of another app that translates its own names and returns others unchanged."""
    if translate not in _HOOKS:
        _HOOKS.append(translate)


def translated(name: str) -> str:
    """Return the name of a table in the language of the reader."""
    for translate in _HOOKS:
        name = translate(name)
    return name
