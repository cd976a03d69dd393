"""Addresses for machines that look after the site: `/healthz`, `/readyz` and `/metrics`.

They stand before the checks of host and HTTPS: a probe inside the container knows neither the public name nor
the proxy.
"""

from collections.abc import Callable, Mapping
from ipaddress import ip_address, ip_network
from secrets import compare_digest
from typing import Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from games import metrics
from league.monitoring import gauges, metrics_folder, readiness

Respond = Callable[[HttpRequest], HttpResponseBase]

_TEXT: Final = "text/plain; charset=utf-8"
_BEARER: Final = "Bearer "


def probe_middleware(respond: Respond) -> Respond:
    """Answer the probes; every other request goes on."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        probe = _PROBES.get(request.path)
        answer = probe(request) if probe else None
        if answer is None:
            return respond(request)
        answer["Cache-Control"] = "no-store"
        return answer

    return middleware


def _lives(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type=_TEXT)


def _is_ready(_request: HttpRequest) -> HttpResponse:
    """Answer `ok`, or 503 with a line for every part that is not ready."""
    bad = [check for check in readiness.checks() if not check.is_well]
    text = "".join(f"{check.name}: {check.reason}\n" for check in bad)
    return HttpResponse(text or "ok\n", status=503 if bad else 200, content_type=_TEXT)


def _metrics(request: HttpRequest) -> HttpResponse | None:
    """Answer with the metrics; to strangers as if there were no such address."""
    if not _may_read_metrics(request):
        return None
    return HttpResponse(generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST)


def _may_read_metrics(request: HttpRequest) -> bool:
    shown = request.headers.get("Authorization", "").removeprefix(_BEARER)
    if settings.METRICS_TOKEN and compare_digest(shown.encode(), settings.METRICS_TOKEN.encode()):
        return True
    try:
        address = ip_address(get_adapter().get_client_ip(request))
    except (ValueError, PermissionDenied):
        return False  # through a socket file
    return any(address in ip_network(network, strict=False) for network in settings.METRICS_ADDRESSES)


def _registry() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(gauges.SiteCollector())
    if metrics.FOLDER is None:
        registry.register(REGISTRY)
    else:
        metrics_folder.remove_dead(metrics.FOLDER)
        MultiProcessCollector(registry, str(metrics.FOLDER))  # type: ignore[no-untyped-call]
    return registry


_PROBES: Final[Mapping[str, Callable[[HttpRequest], HttpResponse | None]]] = {
    "/healthz": _lives,
    "/readyz": _is_ready,
    "/metrics": _metrics,
}
