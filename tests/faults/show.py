"""The matches that run while something breaks, and what was seen of them."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.faults.stage import Stage, patiently

# What is printed here is the command's answer.
# ruff: noqa: T201


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

        self.callers = [Caller(self.stage, people, people) for people in (1, 2)]
        for caller in self.callers:
            caller.start()
        yield
        for caller in self.callers:
            caller.end()

    def fill(self) -> None:
        """Open matches of bots until enough are running, and wait until all of them move."""
        running = self._running()
        for _missing in range(self._matches - len(running)):
            self.bots.add(open_table_of_bots(self._target))
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


def open_table_of_bots(target: int, pause_ms: int = 100) -> int:
    """Open a table at which only bots play, until somebody has so many points; return its number."""
    from django.utils import timezone

    from games import tables

    at = timezone.now()
    facts = {"rulebook": "classic", "options": {"target_score": target}, "seats": 4, "bot_pause_ms": pause_ms}
    table = tables.open_table(name="Bots", by="organizer:1", at=at, **facts)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    return int(table.pk)
