"""Back up the whole database to a file while it is in use, and restore it.

A backup is checked before it gets its name: another process restores it into a scratch database and verifies
every log there.
"""

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from django.core.management import CommandError, call_command
from django.db import connection

from league.backups import forgotten, postgresql, sqlite
from league.backups.errors import BackupError, Tell

_UNFINISHED = "-unfinished-"
_WRITTEN_BY_MIGRATE = {"django_migrations", "django_content_type", "auth_permission"}


def make(file: Path, *, force: bool, scratch: str, tell: Tell) -> None:
    """Write a backup of the database and check it; BackupError leaves no file, or the file that was there.

    `scratch` is the address of an empty database for the check; if empty, a database is created and removed.
    """
    if file.exists() and not force:
        raise BackupError(f"{file} exists already: choose another name, or replace it with --force.")
    kind = _kind(connection.vendor)
    forgotten.remove_folders(file.resolve().parent, f".*{_UNFINISHED}*")
    try:
        with tempfile.TemporaryDirectory(
            prefix=f".{file.name}{_UNFINISHED}", dir=file.resolve().parent
        ) as folder:
            unfinished = Path(folder) / file.name
            kind.save(unfinished, tell)
            tell("Checking it in a scratch database …")
            with kind.scratch(scratch) as address:
                _require(["restore", str(unfinished)], address)
            unfinished.chmod(0o600)  # it holds password hashes
            _make_lasting(unfinished)
            unfinished.replace(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror or error}.") from None


def restore(file: Path, *, tell: Tell) -> None:
    """Replace the whole database by a backup, after checking it; BackupError changes nothing."""
    kind = _kind(_vendor_of(file))
    if kind is not _kind(connection.vendor):
        raise BackupError(
            f"{file} is a backup of another kind of database than DATABASE_URL names:"
            " a backup of SQLite goes into SQLite, one of PostgreSQL into PostgreSQL."
        )
    kind.load(file, tell, lambda: _finish(tell))


def is_database_empty() -> bool:
    """Whether a restore would overwrite nothing that users have written."""
    people = set(connection.introspection.table_names()) - _WRITTEN_BY_MIGRATE
    with connection.cursor() as cursor:
        for name in people:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")  # noqa: S608 - quoted
            if cursor.fetchone():
                return False
    return True


def _kind(vendor: str) -> ModuleType:
    return {"sqlite": sqlite, "postgresql": postgresql}[vendor]


def _vendor_of(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            first = opened.read(16)
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror}.") from None
    for vendor in ("sqlite", "postgresql"):
        if first.startswith(_kind(vendor).HEADER):
            return vendor
    raise BackupError(f"{file} is no backup of Wildleague.")


def _finish(tell: Tell) -> None:
    """Migrate the restored database and verify it."""
    tell("Bringing it up to date and verifying it …")
    try:
        call_command("migrate", verbosity=0)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise BackupError(f"The backup cannot be brought up to date ({reason}).") from error
    faults = io.StringIO()
    try:
        call_command("verify", jobs=1, stdout=io.StringIO(), stderr=faults)
    except CommandError as error:
        named = (faults.getvalue().strip() or str(error)).splitlines()[0]
        raise BackupError(f"The backup is not sound: {named}") from None


def _require(command: list[str], address: str) -> None:
    """Run a management command on another database; BackupError with its last line unless it succeeds."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "django", *command],
        env=os.environ
        | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()[-1]
        raise BackupError(f"The check has failed, there is no backup: {reason}")


def _make_lasting(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
