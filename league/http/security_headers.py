"""Headers that forbid what the pages do not need: no inline scripts or styles, nothing from elsewhere."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Of the pages that are made for other sites, and of nothing else."""

Respond = Callable[[HttpRequest], HttpResponseBase]


def security_headers_middleware(respond: Respond) -> Respond:
    """Add the content security policy to every answer."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return with_security_headers(respond(request))

    return middleware


def with_security_headers(response: HttpResponseBase) -> HttpResponseBase:
    """Return the answer with the content security policy, kept by nobody on the way."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    # What does not say that it is for everybody is for whoever asked, and is asked for again.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
