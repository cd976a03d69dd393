"""Traces by OpenTelemetry: a request, its queries, and the tasks that it sends.

Off unless `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Spans name addresses, tasks and tables, and hold
no value: no path, no parameter, no address of a person, no text of an error.
"""

import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from celery.signals import worker_process_shutdown
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

_SWITCHES: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_SERVER_ERROR: Final = 500
_provider: "TracerProvider | None" = None


def begin(environment: Mapping[str, str] = os.environ) -> None:
    """Record traces if the environment asks for them; ImproperlyConfigured without the packages."""
    global _provider  # noqa: PLW0603 - a process has one
    if _provider or not any(environment.get(name) for name in _SWITCHES):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT asks for traces: install wildleague[traces], or unset it"
        ) from None
    service = environment.get("OTEL_SERVICE_NAME") or "wildleague"
    _provider = TracerProvider(resource=Resource.create({"service.name": service}))
    _provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    connection_created.connect(_watch_queries, dispatch_uid="tracing.queries")
    for connection in connections.all(initialized_only=True):
        _watch_queries(connection)
    # The processes of a worker end without the functions that Python calls at its end.
    worker_process_shutdown.connect(_flush, dispatch_uid="tracing.flush")


def end() -> None:
    """Send what has been recorded, and record nothing more."""
    global _provider  # noqa: PLW0603
    if _provider:
        _provider.shutdown()
        _provider = None


@contextmanager
def request(headers: Mapping[str, str]) -> Iterator[Callable[[str, str, int], None]]:
    """Record a request within the trace of the proxy; yield what to call with method, address and status."""
    if not _provider:
        yield _ignore
        return
    from opentelemetry.trace import SpanKind, StatusCode

    with _span("request", SpanKind.SERVER, headers) as span:

        def answered(method: str, address: str, status: int) -> None:
            span.update_name(f"{method} {address}")
            span.set_attributes(
                {"http.request.method": method, "http.route": address, "http.response.status_code": status}
            )
            if status >= _SERVER_ERROR:
                span.set_status(StatusCode.ERROR)

        yield answered


def mark(headers: MutableMapping[str, Any]) -> None:
    """Write the current trace into the headers of a task that is sent."""
    if _provider:
        from opentelemetry.propagate import inject

        inject(headers)


def begin_task(name: str, headers: Mapping[str, Any]) -> Callable[[bool], None] | None:
    """Begin to record a task within the trace that sent it; return what ends it, given whether it is done."""
    if not _provider:
        return None
    from opentelemetry.trace import SpanKind, StatusCode

    manager = _span(name, SpanKind.CONSUMER, headers)
    span = manager.__enter__()
    span.set_attributes({"messaging.system": "celery", "messaging.operation.type": "process"})

    def finish(is_done: bool) -> None:
        if not is_done:
            span.set_status(StatusCode.ERROR)
        manager.__exit__(None, None, None)

    return finish


@contextmanager
def _span(name: str, kind: Any, headers: Mapping[str, Any] | None = None) -> Iterator["Span"]:
    from opentelemetry.propagate import extract

    assert _provider
    tracer = _provider.get_tracer("wildleague")
    context = extract(headers) if headers is not None else None
    # The text of an exception may quote what was sent: its kind is enough.
    with tracer.start_as_current_span(name, context, kind, record_exception=False) as span:
        yield span


def _ignore(_method: str, _address: str, _status: int) -> None:
    pass


def _watch_queries(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    if _query not in connection.execute_wrappers:
        connection.execute_wrappers.append(_query)


def _query(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
    """Carry out a query, and record it if it belongs to a trace: with placeholders, not with values."""
    if not _provider:
        return execute(sql, params, many, context)
    from opentelemetry.trace import SpanKind, get_current_span

    if not get_current_span().is_recording():
        return execute(sql, params, many, context)
    with _span(sql.split(" ", 1)[0], SpanKind.CLIENT) as span:
        span.set_attributes({"db.system.name": context["connection"].vendor, "db.query.text": sql})
        return execute(sql, params, many, context)


def _flush(**_signal: object) -> None:
    if _provider:
        _provider.force_flush()
