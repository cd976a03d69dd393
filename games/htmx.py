"""Whether a page is loaded whole or a part of it is fetched by htmx."""

from django.http import HttpRequest


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks, which wants a fragment."""
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
