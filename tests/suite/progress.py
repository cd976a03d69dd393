"""How far a run is: a pytest plugin that appends a line to a file for every test."""

from pathlib import Path
from typing import Any, Final

import pytest

TOTAL: Final = "total"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the option that tests/suite/legs.py gives."""
    parser.getgroup("wildleague").addoption("--progress", help="append a line for every test to this file")


def pytest_configure(config: pytest.Config) -> None:
    """Watch this run, but not as a worker of another one: the controller sees what its workers report."""
    path = config.getoption("progress")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Watching(Path(path)), "wildleague-progress")


class _Watching:
    def __init__(self, path: Path) -> None:
        self._file = path.open("a", buffering=1)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:
            self._write(TOTAL, len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self._write(TOTAL, len(ids))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._write("failed", report.nodeid)
        elif report.skipped:
            self._write("skipped", report.nodeid)
        if report.when == "teardown":
            self._write("done", report.nodeid)

    def _write(self, *words: Any) -> None:
        print(*words, file=self._file)
