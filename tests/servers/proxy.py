"""A proxy between a browser and the site that can treat streams badly: hold them back, cut or refuse them."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

_STREAM = b"/stream/"
_REFUSAL = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """Passes bytes on both ways; `mode` is how it treats streams from now on.

    `pass` lets them through, `hold` takes them and passes nothing on, `refuse` answers them with 502.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._target = parts.hostname, parts.port
        self._host = parts.netloc.encode()
        self._loop = asyncio.new_event_loop()
        self._streams: set[asyncio.StreamWriter] = set()
        self.mode = "pass"
        self.requests: list[str] = []
        """The requests for streams, with their headers."""
        self.address = ""

    def run(self, is_up: threading.Event) -> None:
        """Serve until `stop`."""

        async def serve() -> None:
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            is_up.set()
            self._stopped = asyncio.Event()
            await self._stopped.wait()
            server.close()
            # A connection that was just accepted begins a task of its own.
            while open_lines := asyncio.all_tasks() - {asyncio.current_task()}:
                for task in open_lines:
                    task.cancel()
                await asyncio.gather(*open_lines, return_exceptions=True)
            await asyncio.sleep(0)  # what was aborted is closed

        self._loop.run_until_complete(serve())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)

    def cut(self) -> None:
        """Break every stream off that is open now."""
        self._loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in self._streams])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with _aborted(writer), contextlib.suppress(ConnectionError, asyncio.CancelledError):
            above, below = await asyncio.open_connection(*self._target)
            with _aborted(below):
                there = {
                    asyncio.ensure_future(self._up(reader, below, writer)),
                    asyncio.ensure_future(self._down(above, writer)),
                }
                try:
                    await asyncio.wait(there, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in there:
                        task.cancel()
                    self._streams.discard(writer)

    async def _up(
        self, reader: asyncio.StreamReader, below: asyncio.StreamWriter, writer: asyncio.StreamWriter
    ) -> None:
        own = self.address.removeprefix("http://").encode()
        while data := await self._read(reader):
            if _STREAM in data.split(b"\r\n", 1)[0]:
                self.requests.append(data.decode(errors="replace"))
                self._streams.add(writer)
                if self.mode == "refuse":
                    writer.write(_REFUSAL)
                    await writer.drain()
                    return
            # The site knows itself by its own name only.
            below.write(data.replace(own, self._host))

    async def _down(self, above: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await self._read(above):
            if writer not in self._streams or self.mode == "pass":
                writer.write(data)

    async def _read(self, reader: asyncio.StreamReader) -> bytes:
        with contextlib.suppress(ConnectionError):
            return await reader.read(65536)
        return b""


@contextlib.contextmanager
def between(address: str) -> Iterator[Proxy]:
    """Run a proxy in front of a site."""
    proxy, is_up = Proxy(address), threading.Event()
    thread = threading.Thread(target=proxy.run, args=[is_up], daemon=True)
    thread.start()
    is_up.wait(10)
    try:
        yield proxy
    finally:
        proxy.stop()
        thread.join(10)


@contextlib.contextmanager
def _aborted(writer: asyncio.StreamWriter) -> Iterator[None]:
    """Break a connection off at the end, however that comes."""
    try:
        yield
    finally:
        writer.transport.abort()
