"""Permissions, which a view declares as its `permission_classes`."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import AND, NOT, OR, SAFE_METHODS, AllowAny, BasePermission
from rest_framework.request import Request

from league.permissions.policy import require


class MayAct(BasePermission):
    """Everybody may read; changes need a log-in, or a token with the scope `scope`.

    Without a scope any token is accepted: a permission of the object then names the scope.
    """

    scope = ""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True, or raise the reason for the refusal."""
        if request.method not in SAFE_METHODS:
            if not request.user.is_authenticated:
                raise NotAuthenticated
            require_scope(request, self.scope)
        return True


class MayPlay(MayAct):
    """Everybody may read; changes need the scope `play`."""

    scope = "play"


class MayOrganize(MayAct):
    """Everybody may read; changes need the scope `organize`."""

    scope = "organize"


class IsPlayer(MayPlay):
    """A view about the player of the request; strangers and tokens of clubs are refused."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True, or raise the reason for the refusal."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        return super().has_permission(request, view) and view.player is not None


class ReadOnly(BasePermission):
    """Everybody may read: `ReadOnly | IsClubOwner` restricts changes only."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the request reads."""
        return request.method in SAFE_METHODS

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        """Whether the request reads."""
        return request.method in SAFE_METHODS


class HasRole(MayOrganize):
    """A permission of `league.permissions.policy` about the club, competition or table of the request.

    Sets `acts_as` of the view, such as `organizer:7`, which commands take as `by`.
    """

    permission = ""

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        """Return True; Refusal `not_allowed`, `second_factor_needed`."""
        view.acts_as = require(view.django_request, self.permission, obj)
        return True


class IsClubOwner(HasRole):
    """For the owners of the club."""

    permission = "club.own"


class IsClubOrganizer(HasRole):
    """For the organizers of the club."""

    permission = "club.organize"


class IsClubMember(HasRole):
    """For the people of the club."""

    permission = "club.see_members"


class IsCompetitionOrganizer(HasRole):
    """For the organizers of the competition."""

    permission = "competition.organize"


class IsCompetitionReferee(HasRole):
    """For the referees of the competition and its organizers."""

    permission = "competition.referee"


def require_scope(request: Request, scope: str) -> None:
    """Refuse a token without the scope (`lacks_scope`). Sessions have all scopes."""
    token: Any = request.auth
    if scope and token is not None and scope not in token.scopes:
        sentence = _("This token lacks the scope “{scope}”.").format(scope=scope)
        raise PermissionDenied(sentence, "lacks_scope")


def is_open(view: Any) -> bool:
    """Whether everybody may post to a view, because it changes nothing."""
    return any(isinstance(permission, AllowAny) for permission in _permissions_of(view))


def is_personal(view: Any) -> bool:
    """Whether a view is about the player of the request."""
    return any(isinstance(permission, IsPlayer) for permission in _permissions_of(view))


def scope_of(view: Any) -> str:
    """Return the scope that changes by a view need; empty if that depends on the object."""
    scopes = (permission.scope for permission in _permissions_of(view) if isinstance(permission, MayAct))
    return next(filter(None, scopes), "")


def _permissions_of(view: Any) -> Iterator[BasePermission]:
    for permission in view.get_permissions():
        yield from _operands(permission)


def _operands(permission: Any) -> Iterator[BasePermission]:
    if isinstance(permission, OR | AND):
        yield from _operands(permission.op1)  # type: ignore[union-attr]
        yield from _operands(permission.op2)  # type: ignore[union-attr]
    elif not isinstance(permission, NOT):
        yield permission
