"""Whether this web process can serve: `/healthz` for container health checks and load balancers."""

from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse

Respond = Callable[[HttpRequest], HttpResponse]


def health_middleware(respond: Respond) -> Respond:
    """Answer `/healthz` with `ok` once the database has answered.

    It stands before the checks of host and HTTPS, because a probe inside the container knows
    neither the public name nor the proxy.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path != "/healthz":
            return respond(request)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return HttpResponse("ok\n", content_type="text/plain")

    return middleware
