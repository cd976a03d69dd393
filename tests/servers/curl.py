"""As much of curl as docs/programs/api.md needs, for machines without curl: curl.py OPTIONS ADDRESS."""

import argparse
import sys
import urllib.error
import urllib.request
from pathlib import Path

# What is printed here is the command's answer.
# ruff: noqa: T201


class _NoWay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_more: object) -> None:
        return None


def main() -> int:
    """Ask, and print what is answered."""
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    for flag in ("-s", "-S", "-f", "-L"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("-H", action="append", default=[])
    for option in ("-d", "-o", "-w"):
        parser.add_argument(option)
    asked = parser.parse_args()
    headers = dict(token.split(": ", 1) for token in asked.H)
    data = None if asked.d is None else asked.d.encode()
    opener = urllib.request.build_opener(*([] if asked.L else [_NoWay]))
    try:
        answer = opener.open(urllib.request.Request(asked.address, data, headers), timeout=60)
    except urllib.error.HTTPError as refused:
        if asked.f:
            print(f"curl: (22) {refused.code}", file=sys.stderr)
            return 22
        answer = refused
    _tell(answer.read(), asked.o)
    if asked.w:
        print(asked.w.replace("%{http_code}", str(answer.status)).replace("\\n", "\n"), end="")
    return 0


def _tell(text: bytes, place: str | None) -> None:
    if place:
        Path(place).write_bytes(text)
    else:
        sys.stdout.buffer.write(text)
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
