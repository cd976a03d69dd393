"""What a run of pytest takes: a plugin that knows the legs of the suite and what only `make test-all` runs.

Two marks say what `make test` leaves out, why, and which files it is about (prefixes of paths):

    @pytest.mark.slow("plays a thousand matches", about=["games/rules/"])      left out
    @pytest.mark.sampled("asks 28 people, not 7", about=["league/"])           takes a sample of its cases

A sampled test finds out with the fixture `thorough`, or with `some` where its cases are parameters.
"""

import os
from collections.abc import Generator, Iterable, Sequence
from typing import TypeVar

import pytest

QUICK, ALL, REST = "quick", "all", "rest"
EXTENTS = (QUICK, ALL, REST)
"""What `make test` runs; everything; and only what `make test` leaves out."""
SQLITE, SQLITE_ALONE, POSTGRESQL, BROWSER = "sqlite", "sqlite-alone", "postgresql", "browser"
LEGS = (SQLITE, SQLITE_ALONE, POSTGRESQL, BROWSER)
"""A database test of `games` runs on SQLite and one of `league` on PostgreSQL, in `make test-all` on both."""
_THOROUGH = "WILDLEAGUE_THOROUGH_TESTS"
_Case = TypeVar("_Case")


def is_thorough() -> bool:
    """Whether sampled tests take all their cases."""
    return os.environ.get(_THOROUGH) == "1"


def some(cases: Sequence[_Case], *, every: int) -> list[_Case]:
    """Return all cases in a thorough run; in a quick one the first and every so-manieth after it."""
    return list(cases if is_thorough() else cases[::every])


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the options that tests/__main__.py gives to its legs."""
    group = parser.getgroup("wildleague")
    group.addoption("--extent", choices=EXTENTS, default=QUICK, help="quick, all, or the rest: all but quick")
    group.addoption("--leg", choices=LEGS, help="only what this leg of the suite runs")
    group.addoption("--left-out", action="store_true", help="list what a quick run leaves out, and why")
    group.addoption("--about", action="append", help="of the rest only what is about a file of this path")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Say to modules that ask while they are imported, and to processes beside us, what is wanted."""
    config.addinivalue_line("markers", "slow(reason, about): left out of `make test`")
    config.addinivalue_line("markers", "sampled(reason, about): takes a sample of its cases in `make test`")
    config.addinivalue_line(
        "markers", "both_databases: its subject is the database; `make test` runs it on both"
    )
    os.environ[_THOROUGH] = "0" if config.getoption("extent") == QUICK else "1"


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Keep what this run takes, once everybody else has marked and sorted the tests."""
    result = yield
    _choose(config, items)
    return result


def pytest_collection_finish(session: pytest.Session) -> None:
    """Print the list that was asked for."""
    if session.config.getoption("left_out"):
        for line in sorted({_line(item, mark) for item in session.items for mark in marks(item)}):
            print(line)  # noqa: T201 - the answer


def _choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("left_out"):
        items[:] = [item for item in items if any(marks(item))]
        return
    extent, leg, about = (config.getoption(name) for name in ("extent", "leg", "about"))
    kept = [one for one in items if _is_in(one, extent, about) and (not leg or _is_of(one, leg, extent))]
    left = set(items) - set(kept)
    if left:
        config.hook.pytest_deselected(items=[one for one in items if one in left])
        items[:] = kept


@pytest.fixture(scope="session")
def thorough() -> bool:
    """Whether to take all cases, not a sample."""
    return is_thorough()


def marks(item: pytest.Item) -> Iterable[pytest.Mark]:
    """Return the marks that say what `make test` leaves out of a test."""
    return [mark for mark in item.iter_markers() if mark.name in {"slow", "sampled"}]


def _line(item: pytest.Item, mark: pytest.Mark) -> str:
    name = item.nodeid.partition("[")[0]
    return f"{name}  {mark.name}: {mark.args[0]} (about {', '.join(mark.kwargs['about'])})"


def _is_in(item: pytest.Item, extent: str, about: Sequence[str] | None) -> bool:
    if extent == QUICK:
        return item.get_closest_marker("slow") is None
    if extent == ALL:
        return True
    left_out = list(marks(item))
    if about is None:
        return bool(left_out)
    prefixes = tuple(prefix for mark in left_out for prefix in mark.kwargs["about"])
    return any(path.startswith(prefixes) for path in about) if prefixes else False


def _is_of(item: pytest.Item, leg: str, extent: str) -> bool:
    if _drives_a_browser(item):
        return leg == BROWSER
    if leg in {BROWSER, SQLITE_ALONE}:
        return leg == SQLITE_ALONE
    if item.get_closest_marker("one_database"):
        return leg == SQLITE
    if extent == ALL or item.get_closest_marker("both_databases"):
        return True
    return leg == (POSTGRESQL if "league" in item.path.parts else SQLITE)


def _drives_a_browser(item: pytest.Item) -> bool:
    return "journeys" in item.path.parts or "playwright" in getattr(item, "fixturenames", ())
