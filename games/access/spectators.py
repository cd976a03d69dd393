"""Decide who may watch a table: everybody, unless another app restricts it.

`games.rules.match.visibility` decides what a spectator sees.
"""

from collections.abc import Callable
from typing import Final

IsPublic = Callable[[int], bool]
_HOOKS: Final[list[IsPublic]] = []


def register(is_public: IsPublic) -> None:
    """Register a function of another app that gets a table's id and returns whether everybody may watch."""
    if is_public not in _HOOKS:
        _HOOKS.append(is_public)


def is_for_everybody(table_id: int) -> bool:
    """Whether everybody may watch a table, so that all spectators get the same answer. One query."""
    return all(ask(table_id) for ask in _HOOKS)
