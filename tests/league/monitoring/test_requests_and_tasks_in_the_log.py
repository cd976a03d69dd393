"""Situation: operators follow a request through the log, to the tasks that it has sent."""

import json
import logging

import pytest
from celery.app.task import Context
from celery.signals import before_task_publish, task_failure, task_postrun, task_prerun

from league.configuration import request_id
from league.configuration.log_format import JsonLines, WithRequestId
from league.monitoring import last_runs, task_signals

pytestmark = pytest.mark.one_database


def line_of(logger_name: str, message: str, **more) -> dict[str, object]:
    record = logging.getLogger(logger_name).makeRecord(
        logger_name, logging.WARNING, __file__, 1, message, (), more.get("exc_info")
    )
    WithRequestId().filter(record)
    line = JsonLines().format(record)
    assert "\n" not in line
    return json.loads(line)


def test_a_line_is_an_object_with_the_id_of_its_request() -> None:
    request_id.begin("a-request-of-the-proxy")
    try:
        int("two\nlines, “quoted”")
    except ValueError as error:
        line = line_of("league.x", "It failed:\n“so”", exc_info=(type(error), error, error.__traceback__))
    finally:
        request_id.end()
    assert line["message"] == "It failed:\n“so”"
    assert (line["level"], line["logger"]) == ("WARNING", "league.x")
    assert line["request_id"] == "a-request-of-the-proxy"
    assert "ValueError: invalid literal" in str(line["exception"])
    assert str(line["time"]).endswith("+00:00")
    assert line_of("league.x", "later")["request_id"] == "-"


@pytest.mark.django_db
def test_an_answer_names_the_id_that_the_proxy_gave_it_unless_that_is_no_id(client) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "0123-abcd"})["X-Request-ID"] == "0123-abcd"
    for wrong in ("short", "x" * 65, "two words", "<script>", ""):
        made = client.get("/healthz", headers={"X-Request-ID": wrong})["X-Request-ID"]
        assert len(made) == 32
        assert made != wrong


def test_a_task_works_under_the_id_of_the_request_that_has_sent_it() -> None:
    headers: dict[str, object] = {}
    request_id.begin("the-request")
    before_task_publish.send("league.tasks.tell", headers=headers)
    request_id.end()
    assert headers["request_id"] == "the-request"
    task = Sent("league.tasks.tell", **headers)
    task_prerun.send(task.name, task=task)
    assert request_id.current() == "the-request"
    task_postrun.send(task.name, task=task, state="SUCCESS")
    assert request_id.current() == "-"


class Sent:
    """A task as its signals are sent with it."""

    def __init__(self, name: str, **headers: object) -> None:
        self.name, self.request = name, Context(id="of-the-task", **headers)


def test_a_sweep_is_noted_and_a_failure_is_kept_without_what_its_error_says(settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path
    task_signals.connect()
    sweep = Sent("games.tasks.expire_turns")
    task_prerun.send(sweep.name, task=sweep)
    assert request_id.current() == "of-the-task"
    task_postrun.send(sweep.name, task=sweep, state="FAILURE")
    assert last_runs.last_runs([sweep.name]) == {sweep.name: None}
    task_postrun.send(sweep.name, task=sweep, state="SUCCESS")
    assert last_runs.last_runs([sweep.name])[sweep.name] is not None
    task_failure.send(sweep, args=(7,), exception=KeyError("a hand: r5 b2"))
    (failed,) = last_runs.failures()
    assert (failed.task, failed.arguments, failed.error) == (sweep.name, [7], "KeyError")
    assert "r5 b2" not in next((tmp_path / "operation/failed-tasks").iterdir()).read_text()
