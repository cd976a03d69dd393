"""Turns by address: where many want something of the event loop at once, each address waits its turn.

The loop runs all that is due before it looks for new events. A thousand connections that come in the same
moment would keep everybody else waiting until the last of them is served.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 2
"""The most turns taken before the loop runs again."""
Work = Callable[[], None]


class Turns:
    """Work for an event loop, by address, and for each address in the order of arrival."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: dict[str, deque[Work]] = {}
        self._is_turning = False

    def add(self, address: str, work: Work) -> None:
        """Schedule work: after earlier work of the same address, and before the second piece of any other."""
        self._waiting.setdefault(address, deque()).append(work)
        if not self._is_turning:
            self._is_turning = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        for _one in range(AT_ONCE):
            if not self._waiting:
                break
            address = next(iter(self._waiting))
            waiting = self._waiting.pop(address)
            work = waiting.popleft()
            if waiting:
                self._waiting[address] = waiting  # behind everybody else
            try:
                work()
            except Exception as error:  # noqa: BLE001 - told as the loop tells what goes wrong in it
                self._loop.call_exception_handler({"message": "A turn went wrong", "exception": error})
        self._is_turning = bool(self._waiting)
        if self._is_turning:
            self._loop.call_soon(self._turn)
