"""Triggers of the database refuse UPDATE and DELETE on the log (SQLite and PostgreSQL).

SQLite loses triggers when Django recreates a table: a migration that alters an event table adds `guard`
again.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps as installed
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

from games.eventstore import hash_chain

REFUSAL = "the log is append-only"
_UNIQUE_EVENT = "stream_id = NEW.stream_id AND version = NEW.version"
_UNIQUE = {"games_checkpoint": "day = NEW.day"}  # tables without streams


def guard(table: str, *, same: str = "") -> RunPython:
    """Return the migration operation that makes a database table append-only.

    `same` is the SQL condition under which a row NEW would replace an existing row, besides an equal id: for
    a table with other columns than today.
    """

    def create(vendor: str, name: str) -> list[str]:
        return _create(vendor, name, same)

    return RunPython(_run(create, table), _run(_drop, table))


def unguard(table: str, *, same: str = "") -> RunPython:
    """Return the migration operation that allows a migration to change a guarded database table."""
    back = guard(table, same=same)
    return RunPython(_run(_drop, table), back.code)


def chain_up(app: str, event: str, owner: str) -> RunPython:
    """Return the migration operation that adds hashes to events that are older than the chain.

    `event` and `owner` name the models of the events and of the owners of the streams.
    """

    def forwards(apps: Any, _schema_editor: object) -> None:
        heads: dict[int, bytes] = {}
        chained = []
        model = apps.get_model(app, event)
        for row in model.objects.order_by("stream_id", "version"):
            before = heads.get(row.stream_id) or hash_chain.first_hash(f"{owner}:{row.stream_id}")
            row.hash = heads[row.stream_id] = hash_chain.next_hash(
                before, row.version, row.step, row.name, row.schema, row.by, row.at, row.payload
            )
            chained.append(row)
        model.objects.bulk_update(chained, ["hash"], batch_size=500)
        for pk, head in heads.items():
            apps.get_model(app, owner).objects.filter(pk=pk).update(head=head)

    return RunPython(forwards, RunPython.noop)


@contextmanager
def lifted(connection: BaseDatabaseWrapper, among: Collection[str] | None = None) -> Iterator[None]:
    """Allow changes within the block, of all tables or of some: the test suite empties the database."""
    tables = [name for name in _guarded_tables(connection) if among is None or name in among]
    _execute(connection, _off, tables)
    try:
        yield
    finally:
        _execute(connection, _on, tables)


def _guarded_tables(connection: BaseDatabaseWrapper) -> list[str]:
    from games.models import AppendOnly

    existing = set(connection.introspection.table_names())
    guarded = (model for model in installed.get_models() if issubclass(model, AppendOnly))
    names = [model._meta.db_table for model in guarded]  # noqa: SLF001 - public in Django
    return [name for name in names if name in existing]


def _run(
    sql: Callable[[str, str], list[str]], table: str
) -> Callable[[object, BaseDatabaseSchemaEditor], None]:
    def operation(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for statement in sql(schema_editor.connection.vendor, table):
            schema_editor.execute(statement)

    return operation


def _execute(
    connection: BaseDatabaseWrapper, sql: Callable[[str, str], list[str]], tables: list[str]
) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            for statement in sql(connection.vendor, table):
                cursor.execute(statement)


def _create(vendor: str, table: str, unique: str = "") -> list[str]:
    if vendor == "sqlite":
        # INSERT OR REPLACE deletes without the triggers for DELETE, so the insert is refused.
        same = f"id = NEW.id OR ({unique or _UNIQUE.get(table, _UNIQUE_EVENT)})"
        known = f'SELECT 1 FROM "{table}" WHERE {same}'  # noqa: S608 - the names of our own tables
        when = {"update": "", "delete": "", "insert": f"WHEN EXISTS ({known}) "}
        return [
            f'CREATE TRIGGER "{table}_no_{verb}" BEFORE {verb} ON "{table}" {condition}'
            f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
            for verb, condition in when.items()
        ]
    function = (
        f'CREATE FUNCTION "{table}_refuse"() RETURNS trigger LANGUAGE plpgsql AS '
        f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    trigger = (
        f'CREATE TRIGGER "{table}_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "{table}" '
        f'FOR EACH STATEMENT EXECUTE FUNCTION "{table}_refuse"()'
    )
    return [function, trigger]


def _drop(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return [f'DROP TRIGGER IF EXISTS "{table}_no_{verb}"' for verb in ("update", "delete", "insert")]
    return [
        f'DROP TRIGGER IF EXISTS "{table}_append_only" ON "{table}"',
        f'DROP FUNCTION IF EXISTS "{table}_refuse"()',
    ]


def _off(vendor: str, table: str) -> list[str]:
    # PostgreSQL can switch a trigger off; SQLite can only drop it.
    if vendor == "sqlite":
        return _drop(vendor, table)
    return [f'ALTER TABLE "{table}" DISABLE TRIGGER "{table}_append_only"']


def _on(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return _create(vendor, table)
    return [f'ALTER TABLE "{table}" ENABLE TRIGGER "{table}_append_only"']
