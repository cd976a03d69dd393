"""`python -m tests.load.news`: the cost of the news of a move to Redis, by the number of listeners."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import redis

from tests.servers import processes

TIMES: Final = 20_000
LISTENERS: Final = (1, 8, 40, 200)


def main() -> None:
    """Publish to more and more listeners, and print the processor time of each message."""
    with tempfile.TemporaryDirectory() as folder, processes.redis(Path(folder)) as address:
        for number in LISTENERS:
            milliseconds = _cost(address, number)
            print(f"{number:4} listeners: {1000 * milliseconds:.1f} µs of Redis a message")  # noqa: T201 - the answer


def _cost(address: str, listeners: int) -> float:
    sender = redis.Redis.from_url(address)
    listening = [_listening(address) for _listener in range(listeners)]
    before = _seconds(sender)
    for number in range(TIMES // listeners):
        sender.publish("news", f"table {number} 41\ncommitted 0 1790000000000")
        if number % 100 == 99:
            _read(listening)
    _read(listening)
    spent = _seconds(sender) - before
    for connection in listening:
        connection.close()
    return 1000 * spent / (TIMES // listeners)


def _listening(address: str) -> redis.client.PubSub:
    connection = redis.Redis.from_url(address).pubsub()
    connection.subscribe("news")
    connection.get_message(timeout=5)
    return connection


def _read(listening: Sequence[redis.client.PubSub]) -> None:
    for connection in listening:
        while connection.get_message(timeout=0):
            pass


def _seconds(connection: redis.Redis) -> float:
    facts = connection.info("cpu")
    return float(facts["used_cpu_sys"]) + float(facts["used_cpu_user"])


if __name__ == "__main__":
    main()
