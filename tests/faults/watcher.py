"""A spectator whose browser opens the stream of a table again whenever it breaks off."""

import contextlib
import http.client
import itertools
import threading
import time
import urllib.error
import urllib.request

from tests.faults.stage import Stage

_AGAIN_SECONDS = 0.5


class Watcher(threading.Thread):
    """Reads the stream of a table until told to stop."""

    def __init__(self, stage: Stage, table: int, number: int) -> None:
        super().__init__(name=f"watcher-{number}", daemon=True)
        self._stage, self.table = stage, table
        self._addresses = itertools.islice(itertools.cycle(stage.addresses), number, None)
        self._over = threading.Event()
        self.version = 0
        """The newest version of the table that it was told of."""
        self.opened = 0
        """How often it has opened the stream."""

    def run(self) -> None:
        """Read, and open the stream again when it ends."""
        while not self._over.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                self._read(next(self._addresses))
            time.sleep(_AGAIN_SECONDS)

    def end(self) -> None:
        """Stop at the next line."""
        self._over.set()
        self.join(30)
        assert not self.is_alive(), "A watcher does not come to an end"

    def _read(self, address: str) -> None:
        url = f"{address}/tables/{self.table}/stream/?after={self.version}&chat=0"
        request = urllib.request.Request(url, headers=self._stage.headers(address))
        with urllib.request.urlopen(request, timeout=20, context=self._stage.trusting()) as stream:
            self.opened += 1
            for line in stream:
                if line.startswith(b"id: "):
                    version = int(line[4:])
                    assert version >= self.version, f"Table {self.table} goes back to version {version}"
                    self.version = version
                if self._over.is_set():
                    return
