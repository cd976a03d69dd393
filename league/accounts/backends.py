"""The check of passwords: it takes equally long for every name, so that the time tells nothing."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied


class OneLook(AuthenticationBackend):
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
