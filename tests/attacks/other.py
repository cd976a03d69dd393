"""`python -m tests.attacks.other SITE`: ask for pages as somebody else, often, until told to end.

Prints how long the slowest and the middle one took, in seconds, and how many were not answered with 200.
"""

import json
import signal
import statistics
import sys
import threading
import time

from tests.attacks.visitor import Answer, Visitor

PAGES = ("/", "/tables/1/")
PLACE = "127.0.2.1"
"""Elsewhere: what an address may have is no matter of its neighbours."""


def main(site: str) -> None:
    """Ask until SIGTERM."""
    is_over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: is_over.set())
    somebody = Visitor(site, PLACE)
    print("asking", flush=True)  # noqa: T201 - read by who started us
    answers = _asked(somebody)
    while not is_over.wait(0.1):
        answers += _asked(somebody)
    seconds = [answer.seconds for answer in answers]
    failed = sum(answer.status != 200 for answer in answers)
    print(json.dumps([max(seconds), statistics.median(seconds), failed]))  # noqa: T201 - the answer


def _asked(somebody: Visitor) -> list[Answer]:
    """Return the answers; a line that broke is one, too."""
    statuses = []
    for path in PAGES:
        began = time.monotonic()
        try:
            statuses.append(somebody.get(path))
        except OSError:
            statuses.append(Answer(0, "", time.monotonic() - began))
    return statuses


if __name__ == "__main__":
    main(sys.argv[1])
