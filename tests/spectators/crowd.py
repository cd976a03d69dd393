"""A crowd that watches: many open streams of one web process in one event loop, and when each heard what."""

import asyncio
import contextlib
import math
import resource
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")

AT_ONCE = 200  # connections that are being opened at the same time


def run(work: Coroutine[Any, Any, T], seconds: float = 120) -> T:
    """Run to the end, which comes within some seconds."""

    async def in_time() -> T:
        return await asyncio.wait_for(work, seconds)

    return asyncio.run(in_time())


class Spectator(asyncio.Protocol):
    """One open stream; `heard` are the versions it was told and when, by the machine's one clock."""

    def __init__(self, host: str, path: str) -> None:
        self._request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n".encode()
        self._rest = b""
        self.status = 0
        self.beats = 0
        self.heard: dict[int, float] = {}
        self.is_open = asyncio.Event()
        self._news = asyncio.Event()
        self.is_gone = False
        self.ended_well = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"HTTP/1.1 "):
                self.status = int(line[9:12])
            elif line.startswith(b"id: "):
                self.heard.setdefault(int(line[4:]), now)
                self._news.set()
            elif line == b"0\r":  # the last chunk: nothing is missing
                self.ended_well = True
            elif line.startswith(b"event: beat"):
                self.beats += 1
                self.is_open.set()

    async def hears(self, version: int) -> float:
        """Wait until it was told this version or a later one; return when that was."""
        while max(self.heard, default=0) < version:
            self._news.clear()
            await self._news.wait()
        return min(when for told, when in self.heard.items() if told >= version)

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_gone = True
        self.is_open.set()


@contextlib.asynccontextmanager
async def watching(address: str, path: str, count: int) -> AsyncIterator[list[Spectator]]:
    """Let so many spectators open a stream and wait until each has had its first sign of life."""
    parts = urlsplit(address)
    assert parts.hostname
    files_allowed()
    loop, turns, there = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE), list[Spectator]()

    async def come() -> None:
        async with turns:
            _transport, spectator = await loop.create_connection(
                lambda: Spectator(parts.netloc, path), parts.hostname, parts.port
            )
            there.append(spectator)
            await spectator.is_open.wait()

    try:
        async with asyncio.timeout(120):
            await asyncio.gather(*[come() for _one in range(count)])
        yield there
    finally:
        for finish in there:
            if finish.transport is not None:
                finish.transport.abort()


async def all_heard(crowd: Sequence[Spectator], version: int, seconds: float = 20) -> list[float]:
    """Wait until everybody was told a version; return when each was, by the machine's one clock."""
    async with asyncio.timeout(seconds):
        return [await spectator.hears(version) for spectator in crowd]


async def fetched(address: str, path: str, count: int) -> list[float]:
    """Let so many browsers fetch a fragment at once; return how many seconds each has waited for it."""
    parts = urlsplit(address)
    request = f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nHX-Request: true\r\nConnection: close\r\n\r\n"

    async def fetch() -> float:
        began = time.monotonic()
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(request.encode())
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 200 "), answer[:200]
        writer.close()
        await writer.wait_closed()
        return time.monotonic() - began

    return await asyncio.gather(*[fetch() for _page in range(count)])


def share(values: Sequence[float], part: float) -> float:
    """Return the value that so large a part of all values does not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def threads(pid: int) -> int:
    """Return how many threads a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def files(pid: int) -> int:
    """Return how many files, sockets and pipes a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def files_allowed() -> int:
    """Allow this process as many open files as the machine lets it, and return how many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def megabytes(pid: int) -> float:
    """Return how much memory a process has in use."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * 4096 / 1e6
