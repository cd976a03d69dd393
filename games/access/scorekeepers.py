"""Decide who keeps the score of a table with real cards: its host, other scorekeepers, or its players.

Guests without an account show the code that is printed on the sheet of their table.
"""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.access.players import viewer
from games.models import Seat, Table
from games.rules.base.refusal import Refusal

ScorekeeperOf = Callable[[Any, int], str]
OpensPad = Callable[[HttpRequest, int], bool | None]
PlayersKeep = Callable[[int], bool | None]
_HOOKS: Final[list[ScorekeeperOf]] = []
_CODE_HOOKS: Final[list[OpensPad]] = []
_PLAYER_HOOKS: Final[list[PlayersKeep]] = []
BY_CODE: Final = "printed_code"
"""The `by` of what is entered with a printed code."""


def register(scorekeeper_of: ScorekeeperOf, opens_pad: OpensPad, players_keep: PlayersKeep) -> None:
    """Register how another app decides who keeps the score of a table.

    `scorekeeper_of` gets the user and the table's id, and returns the `by` of the scorekeeper's commands,
    empty for others. `opens_pad` gets the request and the table's id: whether the code of a visitor opens the
    score pad, None for a visitor without a code. `players_keep` gets the table's id: whether its players keep
    their own score now, None for a table that the other app knows nothing of.
    """
    if scorekeeper_of not in _HOOKS:
        _HOOKS.append(scorekeeper_of)
        _CODE_HOOKS.append(opens_pad)
        _PLAYER_HOOKS.append(players_keep)


def scorekeeper(request: HttpRequest, table: Table) -> str:
    """Return the visitor as the `by` of its commands if they may enter deals; empty if not.

    If the table or its competition allows it, its players keep their own score. Three queries at most, and
    those of a code.
    """
    return _by_role(request, table) or (BY_CODE if _opens_pad(request, table) else "")


def require_scorekeeper(request: HttpRequest, table: Table) -> str:
    """Return the scorekeeper as the `by` of commands.

    Refusals for others: `code_void` with a code that opens nothing any more, `not_logged_in`, `not_allowed`.
    """
    if by := scorekeeper(request, table):
        return by
    if _opens_pad(request, table) is False:
        raise Refusal(
            "code_void",
            _("The printed code no longer opens this score pad. Ask an organizer for a new sheet."),
        )
    if viewer(request) is None:
        raise Refusal("not_logged_in", _("Log in to keep the score here."))
    raise Refusal("not_allowed", _("Only the scorekeepers of this table may do this."))


def has_code(request: HttpRequest, table: Table) -> bool:
    """Whether the visitor has shown a code at this table, also one that opens its pad no longer."""
    return _opens_pad(request, table) is not None


def _opens_pad(request: HttpRequest, table: Table) -> bool | None:
    return next((opens for ask in _CODE_HOOKS if (opens := ask(request, table.pk)) is not None), None)


def _by_role(request: HttpRequest, table: Table) -> str:
    player = viewer(request)
    if player is None:
        return ""
    if table.host_id == player.pk:
        return f"player:{player.pk}"
    for ask in _HOOKS:
        if by := ask(request.user, table.pk):
            return by
    is_seated = _players_keep(table) and Seat.objects.filter(table=table, player=player).exists()
    return f"player:{player.pk}" if is_seated else ""


def _players_keep(table: Table) -> bool:
    return next((keeps for ask in _PLAYER_HOOKS if (keeps := ask(table.pk)) is not None), table.self_report)
