"""Who keeps the score of a table with real cards: its host, whom another app names, or who sits there."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.access.players import viewer
from games.models import Seat, Table
from games.rules.base.refusal import Refusal

ScorekeeperOf = Callable[[Any, int], str]
_ANNOUNCED: Final[list[ScorekeeperOf]] = []


def announce(scorekeeper_of: ScorekeeperOf) -> None:
    """Let another app say who keeps the score, called with the user and the table's id.

    It returns the user as the `by` of its commands, empty for those who may not.
    """
    if scorekeeper_of not in _ANNOUNCED:
        _ANNOUNCED.append(scorekeeper_of)


def scorekeeper(request: HttpRequest, table: Table) -> str:
    """Return the visitor as the `by` of its commands if they may enter deals; empty if not.

    Where the table says so, those who sit there keep their own score. Two queries at most.
    """
    player = viewer(request)
    if player is None:
        return ""
    if table.host_id == player.pk:
        return f"player:{player.pk}"
    for ask in _ANNOUNCED:
        if by := ask(request.user, table.pk):
            return by
    is_seated = table.self_report and Seat.objects.filter(table=table, player=player).exists()
    return f"player:{player.pk}" if is_seated else ""


def require_scorekeeper(request: HttpRequest, table: Table) -> str:
    """Return the scorekeeper as the `by` of commands; Refusals `not_logged_in`, `not_allowed` for others."""
    if viewer(request) is None:
        raise Refusal("not_logged_in", _("Log in to keep the score here."))
    found = scorekeeper(request, table)
    if not found:
        raise Refusal("not_allowed", _("Only the scorekeepers of this table may do this."))
    return found
