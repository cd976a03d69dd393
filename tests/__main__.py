"""The whole suite, leg by leg: everything on SQLite, then the database tests on PostgreSQL."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree as ET

from tests import postgres, tied

# What is printed here is the command's answer.
# ruff: noqa: T201

CI = os.environ.get("CI", "").lower() == "true"
DATABASE_TESTS = ["tests/games", "tests/league", "-m", "not one_database"]
DATABASE_TESTS += ["--ignore=tests/games/rules", "--ignore=tests/league/rules", "--ignore=tests/games/bots"]


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


def main() -> int:
    """Run the suite and close with one line; the exit code is 0 only if all is well."""
    tied.end_by_sigterm_as_by_ctrl_c()
    tally, notes, codes = Tally(), [], []
    with tempfile.TemporaryDirectory(prefix="wildleague-suite-") as folder, ExitStack() as stack:
        for program, package in (("chromium", "chromium"), ("redis-server", "redis-server")):
            _get(program, package, notes)
        codes.append(_leg("SQLite", ["tests"], Path(folder), tally, {"DATABASE_URL": ""}))
        programs = postgres.find()
        if programs is None:
            notes.append("NO POSTGRESQL: its leg was skipped (apt-get install postgresql)")
        else:
            address = stack.enter_context(postgres.server(programs))
            env = {"DATABASE_URL": address}
            codes.append(_leg("PostgreSQL", [*DATABASE_TESTS, "--no-cov"], Path(folder), tally, env))
    for note in notes:
        print(note)
    if notes and CI:
        tally.failed += len(notes)
    # pytest has said 0 or 1 for what the tally counts; anything else is trouble of its own.
    if any(code not in {0, 1} for code in codes) and not tally.failed:
        tally.failed += 1
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if tally.failed or any(codes) else 0


def _leg(name: str, arguments: list[str], folder: Path, tally: Tally, env: dict[str, str]) -> int:
    print(f"\n=== {name} ===", flush=True)
    report = folder / f"{name}.xml"
    command = [*tied.to_us(signal.SIGTERM), sys.executable, "-m", "pytest", f"--junitxml={report}"]
    command += [*arguments, *sys.argv[1:]]
    code = subprocess.run(command, env=os.environ | env, check=False).returncode
    tally.add(report)
    return code


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
