"""A migrated database that all legs of a run share: the first of each kind makes it, the others copy it.

To migrate takes a leg ten seconds, and each comes to the same. A copy of SQLite is its file; one of
PostgreSQL is a dump, so that servers of other tests can load it as well.
"""

import fcntl
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import IO, Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper

from tests.databases import postgres

FOLDER: Final = "WILDLEAGUE_MIGRATED"
"""The variable that names the folder in which it is; without it everybody migrates alone."""
_Settings = dict[str, Any]


def migrate() -> None:
    """Migrate the new database of this process, or take the copy."""
    from django.core.management import call_command
    from django.db import connection

    if not _is_copied_to(connection.vendor, connection.settings_dict):
        call_command("migrate", verbosity=0)


def load_into(cluster: postgres.Cluster) -> None:
    """Fill the empty database of a server, if there is a copy; who migrates it then has little to do."""
    made = _made("postgresql")
    if made is not None and made.exists():
        _load(cluster.address, made)


class Share:
    """The copy for the database of the tests; if there is none, all others wait until it is offered."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._vendor = connection.vendor
        self._turn: IO[str] | None = None
        if made := _made(self._vendor):
            self._turn = made.with_suffix(".turn").open("w")
            fcntl.flock(self._turn, fcntl.LOCK_EX)
        self.is_copied = self._take(connection)
        if self.is_copied:
            self._end_turn()

    def offer(self, connection: BaseDatabaseWrapper) -> None:
        """Let the others copy what is migrated by now, if they wait for it."""
        made = _made(self._vendor)
        if made is None or self._turn is None:
            return
        unfinished = made.with_suffix(".unfinished")
        if self._vendor == "sqlite":
            place = connection.settings_dict["NAME"]
            with closing(sqlite3.connect(place)) as here, closing(sqlite3.connect(unfinished)) as there:
                here.backup(there)
        else:
            _run("pg_dump", "--no-owner", "--file", unfinished, _address(connection.settings_dict))
        unfinished.rename(made)
        self._end_turn()

    def _take(self, connection: BaseDatabaseWrapper) -> bool:
        made = _made(self._vendor)
        if made is None or not made.exists():
            return False
        name = connection.creation._get_test_db_name()
        if self._vendor == "postgresql":
            with connection._nodb_cursor() as cursor:
                cursor.execute(f"CREATE DATABASE {connection.ops.quote_name(name)}")
        return _is_copied_to(self._vendor, connection.settings_dict | {"NAME": name})

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.close()
            self._turn = None


def _is_copied_to(vendor: str, database: _Settings) -> bool:
    made = _made(vendor)
    if made is None or not made.exists():
        return False
    if vendor == "sqlite":
        shutil.copyfile(made, database["NAME"])
    else:
        _load(_address(database), made)
    return True


def _load(address: str, made: Path) -> None:
    quietly = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    _run("psql", *quietly, "--output", os.devnull, "--file", made, address)


def _run(program: str, *arguments: str | Path) -> None:
    programs = postgres.find()
    assert programs is not None
    subprocess.run([programs / program, *arguments], check=True, capture_output=True, text=True)


def _address(database: _Settings) -> str:
    words = {"host": "HOST", "port": "PORT", "user": "USER", "dbname": "NAME"}
    return " ".join(f"{word}={database[name]}" for word, name in words.items() if database[name])


def _made(vendor: str) -> Path | None:
    folder = os.environ.get(FOLDER)
    return Path(folder) / f"migrated.{vendor}" if folder else None
