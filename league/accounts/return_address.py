"""The page to which “Log in” and “Sign up” in the head of every page lead back."""

from typing import Final

from django.http import HttpRequest

_NO_WAY_BACK: Final = frozenset(
    {
        "lobby",
        "log_in",
        "account_login",
        "sign_up",
        "account_signup",
        "log_out",
        "mfa_authenticate",
        "account_inactive",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
    }
)
"""The first page, to which a log-in leads anyway, and the pages that are part of logging in."""


def come_back_to(request: HttpRequest) -> dict[str, str]:
    """Give every template the address of its page, with the key of a link; empty where there is no way back.

    A page that answers a form cannot be opened again by its address.
    """
    match = request.resolver_match
    is_page = request.method in ("GET", "HEAD") and match is not None and match.url_name not in _NO_WAY_BACK
    return {"come_back_to": request.get_full_path() if is_page else ""}
