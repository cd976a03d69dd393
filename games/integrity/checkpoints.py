"""The daily checkpoint, which chains the heads of all streams and can be published.

Anybody who has kept the checkpoint of a day can prove later that nothing written until then was changed. Its
text is a contract: ASCII, with a newline after every line.

    wildleague checkpoint 1
    2026-11-21
    the hash of the previous checkpoint in 64 hexadecimal digits, zeros if there is none
    table:7 153 the hash of its event 153 in 64 hexadecimal digits
    ...

with a line for every stream that has grown since it was last named, in the order of kind and number. The hash
of a checkpoint is the SHA-256 of this text. A table is named only after its match: from the hashes of a
running match a hidden card could be found by trying all cards.
"""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from django.apps import apps
from django.db import IntegrityError, transaction

from games.integrity.verification import UNREADABLE, Fault, is_about_bytes
from games.models import Chained, Checkpoint

_TITLE: Final = "wildleague checkpoint 1"
_NOTHING: Final = bytes(32)
_LINE: Final = re.compile(r"([a-z]+:\d{1,18}) (\d{1,9}) ([0-9a-f]{64})")
_LINES_ABOVE: Final = 3  # title, day, hash of the checkpoint before
_TEXT: Final = re.compile(rf"{_TITLE}\n(\d{{4}}-\d\d-\d\d)\n[0-9a-f]{{64}}\n(?:{_LINE.pattern}\n)*")


class NamedHead(NamedTuple):
    """The head of a stream as a checkpoint names it."""

    stream: str
    version: int
    head: bytes


class KeptCheckpoint(NamedTuple):
    """A checkpoint that was kept outside the database, and the heads it names."""

    day: dt.date
    text: str
    named: list[NamedHead]


def make(at: dt.datetime) -> Checkpoint | None:
    """Write the checkpoint of the day (UTC); None if it exists. A few queries for each kind of stream."""
    day = at.astimezone(dt.UTC).date()
    previous = Checkpoint.objects.last()
    if previous is not None and previous.day >= day:
        return None
    lines = [
        f"{head.stream} {head.version} {head.head.hex()}\n"
        for head in _unnamed_heads(named_heads(Checkpoint.objects.all()))
    ]
    text = "".join([f"{_TITLE}\n{day}\n{(previous.hash if previous else _NOTHING).hex()}\n", *lines])
    try:
        with transaction.atomic():
            return Checkpoint.objects.create(
                day=day, text=text, hash=sha256(text.encode()).digest(), made_at=at
            )
    except IntegrityError:
        return None  # another worker has written it


def named_heads(checkpoints: Iterable[Checkpoint]) -> dict[str, dict[int, bytes]]:
    """Return all hashes the checkpoints name, by stream and version."""
    heads: dict[str, dict[int, bytes]] = defaultdict(dict)
    for checkpoint in checkpoints:
        for head in _read(checkpoint.text):
            heads[head.stream][head.version] = head.head
    return heads


def readable() -> tuple[list[Checkpoint], Fault | None]:
    """Return the readable checkpoints and the fault of the first unreadable one; then a query for each."""
    try:
        return list(Checkpoint.objects.all()), None
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
    checkpoints, fault = [], None
    for pk in Checkpoint.objects.values_list("pk", flat=True):
        try:
            checkpoints.append(Checkpoint.objects.get(pk=pk))
        except UNREADABLE:
            fault = fault or Fault(f"checkpoint:{pk}", 0, "it cannot be read.")
    return checkpoints, fault


def fault() -> Fault | None:
    """Return the fault of the first checkpoint that was changed or does not follow the previous one."""
    previous = _NOTHING
    checkpoints, unreadable = readable()
    if unreadable:
        return unreadable
    for checkpoint in checkpoints:
        stream = f"checkpoint:{checkpoint.day}"
        beginning = f"{_TITLE}\n{checkpoint.day}\n{previous.hex()}\n"
        if not is_as_made(checkpoint):
            return Fault(stream, 0, "its text is not the one that was published: its hash differs.")
        if not checkpoint.text.startswith(beginning):
            return Fault(stream, 0, "it does not follow the checkpoint before it.")
        previous = checkpoint.hash
    return None


def is_as_made(checkpoint: Checkpoint) -> bool:
    """Whether the text of a checkpoint has the stored hash."""
    text = checkpoint.text
    return text.isascii() and sha256(text.encode()).digest() == checkpoint.hash


def parse(text: str) -> KeptCheckpoint | None:
    """Parse the text of a checkpoint; None if it is not one."""
    match = _TEXT.fullmatch(text)
    try:
        day = dt.date.fromisoformat(match[1]) if match else None
    except ValueError:
        day = None
    return KeptCheckpoint(day, text, list(_read(text))) if day else None


def compare(kept: KeptCheckpoint) -> Fault | None:
    """Return the difference between a kept checkpoint and that of its day in the database.

    A checkpoint is chained to all before it: if the two are equal, and `fault` finds none, all earlier
    checkpoints are unchanged too.
    """
    try:
        stored = Checkpoint.objects.filter(day=kept.day).values_list("text", flat=True).first()
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
        stored = ""
    if stored is None:
        return Fault(f"checkpoint:{kept.day}", 0, "it is missing here.")
    if stored != kept.text:
        return Fault(f"checkpoint:{kept.day}", 0, "it is not the one that was kept.")
    return None


def _read(text: str) -> Iterator[NamedHead]:
    for line in text.splitlines()[_LINES_ABOVE:]:
        # A malformed line was put there by somebody else: `fault` reports it.
        if match := _LINE.fullmatch(line):
            yield NamedHead(match[1], int(match[2]), bytes.fromhex(match[3]))


def _unnamed_heads(known: Mapping[str, Mapping[int, bytes]]) -> Iterator[NamedHead]:
    """Yield the heads that no checkpoint has named yet."""
    for model in sorted(_chained_models(), key=lambda model: model.KIND):
        for pk, version, head in model.settled_streams().order_by("pk").values_list("pk", "version", "head"):
            stream = model.stream_name(pk)
            if version and version not in known.get(stream, {}):
                yield NamedHead(stream, version, head)


def _chained_models() -> list[type[Chained]]:
    return [model for model in apps.get_models() if issubclass(model, Chained)]
