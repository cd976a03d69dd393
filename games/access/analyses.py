"""Decide whether the matches of a table are analysed: always, unless another app has switched it off."""

from collections.abc import Callable
from typing import Final

IsSwitchedOff = Callable[[int], bool]
_HOOKS: Final[list[IsSwitchedOff]] = []


def register(is_switched_off: IsSwitchedOff) -> None:
    """Register a function of another app that gets a table's id and returns whether nothing is analysed."""
    if is_switched_off not in _HOOKS:
        _HOOKS.append(is_switched_off)


def is_switched_off(table_id: int) -> bool:
    """Whether matches of a table are neither analysed nor shown with their analysis. One query."""
    return any(ask(table_id) for ask in _HOOKS)
