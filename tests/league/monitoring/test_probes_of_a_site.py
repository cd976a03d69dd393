"""Situation: machines ask whether the site lives, whether it is ready, and what it has measured."""

import datetime as dt

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games import tables
from games.models import LastSweep, MatchAnalysis
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.models import WebhookDelivery
from league.monitoring import last_runs, queue_lengths, readiness
from tests.games.playing import deal

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
TOKEN = {"Authorization": "Bearer a-token-of-prometheus"}


@pytest.fixture(autouse=True)
def looked_at_now(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    readiness.checks.cache.clear()
    yield
    readiness.checks.cache.clear()


@pytest.fixture
def swept():
    LastSweep.objects.create(pk=1, looked_at=timezone.now())


def test_a_site_whose_sweep_has_just_run_is_ready(client, swept) -> None:
    answer = client.get("/readyz", headers={"Host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["Cache-Control"] == "no-store"


def test_a_site_without_beat_is_not_ready_but_lives(client) -> None:
    assert client.get("/readyz").content == b"clock: no sweep has run yet\n"
    LastSweep.objects.create(pk=1, looked_at=timezone.now() - dt.timedelta(minutes=10))
    readiness.checks.cache.clear()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.content.startswith(b"clock: no sweep has run for 600 seconds")
    assert client.get("/healthz").content == b"ok\n"


def test_a_site_without_its_broker_says_so(client, swept, monkeypatch) -> None:
    def away():
        raise queue_lengths.BrokerError("redis://name:word@host")

    monkeypatch.setattr(queue_lengths, "lengths", away)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"broker: the broker does not answer\n")


def test_a_site_without_its_database_lives_and_is_not_ready(client) -> None:
    def breaks(*_call):
        raise OperationalError("server closed the connection")

    with connection.execute_wrapper(breaks):
        assert client.get("/healthz").status_code == 200
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert b"database: the database does not answer (OperationalError)\n" in answer.content


def test_the_metrics_are_not_open_to_the_world(client, settings) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a-token-of-prometheus"
    assert client.get("/metrics").status_code == 404
    for wrong in ("Bearer another", "Bearer ", "Basic YTpi", "Bearer ä"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 404
    assert client.get("/metrics", headers=TOKEN).status_code == 200
    settings.METRICS_TOKEN, settings.METRICS_ADDRESSES = "", ["10.1.0.0/16"]
    assert client.get("/metrics", REMOTE_ADDR="10.1.2.3").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="10.2.2.3").status_code == 404
    assert client.get("/metrics", headers=TOKEN).status_code == 404


def measured(client) -> dict[str, float]:
    text = client.get("/metrics", headers=TOKEN).content.decode()
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


@pytest.fixture
def metrics_of(client, settings):
    settings.METRICS_TOKEN = "a-token-of-prometheus"
    return lambda: measured(client)


def test_a_move_a_refusal_and_a_request_are_measured(client, metrics_of) -> None:
    before = metrics_of()
    table = deal("Ana Bo", "r1 r2/r3 r4", "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 " + "g1 " * 30)
    refusal_status(Refusal("stale", "Too late."))
    client.get("/rules/")
    after = metrics_of()

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert grown('wildleague_events_total{log="table"}') >= table.version
    assert grown('wildleague_refusals_total{code="stale"}') == 1
    assert grown('wildleague_request_seconds_count{address="rules",method="GET",status="2xx"}') == 1


def test_the_lag_of_the_sweep_is_the_age_of_the_oldest_deadline(metrics_of) -> None:
    table = deal("Ana Bo", "r1 r2/r3 r4", "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 " + "g1 " * 30)
    type(table).objects.filter(pk=table.pk).update(due_at=timezone.now() - dt.timedelta(seconds=70))
    lag = metrics_of()['wildleague_lag_seconds{what="oldest_deadline"}']
    assert 70 <= lag < 75
    at = timezone.now()
    tables.keep_time(at)
    before = metrics_of()
    tables.move_due_tables(tables.due_tables(at), at=at)
    after = metrics_of()
    assert after['wildleague_lag_seconds{what="oldest_deadline"}'] == 0
    for metric in ("late", "command"):
        name = f'wildleague_{metric}_seconds_count{{sender="clock"}}'
        assert after[name] == before.get(name, 0.0) + 1


def test_queues_backlogs_and_what_was_last_done_are_measured(metrics_of) -> None:
    assert "wildleague_last_done_seconds" not in str(metrics_of())
    last_runs.note_done(last_runs.BACKUP)
    metrics = metrics_of()
    assert 0 <= metrics['wildleague_last_done_seconds{what="backup"}'] < 5
    for queue in ("clock", "bots", "mail", "webhooks", "analysis"):
        assert f'wildleague_queue_tasks{{queue="{queue}"}}' in metrics
    assert metrics['wildleague_backlog{what="webhooks"}'] == WebhookDelivery.objects.count() == 0
    assert metrics['wildleague_ready{part="clock"}'] == 0


def test_an_analysis_is_part_of_the_backlog_until_it_is_finished(metrics_of) -> None:
    table = deal("Ana Bo", "r1 r2/r3 r4", "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 " + "g1 " * 30)
    asked = timezone.now() - dt.timedelta(seconds=70)
    row = MatchAnalysis.objects.create(table=table, version=1, head=table.head, asked_at=asked)
    metrics = metrics_of()
    assert metrics['wildleague_backlog{what="analyses"}'] == 1
    assert 70 <= metrics['wildleague_lag_seconds{what="oldest_analysis"}'] < 75
    MatchAnalysis.objects.filter(pk=row.pk).update(finished_at=timezone.now())
    metrics = metrics_of()
    assert metrics['wildleague_backlog{what="analyses"}'] == 0
    assert metrics['wildleague_lag_seconds{what="oldest_analysis"}'] == 0
