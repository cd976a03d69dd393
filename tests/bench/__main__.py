"""`python -m tests.bench`: the engine against the yardstick, the door against bare inserts."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

import tests.environment
from tests import postgres
from tests.bench.yardstick import play_round

# What is printed here is the command's answer.
# ruff: noqa: T201

SECONDS = 2.0
REPEATS = 3


def main() -> None:
    """Measure everything; the database part runs once on SQLite and once on PostgreSQL."""
    if "--door" in sys.argv:
        door()
        return
    print(f"Folder {tests.environment.folder}; best of {REPEATS} runs, each beside its yardstick.")
    rules()
    programs = postgres.find()
    again = [sys.executable, "-m", "tests.bench", "--door"]
    subprocess.run(again, env=os.environ | {"DATABASE_URL": ""}, check=True)
    if programs is None:
        print("No PostgreSQL on this machine: not measured.")
        return
    with postgres.server(programs) as address:
        subprocess.run(again, env=os.environ | {"DATABASE_URL": address}, check=True)


def rules() -> None:
    """Turns a second of random bots with sight, legality and events, and of the bare loop."""
    from games.bots.simulate import run
    from games.rules.options import build

    dice = random.Random(1)
    ratios = []
    for _repeat in range(REPEATS):
        bare = rate(lambda: play_round(dice))
        played = run("classic", build("classic"), 4, "random", SECONDS)
        ratios.append((played["moves"] / played["cpu"], bare))
    engine, bare = max(ratios, key=lambda pair: pair[0] / pair[1])
    print(f"rules       {engine:9,.0f} commands/s, yardstick {bare:9,.0f} turns/s: {engine / bare:.3f}")


def door() -> None:
    """Bot moves a second through the whole door, and the same rows inserted with nothing around them."""
    import django
    from django.core.management import call_command
    from django.db import connection

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    best = max((measure_door() for _repeat in range(REPEATS)), key=lambda pair: pair[0] / pair[1])
    moves, inserts = best
    print(
        f"door        {moves:9,.0f} moves/s, yardstick {inserts:9,.0f} transactions/s of the same rows:"
        f" {moves / inserts:.3f} ({connection.vendor})"
    )


def measure_door() -> tuple[float, float]:
    """Return moves a second, and bare transactions a second with as many rows."""
    from django.db import transaction
    from django.utils import timezone

    from games import tables
    from games.models import Table, TableEvent

    at = timezone.now()
    facts = {"rulebook": "classic", "options": {"target_score": 100_000}, "seats": 4}
    table = tables.open_table(name="Bench", bot_pause_ms=0, by="organizer:1", at=at, **facts)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)

    def move() -> int:
        table.refresh_from_db(fields=["version", "due_at"])
        when = {"version": table.version, "at": table.due_at}
        return tables.play_for_bot(table.pk, **when) or tables.end_turn(table.pk, **when)

    began, first = table.version, time.perf_counter()
    moves = rate(move)
    rows = round((table.version - began) / max(1.0, moves * (time.perf_counter() - first))) or 1
    target = Table.objects.create(name="Bare", rulebook="classic", seat_count=4, opened_at=at)
    stored = TableEvent.objects.filter(stream=table).order_by("-version")[:rows]
    patterns = [(row.name, row.payload) for row in stored]
    version = 0

    def insert() -> int:
        nonlocal version
        made = []
        for name, payload in patterns:
            version += 1
            facts = {"name": name, "payload": payload, "by": "bot", "at": at}
            made.append(TableEvent(stream=target, version=version, step=version, **facts))
        with transaction.atomic():
            TableEvent.objects.bulk_create(made)
        return 1

    return moves, rate(insert)


def rate(work: Callable[[], int]) -> float:
    """Return how much a second gets done; `work` says how much it has done."""
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        done += work()
    return done / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
