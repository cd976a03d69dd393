"""Headers that forbid what the pages do not need: no inline scripts or styles, nothing from elsewhere."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Only for the pages that other sites embed."""

Respond = Callable[[HttpRequest], HttpResponseBase]


def security_headers_middleware(respond: Respond) -> Respond:
    """Add the content security policy to every answer."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return with_security_headers(respond(request))

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
