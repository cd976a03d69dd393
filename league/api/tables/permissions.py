"""Permissions at a table: its host and players, or the referees of its competition."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from games.access.referees import referee, require_referee
from games.access.scorekeepers import require_scorekeeper
from games.models import Player, Seat, Table
from games.rules.base.refusal import Refusal
from league.api.base.permissions import MayAct, require_scope
from league.permissions.policy import require


class HasTableRole(MayAct):
    """A role at the table. To act, hosts and players need a token to play, all others one to organize."""

    def has_object_permission(self, request: Request, view: Any, obj: Table) -> bool:
        """Return True; Refusal `not_yours`, `not_allowed`, or PermissionDenied for the scope."""
        view.acts_as = self.acting_as(view, obj)
        if request.method not in SAFE_METHODS:
            require_scope(request, "play" if view.acts_as.startswith("player:") else "organize")
        return True

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the visitor as the `by` of commands; Refusal for who has no such role."""
        raise NotImplementedError


class IsReferee(HasTableRole):
    """For the referee of the table: its host, or one of its competition."""

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the referee."""
        return require_referee(view.django_request, table)


class IsRefereeOrSeated(HasTableRole):
    """For the referee and for those who sit at the table."""

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the referee or the player."""
        return referee(view.django_request, table) or f"player:{require_seat(table, view.player).player_id}"


class IsScorekeeper(HasTableRole):
    """For those who keep the score of the table."""

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the scorekeeper."""
        return require_scorekeeper(view.django_request, table)


class IsRefereeOrScorekeeper(HasTableRole):
    """For the referee and those who keep the score of the table."""

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the referee or the scorekeeper."""
        return referee(view.django_request, table) or require_scorekeeper(view.django_request, table)


class IsSeated(HasTableRole):
    """For those who sit at the table."""

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the player."""
        return f"player:{require_seat(table, view.player).player_id}"


class IsSeatedOrScorekeeper(HasTableRole):
    """For those who sit at the table, and those who keep its score for the competition."""

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the player or the scorekeeper."""
        if view.viewer is None or not table.seats.filter(player=view.viewer).exists():
            return require(view.django_request, "table.score", table.pk)
        return f"player:{view.viewer.pk}"


def require_seat(table: Table, player: Player) -> Seat:
    """Return the seat of a player; Refusal `not_yours` for somebody who has none."""
    seat = table.seats.filter(player=player).first()
    if seat is None:
        raise Refusal("not_yours", _("Only players at this table can do this. You are watching."))
    return seat
