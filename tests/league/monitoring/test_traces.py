"""Situation: operators follow a request, its queries and its tasks in a collector of traces."""

import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from celery.app.task import Context
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.core.exceptions import ImproperlyConfigured
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from games.models import Player
from league.monitoring import tracing

OUTSIDE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Collector:
    """A collector that takes what is sent to it, over HTTP."""

    def __init__(self) -> None:
        self.sent = ExportTraceServiceRequest()
        self._server = HTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self._server.server_port}"}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def spans(self) -> list[Span]:
        """Return what has been recorded so far, and record nothing more."""
        tracing.end()
        return [
            span
            for resource in self.sent.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/traces"
                collector.sent.MergeFromString(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_arguments: object) -> None: ...

        return Handler


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    collector = Collector()
    for name, value in collector.environment.items():
        monkeypatch.setenv(name, value)
    tracing.begin()
    yield collector
    tracing.end()
    collector.close()


class Sent:
    """A task as its signals are sent with it."""

    def __init__(self, name: str, **headers: object) -> None:
        self.name, self.request = name, Context(id="of-the-task", **headers)


@pytest.mark.django_db
def test_a_request_is_in_the_trace_of_the_proxy_and_its_queries_are_in_its_own(client, collector) -> None:
    player = Player.objects.create(name="Zenobia")
    answer = client.get(f"/players/{player.pk}/?next=secret", headers={"traceparent": OUTSIDE})
    assert answer.status_code == 200
    request, *others = sorted(collector.spans(), key=lambda span: span.kind)
    assert request.name == "GET player"
    assert request.trace_id.hex() == OUTSIDE.split("-")[1]
    assert request.parent_span_id.hex() == OUTSIDE.split("-")[2]
    assert {span.parent_span_id for span in others} == {request.span_id}
    assert {span.name for span in others} >= {"SELECT"}


@pytest.mark.django_db
def test_a_trace_names_no_person_and_no_value(client, collector) -> None:
    player = Player.objects.create(name="Zenobia")
    client.get(f"/players/{player.pk}/?q=secret", headers={"User-Agent": "Netscape"}, REMOTE_ADDR="192.0.2.7")
    assert collector.spans()
    text = str(collector.sent)
    for value in ("Zenobia", "secret", "Netscape", "192.0.2.7", "/players/"):
        assert value not in text
    assert "wildleague" in text


def test_a_task_is_in_the_trace_of_the_request_that_sent_it(collector) -> None:
    headers: dict[str, object] = {}
    with tracing.request({"traceparent": OUTSIDE}):
        before_task_publish.send("league.tasks.tell", headers=headers)
    task = Sent("league.tasks.tell", **headers)
    task_prerun.send(task.name, task=task)
    task_postrun.send(task.name, task=task, state="FAILURE")
    first, second = collector.spans()
    assert (first.name, second.name) == ("request", "league.tasks.tell")
    assert second.trace_id == first.trace_id
    assert second.parent_span_id == first.span_id
    assert second.status.code == 2


@pytest.mark.django_db
def test_queries_outside_of_requests_and_tasks_are_not_recorded(collector) -> None:
    Player.objects.create(name="Zenobia")
    assert collector.spans() == []


def test_without_an_address_of_a_collector_nothing_is_recorded() -> None:
    tracing.begin({})
    headers: dict[str, object] = {}
    with tracing.request({"traceparent": OUTSIDE}):
        tracing.mark(headers)
    assert headers == {}


def test_a_site_without_the_packages_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(ImproperlyConfigured, match=r"wildleague\[traces\]"):
        tracing.begin({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"})
