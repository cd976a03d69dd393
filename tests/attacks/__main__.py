"""`make attacks`: try to keep a running site from others, on SQLite and on PostgreSQL.

Meanwhile somebody else asks for pages ten times a second: a line for each attack says what it cost the web
process, how long the other one waited at most, and how often it was answered what.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests import postgres, servers
from tests.attacks.attacks import ATTACKS, Said
from tests.attacks.visitor import Visitor

# What is printed here is the command's answer.
# ruff: noqa: T201

PATIENCE: Final = 0.3
"""Seconds after which others have to be answered, on a machine with nothing else to do."""
Attack = Callable[[str], Said]
COLD: Final = ("/", "/tables/1/", "/tables/new/", "/guest/", "/log-in/", "/api/v1/tables/", "/api/v1/schema/")
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Attack both; the exit code is 1 if something was not refused, or others waited too long."""
    kinds = ["sqlite"] + ["postgresql"] * (postgres.find() is not None)
    return max(_attack(kind) for kind in kinds)


def _attack(kind: str) -> int:
    has_failed = False
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgres.chosen(kind)) or f"sqlite://{folder / 'site.sqlite3'}"
        env = {"DATA_DIR": str(folder), "DATABASE_URL": database, "DEBUG": "1", "LOG_LEVEL": "ERROR"}
        _manage(env, "migrate", "-v0")
        _manage(env, "seed_demo")
        site, process = stack.enter_context(servers.web_process(env, folder))
        stack.enter_context(servers.worker(env, folder))
        for page in COLD:  # what is read from files once costs the first visitor, whoever that is
            Visitor(site).get(page)
        for attack in ATTACKS:
            has_failed |= _is_through(kind, attack, site, process.popen.pid)
    return int(has_failed)


def _is_through(kind: str, attack: Attack, site: str, pid: int) -> bool:
    """Carry out an attack and print what became of it; return whether anything of it was not refused."""
    with _others(site) as others:
        began, before = time.monotonic(), _cpu(pid)
        said = attack(site)
        seconds, cost = time.monotonic() - began, _cpu(pid) - before
        others.terminate()
        slowest = float(others.communicate()[0])
    late = " LATE" if slowest > PATIENCE else ""
    answers = ", ".join(f"{count} × {words}" for words, count in said.most_common(6))
    print(
        f"{kind:10} {attack.__name__.replace('_', ' '):46} {seconds:5.1f} s, web process {cost:5.2f} s,",
        end=" ",
    )
    print(f"others within {slowest:.2f} s{late}: {answers}", flush=True)
    return bool(late) or any(words.startswith("NOT REFUSED") for words in said)


def _others(site: str) -> subprocess.Popen[str]:
    """Return a process that asks for pages as somebody else does, and prints at its end how long it took."""
    command = [sys.executable, "-m", "tests.attacks.other", site]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _manage(env: dict[str, str], *command: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *command], env=os.environ | env, check=True, stdout=subprocess.DEVNULL
    )


if __name__ == "__main__":
    sys.exit(main())
