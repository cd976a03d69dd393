"""Connections that only take up room: streams, heads and bodies that never end, and who never reads."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from tests.attacks.world import Attack, Tally, World, refused

_GET: Final = "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"
_UPLOAD: Final = "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999\r\n\r\nx"

_DROP: Final = 2.0
"""Seconds between two bytes."""
_PAGES: Final = 500
"""Streams of pages that an address may hold open (`PAGE_STREAMS`)."""
_PROGRAMS: Final = 200
"""Streams and waits of programs that an address may hold open (`API_STREAMS`)."""
_CONNECTIONS: Final = 1500
"""Connections that an address may hold open (`WEB_CONNECTIONS_OF_ADDRESS`)."""


def three_thousand_streams(world: World) -> Tally:
    """Every file the process may open."""
    return asyncio.run(_lines(world.site, 3000, _GET, "/tables/1/stream/", 5, at_most=_PAGES))


def three_thousand_streams_of_programs(world: World) -> Tally:
    """The same, as the API has them."""
    path = "/api/v1/tables/1/stream/"
    return asyncio.run(_lines(world.site, 3000, _GET, path, 5, at_most=_PROGRAMS))


def two_thousand_heads_that_never_end(world: World) -> Tally:
    """A byte, and then silence."""
    return asyncio.run(_lines(world.site, 2000, "GET {path} HT", "/", 20))


def two_hundred_bodies_that_never_end(world: World) -> Tally:
    """A head that promises, and then silence."""
    return asyncio.run(_lines(world.site, 200, _UPLOAD, "/guest/", 35))


def a_thousand_heads_that_drip(world: World) -> Tally:
    """A byte, and after a while the next."""
    return asyncio.run(_dripping(world.site, 1000, _GET.format(path="/", host="x")[:-4] + "\r\nX: ", 20))


def two_hundred_bodies_that_drip(world: World) -> Tally:
    """A head that promises, and a byte from time to time."""
    return asyncio.run(_dripping(world.site, 200, _UPLOAD.format(path="/guest/", host="x"), 40))


def a_head_of_a_megabyte_by_a_hundred(world: World) -> Tally:
    """A head without an end, as fast as it goes."""
    head = "GET / HTTP/1.1\r\nHost: x\r\nX: " + "x" * 1_000_000
    return asyncio.run(_lines(world.site, 100, head, "/", 20))


def three_thousand_streams_of_a_competition(world: World) -> Tally:
    """The pages of a whole hall, and more."""
    path = f"/competitions/{world.competition}/stream/"
    return asyncio.run(_lines(world.site, 3000, _GET, path, 5, at_most=_PAGES))


def three_thousand_who_wait_for_the_next_move(world: World) -> Tally:
    """Programs that wait for what has not happened."""
    path = "/api/v1/tables/1/events/wait/?after=99999"
    return asyncio.run(_lines(world.site, 3000, _GET, path, 15, at_most=_PROGRAMS))


def a_thousand_who_say_nothing_more(world: World) -> Tally:
    """They ask once, keep the line, and are silent."""
    return asyncio.run(_silent(world.site, 1000, 20))


def a_thousand_connections_that_ask_at_once(world: World) -> Tally:
    """They come one after the other, and wait for a sign."""
    return asyncio.run(_lines(world.site, 1000, _GET, "/healthz", 10, together=True))


def two_hundred_who_ask_and_never_read(world: World) -> Tally:
    """The largest answer there is, into a line that is full."""
    return asyncio.run(_unread(world.site, 200, "/api/v1/schema/", 40))


def three_thousand_who_come_and_go(world: World) -> Tally:
    """They hang up before they are heard, twice as many as an address may hold: it has its places again."""
    gone = asyncio.run(_gone(world.site, 2 * _CONNECTIONS))
    after = asyncio.run(_lines(world.site, 100, _GET, "/healthz", 5, together=True))
    return gone + refused("they take no place", is_refused=set(after) == {"200"})


ATTACKS: Final[Sequence[Attack]] = (
    three_thousand_streams,
    three_thousand_streams_of_programs,
    two_thousand_heads_that_never_end,
    two_hundred_bodies_that_never_end,
    a_thousand_heads_that_drip,
    two_hundred_bodies_that_drip,
    a_head_of_a_megabyte_by_a_hundred,
    three_thousand_streams_of_a_competition,
    three_thousand_who_wait_for_the_next_move,
    a_thousand_who_say_nothing_more,
    a_thousand_connections_that_ask_at_once,
    two_hundred_who_ask_and_never_read,
    three_thousand_who_come_and_go,
)


async def _lines(
    site: str,
    count: int,
    words: str,
    path: str,
    seconds: float,
    *,
    together: bool = False,
    at_most: int = 0,
) -> Tally:
    """Open many lines, say something on each, and see how each is after some seconds.

    `together` says it on all of them at once when the last one is open. Streams and waits stay open: there
    may be `at_most`, and somebody is let in.
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
        except TimeoutError:
            return "no answer yet" if at_most else "NOT REFUSED, open"
        except OSError:
            return "not let in"
        if first.endswith(b"200") and at_most:
            await asyncio.sleep(seconds)
            return "let in"
        return first.decode()[-3:] or "hung up on"

    counter = Counter(await asyncio.gather(*(connect() for _line in range(count))))
    # A stream begins with an answer, a wait ends with it.
    held = counter["let in"] or counter["no answer yet"]
    if at_most and not 0 < held <= at_most:
        counter[f"NOT REFUSED ({held})"] += 1
    return counter


async def _dripping(site: str, count: int, words: str, seconds: float) -> Tally:
    """Open many lines, say something, then a byte every two seconds; see whether somebody hung up."""
    parts = urlsplit(site)

    async def connect() -> str:
        try:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.write(words.encode())
            answer = asyncio.ensure_future(reader.read(12))
            for _drop in range(int(seconds / _DROP)):
                done, _waiting = await asyncio.wait([answer], timeout=_DROP)
                if done:
                    writer.transport.abort()
                    return answer.result().decode()[-3:] or "hung up on"
                writer.write(b"x")
            answer.cancel()
            writer.transport.abort()
        except OSError:
            return "hung up on"
        return "NOT REFUSED, open"

    return Counter(await asyncio.gather(*(connect() for _line in range(count))))


async def _silent(site: str, count: int, seconds: float) -> Tally:
    """Ask once on each of many lines, and see whether somebody hangs up within some seconds."""
    parts = urlsplit(site)
    told = _GET.format(path="/healthz", host=parts.netloc).encode()

    async def connect() -> str:
        try:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.write(told)
            async with asyncio.timeout(seconds):
                while await reader.read(1000):
                    pass
        except TimeoutError:
            return "NOT REFUSED, open"
        except OSError:
            return "not let in"
        return "hung up on"

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
