"""Each request has an id, and its time is measured by the name of its address."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from games import metrics
from league.configuration import request_id

Respond = Callable[[HttpRequest], HttpResponseBase]

_KNOWN_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def request_middleware(respond: Respond) -> Respond:
    """Give the request an id, which its answer names, and measure its time."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        chosen = request_id.begin(request.headers.get(request_id.HEADER))
        try:
            response = respond(request)
        finally:
            request_id.end()
        response[request_id.HEADER] = chosen
        _measure(request, response, time.perf_counter() - began)
        return response

    return middleware


def _measure(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    match = request.resolver_match
    address = match.url_name or match.namespace if match else ""
    method = request.method if request.method in _KNOWN_METHODS else "other"
    status = f"{response.status_code // 100}xx"
    metrics.REQUEST_SECONDS.labels(address or "none", method, status).observe(seconds)
