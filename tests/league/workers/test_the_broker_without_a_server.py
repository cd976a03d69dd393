"""Messages as files in a folder: each is whole as soon as a reader can find it."""

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from kombu import Connection
from kombu.exceptions import ChannelError

from league.workers import file_broker


@pytest.fixture
def connection(tmp_path: Path) -> Connection:
    file_broker.use()
    # Kombu remembers, for the whole process, which queues it has written into a control folder.
    file_broker.Transport.global_state.clear()
    folders = {name: str(tmp_path / "messages") for name in ("data_folder_in", "data_folder_out")}
    (tmp_path / "messages").mkdir()
    options = {**folders, "control_folder": str(tmp_path / "control")}
    return Connection("filesystem://localhost", transport_options=options)


def test_messages_come_back_in_order_and_once(connection: Connection) -> None:
    queue = connection.SimpleQueue("bots", serializer="json")
    for number in range(3):
        queue.put({"table": number})
    assert [queue.get_nowait().payload["table"] for _ in range(3)] == [0, 1, 2]
    with pytest.raises(Empty):
        queue.get_nowait()


def test_a_reader_never_finds_half_a_message_while_many_write(connection: Connection) -> None:
    channel = connection.channel()
    long_message = {"body": "x" * 20_000}

    def write() -> None:
        mine = connection.clone().channel()
        for _ in range(60):
            mine._put("bots", long_message)

    writers = [threading.Thread(target=write) for _ in range(3)]
    for writer in writers:
        writer.start()
    taken = 0
    while taken < 180:
        try:
            assert channel._get("bots") == long_message
        except Empty:
            assert any(writer.is_alive() for writer in writers) or list(
                Path(channel.data_folder_in).iterdir()
            )
        else:
            taken += 1
    for writer in writers:
        writer.join()
    assert list(Path(channel.data_folder_in).iterdir()) == []


def test_a_missing_folder_is_a_broker_that_is_away(connection: Connection, tmp_path: Path) -> None:
    channel = connection.channel()
    (tmp_path / "messages").rmdir()
    with pytest.raises(ChannelError, match="Cannot add a message"):
        channel._put("bots", {})


NO_MESSAGES = {
    "no JSON": b"{",
    "nothing": b"",
    "no UTF-8": b"\xff\xfe",
    "a number": b"7",
    "an empty object": b"{}",
    "no properties": b'{"body": "e30=", "properties": null}',
    "no tag": b'{"body": "e30=", "properties": {"delivery_info": {"exchange": "", "routing_key": "sweeps"}}}',
    "a kind of value that there is not": b'{"__type__": "x", "__value__": 1}',
    "a value of the wrong kind": b'{"__type__": "uuid", "__value__": {"hex": 1, "version": 1}}',
    "deeper than can be read": b"[" * 100_000,
}


def test_a_file_that_is_no_message_is_dropped_and_logged(
    connection: Connection, caplog: pytest.LogCaptureFixture
):
    queue = connection.SimpleQueue("sweeps", serializer="json")
    folder = Path(connection.transport_options["data_folder_in"])
    for number, held in enumerate(NO_MESSAGES.values()):
        (folder / f"{number:020}_x.sweeps.msg").write_bytes(held)
    queue.put({"table": 1})
    assert queue.get(timeout=10).payload["table"] == 1
    assert caplog.text.count("was dropped from the queue") == len(NO_MESSAGES)
    assert "dropped from the queue: JSONDecodeError" in caplog.text
    assert "Traceback" not in caplog.text  # it would quote the message
    assert list(folder.iterdir()) == []


class Heard(logging.Handler):
    """Keeps what is logged, also while a worker sets up logging anew."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text += record.getMessage() + "\n"


@pytest.fixture
def heard() -> Iterator[Heard]:
    handler, logger = Heard(), logging.getLogger("league.workers.file_broker")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def test_a_worker_goes_on_after_messages_that_only_look_like_tasks(connection: Connection, heard: Heard):
    done: list[int] = []
    app = Celery("anything", set_as_default=False)
    app.conf.update(
        broker_url="filesystem://localhost",
        broker_transport_options=connection.transport_options,
        task_ignore_result=True,
        worker_consumer="league.workers.file_broker:Steady",
        worker_hijack_root_logger=False,
    )

    @app.task(name="play", shared=False)
    def play(table: int) -> None:
        done.append(table)

    unread = {"content_type": "application/json", "content_encoding": "utf-8"}
    wrong: list[dict[str, Any]] = [
        {"task": "play"},
        {"task": []},
        {"task": None, "id": 1},
        {"task": "no", "id": 2},
    ]
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=10):
        with app.producer_pool.acquire() as producer:
            for headers in wrong:
                producer.publish("", headers=headers, routing_key="celery", exchange="")
            producer.publish(b"{my words", **unread, routing_key="celery", exchange="")
        play.delay(7)
        deadline = time.monotonic() + 20
        while not done and time.monotonic() < deadline:
            time.sleep(0.02)
    assert done == [7]
    assert "dropped from the queue: DecodeError" in heard.text
    assert "my words" not in heard.text
