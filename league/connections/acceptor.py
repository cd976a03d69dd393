"""The acceptor of connections: an address with too many is refused, the others are served in turns."""

import asyncio
import errno
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from django.conf import settings

from league.connections.fair_queue import Turns
from league.http import forwarded

BACKLOG: Final = 4096
"""The most connections that wait for the process, where the system allows it."""
AT_ONCE: Final = 256
"""The most connections accepted in a row before the loop runs again."""
REST_SECONDS: Final = 0.2
"""How long no connection is accepted after the system has run out of files."""
_NO_FILES: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_TOO_MANY: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 43\r\n\r\nToo many connections come from your address"
)
MakeProtocol = Callable[[str], asyncio.Protocol]
"""Returns the protocol for a connection from an address. It calls `leave` when the connection is closed."""

_held: Final[Counter[str]] = Counter()


def release(address: str) -> None:
    """Forget a connection of an address."""
    _held[address] -= 1
    if not _held[address]:
        del _held[address]


class Acceptor:
    """A listening socket.

    To accept or refuse a connection takes a few microseconds; to serve it takes a hundred times as long. That
    is why connections are accepted at once, and served in turns.
    """

    def __init__(self, listening: socket.socket, make_protocol: MakeProtocol, turns: Turns) -> None:
        self._listening = listening
        self._make_protocol = make_protocol
        self._turns = turns
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[Any]] = set()
        self._is_open = True
        listening.settimeout(0)
        listening.listen(BACKLOG)
        self._listen()

    def close(self) -> None:
        """Accept no more connections."""
        self._is_open = False
        self._loop.remove_reader(self._listening)

    def _listen(self) -> None:
        if self._is_open:
            self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _one in range(AT_ONCE):
            try:
                line, address = self._listening.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if (
                    error.errno in _NO_FILES
                ):  # otherwise the loop would report the waiting connection for ever
                    self._loop.remove_reader(self._listening)
                    self._loop.call_later(REST_SECONDS, self._listen)
                    return
                continue  # they have gone already
            self._take(line, address[0] if address else "")

    def _take(self, line: socket.socket, address: str) -> None:
        line.settimeout(0)
        neighbours = forwarded.network_of(address) if address else ""
        if _held[neighbours] >= settings.WEB_CONNECTIONS_OF_ADDRESS and not forwarded.is_from_proxy(address):
            with line, suppress(OSError):
                line.send(_TOO_MANY)
            return
        _held[neighbours] += 1
        self._turns.add(neighbours, lambda: self._let_in(line, neighbours))

    def _let_in(self, line: socket.socket, neighbours: str) -> None:
        if not self._is_open:
            line.close()
            release(neighbours)
            return
        coming = self._loop.create_task(self._join(line, neighbours))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _join(self, line: socket.socket, neighbours: str) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._make_protocol(neighbours), line)
        except OSError:  # they have gone already
            line.close()
            release(neighbours)
