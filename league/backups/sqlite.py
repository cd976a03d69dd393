"""Backups of SQLite: the file of a backup is a SQLite database, made by SQLite's online backup."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from league.backups import forgotten
from league.backups.errors import BackupError, Tell
from league.backups.migrations import Migration, require_not_newer

HEADER = b"SQLite format 3\0"
_PAGES = 2000  # copied between two lines of progress
_PATIENCE = 20.0  # seconds to wait for others' locks
_FIRST = ("games", "0001_initial")
_BESIDE = "backup-check-"


def save(file: Path, tell: Tell) -> None:
    """Copy the database as it is at this moment into a new file; writers continue at the same time."""
    with closing(_open(_place(), "ro")) as live, closing(sqlite3.connect(file)) as copy:
        # The open transaction holds a snapshot: otherwise every write would restart the copy.
        live.execute("BEGIN")
        live.execute("SELECT count(*) FROM sqlite_master").fetchone()
        live.backup(copy, pages=_PAGES, progress=_progress(tell))
        copy.execute("PRAGMA journal_mode=DELETE")  # so that a single file is the whole backup
        _require_sound(copy, file)


@contextmanager
def scratch(_address: str) -> Iterator[str]:
    """Yield the address of a new database beside the live database; remove it afterwards."""
    with _folder_beside() as folder:
        yield f"sqlite://{folder}/scratch.sqlite3"


def load(file: Path, tell: Tell, finish: Callable[[], None]) -> None:
    """Replace the database by a backup, all or nothing.

    `finish` migrates and checks the database in this process, before anything is replaced.
    """
    with _folder_beside() as folder:
        candidate = Path(folder) / "candidate.sqlite3"
        with closing(_open(file, "ro")) as backup, closing(sqlite3.connect(candidate)) as copy:
            _require_sound(backup, file)
            backup.backup(copy, pages=_PAGES, progress=_progress(tell))
        with _using(candidate):
            applied = _applied(file)
            require_not_newer(applied, MigrationLoader(connection).disk_migrations)
            finish()
        connection.close()
        with closing(sqlite3.connect(candidate)) as copy, closing(_target()) as target:
            try:
                # A single transaction of SQLite: connected processes see either the old or the new database.
                copy.backup(target)
            except sqlite3.OperationalError as error:
                raise BackupError(
                    f"The database is in use ({error}): end web, worker and beat, and try again."
                ) from None


def _applied(file: Path) -> list[Migration]:
    """Return the migrations that made the tables; BackupError for a foreign database."""
    try:
        applied = list(MigrationRecorder(connection).applied_migrations())
    except (DatabaseError, ValueError, TypeError):
        applied = []
    if _FIRST not in applied:
        raise BackupError(f"{file} is no backup of Wildleague.")
    return applied


@contextmanager
def _using(file: Path) -> Iterator[None]:
    """Let this process use another file as its database in this context."""
    place = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = place


def _folder_beside() -> tempfile.TemporaryDirectory[str]:
    forgotten.remove_folders(_place().parent, f"{_BESIDE}*")
    return tempfile.TemporaryDirectory(prefix=_BESIDE, dir=_place().parent)


def _place() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _open(file: Path, mode: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(f"file:{quote(str(file))}?mode={mode}", uri=True, timeout=_PATIENCE)
    except sqlite3.OperationalError as error:
        raise BackupError(f"{file} cannot be opened: {error}.") from None


def _target() -> sqlite3.Connection:
    target = sqlite3.connect(_place(), timeout=_PATIENCE)
    target.execute("PRAGMA journal_mode=WAL")
    return target


def _require_sound(database: sqlite3.Connection, file: Path) -> None:
    try:
        answer = database.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        answer = error
    if answer != "ok":
        raise BackupError(f"{file} is damaged: {answer}.")


def _progress(tell: Tell) -> Callable[[int, int, int], Any]:
    def progress(_status: int, left: int, total: int) -> None:
        tell(f"  {100 * (total - left) // max(1, total):3} % of {total * 4} KiB copied")

    return progress
