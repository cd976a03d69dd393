"""Health checks: `/healthz` for containers and load balancers."""

from collections.abc import Callable

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse

from league.http import outages

Respond = Callable[[HttpRequest], HttpResponse]


def health_middleware(respond: Respond) -> Respond:
    """Answer `/healthz` with `ok` once the database has answered, with 503 when it does not.

    It stands before the checks of host and HTTPS, because a probe inside the container knows
    neither the public name nor the proxy.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path != "/healthz":
            return respond(request)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except Error as error:
            return HttpResponse(f"{outages.of(error).sentence}\n", status=503, content_type="text/plain")
        return HttpResponse("ok\n", content_type="text/plain")

    return middleware
