"""The things that this process used last, so that it need not make them again."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Shelf(Generic[Thing]):
    """The last things that were used, by what names them; of too many those go that lay there longest."""

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._lock = Lock()
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()

    def get(self, key: Hashable) -> Thing | None:
        """Return what is kept under a name."""
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
            return self._things.get(key)

    def put(self, key: Hashable, thing: Thing) -> None:
        """Keep something."""
        with self._lock:
            self._things[key] = thing
            self._things.move_to_end(key)
            if len(self._things) > self._largest:
                self._things.popitem(last=False)
