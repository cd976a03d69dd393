"""Headers that forbid what the pages do not need: no inline scripts or styles, nothing from elsewhere."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Only for the pages that other sites embed."""

_PARTS = ("text/css", "text/javascript")
_NEEDLESS = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Request-ID")
"""Browsers need these for documents only, and a page loads thirty style sheets and scripts."""

Respond = Callable[[HttpRequest], HttpResponseBase]


def security_headers_middleware(respond: Respond) -> Respond:
    """Add the content security policy to every answer, a short one to the parts of pages."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        kind = response.headers.get("Content-Type", "")
        if request.path.startswith(settings.STATIC_URL) and kind.startswith(_PARTS):
            for name in _NEEDLESS:
                response.headers.pop(name, None)
            response.headers.setdefault("Content-Security-Policy", "default-src 'self'")
        return with_security_headers(response)

    return middleware


def with_security_headers(response: HttpResponseBase) -> HttpResponseBase:
    """Return the answer with the content security policy, not cached by proxies."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    # Only documents have permissions; a page asks for thirty scripts and styles.
    if response.headers.get("Content-Type", "").startswith("text/html"):
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    # Without a header of its own, an answer is private and is revalidated.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
