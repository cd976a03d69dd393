"""`python -m tests.bench`: the engine against the yardstick, a posted move against bare inserts."""

import os
import random
import subprocess
import sys
import threading
import time
import timeit
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from itertools import cycle, groupby
from multiprocessing import get_context
from operator import attrgetter
from typing import Any

import tests.environment
from tests.bench import spectators
from tests.bench.yardstick import play_round
from tests.databases import postgres

# What is printed here is the command's answer.
# ruff: noqa: T201

SECONDS = 2.0
SLICE = 0.25  # the yardstick and what it measures take turns, so that both see the same machine
SLICES = 20
REPEATS = 3
WRITERS = 16
CORES = os.cpu_count() or 1


def main() -> None:
    """Measure everything; the database part runs once on SQLite and once on PostgreSQL."""
    if "--move" in sys.argv:
        post_moves()
        return
    print(f"Folder {tests.environment.folder}; best of {SLICES} slices, work and yardstick in turns.")
    rules()
    programs = postgres.find()
    again = [sys.executable, "-m", "tests.bench", "--move"]
    subprocess.run(again, env=os.environ | {"DATABASE_URL": ""}, check=True)
    if programs is None:
        print("No PostgreSQL on this machine: not measured.")
        return
    with postgres.server(programs) as address:
        subprocess.run(again, env=os.environ | {"DATABASE_URL": address}, check=True)
    spectators.main()


def rules() -> None:
    """The engine in turns a second, each figure beside the bare loop run around it."""
    from games.bots.playouts import compiling
    from games.bots.simulate import run
    from games.rules.options.options import build

    options = build("classic")
    stored, turns = stored_match()
    dice = random.Random(1)

    def simulated(mode: str) -> Callable[[], int]:
        return lambda: run("classic", options, 4, "random", SLICE, mode).moves

    compiling.compile_now()
    works = {
        "events": simulated("events"),
        "playout": simulated("playout"),
        "arrays": play_outs(compiling.plain(), 30),
        "compiled": play_outs(compiling.kernel(), 20_000),
        "decode+fold": refold(stored, turns),
    }
    best = dict.fromkeys(works, 0.0)
    bare = 0.0
    for _slice in range(SLICES):
        bare = max(bare, rate(lambda: play_round(dice), SLICE, time.process_time))
        for name, work in works.items():
            best[name] = max(best[name], rate(work, SLICE, time.process_time))
    print(f"yardstick   {bare:9,.0f} turns/s of a bare loop")
    for name, rule in best.items():
        print(f"{name:11} {rule:9,.0f} turns/s: {rule / bare:.3f} of the yardstick")
    print(f"state copy  {best['events'] * copy_seconds():9.1f} turns with events")


def play_outs(kernel: Any, deals: int) -> Callable[[], int]:
    """Return a function that plays deals by arrays, at random, and counts turns."""
    from games.bots.playouts import boards, layout
    from games.rules.options.options import build

    rules, fresh = kernel.array(boards.rules_of(build("classic"))), kernel.array(boards.fresh(4))
    board, tally = kernel.array(boards.fresh(4)), kernel.array([1] + [0] * (layout.TALLY_SIZE - 1))

    def play() -> int:
        before = int(tally[layout.TALLY_TURNS])
        kernel.play_deals(board, fresh, rules, deals, tally)
        return int(tally[layout.TALLY_TURNS]) - before

    play()
    return play


def stored_match() -> tuple[list[tuple[str, int, bytes]], int]:
    """Return the rows of a match of four as the log stores them, and its number of turns."""
    from games import eventstore
    from games.bots.dice import Dice
    from games.bots.random_bot import choose
    from games.rules.decisions.decide import new_match, step
    from games.rules.decisions.legal import legal_commands
    from games.rules.match.commands import Deal
    from games.rules.match.events import CardPlayed, TurnPassed
    from games.rules.match.state import MATCH_OVER
    from games.rules.options.options import build

    chance = Dice(1)
    state = new_match("classic", build("classic"), 4)
    happened = []
    while state.phase != MATCH_OVER:
        seat = state.to_act
        command = choose(None, legal_commands(state, seat), chance) if seat >= 0 else Deal()
        happened += step(state, command, chance)
    turns = sum(isinstance(event, CardPlayed | TurnPassed) for event in happened)
    encoded = [eventstore.encode(event) for event in happened]
    return [(name, schema, payload.encode()) for name, schema, payload in encoded], turns


def refold(stored: list[tuple[str, int, bytes]], turns: int) -> Callable[[], int]:
    """Return the work of reading a stored match into its final state."""
    from games import eventstore
    from games.rules.match.evolve import fold

    def work() -> int:
        fold(eventstore.decode(*row) for row in stored)
        return turns

    return work


def copy_seconds() -> float:
    """Return what a copy of a running state takes at best."""
    from games.bots.simulate import Dice
    from games.rules.decisions.decide import new_match, step
    from games.rules.match.commands import Deal
    from games.rules.options.options import build

    state = new_match("classic", build("classic"), 4)
    step(state, Deal(), Dice(1))
    return min(timeit.repeat(state.copy, number=1000, repeat=5)) / 1000


def post_moves() -> None:
    """Bot moves a second through the write side, and the same rows inserted with nothing around them."""
    import django
    from django.core.management import call_command
    from django.db import connection

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    play, read_anew, insert = move_works()
    works = {"moves": play, "moves, cold": read_anew}
    best = dict.fromkeys(works, 0.0)
    bare = 0.0
    for _slice in range(SLICES):
        bare = max(bare, rate(insert, SLICE))
        for name, work in works.items():
            best[name] = max(best[name], rate(work, SLICE))
    print(f"yardstick   {bare:9,.0f} transactions/s of the rows of a move ({connection.vendor})")
    for name, rule in best.items():
        print(f"{name:11} {rule:9,.0f} moves/s: {rule / bare:.3f} of the yardstick")
    if connection.vendor == "postgresql":
        single, many = (writers_together(number) for number in (1, WRITERS))
        print(
            f"writers     {many:9,.0f} moves/s of {WRITERS}, each at a table, in {CORES} processes: "
            f"{many / single:.2f} times one"
        )
    read, fold = stream_seconds()
    print(f"read+fold   a stream of 1,000 events takes {fold / read:.2f} times the bare read of it")


def move_works() -> tuple[Callable[[], int], Callable[[], int], Callable[[], int]]:
    """Return three works: a move as a worker makes it, one that reads the deal anew, the bare rows of one."""
    from django.db import transaction
    from django.utils import timezone

    from games import tables
    from games.models import Table, TableEvent
    from games.tables import aggregate, scheduling

    at = timezone.now()
    facts = {"rulebook": "classic", "options": {"target_score": 10_000}, "seats": 4}
    table = tables.open_table(name="Bench", bot_pause_ms=0, by="organizer:1", at=at, **facts)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)

    def play() -> int:
        nonlocal following
        with scheduling.collect_due_bots() as at_hand:
            pk, version = following
            when = {"version": version, "at": timezone.now() + timedelta(minutes=1)}
            moved = tables.play_for_bot(pk, **when) or tables.end_turn(pk, **when)
        # Between two deals nobody asks for a move: the clock is due.
        table.refresh_from_db(fields=["version"]) if not at_hand else None
        following = at_hand.pop() if at_hand else (table.pk, table.version)
        return moved

    def read_anew() -> int:
        aggregate.take_cached(table.pk)
        return play()

    table.refresh_from_db(fields=["version"])
    following = (table.pk, table.version)
    for _move in range(200):
        play()
    target = Table.objects.create(name="Bare", rulebook="classic", seat_count=4, opened_at=at)
    steps = [
        list(group) for _step, group in groupby(TableEvent.objects.filter(stream=table), attrgetter("step"))
    ]
    patterns = cycle([[(row.name, row.payload, row.hash) for row in rows] for rows in steps[-100:]])
    version = 0

    def insert() -> int:
        nonlocal version
        made = []
        for name, payload, its_hash in next(patterns):
            version += 1
            facts = {"name": name, "payload": payload, "hash": its_hash, "by": "bot", "at": at}
            made.append(TableEvent(stream=target, version=version, step=version, **facts))
        with transaction.atomic():
            TableEvent.objects.bulk_create(made)
        return 1

    return play, read_anew, insert


def writers_together(number: int) -> float:
    """Return the moves a second of some writers, each at a table of its own, at best.

    They share as many processes as there are cores, as servers run: each process more costs its caches.
    """
    from django.db import connections

    connections.close_all()  # no two processes may share one
    shares = [len(range(first, number, CORES)) for first in range(min(number, CORES))]
    processes = get_context("fork")
    told, ready = processes.SimpleQueue(), processes.Barrier(len(shares))
    started = [processes.Process(target=_write_together, args=(share, ready, told)) for share in shares]
    for process in started:
        process.start()
    rates = [told.get() for _process in started]
    for process in started:
        process.join()
    return max(map(sum, zip(*rates, strict=True)))


def _write_together(number: int, ready: Any, told: Any) -> None:
    """Tell the moves a second of the writers of one process, several times, each time when all have begun."""
    together = threading.Barrier(number, action=ready.wait)
    with ThreadPoolExecutor(number) as writers:
        rates = writers.map(_write, [together] * number)
        told.put([sum(slices) for slices in zip(*rates, strict=True)])


def _write(together: threading.Barrier) -> list[float]:
    """Return the moves a second of one writer, several times."""
    play, _read_anew, _insert = move_works()
    rates = []
    for _slice in range(REPEATS):
        together.wait()
        rates.append(rate(play))
    return rates


def stream_seconds() -> tuple[float, float]:
    """Return the best times of reading 1,000 events of a table bare, and of reading and folding them."""
    from games import eventstore
    from games.models import TableEvent
    from games.tables import projection

    played = TableEvent.objects.filter(name="match_started")[0].stream_id
    columns = ("version", "step", "name", "schema", "payload", "by", "at", "hash")
    bare = TableEvent.objects.filter(stream_id=played, version__lte=1000).order_by("version")
    read = min(timeit.repeat(lambda: list(bare.values_list(*columns)), number=1, repeat=20))
    folded = partial(eventstore.read, TableEvent, played, until=1000)
    return read, min(timeit.repeat(lambda: projection.follow(None, folded()), number=1, repeat=20))


def rate(
    work: Callable[[], int], seconds: float = SECONDS, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return how much a second gets done; `work` says how much it has done."""
    done, began = 0, clock()
    while clock() - began < seconds:
        done += work()
    return done / (clock() - began)


if __name__ == "__main__":
    main()
