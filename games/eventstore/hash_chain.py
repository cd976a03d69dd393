"""The hash chain of a stream: every event has a hash of itself and of the event before it.

The bytes are a contract, so that programs in any language can check the rows of a stream.

    hash 0   SHA-256 of the ASCII text "wildleague log 1 " and the stream, such as "table:7"
    hash n   SHA-256 of the 32 bytes of hash n - 1 and of the text of event n in UTF-8

The text of an event is seven lines without an end of line behind the last one: version, step, name, schema,
by, at, payload. Numbers are decimal; `at` counts the microseconds since 1970-01-01T00:00:00Z; the payload is
the JSON exactly as stored. No line but the last can hold an end of line.
"""

import datetime as dt
from hashlib import sha256
from typing import Final

_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND: Final = dt.timedelta(microseconds=1)


def first_hash(stream: str) -> bytes:
    """Return hash 0 of a stream, such as `table:7`: 32 bytes. So streams cannot be exchanged."""
    return sha256(f"wildleague log 1 {stream}".encode()).digest()


def next_hash(
    before: bytes, version: int, step: int, name: str, schema: int, by: str, at: dt.datetime, payload: str
) -> bytes:
    """Return the hash of an event, 32 bytes, from that of the event before it."""
    text = f"{version}\n{step}\n{name}\n{schema}\n{by}\n{(at - _EPOCH) // _MICROSECOND}\n{payload}"
    return sha256(before + text.encode()).digest()
