"""Permissions, which a view declares as its `permission_classes`."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import AND, NOT, OR, SAFE_METHODS, AllowAny, BasePermission
from rest_framework.request import Request

from league.permissions.policy import require


class MayAct(BasePermission):
    """Everybody may read. Who acts is logged in, with a token that is good for `scope`.

    Without a scope any token will do: a permission of the object names the scope then.
    """

    scope = ""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True, or raise what is missing."""
        if request.method not in SAFE_METHODS:
            if not request.user.is_authenticated:
                raise NotAuthenticated
            require_scope(request, self.scope)
        return True


class MayPlay(MayAct):
    """Everybody may read. Who acts needs the scope `play`."""

    scope = "play"


class MayOrganize(MayAct):
    """Everybody may read. Who acts needs the scope `organize`."""

    scope = "organize"


class IsPlayer(MayPlay):
    """A view about the player who asks: strangers have to log in, and the token of a club is no player."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True, or raise what is missing."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        return super().has_permission(request, view) and view.player is not None


class ReadOnly(BasePermission):
    """Everybody may read: `ReadOnly | IsClubOwner` asks who acts only."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the request reads."""
        return request.method in SAFE_METHODS

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        """Whether the request reads."""
        return request.method in SAFE_METHODS


class HasRole(MayOrganize):
    """A permission of `league.permissions.policy` about the club, competition or table that is acted on.

    The view knows the visitor afterwards as `acts_as`, such as `organizer:7`, in which form commands take it.
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
    """Refuse, `lacks_scope`, a token that is not good for a scope. Sessions are good for all."""
    token: Any = request.auth
    if scope and token is not None and scope not in token.scopes:
        sentence = _("This token lacks the scope “{scope}”.").format(scope=scope)
        raise PermissionDenied(sentence, "lacks_scope")


def is_open(view: Any) -> bool:
    """Whether everybody may post to a view, because nothing is changed."""
    return any(isinstance(permission, AllowAny) for permission in _permissions_of(view))


def is_personal(view: Any) -> bool:
    """Whether a view is about the player who asks."""
    return any(isinstance(permission, IsPlayer) for permission in _permissions_of(view))


def scope_of(view: Any) -> str:
    """Return the scope that a token needs to act at a view; empty where that depends on the object."""
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
