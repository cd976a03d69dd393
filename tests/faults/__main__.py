"""`python -m tests.faults FAULT …`: bots and people play, something breaks, and nothing may be lost.

Everything is real and on a throw-away folder: web, worker, beat, database, broker. After each fault every
table has to go on and `manage.py verify` has to be clean; in the end every match has to be over, and every
command that was answered with success has to be in the log exactly once.
"""

import argparse
import io
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.databases import migrated
from tests.faults.stage import Stage, patiently, staged
from tests.servers import lifetime

# What is printed here is the command's answer.
# ruff: noqa: T201

HOUR = 3600
TAKING_ANSWERS = {"web", "postgresql", "disk"}
"""Faults that may come between a command of people and its answer: these need one on its way at any time."""
FAULTS: dict[str, Callable[["Show"], None]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Let the faults happen one after the other; return 1 as soon as something was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("faults", nargs="+", choices=sorted(FAULTS))
    parser.add_argument("--matches", type=int, default=5, help="of bots, running when something breaks")
    parser.add_argument("--deals", type=int, default=1, help="points to win a match, in deals of about 100")
    parser.add_argument("--down", type=float, default=2, help="seconds for which something is away")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--redis", action="store_true", help="as the broker, instead of a folder")
    parser.add_argument(
        "--broker", default="", metavar="ADDRESS", help="of a broker that may be used, amqp://…"
    )
    parser.add_argument("--twice", action="store_true", help="deliver every task twice")
    asked = parser.parse_args(arguments)
    lifetime.end_by_sigterm_as_by_ctrl_c()
    folder = lifetime.folder()
    with staged(folder, asked.database, redis=asked.redis, broker=asked.broker, twice=asked.twice) as stage:
        try:
            _run(stage, asked)
        except AssertionError as wrong:
            print(wrong, file=sys.stderr)
            _print_logs(folder)
            return 1
    print(f"{', '.join(asked.faults)}: survived")
    return 0


def _run(stage: Stage, asked: argparse.Namespace) -> None:
    _set_up(stage)
    stage.open()
    show = Show(stage, asked.matches, asked.deals, asked.down)
    with show.people():
        for name in asked.faults:
            show.let_people_hurry(name in TAKING_ANSWERS)
            show.fill()
            began = time.monotonic()
            FAULTS[name](show)
            show.require_all_go_on()
            show.require_verified()
            print(f"  {name}: {len(show.bots)} tables went on, {time.monotonic() - began:.0f} s", flush=True)
    show.require_all_end()
    show.require_nothing_lost()
    show.require_verified()


class Show:
    """The matches that run while something breaks, and what was seen of them."""

    def __init__(self, stage: Stage, matches: int, deals: int, down: float) -> None:
        self.stage = stage
        self.bots: set[int] = set()
        self.down = down
        self.callers: list[Any] = []
        self._matches = matches
        self._target = 1 if deals == 1 else 100 * (deals - 1)
        self._seen: dict[int, tuple[int, bytes]] = {}
        self._patience = 90 + 3.0 * matches * deals

    @contextmanager
    def people(self) -> Iterator[None]:
        """Let people play over HTTP for a while: one with bots, two with each other."""
        from tests.faults.caller import Caller

        self.callers = [Caller(self.stage.address, people, people) for people in (1, 2)]
        for caller in self.callers:
            caller.start()
        yield
        for caller in self.callers:
            caller.end()

    def fill(self) -> None:
        """Open matches of bots until enough are running, and wait until all of them move."""
        running = self._running()
        for _missing in range(self._matches - len(running)):
            self.bots.add(_open(self._target))
        self._note()
        self._require_moved()

    def let_people_hurry(self, whether: bool) -> None:
        """Let people play as fast as they are answered, or at most ten moves a second."""
        for caller in self.callers:
            caller.is_in_a_hurry = whether

    def accepted(self) -> int:
        """Return how many commands of people were answered with success so far."""
        return sum(caller.answers.accepted.total() for caller in self.callers)

    def is_somebody_told(self) -> bool:
        """Whether a command was answered with 507 and a sentence about the disk."""
        sentences = {sentence for caller in self.callers for sentence in caller.answers.sentences}
        return any(caller.answers.by_status[507] for caller in self.callers) and any(
            "The server’s disk is full" in sentence for sentence in sentences
        )

    def require_accepted_meanwhile(self) -> None:
        """Moves of people are still taken."""
        before = self.accepted()
        patiently(lambda: self.accepted() > before + 1, 30, lambda: "No move is accepted any more")

    def require_all_go_on(self) -> None:
        """Every table that ran moves again, or is over."""
        self._note()
        self._require_moved()

    def require_all_end(self) -> None:
        """Every match comes to its end: however slow the machine is, one of them does so before long."""
        patiently(
            lambda: not self._running(everybody=True),
            self._patience,
            lambda: f"These matches do not end: {self._states(self._running(everybody=True))}",
            lambda: len(self._running(everybody=True)),
        )

    def require_nothing_lost(self) -> None:
        """What was once seen is in the log, and each accepted command once."""
        from games.models import TableEvent

        for pk, (version, head) in self._seen.items():
            hashes = TableEvent.objects.filter(stream=pk, version=version).values_list("hash", flat=True)
            assert [bytes(hash_) for hash_ in hashes] == [head], f"Table {pk} has lost version {version}"
        for caller in self.callers:
            caller.require_each_once()
        statuses = [dict(caller.answers.by_status) for caller in self.callers]
        slowest = max(caller.answers.slowest for caller in self.callers)
        print(f"  {self.accepted()} commands of people, answers {statuses}, slowest {slowest:.1f} s")

    def require_verified(self) -> None:
        """`manage.py verify` finds nothing."""
        from django.core.management import CommandError, call_command

        output = io.StringIO()
        try:
            call_command("verify", jobs=1, stdout=output, stderr=output)
        except CommandError as wrong:
            raise AssertionError(f"{output.getvalue()}{wrong}") from None

    def _running(self, *, everybody: bool = False) -> set[int]:
        from games.models import Table

        of_people = {pk for caller in self.callers for pk in caller.tables} if everybody else set()
        running = Table.objects.filter(pk__in=self.bots | of_people, status=Table.Status.RUNNING)
        return set(running.values_list("pk", flat=True))

    def _note(self) -> None:
        from games.models import Table

        self._fresh()
        self._seen |= {
            table.pk: (table.version, bytes(table.head)) for table in Table.objects.filter(pk__in=self.bots)
        }

    def _require_moved(self) -> None:
        def stuck() -> set[int]:
            from games.models import Table

            running = Table.objects.filter(pk__in=self.bots, status=Table.Status.RUNNING)
            return {table.pk for table in running if table.version <= self._seen[table.pk][0] + 3}

        patiently(
            lambda: not stuck(), self._patience, lambda: f"These tables do not move: {self._states(stuck())}"
        )

    @staticmethod
    def _states(numbers: set[int]) -> list[Any]:
        from games.models import Table

        return list(
            Table.objects.filter(pk__in=numbers).values_list(
                "pk", "version", "state_name", "turn_seat", "due_at"
            )
        )

    @staticmethod
    def _fresh() -> None:
        from django.db import connection

        connection.close()


def _kill(name: str) -> Callable[[Show], None]:
    def fault(show: Show) -> None:
        show.stage.kill(name)
        time.sleep(show.down)
        show.stage.start(name)

    return fault


def _broker_down(show: Show) -> None:
    """Nobody can send a task: people play on all the same, and the sweep plays for the bots afterwards."""
    show.stage.kill("redis")
    show.require_accepted_meanwhile()
    time.sleep(show.down)
    show.stage.start("redis")


def _broker_hangs(show: Show) -> None:
    """The broker takes connections and says nothing."""
    import signal

    process = show.stage.running["redis"].popen
    process.send_signal(signal.SIGSTOP)
    try:
        show.require_accepted_meanwhile()
        time.sleep(show.down)
    finally:
        process.send_signal(signal.SIGCONT)


def _flushed(show: Show) -> None:
    import redis

    with redis.Redis(port=show.stage.redis_port) as connection:
        connection.flushall()


def _clock_jumps(show: Show) -> None:
    """An hour forward, and back again: no table may wait that long."""
    for seconds in (HOUR, 0):
        show.stage.clock.write_text(str(seconds))
        time.sleep(1)
        show.require_all_go_on()


def _disk_full(show: Show) -> None:
    """People are told so in a sentence; nothing that was written is harmed."""

    def is_somebody_told() -> bool:
        for caller in show.callers:
            caller.speak()  # no move may come: the worker cannot write either, and so never deals
        return show.is_somebody_told()

    show.stage.limit_files(4096)
    try:
        statuses = lambda: f"Nobody is told: {[caller.answers.by_status for caller in show.callers]}"  # noqa: E731
        patiently(is_somebody_told, 60, statuses)
    finally:
        show.stage.limit_files(-1)


FAULTS = {
    "worker": _kill("worker"),
    "beat": _kill("beat"),
    "web": _kill("web"),
    "postgresql": _kill("postgresql"),
    "broker": _broker_down,
    "hanging-broker": _broker_hangs,
    "flush": _flushed,
    "clock": _clock_jumps,
    "disk": _disk_full,
}


def _set_up(stage: Stage) -> None:
    import django

    os.environ |= {
        "DATA_DIR": str(stage.folder), "SECRET_KEY": "of the fault suite, known to everybody", "DEBUG": "0",
        "SWEEP_SECONDS": "1", "LOG_LEVEL": "WARNING", **stage.env,
    }  # fmt: skip
    django.setup()
    migrated.migrate()


def _open(target: int) -> int:
    from django.utils import timezone

    from games import tables

    at = timezone.now()
    facts = {"rulebook": "classic", "options": {"target_score": target}, "seats": 4, "bot_pause_ms": 100}
    table = tables.open_table(name="Bots", by="organizer:1", at=at, **facts)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    return int(table.pk)


def _print_logs(folder: Path) -> None:
    for log in sorted(folder.glob("*.log")):
        print(f"--- {log.name}\n{log.read_text(errors='replace')[-5000:]}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
