"""Situation: a thousand tasks of a kind are sent at once, and other tasks after them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery, current_app
from django.conf import settings
from kombu import Connection, Consumer

import games.tasks
import league.tasks
from league import worker
from league.workers import file_broker, queues
from league.workers.queues import QUEUES

pytestmark = pytest.mark.one_database

FLOOD = 1000
A_TASK = {
    "clock": "games.tasks.expire_turns",
    "bots": "games.tasks.play_for_bot",
    "mail": "league.tasks.send_mails",
    "webhooks": "league.tasks.send_webhooks",
    "analysis": "league.tasks.draw",
}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Celery]:
    """The queues and routes of the site, on a broker of its own."""
    file_broker.use()
    for name in ("in", "control"):
        (tmp_path / name).mkdir()
    app = Celery("flooded", set_as_default=False)
    app.conf.update(
        broker_url="filesystem://localhost",
        broker_transport_options={
            "data_folder_in": str(tmp_path / "in"),
            "data_folder_out": str(tmp_path / "in"),
            "control_folder": str(tmp_path / "control"),
        },
        task_queues=settings.CELERY_TASK_QUEUES,
        task_routes=settings.CELERY_TASK_ROUTES,
        task_default_queue=settings.CELERY_TASK_DEFAULT_QUEUE,
    )
    with app.connection_for_write() as connection:
        for queue in app.amqp.queues.values():
            queue(connection.default_channel).declare()
    yield app
    app.close()


def flood(app: Celery, tmp_path: Path, name: str) -> None:
    """Send a task a thousand times: as the broker keeps it, with copies of the first message."""
    app.send_task(A_TASK[name])
    (first,) = (tmp_path / "in").glob("*.msg")
    for number in range(1, FLOOD):
        (tmp_path / "in" / f"{first.name[:20]}_{number:06}.{name}.msg").write_bytes(first.read_bytes())


def first_taken(connection: Connection, app: Celery, *names: str) -> Callable[[], str]:
    """A worker of some queues; each call takes a message and returns the name of its task."""
    taken: list[str] = []

    def take(_body: object, message: object) -> None:
        taken.append(message.headers["task"])
        message.ack()

    wanted = [app.amqp.queues[name] for name in names]
    consumer = Consumer(connection.default_channel, wanted, callbacks=[take], accept=["json"])
    consumer.consume()

    def take_next() -> str:
        connection.drain_events(timeout=5)
        return taken[-1]

    return take_next


@pytest.mark.parametrize("flooded", QUEUES)
def test_a_flood_in_a_queue_delays_no_task_of_another(app: Celery, tmp_path: Path, flooded: str) -> None:
    flood(app, tmp_path, flooded)
    others = [name for name in QUEUES if name != flooded]
    for name in others:
        app.send_task(A_TASK[name])
    for name in others:
        with app.connection_for_read() as connection:
            assert first_taken(connection, app, name)() == A_TASK[name]
    assert len(list((tmp_path / "in").glob(f"*.{flooded}.msg"))) == FLOOD


def test_a_worker_of_all_queues_takes_them_in_turns(app: Celery, tmp_path: Path) -> None:
    flood(app, tmp_path, "analysis")
    for name in ("clock", "bots", "mail", "webhooks"):
        app.send_task(A_TASK[name])
    with app.connection_for_read() as connection:
        take = first_taken(connection, app, *QUEUES)
        assert {take() for _turn in range(len(QUEUES))} == set(A_TASK.values())


def test_every_task_has_a_queue_and_each_queue_its_worker_and_limits() -> None:
    ours = {
        name
        for module in (games.tasks, league.tasks)
        for task in vars(module).values()
        if (name := getattr(task, "name", "")) in current_app.tasks
    }
    routes = queues.routes()
    assert set(routes) <= ours
    assert {route["queue"] for route in routes.values()} | {queues.DEFAULT} == set(QUEUES)
    for name, limits in QUEUES.items():
        words = worker.command(name, processes=0, pool="prefork", log_level="WARNING")
        assert words[words.index("--queues") + 1] == name
        assert words[words.index("--concurrency") + 1] == str(limits.processes)
        assert words[words.index("--time-limit") + 1] == str(limits.seconds)


def test_a_draw_overtakes_other_long_tasks_on_redis() -> None:
    routes = queues.routes()
    in_analysis = {task: route["priority"] for task, route in routes.items() if route["queue"] == "analysis"}
    first = in_analysis.pop("league.tasks.draw")
    assert all(first < priority for priority in in_analysis.values())
    assert first < settings.CELERY_TASK_DEFAULT_PRIORITY


def test_awards_and_feats_wait_behind_no_analysis() -> None:
    """An analysis takes up to fifteen minutes; the sweeps for awards and feats expire in half a minute."""
    routes = queues.routes()
    assert routes["games.tasks.analyse"]["queue"] == "analysis"
    for task in ("league.tasks.close_competitions", "league.tasks.find_feats"):
        assert routes[task]["queue"] == "mail"
