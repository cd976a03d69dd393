"""What `/metrics` says while something is away, and what has to be seen there of each fault."""

import threading
import time
import urllib.request
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

Metrics = Mapping[str, float]

POSTS: Final = "wildleague_request_seconds_count, POST"
"""The requests of people, added up: those of probes are all GET."""
ANSWERING: Final = "web processes that answer"


class Sign(NamedTuple):
    """How a metric shows that something is away: it rises by at least `by`, or falls to `to`."""

    metric: str
    by: float = 0.0
    to: float | None = None

    def is_in(self, seen: Sequence[Metrics]) -> bool:
        """Whether it was seen in these looks; the first of them was made when all was well."""
        values = [look[self.metric] for look in seen if self.metric in look]
        if not values:
            return False
        return max(values) >= values[0] + self.by if self.to is None else min(values[1:]) <= self.to

    def has_passed(self, before: Metrics, worst: float, now: Metrics) -> bool:
        """Whether the metric is again as it was: at most a third of the rise is left, or it is up again."""
        if self.metric not in now:
            return False
        if self.to is not None:
            return now[self.metric] > self.to
        return now[self.metric] <= before.get(self.metric, 0.0) + (worst - before.get(self.metric, 0.0)) / 3

    def worst(self, seen: Sequence[Metrics]) -> float:
        """Return the farthest that it went."""
        values = [look[self.metric] for look in seen[1:] if self.metric in look]
        return min(values, default=0.0) if self.to is not None else max(values, default=0.0)


class Looking(threading.Thread):
    """Looks at the metrics of a site all the time, from whichever web process answers."""

    def __init__(self, addresses: Sequence[str], word: str) -> None:
        super().__init__(name="metrics", daemon=True)
        self._addresses, self._word = addresses, word
        self._over = threading.Event()
        self.seen: list[Metrics] = []
        self.made = 0

    def run(self) -> None:
        """Look twice a second."""
        while not self._over.wait(0.5):
            self.seen.append(read(self._addresses, self._word))
            self.made += 1

    def afresh(self) -> None:
        """Forget all but the last look."""
        del self.seen[:-1]

    def wait(self, looks: int = 1) -> None:
        """Wait until it has looked some more times."""
        wanted = self.made + looks
        while self.made < wanted:
            time.sleep(0.1)

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self.join(60)


def read(addresses: Sequence[str], word: str) -> Metrics:
    """Return the metrics from the first process that answers, and how many answer at all."""
    answering = [address for address in addresses if _asked(f"{address}/healthz")]
    for address in answering:
        if text := _asked(f"{address}/metrics", word):
            return {**_values(text), ANSWERING: len(answering)}
    return {ANSWERING: len(answering)}


def _asked(address: str, word: str = "") -> str:
    """Return what an address answers; nothing if it does not."""
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {word}"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            text: str = answer.read().decode()
    except OSError:
        return ""
    return text


def _values(text: str) -> Metrics:
    values: dict[str, float] = defaultdict(float)
    for line in text.splitlines():
        if not line.startswith("#"):
            name, _space, value = line.rpartition(" ")
            values[name] += float(value)
            if name.startswith("wildleague_request_seconds_count{") and 'method="POST"' in name:
                values[POSTS] += float(value)
    return dict(values)
