"""Decide who keeps the score of a table with real cards: its host, other scorekeepers, or its players."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.access.players import viewer
from games.models import Seat, Table
from games.rules.base.refusal import Refusal

ScorekeeperOf = Callable[[Any, int], str]
_HOOKS: Final[list[ScorekeeperOf]] = []


def register(scorekeeper_of: ScorekeeperOf) -> None:
    """Register a function of another app that decides who keeps the score of a table.

    It gets the user and the table's id, and returns the `by` of the scorekeeper's commands, empty for others.
    """
    if scorekeeper_of not in _HOOKS:
        _HOOKS.append(scorekeeper_of)


def scorekeeper(request: HttpRequest, table: Table) -> str:
    """Return the visitor as the `by` of its commands if they may enter deals; empty if not.

    If the table allows it, its players keep their own score. Two queries at most.
    """
    player = viewer(request)
    if player is None:
        return ""
    if table.host_id == player.pk:
        return f"player:{player.pk}"
    for ask in _HOOKS:
        if by := ask(request.user, table.pk):
            return by
    is_seated = table.self_report and Seat.objects.filter(table=table, player=player).exists()
    return f"player:{player.pk}" if is_seated else ""


def require_scorekeeper(request: HttpRequest, table: Table) -> str:
    """Return the scorekeeper as the `by` of commands; Refusals `not_logged_in`, `not_allowed` for others."""
    if viewer(request) is None:
        raise Refusal("not_logged_in", _("Log in to keep the score here."))
    by = scorekeeper(request, table)
    if not by:
        raise Refusal("not_allowed", _("Only the scorekeepers of this table may do this."))
    return by
