"""The language of a visitor: chosen here, at the last log-in, or in the browser."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.access.players import viewer
from games.models import Player

Respond = Callable[[HttpRequest], HttpResponseBase]

_KEY: Final = "language"
_ALIKE: Final = "/embed/"
"""Pages that other sites embed and cache for everybody: cookies are ignored there."""


def language_middleware(respond: Respond) -> Respond:
    """Answer in the language of the visitor."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_alike = _ALIKE in request.path_info
        with translation.override(of_headers(request) if is_alike else _of(request)):
            request.LANGUAGE_CODE = translation.get_language()
            response = respond(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "en")
        patch_vary_headers(response, ["Accept-Language"] if is_alike else ["Accept-Language", "Cookie"])
        return response

    return middleware


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Switch to another language: in this browser, and for e-mails and log-ins of an account."""
    code, player = request.POST.get("language", ""), viewer(request)
    if player is not None and translation.check_for_language(code) and code in dict(settings.LANGUAGES):
        Player.objects.filter(pk=player.pk).update(language=code)
    return set_language(request)


def of_headers(request: HttpRequest) -> str:
    """Return the language that a request asks for by itself, without the session; at `_ALIKE` no cookie."""
    if _ALIKE not in request.path_info:
        return translation.get_language_from_request(request)
    stranger = HttpRequest()
    stranger.META = request.META
    return translation.get_language_from_request(stranger)


def connect() -> None:
    """Restore the language of an account when it logs in elsewhere."""
    user_logged_in.connect(_remember, dispatch_uid="language")


def _remember(request: HttpRequest, user: User, **_more: Any) -> None:
    code = Player.objects.filter(user=user).values_list("language", flat=True).first()
    if code:
        request.session[_KEY] = code


def _of(request: HttpRequest) -> str:
    cookies = request.COOKIES
    if settings.LANGUAGE_COOKIE_NAME not in cookies and settings.SESSION_COOKIE_NAME in cookies:
        kept = _kept(request)
        if translation.check_for_language(kept):
            return kept
    return of_headers(request)


def _kept(request: HttpRequest) -> str:
    try:
        return str(request.session.get(_KEY, ""))
    except Error:  # the database is away: code that needs it reports that
        request.session.accessed = False
        return ""
