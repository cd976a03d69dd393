"""Connections that only take up room: streams, heads and bodies that never end, and who never reads."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from tests.attacks.world import Attack, Tally, World

_GET: Final = "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"
_UPLOAD: Final = "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999\r\n\r\nx"


def three_thousand_streams(world: World) -> Tally:
    """Every file the process may open."""
    return asyncio.run(_lines(world.site, 3000, _GET, "/tables/1/stream/", 5))


def three_thousand_streams_of_programs(world: World) -> Tally:
    """The same, as the API has them."""
    return asyncio.run(_lines(world.site, 3000, _GET, "/api/v1/tables/1/stream/", 5))


def two_thousand_heads_that_never_end(world: World) -> Tally:
    """A byte, and then silence."""
    return asyncio.run(_lines(world.site, 2000, "GET {path} HT", "/", 20))


def two_hundred_bodies_that_never_end(world: World) -> Tally:
    """A head that promises, and then silence."""
    return asyncio.run(_lines(world.site, 200, _UPLOAD, "/guest/", 35))


def a_thousand_connections_that_ask_at_once(world: World) -> Tally:
    """They come one after the other, and wait for a sign."""
    return asyncio.run(_lines(world.site, 1000, _GET, "/healthz", 10, together=True))


def two_hundred_who_ask_and_never_read(world: World) -> Tally:
    """The largest answer there is, into a line that is full."""
    return asyncio.run(_unread(world.site, 200, "/api/v1/schema/", 40))


def three_thousand_who_come_and_go(world: World) -> Tally:
    """They hang up before they are heard."""
    return asyncio.run(_gone(world.site, 3000))


ATTACKS: Final[Sequence[Attack]] = (
    three_thousand_streams,
    three_thousand_streams_of_programs,
    two_thousand_heads_that_never_end,
    two_hundred_bodies_that_never_end,
    a_thousand_connections_that_ask_at_once,
    two_hundred_who_ask_and_never_read,
    three_thousand_who_come_and_go,
)


async def _lines(
    site: str, count: int, words: str, path: str, seconds: float, *, together: bool = False
) -> Tally:
    """Open many lines, say something on each, and see how each is after some seconds.

    `together` says it on all of them at once when the last one is open.
    """
    parts = urlsplit(site)
    told = words.format(path=path, host=parts.netloc).encode()
    ready = asyncio.Barrier(count)

    async def connect() -> str:
        try:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            if together:
                await ready.wait()
            writer.write(told)
            await writer.drain()
            async with asyncio.timeout(seconds):
                first = await reader.read(12)
                if first.endswith(b"200") and not together:
                    await asyncio.sleep(seconds)
            return first.decode()[-3:] or "hung up on"
        except TimeoutError:
            return "open" if path.endswith("/stream/") else "NOT REFUSED, open"
        except OSError:
            return "not let in"

    return Counter(await asyncio.gather(*(connect() for _line in range(count))))


async def _unread(site: str, count: int, path: str, seconds: float) -> Tally:
    """Ask on many lines, take nothing, and see whether the server has hung up after some seconds."""
    parts = urlsplit(site)
    told = _GET.format(path=path, host=parts.netloc).encode()

    async def connect() -> str:
        _reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=1)
        writer.write(told)
        await asyncio.sleep(seconds)
        writer.transport.abort()
        return "asked"

    return Counter(await asyncio.gather(*(connect() for _line in range(count))))


async def _gone(site: str, count: int) -> Tally:
    parts = urlsplit(site)

    async def connect() -> str:
        try:
            _reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.transport.abort()
        except OSError:
            return "not let in"
        return "gone"

    return Counter(await asyncio.gather(*(connect() for _line in range(count))))
