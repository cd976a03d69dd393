"""Emptying the database between tests: only tables that hold rows, and the append-only log with them.

What Django does instead costs the same however little a test has written: it empties every table (for which
PostgreSQL creates a new file for each table and index) and inserts all content types and permissions again.
"""

from collections.abc import Callable
from typing import Final

from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.eventstore import triggers

KEPT: Final = ("django_content_type", "auth_permission")
"""Tables that are left as they are: every `migrate` writes the same rows into them."""
ROUNDS: Final = 5


class Emptying:
    """Empties a database that was migrated just now."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._kept = _counts(connection)

    def empty(self, connection: BaseDatabaseWrapper, *, all_of_it: Callable[[], None]) -> None:
        """Delete all rows but those of every `migrate`; empty `all_of_it` if a test changed these."""
        if _counts(connection) != self._kept:
            with triggers.lifted(connection):
                all_of_it()
        for _round in range(ROUNDS):  # a process beside the test may still be writing
            if not (full := _with_rows(connection)):
                return
            try:
                _delete(connection, full)
            except IntegrityError:
                continue


def _delete(connection: BaseDatabaseWrapper, tables: list[str]) -> None:
    with transaction.atomic(using=connection.alias), triggers.lifted(connection, tables):
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        if connection.vendor == "postgresql":
            connection.check_constraints()  # at once: no trigger is put back while checks are waiting


def _counts(connection: BaseDatabaseWrapper) -> tuple[int, ...]:
    parts = ", ".join(f"(SELECT count(*) FROM {table})" for table in KEPT)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {parts}")
        counts: tuple[int, ...] = cursor.fetchone()
        return counts


def _with_rows(connection: BaseDatabaseWrapper) -> list[str]:
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    parts = [
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})"
        for table in sorted({*tables} - {*KEPT})
    ]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return [name for (name,) in cursor.fetchall()]
