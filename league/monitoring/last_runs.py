"""The last runs of backups, verifications and sweeps, and the tasks that have failed.

These are files in `DATA_DIR`, so that they can be read while the database is away. Every process of a machine
sees them, also those in containers that share the folder.
"""

import datetime as dt
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from django.conf import settings

BACKUP: Final = "backup"
VERIFICATION: Final = "verification"

_MOST_FAILURES: Final = 200
_KEY: Final = re.compile(r"[0-9]{20}-[0-9a-f]{32}")


class FailedTask(msgspec.Struct, frozen=True):
    """A task that has failed; `error` is the kind of error, whose text is in the log only."""

    key: str
    task: str
    arguments: list[Any]
    error: str
    at: dt.datetime


def note_done(what: str) -> None:
    """Note that something was done just now."""
    file = _folder("done") / what
    file.touch()


def last_done(what: str) -> dt.datetime | None:
    """Return the time of a last run; None if there was none."""
    return _time_of(_folder("done") / what)


def note_run(task: str) -> None:
    """Note that a task has run."""
    (_folder("tasks") / task).touch()


def last_runs(tasks: Sequence[str]) -> dict[str, dt.datetime | None]:
    """Return the time of the last run of each task."""
    folder = _folder("tasks")
    return {task: _time_of(folder / task) for task in tasks}


def note_failure(task: str, arguments: Sequence[Any], error: BaseException, *, at: dt.datetime) -> None:
    """Note that a task has failed; only the newest failures are stored."""
    folder = _folder("failed-tasks")
    key = f"{int(at.timestamp() * 1_000_000):020}-{uuid.uuid4().hex}"
    put_back(FailedTask(key, task, list(arguments), type(error).__name__, at))
    for old in sorted(folder.glob("*.json"))[:-_MOST_FAILURES]:
        old.unlink(missing_ok=True)


def put_back(failed: FailedTask) -> None:
    """Write down a failure that could not be tried again."""
    unfinished = _folder("failed-tasks") / f"{failed.key}.part"
    unfinished.write_bytes(msgspec.json.encode(failed))
    unfinished.replace(unfinished.with_suffix(".json"))


def failures() -> list[FailedTask]:
    """Return the tasks that have failed, the newest first."""
    failures_read = (_read(file) for file in sorted(_folder("failed-tasks").glob("*.json"), reverse=True))
    return [failed for failed in failures_read if failed is not None]


def take_failure(key: str) -> FailedTask | None:
    """Remove a failure and return it; None if someone else has taken it."""
    if not _KEY.fullmatch(key):
        return None
    file = _folder("failed-tasks") / f"{key}.json"
    failed = _read(file)
    try:
        file.unlink()
    except FileNotFoundError:
        return None
    return failed


def _read(file: Path) -> FailedTask | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=FailedTask)
    except (OSError, msgspec.MsgspecError):
        return None


def _folder(name: str) -> Path:
    folder: Path = settings.DATA_DIR / "operation" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _time_of(file: Path) -> dt.datetime | None:
    try:
        return dt.datetime.fromtimestamp(file.stat().st_mtime, dt.UTC)
    except FileNotFoundError:
        return None
