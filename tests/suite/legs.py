"""Legs of the suite: runs of pytest side by side, and how far they are all together."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from tests.servers import lifetime
from tests.suite.progress import TOTAL

# What is printed here is the command's answer.
# ruff: noqa: T201

NOTHING_TO_RUN: Final = 5
"""The exit code of pytest when no test was chosen: fine where somebody chose, a failure otherwise."""
SECONDS_BETWEEN_LINES: Final = 20
SLOWEST: Final = 20


@dataclass
class Leg:
    """A run of pytest and what is known of it so far."""

    name: str
    process: subprocess.Popen[bytes]
    folder: Path
    may_be_empty: bool = False
    total: int = 0
    done: int = 0
    failed: int = 0
    _read: int = field(default=0, repr=False)

    @property
    def is_well(self) -> bool:
        """Whether it has ended as it should: every test passed, and there were some unless somebody chose."""
        code = self.process.returncode
        return code == 0 or (code == NOTHING_TO_RUN and self.may_be_empty)

    @property
    def printed(self) -> str:
        """What pytest has printed."""
        return _printed(self.folder, self.name).read_text(errors="replace")

    def cases(self) -> Iterator[ET.Element]:
        """Yield what was reported of each test; nothing if the leg broke down."""
        report = _report(self.folder, self.name)
        if report.exists():
            yield from ET.parse(report).getroot().iter("testcase")

    def catch_up(self) -> list[str]:
        """Read the new lines of progress and return the names of tests that failed."""
        path = _progress(self.folder, self.name)
        if not path.exists():
            return []
        with path.open() as file:
            file.seek(self._read)
            lines = [line for line in file.readlines() if line.endswith("\n")]
        self._read += sum(len(line.encode()) for line in lines)
        words = [line.rstrip("\n").split(" ", maxsplit=1) for line in lines]
        self.total = max([self.total, *(int(value) for word, value in words if word == TOTAL)])
        self.done += sum(word == "done" for word, _value in words)
        failed = [value for word, value in words if word == "failed"]
        self.failed += len(failed)
        return failed


def begin(
    name: str,
    arguments: list[str],
    env: dict[str, str],
    folder: Path,
    *,
    niceness: int = 0,
    may_be_empty: bool = False,
) -> Leg:
    """Start a leg; what it prints and reports goes into the folder.

    A short leg is nicer than a long one, so that all end at about the same time and no core is idle.
    """
    command = [*lifetime.to_us(signal.SIGTERM), sys.executable, "-m", "pytest", "-q", "--no-header"]
    command += [f"--junitxml={_report(folder, name)}", "-p", "no:cacheprovider"]
    command += [f"--progress={_progress(folder, name)}", *arguments]
    with _printed(folder, name).open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | env,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=partial(os.nice, niceness),  # noqa: PLW1509 - there are no threads here
        )
    return Leg(name, process, folder, may_be_empty)


def watch(legs: list[Leg]) -> None:
    """Wait for all legs; print how far they are, which tests failed, and what a failed leg printed."""
    began, told = time.monotonic(), 0.0
    running = list(legs)
    try:
        while running:
            time.sleep(0.5)
            for leg in legs:
                for name in leg.catch_up():
                    print(f"FAILED ({leg.name}) {name}", flush=True)
            now = time.monotonic() - began
            if now - told >= SECONDS_BETWEEN_LINES:
                print(_how_far(legs, now), flush=True)
                told = now
            for leg in [leg for leg in running if leg.process.poll() is not None]:
                running.remove(leg)
                _say_how_it_ended(leg, now)
    finally:
        for leg in running:
            leg.process.terminate()
        for leg in running:
            leg.process.wait()


@dataclass(frozen=True)
class Tally:
    """What all legs came to."""

    passed: int
    failed: int
    skipped: int


def tally(legs: list[Leg]) -> Tally:
    """Count what was reported; a leg that broke down counts as a failure."""
    passed = failed = skipped = 0
    for leg in legs:
        cases = list(leg.cases())
        bad = sum(any(part.tag in {"failure", "error"} for part in case) for case in cases)
        missed = sum(any(part.tag == "skipped" for part in case) for case in cases)
        if not leg.is_well and not bad:
            bad += 1  # pytest itself broke down, or found nothing to run
        failed, skipped = failed + bad, skipped + missed
        passed += max(0, len(cases) - bad - missed)
    return Tally(passed, failed, skipped)


def slowest(legs: list[Leg]) -> list[str]:
    """Return a line for each of the tests that took longest."""
    took = [
        (float(case.get("time", 0)), leg.name, f"{case.get('classname', '')}::{case.get('name', '')}")
        for leg in legs
        for case in leg.cases()
    ]
    return [f"{seconds:7.1f} s  {leg}  {name}" for seconds, leg, name in sorted(took, reverse=True)[:SLOWEST]]


def _how_far(legs: list[Leg], seconds: float) -> str:
    done, total, failed = (sum(getattr(leg, key) for leg in legs) for key in ("done", "total", "failed"))
    share = f"{100 * done // total:3} %" if total and all(leg.total for leg in legs) else "  … "
    parts = ", ".join(f"{leg.name} {leg.done}/{leg.total or '…'}" for leg in legs)
    return f"{_clock(seconds)}  {share}  {done} of {total} tests, {failed} failed  ({parts})"


def _say_how_it_ended(leg: Leg, seconds: float) -> None:
    if leg.is_well:
        print(f"{_clock(seconds)}  {leg.name}: {leg.done} tests done", flush=True)
        skips = [line for line in leg.printed.splitlines() if line.startswith("SKIPPED")]
        print("\n".join(skips), end="\n" if skips else "", flush=True)
    else:
        print(f"\n=== {leg.name} ended with {leg.process.returncode} ===\n{leg.printed}", flush=True)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60:3}:{int(seconds) % 60:02}"


def _report(folder: Path, name: str) -> Path:
    return folder / f"{name}.xml"


def _printed(folder: Path, name: str) -> Path:
    return folder / f"{name}.txt"


def _progress(folder: Path, name: str) -> Path:
    return folder / f"{name}.progress"
