"""Whether this web process can serve: used by container health checks and load balancers."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET


@require_GET
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer `ok` once the database has answered."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
