"""The web process: uvicorn with the settings of this site.

    wildleague web [--host 127.0.0.1] [--port 8000 | --fd NUMBER] [--log-level info]

Settings that are the site's come from the environment (docs/run/settings.md); what is said here is where to
listen.
"""

import argparse
import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import h11
import uvicorn
from django.conf import settings
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.h11_impl import H11Protocol

from league.connections import acceptor
from league.connections.fair_queue import Turns

APPLICATION: Final = "league.asgi:application"
HEADER_SECONDS: Final = 15.0
"""The time within which a client must send the head of a request."""
WRITE_SECONDS: Final = 60.0
"""The time within which a client must read some of what is written to it."""
NEW_OBJECTS: Final = 10_000
"""The number of new objects before the garbage collector runs: a connection has about a hundred."""

logger = logging.getLogger("uvicorn.error")


class PunctualProtocol(H11Protocol):
    """Uvicorn's protocol, which closes connections that send no head in time, or do not read.

    Uvicorn itself limits only the pause between two requests: a thousand clients that send a byte a minute
    would keep a thousand files open for ever. Heads are read in `turns`: a thousand that arrive at once would
    delay everybody else until all of them are answered. `who` is the address under which it is counted.
    """

    _deadline: asyncio.TimerHandle | None = None
    _impatience: asyncio.TimerHandle | None = None

    def __init__(self, *, who: str, turns: Turns, **more: Any) -> None:
        super().__init__(**more)
        self._who, self._turns = who, turns

    def connection_made(self, transport: Any) -> None:
        """Start to wait for the first head."""
        super().connection_made(transport)
        self._expect_a_head()

    def data_received(self, data: bytes) -> None:
        """Read the rest of a body at once; data that belongs to a head waits for its turn."""
        if self.conn.their_state is h11.IDLE:
            self.transport.pause_reading()
            self._turns.add(self._who, lambda: self._read_in_turn(data))
        else:
            self._read(data)

    def pause_writing(self) -> None:
        """Limit the wait for a client that does not read: a normal close would wait for it, too."""
        super().pause_writing()
        if self._impatience is None:
            self._impatience = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue: the client has read what was written."""
        self._end_impatience()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all waiting; the request being answered is cancelled in its turn."""
        self._forget_the_deadline()
        self._end_impatience()
        acceptor.release(self._who)
        self._turns.add(self._who, lambda: H11Protocol.connection_lost(self, exc))

    def _read_in_turn(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()
            self._read(data)

    def _read(self, data: bytes) -> None:
        """Keep the deadline for an incomplete head, and for the rest of a body answered before its end."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE:
            self._expect_a_head()
        else:
            self._forget_the_deadline()

    def _expect_a_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_SECONDS, self._hang_up)

    def _forget_the_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_impatience(self) -> None:
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None

    def _hang_up(self) -> None:
        self.transport.abort()


class Server(uvicorn.Server):
    """Uvicorn's server with our own acceptor of connections."""

    _acceptors: Sequence[acceptor.Acceptor] = ()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets=[])
        turns = Turns(asyncio.get_running_loop())

        def speak(who: str) -> PunctualProtocol:
            return PunctualProtocol(
                who=who,
                turns=turns,
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )

        self._acceptors = [acceptor.Acceptor(listening, speak, turns) for listening in sockets or ()]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, and end the current ones."""
        for listener in self._acceptors:
            listener.close()
        await super().shutdown(sockets)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve the site until told to end."""
    parser = argparse.ArgumentParser(prog="wildleague web", description=__doc__)
    parser.add_argument("application", nargs="?", default=APPLICATION)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="a socket that listens already")
    parser.add_argument("--log-level", default="info")
    parser.add_argument("--grace", type=int, default=3, help="seconds for requests that are being answered")
    wanted = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    server = Server(
        uvicorn.Config(
            wanted.application,
            ws="none",
            lifespan="off",
            log_level=wanted.log_level,
            access_log=False,
            # Forwarded addresses are read by the site itself, which knows how many proxies are ours.
            proxy_headers=False,
            server_header=False,
            limit_concurrency=settings.WEB_CONNECTIONS,
            timeout_graceful_shutdown=wanted.grace,
        )
    )
    server.config.load()
    settle()
    _begin_monitoring()
    with suppress(KeyboardInterrupt):
        server.run(_listening(wanted.host, wanted.port, wanted.fd))
    if not server.started:
        sys.exit(STARTUP_FAILURE)


def _begin_monitoring() -> None:
    # Imported once Django knows its models.
    from league.monitoring import metrics_folder, watch

    metrics_folder.join()
    watch.start()


def settle() -> None:
    """Exclude from garbage collection what is loaded.

    The collector scanned all modules of the site whenever a thousand people connected: a tenth of a second
    each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


def _listening(host: str, port: int, fd: int | None) -> list[socket.socket]:
    """Return the sockets to listen on: the given one, or one for each address of a host."""
    if fd is not None:
        return [socket.socket(fileno=fd)]
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        listening = [socket.create_server(where, family=family) for family, *_kind, where in addresses]
    except OSError as error:
        logger.error("Nobody can listen on port %d of %s: %s", port, host, error.strerror)  # noqa: TRY400
        sys.exit(STARTUP_FAILURE)
    logger.info("Listening on port %d of %s (Ctrl-C ends it)", port, host)
    return listening


if __name__ == "__main__":
    main()
