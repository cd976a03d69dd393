"""Places by address or network: each has so many at a time, and its next request waits."""

import asyncio
from weakref import WeakValueDictionary


class Places:
    """A semaphore for each key, kept while somebody holds it or waits for it."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._semaphores: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Semaphore:
        """Return the places of an address or a network."""
        return self._semaphores.setdefault(key, asyncio.Semaphore(self._count))
