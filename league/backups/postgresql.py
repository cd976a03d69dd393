"""Backups of PostgreSQL: a zip file with a COPY of every table, all from the same snapshot.

No PostgreSQL client program is needed, and the versions may differ. `manifest.json` has the migrations that
made the tables, the columns of each and the values of the sequences; restoring runs these migrations, so that
triggers and constraints exist, and fills the tables.
"""

import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import msgspec
import psycopg
from django.db import DatabaseError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from league.backups import forgotten
from league.backups.errors import BackupError, Tell
from league.backups.migrations import Migration, make_tables

HEADER = b"PK"
_FORMAT = "wildleague-backup/1"
_MANIFEST = "manifest.json"
_MIGRATIONS = "django_migrations"
_PATIENCE = "20s"  # for others to release their locks
_SCRATCH = "_backup_check_"


class _Manifest(msgspec.Struct):
    """The manifest of a backup: its migrations, columns, and sequences."""

    format: str
    migrations: list[Migration]
    columns: dict[str, list[str]]
    sequences: list[tuple[str, str, int, bool]]


def save(file: Path, tell: Tell) -> None:
    """Copy every table as it is at this moment into a new file; writers continue at the same time."""
    with (
        closing(connection.copy()) as live,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as out,
    ):
        live.set_autocommit(False)
        with live.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            migrations = sorted(MigrationRecorder(live).applied_migrations())
            columns = {name: _columns(live, name) for name in _tables(live, migrations)}
            for name, its_columns in columns.items():
                command = _copy(name, its_columns, "TO STDOUT")
                with out.open(f"{name}.copy", "w", force_zip64=True) as entry, cursor.copy(command) as rows:
                    for data in rows:
                        entry.write(data)
                tell(f"  {name}: {max(0, cursor.rowcount)} rows")
            # The sequences last: they are at least at the values in the snapshot.
            manifest = _Manifest(_FORMAT, migrations, columns, _sequences(live, columns))
        live.rollback()
        out.writestr(_MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


@contextmanager
def scratch(address: str) -> Iterator[str]:
    """Yield the address of an empty database: the given database, or a new one that is dropped afterwards."""
    if address:
        yield address
        return
    facts = connection.settings_dict
    prefix = f"{facts['NAME'][:30]}{_SCRATCH}"
    name = f"{prefix}{int(time.time()):010}_{uuid4().hex[:8]}"
    with closing(connection.copy()) as live, live.cursor() as cursor:
        _drop_forgotten(cursor, prefix)
        try:
            cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        except DatabaseError as error:
            raise BackupError(
                f"A scratch database to check the backup in cannot be made ({_line(error)}): let the user"
                " create databases (ALTER ROLE … CREATEDB), or name an empty database with --scratch ADDRESS."
            ) from None
        try:
            yield _address(facts, name)
        finally:
            cursor.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def load(file: Path, tell: Tell, finish: Callable[[], None]) -> None:
    """Replace the database by a backup, in a single transaction.

    `finish` migrates and checks the database in this process, before anything is committed.
    """
    with _opened(file) as backup:
        manifest = _manifest(backup, file)
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{_PATIENCE}'")
                _drop_tables(cursor)
                make_tables(manifest.migrations)
                _fill(cursor, backup, manifest, tell)
                _set_sequences(cursor, manifest.sequences)
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                finish()
        except (DatabaseError, psycopg.Error, zipfile.BadZipFile) as error:
            raise BackupError(f"{file} cannot be restored, nothing has changed: {_line(error)}") from None


def _drop_forgotten(cursor: Any, prefix: str) -> None:
    """Drop the scratch databases of backups that were killed; their names say when they were made."""
    cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prefix])
    for (name,) in cursor.fetchall():
        made, _underscore, _rest = name.removeprefix(prefix).partition("_")
        if made.isdecimal() and forgotten.is_forgotten(int(made)):
            cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _tables(live: BaseDatabaseWrapper, migrations: list[Migration]) -> list[str]:
    """Return the tables that some migrations have made, whatever the current models are."""
    loader = MigrationExecutor(live).loader
    known = [node for node in migrations if node in loader.graph.nodes]
    models = loader.project_state(known).apps.get_models(include_auto_created=True)
    names = {model._meta.db_table for model in models if model._meta.managed and not model._meta.proxy}  # noqa: SLF001 - public in spite of its name
    return [_MIGRATIONS, *sorted(names - {_MIGRATIONS})]


def _columns(live: BaseDatabaseWrapper, table: str) -> list[str]:
    with live.cursor() as cursor:
        return [column.name for column in live.introspection.get_table_description(cursor, table)]


def _copy(table: str, columns: list[str], way: str) -> sql.Composed:
    named = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("COPY {} ({}) {}").format(sql.Identifier(table), named, sql.SQL(way))


def _sequences(live: BaseDatabaseWrapper, columns: dict[str, list[str]]) -> list[tuple[str, str, int, bool]]:
    """Return table, column, last value, and whether it was used: deleted ids must not be reused."""
    sequences = []
    with live.cursor() as cursor:
        for table, names in columns.items():
            for column in names:
                cursor.execute("SELECT pg_get_serial_sequence(quote_ident(%s), %s)", [table, column])
                if sequence := cursor.fetchone()[0]:
                    cursor.execute(f"SELECT last_value, is_called FROM {sequence}")  # noqa: S608 - quoted by PostgreSQL
                    sequences.append((table, column, *cursor.fetchone()))
    return sequences


def _set_sequences(cursor: Any, sequences: list[tuple[str, str, int, bool]]) -> None:
    for table, column, value, is_called in sequences:
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(quote_ident(%s), %s), %s, %s)",
            [table, column, value, is_called],
        )


def _drop_tables(cursor: Any) -> None:
    """Drop all tables, and the functions of their triggers."""
    tables = connection.introspection.table_names()
    cursor.execute(
        "SELECT DISTINCT tgfoid::regprocedure::text FROM pg_trigger"
        " WHERE NOT tgisinternal AND tgrelid = ANY(%s::regclass[])",
        [[connection.ops.quote_name(name) for name in tables]],
    )
    functions = [name for (name,) in cursor.fetchall()]
    for name in tables:
        cursor.execute(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(name)))
    for name in functions:
        cursor.execute(f"DROP FUNCTION IF EXISTS {name}")


def _fill(cursor: Any, backup: zipfile.ZipFile, manifest: _Manifest, tell: Tell) -> None:
    for table, columns in manifest.columns.items():
        cursor.execute(sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(table)))
        if cursor.fetchone():  # rows written by the migrations themselves
            cursor.execute(sql.SQL("TRUNCATE {} CASCADE").format(sql.Identifier(table)))
        with backup.open(f"{table}.copy") as entry, cursor.copy(_copy(table, columns, "FROM STDIN")) as rows:
            while data := entry.read(1 << 16):
                rows.write(data)
        tell(f"  {table}: {cursor.rowcount} rows")


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    # All of it is read before anything is changed: damaged bytes can raise any of these errors.
    try:
        with zipfile.ZipFile(file) as backup:
            broken = backup.testzip()
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise BackupError(f"{file} cannot be read as a backup: {_line(error)}.") from None
    if broken:
        raise BackupError(f"{file} is damaged: {broken} in it is not what was written.")
    with zipfile.ZipFile(file) as backup:
        yield backup


def _manifest(backup: zipfile.ZipFile, file: Path) -> _Manifest:
    try:
        manifest = msgspec.json.decode(backup.read(_MANIFEST), type=_Manifest)
    except (KeyError, ValueError):
        raise BackupError(f"{file} is no backup of Wildleague.") from None
    if manifest.format != _FORMAT:
        raise BackupError(f"{file} is no backup of Wildleague.")
    if not {f"{table}.copy" for table in manifest.columns} <= set(backup.namelist()):
        raise BackupError(f"{file} is damaged: a table is missing in it.")
    return manifest


def _address(facts: dict[str, Any], name: str) -> str:
    user, word, host, port = (quote(str(facts[key]), safe="") for key in ("USER", "PASSWORD", "HOST", "PORT"))
    word = f":{word}" if word else ""
    return f"postgresql://{user}{word}@{host}{f':{port}' if port else ''}/{quote(name, safe='')}"


def _line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
