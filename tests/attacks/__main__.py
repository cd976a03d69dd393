"""`make attacks`: try to keep a running site from others, on SQLite and on PostgreSQL.

    python -m tests.attacks [--on sqlite|postgresql] [WORD …]

carries out the attacks with one of the words in their names; without words, all. Meanwhile somebody else asks
for pages ten times a second: a line for each attack says what it cost the web process, how long the other one
waited in the middle and at most, and how often the attacker was answered what. The first line is how it is
without an attack. Where others waited too long an attack is repeated: it may have been the machine.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests.attacks import connections, expensive_work, log_ins, numbers, playing, stored_files
from tests.attacks.world import Attack, Tally, World, begun
from tests.databases import postgres

# What is printed here is the command's answer.
# ruff: noqa: T201

PATIENCE: Final = 0.3
"""Seconds after which others have to be answered, on a machine with nothing else to do."""
TIMES: Final = 3
"""So often others have to wait too long for it to count."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def nothing_at_all(_world: World) -> Tally:
    """Let the other one ask alone."""
    time.sleep(5)
    return Tally()


ATTACKS: Final = (
    nothing_at_all,
    *expensive_work.ATTACKS,  # first, while nothing has been worked out yet
    *numbers.ATTACKS,
    *playing.ATTACKS,
    *log_ins.ATTACKS,
    *connections.ATTACKS,
    *stored_files.ATTACKS,  # last: what they break stays broken
)


class Waited(NamedTuple):
    """How long somebody else waited, in seconds, and how many pages they did not get."""

    slowest: float
    usually: float
    failed: int


def main() -> int:
    """Attack both; the exit code is 1 if something was not refused, or others waited too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("--on", choices=["sqlite", "postgresql"])
    parser.add_argument("words", nargs="*")
    wanted = parser.parse_args()
    kinds = [wanted.on] if wanted.on else ["sqlite"] + ["postgresql"] * (postgres.find() is not None)
    has_failed = False
    for kind in kinds:
        with begun(kind) as world:
            for attack in ATTACKS:
                if not wanted.words or any(word in attack.__name__ for word in wanted.words):
                    has_failed |= not _holds(world, attack)
    return int(has_failed)


def _holds(world: World, attack: Attack) -> bool:
    """Carry out an attack, and again where others waited; return whether the site holds."""
    for number in range(TIMES):
        is_refused, is_in_time = _once(world, attack, "" if number == 0 else f" (again, {number + 1})")
        if not is_refused or is_in_time:
            return is_refused
    return False


def _once(world: World, attack: Attack, which: str) -> tuple[bool, bool]:
    """Carry out an attack and print what became of it; whether it was refused, and others did not wait."""
    other = _other(world.site)
    pid = world.web.popen.pid
    began, before = time.monotonic(), _cpu(pid)
    try:
        codes = attack(world)
        seconds, cost = time.monotonic() - began, _cpu(pid) - before
    finally:
        other.terminate()
    waited = Waited(*json.loads(other.communicate(timeout=60)[0]))
    is_in_time = waited.slowest <= PATIENCE and not waited.failed
    name = attack.__name__.replace("_", " ") + which
    print(
        f"{world.kind:10} {name:58} {seconds:6.1f} s, web process {cost:5.2f} s,"
        f" others {waited.usually:.2f} s, within {waited.slowest:.2f} s{'' if is_in_time else ' LATE'}"
        f"{f', {waited.failed} pages not had' if waited.failed else ''}:"
        f" {', '.join(f'{count} × {words}' for words, count in codes.most_common(8))}",
        flush=True,
    )
    return not any(words.startswith("NOT REFUSED") for words in codes), is_in_time


def _other(site: str) -> subprocess.Popen[str]:
    """Return a process that asks for pages as somebody else does, and prints at its end how long it took."""
    command = [sys.executable, "-m", "tests.attacks.other", site]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


if __name__ == "__main__":
    sys.exit(main())
