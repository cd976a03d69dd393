"""Situation: the database is backed up while matches are played, and put back elsewhere."""

import io
import os
import sqlite3
import subprocess
import sys
import threading
import time
import zipfile
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games import tables
from games.models import Player, Table, TableEvent
from league.backups import forgotten, postgresql, sqlite
from league.backups.migrations import EachByItself, make_tables
from league.configuration import environment
from tests.games.playing import move_on, open_table
from tests.suite import extent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

KINDS = {"sqlite": sqlite, "postgresql": postgresql}
ROOT = Path(__file__).resolve().parent.parent.parent.parent


@pytest.fixture
def elsewhere(server_env, tmp_path):
    """The environment of an empty database of the same kind as the live one."""
    if connection.vendor == "sqlite":
        yield {"DATABASE_URL": f"sqlite://{tmp_path}/elsewhere.sqlite3"}
        return
    name = f"elsewhere_{uuid4().hex[:8]}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        yield {"DATABASE_URL": f"{server_env['DATABASE_URL'].rsplit('/', 1)[0]}/{name}"}
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(env, *command):
    """Run a command of `manage.py` on a database; return how it ended.

    The checks of the settings are left to `make lint`: they take as long as the start of the command.
    """
    command = [sys.executable, "-W", "ignore", "manage.py", *map(str, command), "--skip-checks"]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | env, capture_output=True, text=True, check=False
    )


def done(env, *command):
    ended = run(env, *command)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended


def refused(env, *command):
    ended = run(env, *command)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    return ended.stderr


def refused_here(*command):
    """Run a command that must be refused on the live database; return its sentence."""
    before = live_heads()
    with pytest.raises(CommandError) as refusal:
        call_command(*map(str, command), stdout=io.StringIO())
    assert live_heads() == before
    return str(refusal.value)


@contextmanager
def opened(env):
    """Let this process use another database than the live one until the end of the block."""
    live = connections["default"]
    facts = live.settings_dict | environment.database(env["DATABASE_URL"])
    connections["default"] = live.__class__(facts, "default")
    try:
        yield
    finally:
        connection.close()
        connections["default"] = live


def live_heads():
    """Return what the database says of its tables: number, version and the hash of the last event."""
    return [f"{table.pk}:{table.version}:{table.head.hex()}" for table in Table.objects.order_by("pk")]


def bots(name="Table 1"):
    table = open_table("bot bot bot", name=name, bot_pause_ms=0)
    tables.start(table.pk, by="clock", at=timezone.now())
    return table


@contextmanager
def playing(*running):
    """Let bots play at some tables until the end of the block; yields a way to count the moves."""
    over, moves = threading.Event(), []

    def play():
        try:
            while not over.is_set():
                for table in running:
                    with suppress(tables.ConflictError):
                        moves.append(move_on(table, timezone.now()))
                over.wait(0.1)  # the backup needs the machine as well
        finally:
            connections.close_all()

    player = threading.Thread(target=play)
    player.start()
    try:
        yield moves
    finally:
        over.set()
        player.join()


def test_a_backup_made_while_bots_play_is_one_moment_of_the_log_and_replaces_only_what_it_is_told_to(
    elsewhere, tmp_path
):
    running = [bots(), bots("Table 2")]
    gone = Player.objects.create(name="Gone")
    last = gone.pk
    gone.delete()
    file = tmp_path / "night.backup"
    file.write_text("mine")
    assert "exists already" in refused_here("backup", file)
    assert file.read_text() == "mine"
    with playing(*running) as moves:
        # PostgreSQL checks the backup by restoring it there, SQLite in a file of its own.
        call_command(
            "backup", str(file), "--force", "--scratch", elsewhere["DATABASE_URL"], stdout=io.StringIO()
        )
    assert len(moves) > 10
    assert [path for path in tmp_path.iterdir() if "night" in path.name] == [file]
    if connection.vendor == "sqlite":
        done(elsewhere, "restore", file)
    with opened(elsewhere):
        restored = live_heads()
        Player.objects.create(name="Old")
    for head in restored:
        pk, version, its_hash = head.split(":")
        if version != "0":
            assert bytes(TableEvent.objects.get(stream_id=pk, version=version).hash).hex() == its_hash
    assert len(restored) == 2
    done(elsewhere, "restore", file, "--replace", "--no-input")
    with opened(elsewhere):
        require_guarded(last, restored)


def require_guarded(last, early):
    """What was restored is only what was backed up, still append-only, and gives no number twice."""
    assert live_heads() == early
    assert not Player.objects.filter(name="Old").exists()
    assert Player.objects.create(name="New").pk > last
    for change in (lambda: TableEvent.objects.update(by="x"), TableEvent.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"):
            change()


def test_a_place_that_cannot_be_written_is_said_in_a_sentence(tmp_path):
    assert "cannot be written" in refused_here("backup", tmp_path / "nowhere" / "a")


@pytest.mark.written_by_hand
def test_a_log_that_is_not_sound_gives_no_backup(tmp_path):
    table = bots()
    Table.objects.filter(pk=table.pk).update(round_number=7)
    assert f"table:{table.pk}" in refused_here("backup", tmp_path / "a").lower()
    assert not list(tmp_path.iterdir())


WRONG = {
    "empty": b"",
    "text": b"no backup at all",
    "zip": b"PK\x05\x06" + bytes(18),
    "half": b"SQLite format 3\0" + bytes(range(256)) * 40,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_no_backup_changes_nothing(name, tmp_path):
    bots()
    (tmp_path / name).write_bytes(WRONG[name])
    assert name in refused_here("restore", tmp_path / name, "--replace", "--no-input")


@pytest.mark.sampled(
    "breaks a backup of PostgreSQL at the first of twelve places",
    about=["league/backups/", "league/management/commands/"],
)
def test_a_backup_with_a_wrong_byte_is_refused_whatever_that_breaks(tmp_path):
    bots()
    file = tmp_path / "a"
    KINDS[connection.vendor].save(file, lambda _line: None)
    whole, before = file.read_bytes(), live_heads()
    if connection.vendor == "sqlite":
        places = [whole.index(b"cards_dealt")]
    else:
        places = extent.some(range(60, len(whole), len(whole) // 12), every=20)
    for place in places:
        (tmp_path / "wrong").write_bytes(whole[:place] + bytes([whole[place] ^ 8]) + whole[place + 1 :])
        with suppress(CommandError):  # not for every byte: some mean nothing, such as the time of an entry
            call_command("restore", str(tmp_path / "wrong"), "--replace", "--no-input", stdout=io.StringIO())
        assert live_heads() == before


MANIFESTS = [
    "[]",
    "5",
    "{",
    '{"format": "wildleague-backup/1"}',
    '{"format": "wildleague-backup/9", "migrations": [], "columns": {}, "sequences": []}',
    '{"format": "wildleague-backup/1", "migrations": 7, "columns": {}, "sequences": []}',
    '{"format": "wildleague-backup/1", "migrations": [["x"]], "columns": {"x": 5}, "sequences": []}',
]


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_a_zip_file_that_says_anything_of_itself_changes_nothing(manifest, tmp_path):
    if connection.vendor == "sqlite":
        pytest.skip("a backup of SQLite is no zip file")
    bots()
    file = tmp_path / "strange"
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("manifest.json", manifest)
    assert "is no backup of Wildleague" in refused_here("restore", file, "--replace", "--no-input")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE recipes (name TEXT)",
        "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app, name, applied)",
        "CREATE TABLE django_migrations (recipe TEXT)",
    ],
)
def test_the_database_of_something_else_changes_nothing(statement, tmp_path):
    if connection.vendor == "postgresql":
        pytest.skip("a backup of PostgreSQL is a zip file")
    bots()
    file = tmp_path / "recipes.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute(statement)
    assert "is no backup of Wildleague" in refused_here("restore", file, "--replace", "--no-input")


def test_a_backup_that_is_not_there_changes_nothing(tmp_path):
    bots()
    assert "cannot be read" in refused_here("restore", tmp_path / "nowhere", "--replace", "--no-input")


def test_a_backup_of_a_newer_release_changes_nothing(tmp_path):
    bots()
    known, file = MigrationRecorder(connection), tmp_path / "newer"
    known.record_applied("league", "9999_of_tomorrow")
    KINDS[connection.vendor].save(file, lambda _line: None)
    known.record_unapplied("league", "9999_of_tomorrow")
    output = refused_here("restore", file, "--replace", "--no-input")
    assert output == "The backup is from a newer Wildleague: league.9999_of_tomorrow is not known here."


def test_nobody_is_asked_where_nobody_can_answer(tmp_path):
    bots()
    assert "not empty" in refused_here("restore", tmp_path / "any")
    assert "Nobody can be asked" in refused_here("restore", tmp_path / "any", "--replace")


def test_a_backup_of_the_other_kind_of_database_is_refused(tmp_path):
    other = {"sqlite": b"PK\x03\x04", "postgresql": b"SQLite format 3\0"}[connection.vendor]
    (tmp_path / "other").write_bytes(other + bytes(100))
    assert "another kind of database" in refused_here("restore", tmp_path / "other")


def test_remains_of_a_killed_backup_are_removed_by_a_later_backup(tmp_path):
    old, young = tmp_path / ".a.backup-unfinished-old", tmp_path / ".a.backup-unfinished-young"
    for folder in (old, young):
        folder.mkdir()
        (folder / "a.backup").write_bytes(b"half of it")
    os.utime(old, (time.time() - forgotten.SECONDS - 1,) * 2)
    call_command("backup", str(tmp_path / "a.backup"), stdout=io.StringIO())
    assert not old.exists()
    assert young.exists(), "perhaps of a backup that is being made"


def test_the_scratch_database_of_a_killed_backup_is_dropped_by_a_later_backup():
    if connection.vendor != "postgresql":
        pytest.skip("on SQLite a scratch database is a file")
    prefix = f"{connection.settings_dict['NAME'][:30]}_backup_check_"
    old = f"{prefix}{int(time.time() - forgotten.SECONDS - 1):010}_0000abcd"
    young = f"{prefix}{int(time.time()):010}_0000abcd"
    with connection.cursor() as cursor:
        for name in (old, young):
            cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        with postgresql.scratch(""):
            cursor.execute("SELECT datname FROM pg_database WHERE datname IN (%s, %s)", [old, young])
            left = cursor.fetchall()
        cursor.execute(f"DROP DATABASE {young}")
    assert left == [(young,)]


def test_without_a_named_one_a_scratch_database_is_made_and_dropped_again():
    if connection.vendor == "sqlite":
        pytest.skip("on SQLite a scratch database is a file")
    with postgresql.scratch("") as address, closing(psycopg.connect(address)) as scratch:
        (name,) = scratch.execute("SELECT current_database()").fetchone()
        assert scratch.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").fetchall() == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        assert cursor.fetchall() == []
    assert name != connection.settings_dict["NAME"]


@pytest.mark.sampled(
    "asks how to go on, but does not",
    about=["league/backups/", "league/management/commands/"],
)
def test_someone_who_may_make_no_scratch_database_is_told_what_to_do(elsewhere, tmp_path, thorough):
    if connection.vendor == "sqlite":
        pytest.skip("on SQLite a scratch database is a file")
    bots()
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE modest LOGIN")
        cursor.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO modest")
        cursor.execute("GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO modest")
    host = connection.settings_dict["HOST"]
    modest = {
        "DATABASE_URL": f"postgresql://modest@{quote(host, safe='')}:5432/{connection.settings_dict['NAME']}"
    }
    try:
        assert "--scratch" in refused(modest, "backup", tmp_path / "a")
        if thorough:
            done(modest, "backup", tmp_path / "a", "--scratch", elsewhere["DATABASE_URL"])
            before = live_heads()
            with opened(elsewhere):
                assert live_heads() == before
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP OWNED BY modest")
            cursor.execute("DROP ROLE modest")


@pytest.mark.slow(
    "runs the migrations of an earlier version one after the other: ten seconds",
    about=["league/backups/", "games/migrations/", "league/migrations/"],
)
def test_the_tables_of_a_backup_from_between_two_migrations_are_made_as_they_were():
    if connection.vendor == "sqlite":
        pytest.skip("a backup of SQLite brings its tables along")
    applied = [
        node
        for node in EachByItself(connection).graph.nodes
        if node[0] != "league" or node[1] < "0035"  # before the arena
    ]
    with transaction.atomic():
        with connection.cursor() as cursor:
            postgresql._drop_tables(cursor)
        make_tables(applied)
        columns = postgresql._columns(connection, "league_competition")
        transaction.set_rollback(True)
    assert "head" in columns
    assert "seating_ends_at" not in columns
