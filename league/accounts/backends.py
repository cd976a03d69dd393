"""How a password is checked: once, whoever is asked for, so that the time it takes tells nothing."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied


class OneLook(AuthenticationBackend):
    """Somebody by log-in name or by address.

    The library looks for an address twice, and each time checks the password of an account that has it: an
    answer in one and a half times the time would say which addresses have accounts.
    """

    def authenticate(self, request: Any, **credentials: Any) -> Any:
        """Return who this is; PermissionDenied ends it here, where another backend would look once more."""
        found = super().authenticate(request, **credentials)
        if found is None:
            raise PermissionDenied
        return found

    def _authenticate(self, request: Any, **credentials: Any) -> Any:  # noqa: ARG002 - the library's
        password, email = credentials.get("password") or "", credentials.get("email") or ""
        name = credentials.get("username") or email
        if name == email:
            found = self._authenticate_by_email(email, password)
            if self._did_check_password:
                return found
        return self._authenticate_by_username(name, password)
