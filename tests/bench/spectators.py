"""`python -m tests.bench.spectators`: how soon a crowd of spectators hears of a move, and what it costs.

The yardstick is the second within which 95 of 100 have to hear of it; moves are made in another process than
the one that serves, as by a worker, and time begins when the database has committed.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import tests.environment
from tests.databases import postgres
from tests.servers import processes
from tests.spectators.crowd import (
    Spectator,
    all_heard,
    fetched,
    files,
    files_allowed,
    megabytes,
    share,
    threads,
    watching,
)

# What is printed here is the command's answer.
# ruff: noqa: T201

YARDSTICK = 1.0
MOVES = 20
BETWEEN = 0.25
CROWD = {"PAGE_STREAMS": "100000", "WEB_CONNECTIONS_OF_ADDRESS": "100000"}
"""It comes from one address, which strangers may not do."""


def main() -> None:
    """Measure on every way that news travels; with `--count N` one crowd on the database at hand."""
    if "--count" in sys.argv:
        measure_spectators(int(sys.argv[-1]), web_processes=int(os.environ.get("BENCH_WEB", "1")))
        return
    scene("SQLite, asked three times a second", 1000, {"DATABASE_URL": ""})
    programs = postgres.find()
    if programs is None:
        print("No PostgreSQL on this machine: not measured.")
        return
    with postgres.server(programs) as address, tempfile.TemporaryDirectory() as folder:
        at = {"DATABASE_URL": address}
        scene("PostgreSQL, NOTIFY", 1000, at)
        scene("PostgreSQL, NOTIFY", 5000, at)
        if processes.has_redis():
            with processes.redis(Path(folder)) as url:
                scene("Redis, two web processes", 1000, at | {"LIVE_URL": url, "BENCH_WEB": "2"})


def scene(name: str, count: int, env: dict[str, str]) -> None:
    """Measure one crowd in a process of its own, because settings are read once."""
    print(f"spectators  {name}:", flush=True)
    command = [sys.executable, "-m", "tests.bench.spectators", "--count", str(count)]
    subprocess.run(command, env=os.environ | env, check=True)


def measure_spectators(count: int, web_processes: int) -> None:
    """Let so many spectators, spread over the web processes, watch a match; print what they heard when."""
    if files_allowed() < count + 100:
        print(f"  not measured: this machine allows a process {files_allowed():,} files only (ulimit -n)")
        return
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with contextlib.ExitStack() as stack:
        folder = Path(tests.environment.folder)
        sites = [
            stack.enter_context(processes.web_process(CROWD, folder)) for _number in range(web_processes)
        ]
        asyncio.run(measure(count, [(address, process.popen.pid) for address, process in sites]))


async def measure(count: int, sites: Sequence[tuple[str, int]]) -> None:
    """Open the streams, make moves, fetch the page as browsers would, and print all of it."""
    match = await asyncio.to_thread(Match)
    pid = sites[0][1]
    before = threads(pid), files(pid), megabytes(pid)
    began = time.monotonic()
    async with contextlib.AsyncExitStack() as stack:
        crowd: list[Spectator] = []
        for address, _pid in sites:
            crowd += await stack.enter_async_context(watching(address, match.stream, count // len(sites)))
        await all_heard(crowd, match.version)
        opened = time.monotonic() - began
        late: list[float] = []
        for _move in range(MOVES):
            await asyncio.sleep(BETWEEN)
            version, committed = await asyncio.to_thread(match.move)
            late += [when - committed for when in await all_heard(crowd, version)]
        used = threads(pid) - before[0], files(pid) - before[1], megabytes(pid) - before[2]
        lines = await asyncio.to_thread(connections_of_others)
        pages = await fetched(sites[0][0], match.page, min(count, 1000))
    p95 = share(late, 0.95)
    half, most = share(late, 0.5), max(late)
    print(
        f"  {count:,} streams told after {half:.3f} s (half), {p95:.3f} s (p95), {most:.3f} s (all):", end=" "
    )
    print(f"{p95 / YARDSTICK:.2f} of the yardstick")
    print(f"  opened in {opened:.1f} s; of a web process {used[0]} threads, {used[1]:,} files,", end=" ")
    print(f"{used[2]:.0f} MB more; {lines} connections to the database in all")
    half, most = share(pages, 0.5), share(pages, 0.95)
    print(
        f"  {len(pages):,} pages fetch the move in one moment: half have it in {half:.2f} s, p95 {most:.2f} s"
    )
    assert p95 <= YARDSTICK or count > 1000, "too late"


class Match:
    """A match of bots that moves when it is told to."""

    def __init__(self) -> None:
        from django.utils import timezone

        from games import tables
        from games.realtime import publisher

        at, facts = timezone.now(), {"rulebook": "classic", "options": {"target_score": 10_000}, "seats": 4}
        self._table = tables.open_table(name="Bench", bot_pause_ms=0, by="organizer:1", at=at, **facts)
        tables.start(self._table.pk, fill_with_bots=True, by="organizer:1", at=at)
        self._table.refresh_from_db()
        self._committed: dict[int, float] = {}
        publisher.subscribe(self._note)  # the first thing that happens after a commit
        self.version = self._table.version
        self.stream = f"/tables/{self._table.pk}/stream/?after=0&chat=0"
        self.page = f"/tables/{self._table.pk}/watch/?after=0"

    def move(self) -> tuple[int, float]:
        """Make one move; return the new version, and when it was committed."""
        from games import tables

        self._table.refresh_from_db(fields=["version", "due_at"])
        facts = {"version": self._table.version, "at": self._table.due_at}
        assert tables.play_for_bot(self._table.pk, **facts) or tables.end_turn(self._table.pk, **facts)
        version = max(self._committed)
        return version, self._committed[version]

    def _note(self, versions: dict[tuple[str, int], int]) -> None:
        self._committed[versions["table", self._table.pk]] = time.monotonic()


def connections_of_others() -> int:
    """Return how many connections to the database there are besides our own; none on SQLite."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
