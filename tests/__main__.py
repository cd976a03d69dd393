"""The whole suite: the rules beside the database tests on PostgreSQL, then all else on SQLite."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from tests import postgres, tied

# What is printed here is the command's answer.
# ruff: noqa: T201

CI = os.environ.get("CI", "").lower() == "true"
RULES_TESTS = ["tests/games/rules", "tests/games/bots", "tests/league/rules"]
WITHOUT_RULES = [f"--ignore={folder}" for folder in RULES_TESTS]
DATABASE_TESTS = ["tests/games", "tests/league", "-m", "not one_database", *WITHOUT_RULES]


class Tally:
    """Sums over all legs."""

    def __init__(self) -> None:
        self.passed = self.failed = self.skipped = 0

    def add(self, report: Path) -> None:
        """Add what one leg reported; a leg without a report counts as a failure."""
        if not report.exists():
            self.failed += 1
            return
        for suite in ET.parse(report).getroot().iter("testsuite"):
            count = {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")}
            failed = count["failures"] + count["errors"]
            self.failed += failed
            self.skipped += count["skipped"]
            self.passed += max(0, count["tests"] - failed - count["skipped"])


@dataclass(frozen=True)
class Leg:
    """A run of pytest; one that is not shown is printed when it ends."""

    name: str
    process: subprocess.Popen[bytes]
    is_shown: bool


class Suite:
    """Starts legs and waits for them; what they print and report goes into a folder."""

    def __init__(self, folder: Path, tally: Tally) -> None:
        self.folder = folder
        self.tally = tally

    def begin(self, name: str, arguments: list[str], env: dict[str, str], *, is_shown: bool = False) -> Leg:
        """Start a leg."""
        command = [*tied.to_us(signal.SIGTERM), sys.executable, "-m", "pytest"]
        command += [f"--junitxml={self._report(name)}", *arguments, *sys.argv[1:]]
        if is_shown:
            print(f"\n=== {name} ===", flush=True)
            return Leg(name, subprocess.Popen(command, env=os.environ | env), is_shown)
        with self._printed(name).open("wb") as printed:
            command += ["-p", "no:cacheprovider"]
            return Leg(
                name,
                subprocess.Popen(command, env=os.environ | env, stdout=printed, stderr=subprocess.STDOUT),
                is_shown,
            )

    def end(self, leg: Leg) -> int:
        """Wait for a leg and count what it reports; return its exit code."""
        code = leg.process.wait()
        if not leg.is_shown:
            print(f"\n=== {leg.name} ===\n{self._printed(leg.name).read_text()}", flush=True)
        self.tally.add(self._report(leg.name))
        return code

    def _report(self, name: str) -> Path:
        return self.folder / f"{name}.xml"

    def _printed(self, name: str) -> Path:
        return self.folder / f"{name}.txt"


def main() -> int:
    """Run the suite and close with one line; the exit code is 0 only if all is well."""
    tied.end_by_sigterm_as_by_ctrl_c()
    tally, notes, codes = Tally(), [], []
    with tempfile.TemporaryDirectory(prefix="wildleague-suite-") as folder, ExitStack() as stack:
        for program, package in (("chromium", "chromium"), ("redis-server", "redis-server")):
            _get(program, package, notes)
        suite = Suite(Path(folder), tally)
        # What needs no clock, browser or broker may share the machine; the rest has it for itself.
        rules = suite.begin("rules", [*RULES_TESTS, "--no-cov"], {"DATABASE_URL": ""})
        programs = postgres.find()
        if programs is None:
            notes.append("NO POSTGRESQL: its leg was skipped (apt-get install postgresql)")
        else:
            env = {"DATABASE_URL": stack.enter_context(postgres.server(programs))}
            leg = suite.begin("PostgreSQL", [*DATABASE_TESTS, "--no-cov"], env, is_shown=True)
            codes.append(suite.end(leg))
        codes.append(suite.end(rules))
        sqlite = suite.begin("SQLite", ["tests", *WITHOUT_RULES], {"DATABASE_URL": ""}, is_shown=True)
        codes.append(suite.end(sqlite))
    for note in notes:
        print(note)
    if notes and CI:
        tally.failed += len(notes)
    # pytest has said 0 or 1 for what the tally counts; anything else is trouble of its own.
    if any(code not in {0, 1} for code in codes) and not tally.failed:
        tally.failed += 1
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if tally.failed or any(codes) else 0


def _get(program: str, package: str, notes: list[str]) -> None:
    """Find a program the tests need, install it where that is allowed, or note that it is missing."""
    if shutil.which(program) or (program == "chromium" and os.environ.get("CHROMIUM")):
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {package} …", flush=True)
        install = ["install", "-y", "-qq", "--no-install-recommends", package]
        for command in (["update", "-qq"], install):
            subprocess.run(["apt-get", *command], capture_output=True, check=False)
    if not shutil.which(program):
        notes.append(f"NO {package.upper()}: what needs it was skipped (apt-get install {package})")


if __name__ == "__main__":
    sys.exit(main())
