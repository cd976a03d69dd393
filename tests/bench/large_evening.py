"""`python -m tests.bench.large_evening`: what each page of a competition of 2,000 costs on a running evening.

A Swiss of 2,000 in pairs with 1,000 results missing in its third round, one at 500 tables with real cards, a
knock-out of 1,024, and 2,000 at the door and before the start. Milliseconds of processor and of wall time of
one process: the first answer, and the better of two more. Strangers ask what is public, an organizer all.
The exit code is 1 if a page takes more than 300 ms. A pattern measures only the names that it fits.
"""

import re
import sys
import time
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

import tests.environment  # noqa: F401 - a world of its own
from tests.bench.costs import _set_up

# What is printed here is the command's answer.
# ruff: noqa: T201

MOST: Final = 300
"""Milliseconds of processor time of an answer, as soon as a page was asked for once."""
WORTH_A_LINE: Final = 100
_OF_A_COMPETITION: Final = re.compile(r"(screen/|api/v1/)?competitions/<int:pk>/")
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "what": ("tables", "sheets", "bracket", "standings", "certificates"),
}
"""What stands for a part of an address that is no number."""


def main(pattern: str = "") -> int:
    """Build the competitions, ask every page of each, and print what took long."""
    _set_up()
    from tests.league.costs.measuring import yardstick

    print(f"Yardstick {yardstick():.1f} ms for 20,000 turns of a bare round of cards.")
    evening, slow, number = _Evening(), 0, 0
    for place in ("paired", "hall", "cup", "door", "planned"):
        begun = time.perf_counter()
        pk = getattr(evening, place)
        print(f"{place}: made in {time.perf_counter() - begun:.0f} s", flush=True)
        for name, path in evening.paths(pk):
            if not re.search(pattern, name):
                continue
            for asker in ("stranger", "organizer"):
                first, usual, wall, status, size = evening.ask(asker, path)
                number += 1
                slow += usual > MOST
                if max(first, usual) >= WORTH_A_LINE and status == 200:
                    remark = f"  MORE THAN {MOST} ms" if usual > MOST else ""
                    print(
                        f"{place:8} {asker:9} {name:32} {first:6.0f} {usual:6.0f} ms, wall {wall:6.0f} ms, "
                        f"{size / 1024:6.0f} kB{remark}",
                        flush=True,
                    )
        print(
            f"{place:8} stranger  competition after a result: {evening.after_a_result(pk):.0f} ms", flush=True
        )
    print(f"{number} answers, {slow} of more than {MOST} ms.")
    return int(slow > 0)


class _Evening:
    """A site with large competitions in the midst of an evening, each made when it is asked for."""

    def __init__(self) -> None:
        from tests.league.costs.full_site import FullSite

        self._site = FullSite()
        self._clients = {who: self._site.clients[who] for who in ("stranger", "organizer")}

    @cached_property
    def paired(self) -> int:
        """A Swiss of 2,000 in pairs whose third round is played; nobody needs a table of the site."""
        from league.rules.settings.stages import SWISS, StageSettings

        return self._running(2000, StageSettings(SWISS, table_size=2, rounds=6), played=2)

    @cached_property
    def hall(self) -> int:
        """2,000 at 500 tables with real cards, in the second of three rounds."""
        from league.rules.settings.stages import SEASON, StageSettings

        return self._running(
            2000, StageSettings(SEASON, table_size=4, rounds=3), played=1, venue="physical", round_minutes=60
        )

    @cached_property
    def cup(self) -> int:
        """A knock-out of 1,024 after its first two rounds."""
        from league.rules.settings.stages import SINGLE_ELIMINATION, StageSettings

        return self._running(1024, StageSettings(SINGLE_ELIMINATION, table_size=2), played=2)

    @cached_property
    def door(self) -> int:
        """A season of 2,000 during check-in."""
        return int(self._site.facts("at_the_door")["pk"])

    @cached_property
    def planned(self) -> int:
        """A season of 2,000 that has not begun."""
        return int(self._site.facts("planned")["pk"])

    def _running(self, size: int, stage: Any, *, played: int, **facts: Any) -> int:
        from tests.league import by_hand

        made = self._site._running(size, stage, **facts)
        for _round in range(played):
            by_hand.play(made, rounds=1)
            self._site._draw(made)
        return int(made.pk)

    def after_a_result(self, pk: int) -> float:
        """Return the milliseconds of the first look after one more result, in the middle of a round."""
        from league.models import Competition
        from tests.league import by_hand

        made = Competition.objects.get(pk=pk)
        ready = by_hand.waiting(made) if made.status == "running" else []
        if not ready:
            return 0
        by_hand.report(made, ready[0], sorted(ready[0].entrants))
        return self.ask("stranger", f"/competitions/{pk}/")[0]

    def paths(self, pk: int) -> Iterator[tuple[str, str]]:
        """Yield the addresses of a competition that answer to GET, each with its name."""
        from tests.league.every_address.test_permissions_of_every_address import EVERYTHING

        facts = {"pk": pk, "competition": pk, "stage": 1, "key": "R1.1", "number": 1, "entrant": 1}
        for name, route in EVERYTHING.items():
            if not _OF_A_COMPETITION.match(route) or route.endswith(("stream/", "wait/", "watch/")):
                continue
            parts = re.split(r"<(?:\w+:)?(\w+)>", route)
            if not all(part in facts or part in _CHOICES for part in parts[1::2]):
                continue
            for chosen in _choices(parts[1::2]):
                known = facts | chosen
                path = "".join(str(known[part]) if odd % 2 else part for odd, part in enumerate(parts))
                yield " ".join([name, *map(str, chosen.values())]), f"/{path}"

    def ask(self, asker: str, path: str) -> tuple[float, float, float, int, int]:
        """Return milliseconds at first, usually, and on the wall; the answer and its bytes."""
        from league.http import rate_limit

        client, took = self._clients[asker], []
        for _time in range(3):
            rate_limit.forget_here()
            wall, begun = time.perf_counter(), time.process_time()
            answer = client.get(path, headers={"host": "localhost"})
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            took.append((time.process_time() - begun, time.perf_counter() - wall))
            if answer.status_code != 200:
                return 0, 0, 0, answer.status_code, len(body)
        usual = min(took[1:])
        return took[0][0] * 1000, usual[0] * 1000, usual[1] * 1000, answer.status_code, len(body)


def _choices(parts: list[str]) -> Iterator[dict[str, str]]:
    named = [part for part in parts if part in _CHOICES]
    if not named:
        yield {}
        return
    for value in _CHOICES[named[0]]:
        yield {named[0]: value}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
