"""`python -m tests.attacks.other SITE`: ask for pages as somebody else, often, until told to end.

Prints how long the slowest took, in seconds.
"""

import signal
import sys
import threading

from tests.attacks.visitor import Visitor

PAGES = ("/", "/tables/1/")


def main(site: str) -> None:
    """Ask until SIGTERM."""
    is_over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: is_over.set())
    somebody, slowest = Visitor(site), 0.0
    print("asking", flush=True)  # noqa: T201 - read by who started us
    while not is_over.wait(0.1):
        slowest = max(slowest, *(somebody.get(path).seconds for path in PAGES))
    print(f"{slowest:.2f}")  # noqa: T201 - the answer


if __name__ == "__main__":
    main(sys.argv[1])
