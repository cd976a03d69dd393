"""The daily checkpoint, which chains the heads of all streams and can be published.

Who has kept the checkpoint of a day can prove later that nothing written until then was changed. Its text is
a contract, ASCII, every line with a newline behind it:

    wildleague checkpoint 1
    2026-11-21
    the hash of the checkpoint before in 64 hexadecimal digits, zeros if there is none
    table:7 153 the hash of its event 153 in 64 hexadecimal digits
    ...

with a line for every stream that has grown since it was last named, in the order of kind and number. The hash
of a checkpoint is the SHA-256 of this text. A table is named once its match is over: with the hashes of a
running one a hidden card could be found by trying all of them.
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


class Named(NamedTuple):
    """The head of a stream as a checkpoint names it."""

    stream: str
    version: int
    head: bytes


class Kept(NamedTuple):
    """A checkpoint that somebody has kept outside the database, and what it names."""

    day: dt.date
    text: str
    named: list[Named]


def make(at: dt.datetime) -> Checkpoint | None:
    """Write the checkpoint of the day (in UTC); None if there is one already. A few queries for each kind."""
    day = at.astimezone(dt.UTC).date()
    before = Checkpoint.objects.last()
    if before is not None and before.day >= day:
        return None
    lines = [
        f"{one.stream} {one.version} {one.head.hex()}\n" for one in _grown(named(Checkpoint.objects.all()))
    ]
    text = "".join([f"{_TITLE}\n{day}\n{(before.hash if before else _NOTHING).hex()}\n", *lines])
    try:
        with transaction.atomic():
            return Checkpoint.objects.create(
                day=day, text=text, hash=sha256(text.encode()).digest(), made_at=at
            )
    except IntegrityError:
        return None  # another worker was faster


def named(checkpoints: Iterable[Checkpoint]) -> dict[str, dict[int, bytes]]:
    """Return all hashes the checkpoints name, by stream and version."""
    found: dict[str, dict[int, bytes]] = defaultdict(dict)
    for checkpoint in checkpoints:
        for one in _read(checkpoint.text):
            found[one.stream][one.version] = one.head
    return found


def readable() -> tuple[list[Checkpoint], Fault | None]:
    """Return the checkpoints that can be read, and the first that cannot: then with a query for each."""
    try:
        return list(Checkpoint.objects.all()), None
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
    found, fault = [], None
    for pk in Checkpoint.objects.values_list("pk", flat=True):
        try:
            found.append(Checkpoint.objects.get(pk=pk))
        except UNREADABLE:
            fault = fault or Fault(f"checkpoint:{pk}", 0, "it cannot be read.")
    return found, fault


def fault() -> Fault | None:
    """Return the first checkpoint that is not the one that was made, or does not follow the one before."""
    before = _NOTHING
    found, unreadable = readable()
    if unreadable:
        return unreadable
    for checkpoint in found:
        stream = f"checkpoint:{checkpoint.day}"
        head = f"{_TITLE}\n{checkpoint.day}\n{before.hex()}\n"
        if not is_as_made(checkpoint):
            return Fault(stream, 0, "its text is not the one that was published: its hash differs.")
        if not checkpoint.text.startswith(head):
            return Fault(stream, 0, "it does not follow the checkpoint before it.")
        before = checkpoint.hash
    return None


def is_as_made(checkpoint: Checkpoint) -> bool:
    """Whether the text of a checkpoint is the one of which it has the hash."""
    text = checkpoint.text
    return text.isascii() and sha256(text.encode()).digest() == checkpoint.hash


def kept(text: str) -> Kept | None:
    """Return a checkpoint of its text, None for what is none."""
    found = _TEXT.fullmatch(text)
    try:
        day = dt.date.fromisoformat(found[1]) if found else None
    except ValueError:
        day = None
    return Kept(day, text, list(_read(text))) if day else None


def fault_beside(one: Kept) -> Fault | None:
    """Return what is wrong with the checkpoints beside one that was kept outside.

    A checkpoint is bound to all before it: where that of its day is the same, and `fault` finds none, they
    are all those of then.
    """
    try:
        here = Checkpoint.objects.filter(day=one.day).values_list("text", flat=True).first()
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
        here = ""
    if here is None:
        return Fault(f"checkpoint:{one.day}", 0, "it is missing here.")
    if here != one.text:
        return Fault(f"checkpoint:{one.day}", 0, "it is not the one that was kept.")
    return None


def _read(text: str) -> Iterator[Named]:
    for line in text.splitlines()[_LINES_ABOVE:]:
        # What is no line of ours was put there by somebody else: `fault` names it.
        if found := _LINE.fullmatch(line):
            yield Named(found[1], int(found[2]), bytes.fromhex(found[3]))


def _grown(known: Mapping[str, Mapping[int, bytes]]) -> Iterator[Named]:
    """Yield the heads that no checkpoint has named yet."""
    for model in sorted(_chained_models(), key=lambda one: one.KIND):
        for pk, version, head in model.settled_streams().order_by("pk").values_list("pk", "version", "head"):
            stream = model.stream_name(pk)
            if version and version not in known.get(stream, {}):
                yield Named(stream, version, head)


def _chained_models() -> list[type[Chained]]:
    return [model for model in apps.get_models() if issubclass(model, Chained)]
