"""Messages as files in a folder: each is whole as soon as a reader can find it."""

import threading
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError

from league import broker


@pytest.fixture
def connection(tmp_path: Path) -> Connection:
    broker.use()
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
