"""Back up the whole database as one file while it is in use, and restore it.

A backup is checked before it is called one: another process restores it into a scratch database and verifies
every log there. The file appears under its name only then.
"""

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from league.backups import of_postgresql, of_sqlite
from league.backups.refusals import BackupError, Tell

_WRITTEN_BY_MIGRATE = {"django_migrations", "django_content_type", "auth_permission"}


def make(file: Path, *, force: bool, scratch: str, tell: Tell) -> None:
    """Write a backup of the database and check it; BackupError leaves no file, or the one of before.

    `scratch` is the address of an empty database to check it in; one is made and removed if it is empty.
    """
    if file.exists() and not force:
        raise BackupError(f"{file} exists already: choose another name, or replace it with --force.")
    kind = _kind(connection.vendor)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}-", dir=file.resolve().parent) as folder:
            unfinished = Path(folder) / file.name
            kind.save(unfinished, tell)
            tell("Checking it in a scratch database …")
            with kind.scratch(scratch) as address:
                _require(["restore", str(unfinished)], address)
            unfinished.chmod(0o600)  # it holds what people have chosen as passwords, if only as hashes
            _make_lasting(unfinished)
            unfinished.replace(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror or error}.") from None


def restore(file: Path, *, tell: Tell) -> None:
    """Put a backup in the place of the whole database, after checking it; BackupError changes nothing."""
    kind = _kind(_vendor_of(file))
    if kind is not _kind(connection.vendor):
        raise BackupError(
            f"{file} is a backup of another kind of database than DATABASE_URL names:"
            " a backup of SQLite goes into SQLite, one of PostgreSQL into PostgreSQL."
        )
    kind.load(file, tell, lambda: _finish(tell))


def is_database_empty() -> bool:
    """Whether a restore would overwrite nothing that somebody has written."""
    people = set(connection.introspection.table_names()) - _WRITTEN_BY_MIGRATE
    with connection.cursor() as cursor:
        for name in people:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")  # noqa: S608 - quoted
            if cursor.fetchone():
                return False
    return True


def _kind(vendor: str) -> ModuleType:
    return {"sqlite": of_sqlite, "postgresql": of_postgresql}[vendor]


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
    """Bring the database that was just filled up to date and verify it."""
    tell("Bringing it up to date and verifying it …")
    try:
        call_command("migrate", verbosity=0)
    except Exception as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise BackupError(f"The backup cannot be brought up to date ({said}).") from error
    faults = io.StringIO()
    try:
        call_command("verify", jobs=1, stdout=io.StringIO(), stderr=faults)
    except CommandError as error:
        named = (faults.getvalue().strip() or str(error)).splitlines()[0]
        raise BackupError(f"The backup is not sound: {named}") from None


def _require(command: list[str], address: str) -> None:
    """Run one of our commands on another database; BackupError with its last line unless it succeeds."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "django", *command],
        cwd=settings.BASE_DIR,
        env=os.environ
        | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()[-1]
        raise BackupError(f"The check has failed, there is no backup: {said}")


def _make_lasting(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
