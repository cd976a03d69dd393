"""The web process: uvicorn with the settings of this site.

    python -m league.web [--host 127.0.0.1] [--port 8000 | --fd NUMBER] [--log-level info]

Settings that are the site's come from the environment (README.md); what is said here is where to listen.
"""

import argparse
import asyncio
import os
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import h11
import uvicorn
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from league import forwarded

APPLICATION: Final = "league.asgi:application"
HEADER_SECONDS: Final = 15.0
"""So long somebody who has connected may take for the head of a request."""
WRITE_SECONDS: Final = 60.0
"""So long somebody may take nothing of what is written to them."""
_TOO_MANY: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 43\r\n\r\nToo many connections come from your address"
)
_held: Final[Counter[str]] = Counter()


class PunctualProtocol(H11Protocol):
    """Uvicorn's protocol, which closes connections that send no head in time, take nothing, or are too many.

    Uvicorn itself bounds only the pause between two requests: a thousand clients that send a byte a minute
    would keep a thousand files open for ever.
    """

    _deadline: asyncio.TimerHandle | None = None
    _impatience: asyncio.TimerHandle | None = None
    _of = ""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first head, unless there are too many connections of that address."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._of = forwarded.neighbourhood(address) if address else ""
        _held[self._of] += 1
        if _held[self._of] > settings.WEB_CONNECTIONS_OF_ADDRESS and not forwarded.is_from_proxy(address):
            transport.write(_TOO_MANY)
            transport.close()
        else:
            self._expect_a_head()

    def data_received(self, data: bytes) -> None:
        """Wait on for a head that has begun, and for the rest of a body that was answered before its end."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE:
            self._expect_a_head()
        else:
            self._forget_the_deadline()

    def pause_writing(self) -> None:
        """Wait for somebody who takes nothing only so long: closing would wait for them, too."""
        super().pause_writing()
        if self._impatience is None:
            self._impatience = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: what was written has been taken."""
        self._end_impatience()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._forget_the_deadline()
        self._end_impatience()
        _held[self._of] -= 1
        if not _held[self._of]:
            del _held[self._of]
        super().connection_lost(exc)

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


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve the site until told to end."""
    parser = argparse.ArgumentParser(prog="python -m league.web", description=__doc__)
    parser.add_argument("application", nargs="?", default=APPLICATION)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="a socket that listens already")
    parser.add_argument("--log-level", default="info")
    parser.add_argument("--grace", type=int, default=3, help="seconds for requests that are being answered")
    wanted = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    uvicorn.run(
        wanted.application,
        host=wanted.host,
        port=wanted.port,
        fd=wanted.fd,
        http=PunctualProtocol,
        ws="none",
        lifespan="off",
        log_level=wanted.log_level,
        access_log=False,
        # Forwarded addresses are read by the site itself, which knows how many proxies are ours.
        proxy_headers=False,
        limit_concurrency=settings.WEB_CONNECTIONS,
        timeout_graceful_shutdown=wanted.grace,
    )


if __name__ == "__main__":
    main()
