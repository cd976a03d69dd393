"""Who may watch a table: everybody, unless another app says that it is only for some."""

from collections.abc import Callable
from typing import Final

IsPublic = Callable[[int], bool]
_ANNOUNCED: Final[list[IsPublic]] = []


def announce(is_public: IsPublic) -> None:
    """Let another app say which tables everybody may watch, called with the table's id."""
    if is_public not in _ANNOUNCED:
        _ANNOUNCED.append(is_public)


def is_for_everybody(table_id: int) -> bool:
    """Whether everybody may watch a table, so that all of them can be answered alike. One query."""
    return all(ask(table_id) for ask in _ANNOUNCED)
