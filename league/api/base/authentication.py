"""Authentication: a token in the header `Authorization: Bearer …`, or the session of a browser."""

import logging
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied

from league.accounts import tokens
from league.accounts.sessions import network_of
from league.api.base.throttling import guessed
from league.http import problems
from league.models import ApiToken
from league.permissions.policy import token_of

logger = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], HttpResponseBase]
_SCHEME: Final = "bearer "


def bearer_middleware(respond: Respond) -> Respond:
    """Log in the owner of a valid token, at the addresses of the API only."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return recognize(request) or respond(request)

    return middleware


def is_shown(request: HttpRequest) -> bool:
    """Whether the request is for the API and shows a bearer token."""
    header = request.headers.get("Authorization", "")
    return problems.is_program(request) and header[: len(_SCHEME)].lower() == _SCHEME


def recognize(request: HttpRequest) -> HttpResponse | None:
    """Set the owner of the token as the user of the request; return the error for an invalid token."""
    if not is_shown(request):
        return None
    header = request.headers["Authorization"]
    token = tokens.find(header[len(_SCHEME) :].strip(), timezone.now())
    if token is None:
        return _unknown(request)
    marked: Any = request
    marked.user, marked.api_token = token.user, token
    return None


def _unknown(request: HttpRequest) -> HttpResponse:
    """Return the error for an invalid token, and log its network, without the token itself."""
    logger.warning("A token that is not good was shown from %s", network_of(request))
    if (over := guessed(request)) is not None:
        sentence = _("Too many invalid tokens: wait a minute.")
        return problems.answer(429, "throttled", sentence, headers={"Retry-After": str(over.wait)})
    sentence = _("Invalid token: unknown, revoked or expired.")
    return problems.answer(
        401, "bad_token", sentence, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'}
    )


class TokenAuthentication(BaseAuthentication):
    """The user of a token that the middleware has accepted."""

    def authenticate(self, request: Any) -> tuple[Any, ApiToken] | None:
        """Return user and token; None without a token."""
        plain: HttpRequest = request._request  # noqa: SLF001 - so the framework names it
        token = token_of(plain)
        return (plain.user, token) if token else None

    def authenticate_header(self, _request: Any) -> str:
        """Return the value of `WWW-Authenticate`."""
        return "Bearer"


class PageAuthentication(SessionAuthentication):
    """The session of a browser, with the CSRF token of its pages."""

    def enforce_csrf(self, request: Any) -> None:
        """Refuse a request without a CSRF token (`no_csrf_token`)."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            sentence = _(
                "This request does not come from a page of this site: send “X-CSRFToken” or a token with it."
            )
            raise PermissionDenied(sentence, "no_csrf_token") from None
