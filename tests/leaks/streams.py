"""Streams and waits as the web process sends them, message by message, in this process."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.db import connections

from games.pages import spectator_fragments
from league.api.tables import my_tables
from league.project.asgi_handler import Handler

_LONGEST = 20.0
"""So long a message is waited for that must come."""
_SOON = 1.0
"""And so long one that may come."""


class Line:
    """One request, and what has come of its answer."""

    def __init__(self, path: str, headers: Mapping[str, str]) -> None:
        place, _, query = path.partition("?")
        sent = {"host": "testserver", **headers}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": place,
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": ("10.9.9.9", 1234),
            "server": ("testserver", 80),
        }
        self.path, self.status, self.is_over = path, 0, False
        self._asked = ApplicationCommunicator(Handler(), scope)

    async def begin(self, messages: int) -> list[str]:
        """Return the head and the first messages; of what is no stream all of it."""
        await self._asked.send_input({"type": "http.request", "body": b"", "more_body": False})
        head = await self._asked.receive_output(_LONGEST)
        self.status = head["status"]
        texts = ["\n".join(f"{name.decode()}: {value.decode()}" for name, value in head["headers"])]
        while not self.is_over and len(texts) <= messages:
            texts.append(await self._next())
        return texts

    async def more(self) -> list[str]:
        """Return what has come meanwhile, if anything has."""
        answers = []
        while not self.is_over and not await self._asked.receive_nothing(_SOON if not answers else 0.05):
            answers.append(await self._next())
        return answers

    async def hang_up(self) -> None:
        """Go away, as a browser does."""
        await self._asked.send_input({"type": "http.disconnect"})
        await self._asked.wait(_LONGEST)

    async def _next(self) -> str:
        message = await self._asked.receive_output(_LONGEST)
        self.is_over = not message.get("more_body")
        return message["body"].decode()


class Listening:
    """An event loop of its own in which lines are open while this thread does something else."""

    def __init__(self) -> None:
        self._thread, self._runner = ThreadPoolExecutor(1, "lines"), asyncio.Runner()

    def begin(self, lines: Sequence[Line], messages: int) -> list[list[str]]:
        """Open lines together and return their first messages."""
        return self._run(_all([line.begin(messages) for line in lines]))

    def more(self, lines: Sequence[Line]) -> list[list[str]]:
        """Return what has come on each meanwhile."""
        return self._run(_all([line.more() for line in lines]))

    def hang_up(self, lines: Sequence[Line]) -> None:
        """Close them all."""
        self._run(_all([line.hang_up() for line in lines]))

    def close(self) -> None:
        """End the loop and let go of the database."""
        self._run(_rest())
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()
        my_tables._ASKING.submit(connections.close_all).result()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._thread.submit(self._runner.run, work).result()


async def _all(work: Sequence[Coroutine[Any, Any, Any]]) -> list[Any]:
    return await asyncio.gather(*work)


async def _rest() -> None:
    """End what would rest for some seconds before it lets go of the database."""
    spectator_fragments._cache()._end()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*others, return_exceptions=True)
