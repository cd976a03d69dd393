"""How visitors are recognized: passwords are checked equally long, so that the time tells nothing."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied


class ReadsPlayer:
    """Reads the player of a user with the user: nearly every page asks for both."""

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session; None for users who may no longer log in."""
        return User.objects.select_related("player").filter(pk=user_id, is_active=True).first()


class Guests(ReadsPlayer, ModelBackend):
    """Logs in guests and people who have just signed up."""


class OneLook(ReadsPlayer, AuthenticationBackend):
    """Finds a user by log-in name or by address, and checks the password once.

    The library looks for an address twice and checks the password each time: the time of the answer would
    tell which addresses have accounts.
    """

    def authenticate(self, request: Any, **credentials: Any) -> Any:
        """Return the user; PermissionDenied keeps other backends from checking once more."""
        user = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user

    def _authenticate(self, request: Any, **credentials: Any) -> Any:  # noqa: ARG002 - the library's
        password, email = credentials.get("password") or "", credentials.get("email") or ""
        name = credentials.get("username") or email
        if name == email:
            user = self._authenticate_by_email(email, password)
            if self._did_check_password:
                return user
        return self._authenticate_by_username(name, password)
