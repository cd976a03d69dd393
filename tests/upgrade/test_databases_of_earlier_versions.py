"""Situation: a site of an earlier version is upgraded, and its clubs play on."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.upgrade import kept

PLAY_ON = """
import json
from django.utils import timezone
from games import tables
from games.models import Table, TableEvent
at = timezone.now()
tables.keep_time(at)
before = TableEvent.objects.count()
tables.move_due_tables(tables.due_tables(at), at=at)
table = tables.open_table(name="Upgraded", rulebook="classic", options={"target_score": 1}, seats=2,
                          bot_pause_ms=1, by="organizer:1", at=at)
tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
table.refresh_from_db()
while table.status == "running":
    tables.move_on(table.pk, version=table.version, at=table.due_at or at)
    table.refresh_from_db()
print(json.dumps({"status": table.status, "added": TableEvent.objects.count() - before}))
"""


def hashes(folder: Path) -> list[tuple[object, ...]]:
    """Every event as it lies in the database."""
    with closing(sqlite3.connect(folder / "wildleague.sqlite3")) as connection:
        return [
            row
            for table in ("games_tableevent", "league_competitionevent", "league_rosterevent")
            for row in connection.execute(f"SELECT stream_id, version, hash FROM {table} ORDER BY 1, 2")
        ]


def test_there_is_a_kept_database_and_it_is_small() -> None:
    assert kept.KEPT
    assert all(file.stat().st_size < 1_500_000 for file in kept.KEPT)


@pytest.mark.slow(
    "migrates the database of an earlier version, verifies every chain and plays on: ten seconds",
    about=["games/migrations/", "league/migrations/", "games/rules/base/", "games/eventstore/"],
)
@pytest.mark.parametrize("file", kept.KEPT, ids=lambda file: file.name)
def test_it_is_brought_up_to_date_every_chain_holds_and_its_clubs_play_on(file: Path, tmp_path: Path) -> None:
    kept.unpack(file, tmp_path)
    before = hashes(tmp_path)
    assert len(before) > 500
    kept.manage(tmp_path, "migrate", "--verbosity", "0")
    kept.manage(tmp_path, "rebuild")
    assert hashes(tmp_path) == before
    assert "everything is as it was written" in kept.manage(tmp_path, "verify", "--jobs", "1")
    played = json.loads(kept.manage(tmp_path, "shell", "-v", "0", "-c", PLAY_ON).splitlines()[-1])
    assert played["status"] == "finished"
    assert played["added"] > 10
    assert "everything is as it was written" in kept.manage(tmp_path, "verify", "--jobs", "1")
