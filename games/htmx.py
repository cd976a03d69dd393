"""Tell requests of htmx for a part of a page from requests for the whole page."""

from django.http import HttpRequest


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks, which wants a fragment."""
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
