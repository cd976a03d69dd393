"""Each request has an id; its time is measured, and traced if wanted, by the name of its address."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from games import metrics
from league.configuration import request_id
from league.monitoring import tracing

Respond = Callable[[HttpRequest], HttpResponseBase]

_KNOWN_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def request_middleware(respond: Respond) -> Respond:
    """Give the request an id, which its answer names, and measure its time."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        chosen = request_id.begin(request.headers.get(request_id.HEADER))
        with tracing.request(request.headers) as trace:
            try:
                response = respond(request)
            finally:
                request_id.end()
            method, address = _name(request)
            trace(method, address, response.status_code)
        response[request_id.HEADER] = chosen
        status = f"{response.status_code // 100}xx"
        metrics.REQUEST_SECONDS.labels(address, method, status).observe(time.perf_counter() - began)
        return response

    return middleware


def _name(request: HttpRequest) -> tuple[str, str]:
    """Return the method and the name of the address, both among few."""
    match = request.resolver_match
    address = match.url_name or match.namespace if match else ""
    method = request.method if request.method in _KNOWN_METHODS else "other"
    return str(method), address or "none"
