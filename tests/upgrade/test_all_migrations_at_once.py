"""Situation: a new database takes the migrations at once, an old one has taken them one after the other."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.upgrade import kept

ONE_AFTER_THE_OTHER = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from league.backups.migrations import EachByItself
executor = MigrationExecutor(connection)
executor.loader = EachByItself(connection)
executor.migrate(executor.loader.graph.leaf_nodes())
"""


@pytest.mark.slow(
    "migrates two empty databases: twenty seconds", about=["games/migrations/", "league/migrations/"]
)
def test_both_come_to_the_same_schema(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    for folder in (new, old):
        folder.mkdir()
    kept.manage(new, "migrate", "--verbosity", "0")
    kept.manage(old, "shell", "-v", "0", "-c", ONE_AFTER_THE_OTHER)
    assert sorted(schema(new)) == sorted(schema(old))
    assert "No migrations to apply" in kept.manage(old, "migrate")


def schema(folder: Path) -> Iterator[str]:
    """Yield each column, constraint, index and trigger, whatever the order of columns."""
    with closing(sqlite3.connect(folder / "wildleague.sqlite3")) as database:
        for kind, name, made in database.execute("SELECT type, tbl_name, sql FROM sqlite_master"):
            if kind == "trigger":
                yield made
            for constraint in re.findall(r'CONSTRAINT "\w+" (?:UNIQUE|CHECK) \(.*?\)', made or ""):
                yield f"{name}: {constraint}"
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for of in ("table_info", "foreign_key_list", "index_list"):
                rows = database.execute(f'PRAGMA {of}("{table}")').fetchall()
                yield from sorted(f"{table}: {of} {_without_numbers(row)}" for row in rows)


def _without_numbers(row: tuple[object, ...]) -> tuple[object, ...]:
    """A row of a pragma without its place and the names that SQLite gives to indexes of its own."""
    return tuple(value for value in row[1:] if not str(value).startswith("sqlite_autoindex"))
