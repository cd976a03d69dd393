"""How long tables of bots have stood still, as somebody sees who looks at the database all the time."""

import threading
import time
from collections.abc import Callable, Iterable

_LOOK_SECONDS = 0.25


class Pulse(threading.Thread):
    """Looks at running tables four times a second."""

    def __init__(self, tables: Callable[[], Iterable[int]]) -> None:
        super().__init__(name="pulse", daemon=True)
        self._tables = tables
        self._over = threading.Event()
        self._moved: dict[int, tuple[int, float]] = {}
        self.longest = 0.0
        """The longest time for which a running table has stood still."""

    def run(self) -> None:
        """Look until told to stop; while the database is away, tables stand still."""
        from django.db import DatabaseError, connections

        from games.models import Table

        while not self._over.wait(_LOOK_SECONDS):
            try:
                running = Table.objects.filter(pk__in=self._tables(), status=Table.Status.RUNNING)
                self._note(dict(running.values_list("pk", "version")))
            except DatabaseError:
                connections.close_all()
        connections.close_all()

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self.join(60)

    def _note(self, versions: dict[int, int]) -> None:
        now = time.monotonic()
        moved = {}
        for table, version in versions.items():
            seen, since = self._moved.get(table, (version, now))
            self.longest = max(self.longest, now - since)
            moved[table] = (version, now if version != seen else since)
        self._moved = moved
