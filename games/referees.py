"""Who may act as the referee of a table: its host, and the organizer of the competition it belongs to."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest

from games.models import Table
from games.players import viewer
from games.rules.refusal import Refusal

Organizes = Callable[[Any, int], bool]
_ORGANIZES: Final[list[Organizes]] = []


def announce(organizes: Organizes) -> None:
    """Let another app say which users organize a table, called with the user and the table's id."""
    if organizes not in _ORGANIZES:
        _ORGANIZES.append(organizes)


def referee(request: HttpRequest, table: Table) -> str:
    """Return the visitor as the `by` of the doors if they may referee the table; empty if not.

    A table with a host has no other referee. One query at most, none for the host and for strangers.
    """
    player = viewer(request)
    if player is None:
        return ""
    if table.host_id is not None:
        return f"player:{player.pk}" if table.host_id == player.pk else ""
    organizes = any(ask(request.user, table.pk) for ask in _ORGANIZES)
    return f"organizer:{request.user.pk}" if organizes else ""


def require_referee(request: HttpRequest, table: Table) -> str:
    """Return the referee as the `by` of the doors; Refusal `not_yours` for everybody else."""
    found = referee(request, table)
    if not found:
        raise Refusal("not_yours", "Only the referee may do this: the host of the table or an organizer.")
    return found
