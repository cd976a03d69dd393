"""Turns by address: where many want something of the event loop at once, they get it one after the other.

The loop works off all that is due before it looks around again. A thousand connections that come in the same
moment would keep everybody else waiting until the last of them is answered.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 2
"""So many turns are taken until the loop looks around again."""
Work = Callable[[], None]


class Turns:
    """What is to be done in one event loop, by whom it is for, and of each in the order in which it came."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: dict[str, deque[Work]] = {}
        self._is_turning = False

    def add(self, who: str, work: Work) -> None:
        """Do something soon: after what came before for the same one, and no later than others' second."""
        self._waiting.setdefault(who, deque()).append(work)
        if not self._is_turning:
            self._is_turning = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        for _one in range(AT_ONCE):
            if not self._waiting:
                break
            who = next(iter(self._waiting))
            mine = self._waiting.pop(who)
            work = mine.popleft()
            if mine:
                self._waiting[who] = mine  # behind everybody else
            try:
                work()
            except Exception as error:  # noqa: BLE001 - told as the loop tells what goes wrong in it
                self._loop.call_exception_handler({"message": "A turn went wrong", "exception": error})
        self._is_turning = bool(self._waiting)
        if self._is_turning:
            self._loop.call_soon(self._turn)
