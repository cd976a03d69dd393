"""The suite: its legs side by side, each with processes, a database and a broker of its own.

    python -m tests                     what `make test` runs
    python -m tests --all               everything, database tests on both databases
    python -m tests --touched [REV]     what `make test` leaves out of the files changed since a revision
    python -m tests --left-out          list what `make test` leaves out, and why

Further arguments go to pytest (`python -m tests -k bracket`).
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from functools import partial
from itertools import starmap
from pathlib import Path

from tests.databases import migrated, postgres
from tests.servers import lifetime
from tests.suite import extent, legs

# What is printed here is the command's answer.
# ruff: noqa: T201

ROOT = Path(__file__).resolve().parent.parent
CI = os.environ.get("CI", "").lower() == "true"
NICENESS = {"PostgreSQL": 2, "plain": 4, "SQLite": 4}
"""How much legs that end early give way to the others."""
_IN_NO_TIME = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20")


def main() -> int:
    """Run the suite and close with one line; the exit code is 0 only if all is well."""
    wanted, further = _arguments()
    if wanted.left_out:
        command = [sys.executable, "-m", "pytest", "--collect-only", "-qqq", "--left-out", "tests", *further]
        return 0 if subprocess.run(command, check=False).returncode in {0, legs.NOTHING_TO_RUN} else 1
    lifetime.end_by_sigterm_as_by_ctrl_c()
    began, notes = time.monotonic(), []
    skipped: list[str] = []  # what a run may do without, even where everything is required
    with tempfile.TemporaryDirectory(prefix="wildleague-suite-") as folder, ExitStack() as stack:
        begin = partial(_begin, Path(folder), [*_chosen(wanted), *further], bool(wanted.touched or further))
        _get(("redis-server",), notes)
        _get(("pgbouncer",), skipped)
        running = list(starmap(begin, _legs_without_browser(stack, notes)))
        if not os.environ.get("CHROMIUM"):
            _get(("chromium-headless-shell", "chromium"), notes)  # large: the others need not wait for it
            _get(("chromium",), notes)  # which shows push notices
        running = [*starmap(begin, _legs_with_browser()), *running]
        legs.watch(running)
        tally, slowest = legs.tally(running), legs.slowest(running)
    print("\nThe slowest:", *slowest, "", sep="\n")
    for note in (*notes, *skipped):
        print(note)
    failed = tally.failed + (len(notes) if CI else 0)
    seconds = int(time.monotonic() - began)
    print(
        f"{tally.passed} passed, {failed} failed, {tally.skipped} skipped "
        f"in {seconds // 60} min {seconds % 60} s"
    )
    return 1 if failed else 0


def _arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="python -m tests", allow_abbrev=False)
    parser.add_argument("--all", action="store_true", help="run everything")
    parser.add_argument(
        "--touched", nargs="?", const="origin/main", metavar="REV", help="run what a change touches"
    )
    parser.add_argument("--left-out", action="store_true", help="list what only --all runs, and why")
    return parser.parse_known_args()


def _chosen(wanted: argparse.Namespace) -> list[str]:
    """The options that tell pytest what to take."""
    if wanted.all:
        return [f"--extent={extent.ALL}"]
    if wanted.touched:
        return [f"--extent={extent.REST}", *(f"--about={path}" for path in _changed_since(wanted.touched))]
    return []


def _changed_since(revision: str) -> list[str]:
    """The files that differ from a revision, or are not in it."""
    commands = (["diff", "--name-only", revision], ["ls-files", "--others", "--exclude-standard"])
    answers = [
        subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
        for command in commands
    ]
    if answers[0].returncode:
        sys.exit(f"There is no revision {revision!r} here: name one with --touched REV.")
    return [line for answer in answers for line in answer.stdout.splitlines()] or ["nothing has changed"]


def _begin(
    folder: Path, chosen: list[str], may_be_empty: bool, name: str, leg: str, env: dict[str, str]
) -> legs.Leg:
    side_by_side = max(1, (os.cpu_count() or 2) // 4)
    spread = ["-n", str(side_by_side), "--dist", "loadfile"] if side_by_side > 1 else []
    return legs.begin(
        name,
        [f"--leg={leg}", *spread, *chosen],
        env | {migrated.FOLDER: str(folder)},
        folder,
        niceness=NICENESS.get(name, 0),
        may_be_empty=may_be_empty,
    )


def _legs_with_browser() -> list[tuple[str, str, dict[str, str]]]:
    """Name, what it runs, and environment of each leg."""
    return [
        ("organizers’ browser", extent.ORGANIZERS, {"DATABASE_URL": ""}),
        ("players’ browser", extent.PLAYERS, {"DATABASE_URL": ""}),
    ]


def _legs_without_browser(stack: ExitStack, notes: list[str]) -> list[tuple[str, str, dict[str, str]]]:
    """Name, what it runs, and environment of each leg."""
    plain = ("plain", extent.PLAIN, {"DATABASE_URL": ""})
    programs = postgres.find()
    if programs is None:
        notes.append("NO POSTGRESQL: its tests ran on SQLite (apt-get install postgresql)")
        return [("SQLite", extent.SQLITE_ALONE, {"DATABASE_URL": ""}), plain]
    address = stack.enter_context(postgres.server(programs))
    return [
        ("processes", extent.PROCESSES, {"DATABASE_URL": f"{address}_processes"}),
        ("PostgreSQL", extent.POSTGRESQL, {"DATABASE_URL": address}),
        ("SQLite", extent.SQLITE, {"DATABASE_URL": ""}),
        ("league on SQLite", extent.LEAGUE_ON_SQLITE, {"DATABASE_URL": ""}),
        plain,
    ]


def _get(programs: tuple[str, ...], notes: list[str]) -> None:
    """Find one of some programs, the first of them if it may be installed, or note that there is none.

    Each comes in a package of its name.
    """
    may_install = os.geteuid() == 0 and shutil.which("apt-get")
    for program in programs:
        if shutil.which(program) or (may_install and _install(program)):
            return
    last = programs[-1]
    notes.append(f"NO {last.upper()}: what needs it was skipped (apt-get install {last})")


def _install(package: str) -> bool:
    """Install a package, if need be from new lists of packages, and return whether its program is there."""
    print(f"Installing {package} …", flush=True)
    install = ["install", "-y", "-qq", "--no-install-recommends", package]
    for command in (install, ["update", "-qq"], install):
        subprocess.run(["apt-get", *_IN_NO_TIME, *command], capture_output=True, check=False)
        if shutil.which(package):
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
