"""`python -m tests.load.events [--events 50000000] [--parts 16]`: the costs of a large log on PostgreSQL.

Bots play some matches; copies of them fill the log of a server of its own. In the beginning, at a million
events, at all of them, and with the log parted by table it is measured what a move costs (by the code of the
site, with `fsync`), what a table costs that is read or verified, and what the whole costs that is backed up,
verified and vacuumed. A million events need about half a gigabyte, and twice that while they are parted.
"""

import argparse
import datetime as dt
import io
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import tests.environment
from tests.databases import postgres

# What is printed here is the command's answer.
# ruff: noqa: T201

MATCHES: Final = 8
MOVES: Final = 600
READ: Final = 200
BY_SIZE: Final = ("shared_buffers=1GB", "max_wal_size=8GB", "maintenance_work_mem=1GB")
FILLING: Final = (
    *BY_SIZE, "work_mem=512MB", "fsync=off", "synchronous_commit=off", "full_page_writes=off",
    "autovacuum=off", "jit=off",
)  # fmt: skip
Figures = dict[str, str]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fill a database, measure on the way, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.events", description=__doc__)
    parser.add_argument("--events", type=int, default=50_000_000)
    parser.add_argument(
        "--parts", type=int, default=16, help="partitions of the second measurement; 0 for none"
    )
    parser.add_argument(
        "--first", type=int, default=1_000_000, help="events that are verified and backed up as a whole"
    )
    asked = parser.parse_args(arguments)
    programs = postgres.find()
    if programs is None:
        sys.exit("Many events need PostgreSQL (apt-get install postgresql).")
    with postgres.cluster(programs) as cluster:
        cluster.restart(*FILLING)
        os.environ |= {"DATABASE_URL": cluster.address, "DJANGO_SETTINGS_MODULE": "league.settings"}
        os.environ["LOG_LEVEL"] = "ERROR"  # a server that starts again loses notifications
        import django

        django.setup()
        columns = dict(_measured(Log(cluster, programs), asked))
    _print(columns)


class Log:
    """The log of a server that is filled with `fsync=off` and measured as a site would use it."""

    def __init__(self, cluster: postgres.Cluster, programs: Path) -> None:
        from django.core.management import call_command

        from tests.load.copied_matches import Copies

        self._cluster, self.programs = cluster, programs
        self.address = cluster.address
        call_command("migrate", verbosity=0)
        self.copies = Copies([_played() for _match in range(MATCHES)])
        self.choose = random.Random(1)

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Let the server forget about safety for a while."""
        self._restart(FILLING)
        yield
        self._restart(BY_SIZE)

    def some_tables(self, count: int) -> list[int]:
        """Return some of the copied tables that were not read before."""
        return self.choose.sample(self.copies.tables, min(count, len(self.copies.tables)))

    def _restart(self, options: Sequence[str]) -> None:
        from django.db import connection

        connection.close()
        self._cluster.restart(*options)


def _measured(log: Log, asked: argparse.Namespace) -> Iterator[tuple[str, Figures]]:
    """Fill the log step by step; yield what was measured after each."""
    from tests.load.copied_matches import part_by_stream

    with log.filling():
        pass
    yield "empty", _printed("empty", _appending())
    first = min(asked.first, asked.events)
    for size in sorted({first, asked.events}):
        with log.filling():
            filling = {"filling, with its indexes": _seconds(lambda size=size: log.copies.grow(size))}
        whole = _whole(log) if size == first else _extrapolated(log)
        name = f"{log.copies.events / 1e6:.3g} M"
        yield name, _printed(name, filling | _vacuuming() | _of_all(log) | whole)
    if asked.parts:
        with log.filling():
            filling = {"filling, with its indexes": _seconds(lambda: part_by_stream(asked.parts))}
        name = f"{log.copies.events / 1e6:.3g} M in {asked.parts} parts"
        yield name, _printed(name, filling | _vacuuming() | _of_all(log))


def _of_all(log: Log) -> Figures:
    return _sizes() | _appending() | _reading(log) | _verifying_one(log)


def _appending() -> Figures:
    """Let bots move at new tables through the write side, one move a transaction."""
    from django.db import connection
    from django.utils import timezone

    from games import tables
    from games.models import Table

    opened = [_opened(10_000) for _table in range(8)]
    inserts: list[float] = []

    def timed(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        answer = execute(sql, parameters, many, context)
        if sql.startswith('INSERT INTO "games_tableevent"'):
            inserts.append(1000 * (time.perf_counter() - began))
        return answer

    moves = []
    with connection.execute_wrapper(timed):
        for number in range(MOVES):
            table = opened[number % len(opened)]
            version = Table.objects.values_list("version", flat=True).get(pk=table)
            at, began = timezone.now() + dt.timedelta(minutes=number), time.perf_counter()
            if tables.play_for_bot(table, version=version, at=at) or tables.end_turn(
                table, version=version, at=at
            ):
                moves.append(1000 * (time.perf_counter() - began))
    return {
        "append: a move with its commit, ms (median, p95)": _median_and_p95(moves),
        "append: the INSERT alone, ms (median, p95)": _median_and_p95(inserts),
    }


def _reading(log: Log) -> Figures:
    """Read finished tables that nobody has read before, as pages do."""
    from games import eventstore, tables
    from games.models import TableEvent
    from games.replay import match_at_step

    ways: dict[str, Callable[[int], Any]] = {
        "read a table: its page, ms (median, p95)": lambda pk: tables.look(pk, None),
        "read a table: the outline of its replay from the log, ms (median, p95)": match_at_step.outline,
        "read a table: all its events, ms (median, p95)": lambda pk: eventstore.read(TableEvent, pk),
    }
    return {
        name: _median_and_p95([1000 * _time(lambda pk=pk, way=way: way(pk)) for pk in log.some_tables(READ)])
        for name, way in ways.items()
    }


def _verifying_one(log: Log) -> Figures:
    from django.core.management import call_command

    (pk,) = log.some_tables(1)
    took = _time(lambda: call_command("verify", stream=f"table:{pk}", stdout=io.StringIO()))
    return {"verify one table by the command, s": f"{took:.2f}"}


def _whole(log: Log) -> Figures:
    """Verify and back up all of it by the commands of the project, and dump it by PostgreSQL's own."""
    from django.core.management import call_command

    events = _events()
    verifying = _time(lambda: call_command("verify", jobs=1, stdout=io.StringIO()))
    file = Path(tests.environment.folder) / "events.backup"
    backup = _time(lambda: call_command("backup", str(file), stdout=io.StringIO()))
    backup_size = file.stat().st_size
    file.unlink()
    dump = Path(tests.environment.folder) / "events.dump"
    command = [log.programs / "pg_dump", "--format=custom", "--compress=1", "--file", dump, log.address]
    dumping = _time(lambda: subprocess.run(command, check=True))
    dump_size = dump.stat().st_size
    dump.unlink()
    return {
        "verify all by one process, events a second": f"{events / verifying:,.0f}",
        "`manage.py backup` with its check, events a second": f"{events / backup:,.0f}",
        "`manage.py backup`, bytes an event": f"{backup_size / events:.0f}",
        "`pg_dump -Fc -Z1`, events a second": f"{events / dumping:,.0f}",
        "`pg_dump -Fc -Z1`, bytes an event": f"{dump_size / events:.0f}",
        **_base_backup(log),
    }


def _extrapolated(log: Log) -> Figures:
    """Verify some tables, as the whole would take hours; a base backup copies the files of all."""
    from league.management.commands.verify import streams_to_check
    from league.profiles.feats_verification import check_table_with_feats

    listing = _seconds(lambda: streams_to_check(None))
    some = log.some_tables(READ)
    faults, took = [], 0.0
    for pk in some:
        took += _time(lambda pk=pk: faults.append(check_table_with_feats(pk, {})))
    if any(faults):
        sys.exit(f"These copies are no valid tables: {faults}")
    rate = log.copies.events / len(log.copies.tables) * len(some) / took
    return {
        "verify all: listing the streams": listing,
        "verify all by one process, events a second": f"{rate:,.0f} (of {len(some)} tables)",
        **_base_backup(log),
    }


def _base_backup(log: Log) -> Figures:
    command = [
        log.programs / "pg_basebackup",
        "--checkpoint=fast",
        "--wal-method=none",
        "--format=tar",
        "-D",
        "-",
    ]
    command += ["--no-manifest", "--dbname", log.address]
    took = _time(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    )
    return {"`pg_basebackup`, events a second": f"{_events() / took:,.0f}"}


def _vacuuming() -> Figures:
    """Vacuum what was filled in, as autovacuum does after inserts; then freeze it."""
    from tests.load.copied_matches import EVENTS, run

    return {
        "vacuum and analyze after filling": _seconds(lambda: run(f"VACUUM (ANALYZE) {EVENTS}")),
        "vacuum once more": _seconds(lambda: run(f"VACUUM {EVENTS}")),
        "freeze": _seconds(lambda: run(f"VACUUM (FREEZE) {EVENTS}")),
    }


def _sizes() -> Figures:
    """Return the sizes of the rows and of each index, all partitions together."""
    from tests.load.copied_matches import EVENTS, rows, value

    leaves = "SELECT sum({size}(relid)) FROM pg_partition_tree({of}) WHERE isleaf AND level > 0"
    whole = f"coalesce(({leaves}), {{size}}({{of}}))"
    heap = value(
        f"SELECT {whole.format(size='pg_table_size', of='%(events)s::regclass')}", {"events": EVENTS}
    )
    sizes = rows(
        f"SELECT pg_get_indexdef(indexrelid), {whole.format(size='pg_relation_size', of='indexrelid')}"
        " FROM pg_index WHERE indrelid = %s::regclass ORDER BY indexrelid",
        [EVENTS],
    )
    return {"size of the rows, GB": _gigabytes(heap)} | {
        f"size of the index {definition.partition(' USING ')[2]}, GB": _gigabytes(size)
        for definition, size in sizes
    }


def _events() -> int:
    from tests.load.copied_matches import EVENTS, value

    return int(value(f"SELECT count(*) FROM {EVENTS}"))


def _played() -> int:
    """Return a table at which four bots have played a match."""
    from games.tables import scheduling
    from tests.games.playing import play_out

    with scheduling.collect_due_bots():
        table = _opened(500)
        play_out(table)
    return table


def _opened(target: int) -> int:
    from django.utils import timezone

    from games import tables

    facts: dict[str, Any] = {"rulebook": "classic", "options": {"target_score": target}, "seats": 4}
    at = timezone.now()
    table = tables.open_table(name="Bots", bot_pause_ms=0, by="organizer:1", at=at, **facts)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    return int(table.pk)


def _time(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _seconds(work: Callable[[], Any]) -> str:
    return f"{_time(work):,.1f} s"


def _gigabytes(size: Any) -> str:
    return f"{float(size) / 1e9:.2f}"


def _median_and_p95(times: Sequence[float]) -> str:
    return f"{statistics.median(times):.2f}, {sorted(times)[int(0.95 * len(times))]:.2f}"


def _printed(name: str, figures: Figures) -> Figures:
    """Print the figures at once: the next ones take long."""
    for what, figure in figures.items():
        print(f"{name:20} {what}: {figure}", flush=True)
    return figures


def _print(columns: dict[str, Figures]) -> None:
    lines = list(dict.fromkeys(what for figures in columns.values() for what in figures))
    print(f"\n| | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for what in lines:
        print(f"| {what} | {' | '.join(figures.get(what, '') for figures in columns.values())} |")


if __name__ == "__main__":
    main()
