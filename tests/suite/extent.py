"""What a run of pytest takes: a plugin that knows the legs of the suite and what only `make test-all` runs.

Two marks say what `make test` leaves out, why, and which files it is about (prefixes of paths):

    @pytest.mark.slow("plays a thousand matches", about=["games/rules/"])      left out
    @pytest.mark.sampled("asks 28 people, not 7", about=["league/"])           takes a sample of its cases

A sampled test finds out with `is_thorough` or the fixture `thorough`, or takes `some` of its cases.
Property tests are marked here: in a quick run each tries a third of its examples, always the same ones.
"""

import gc
import os
from collections.abc import Generator, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from hypothesis import settings

QUICK, ALL, REST = "quick", "all", "rest"
EXTENTS = (QUICK, ALL, REST)
"""What `make test` runs; everything; and only what `make test` leaves out."""
SQLITE, SQLITE_ALONE, POSTGRESQL = "sqlite", "sqlite-alone", "postgresql"
PROCESSES = "postgresql-processes"
"""Tests on PostgreSQL that wait for processes which they start: apart, since they wait most of their time."""
LEAGUE_ON_SQLITE = "league-on-sqlite"
"""Tests of the league and of languages on SQLite: apart, so that no leg ends long after the others."""
PLAYERS, ORGANIZERS = "players-browser", "organizers-browser"
"""Two legs with a browser: most of their time they wait for pages."""
PLAIN = "plain"
"""The rules, and tests whose processes bring databases of their own."""
LEGS = (SQLITE, LEAGUE_ON_SQLITE, SQLITE_ALONE, POSTGRESQL, PROCESSES, PLAYERS, ORGANIZERS, PLAIN)
"""A database test of `games` runs on SQLite and one of `league` on PostgreSQL, in `make test-all` on both."""
_TESTS: Final = Path(__file__).resolve().parents[1]
_DATABASE: Final = {"db", "transactional_db", "server_env"}
"""The fixtures without which a test touches no database, unless it is marked with django_db."""
_ONLY_PLAIN: Final = {("games", "rules"), ("games", "bots"), ("league", "rules"), ("faults",)}
"""Folders in which, and beneath which, no test touches the database of the suite."""
_OF_PROCESSES: Final = ("transaction", "asgi_server", "worker_process", "server_env")
"""Words in every file with tests that really write to the database, or start processes that do."""
_OF_ORGANIZERS: Final = {("journeys", "clubs"), ("journeys", "organizers")}
"""Folders of journeys that run in the browser of the organizers."""
_REPEATS = (
    "tests/games  the database tests once more, on PostgreSQL: SQLite shows the same facts (about games/)",
    "tests/league  the database tests once more, on SQLite: PostgreSQL shows the same facts (about league/)",
)
_OBJECTS_BEFORE_A_LOOK: Final = 20_000
_SHARE: Final = 3
_FEWEST: Final = 3
"""Of so many examples of a property a quick run tries one; and it tries so many if there are as many."""
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
    """Tell modules that ask while they are imported, and processes that tests start, what is wanted."""
    config.addinivalue_line("markers", "slow(reason, about): left out of `make test`")
    config.addinivalue_line("markers", "sampled(reason, about): takes a sample of its cases in `make test`")
    config.addinivalue_line(
        "markers", "both_databases: its subject is the database; `make test` runs it on both"
    )
    os.environ[_THOROUGH] = "0" if config.getoption("extent") == QUICK else "1"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files of which a leg runs nothing."""
    leg, extent = config.getoption("leg"), config.getoption("extent")
    is_module = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if leg and is_module and not _reads(leg, collection_path, extent) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Keep the tests that this run takes, after other plugins have marked and sorted them."""
    result = yield
    _thin_out_properties(items, is_quick=config.getoption("extent") == QUICK)
    _choose(config, items)
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Print the list that was asked for; leave modules and tests that were read alone from now on.

    They stay until the end: whenever garbage is looked for among them, that takes long and nothing is there.
    """
    gc.freeze()
    gc.set_threshold(_OBJECTS_BEFORE_A_LOOK, 20, 50)
    if session.config.getoption("left_out"):
        for line in [
            *sorted({_line(item, mark) for item in session.items for mark in marks(item)}),
            *_REPEATS,
        ]:
            print(line)  # noqa: T201 - the answer
        session.items.clear()  # which pytest would list, too


def _thin_out_properties(items: Iterable[pytest.Item], *, is_quick: bool) -> None:
    """Mark the property tests as sampled, and let them try fewer examples if only a sample is wanted."""
    properties: dict[int, Any] = {}
    for item in items:
        function = getattr(getattr(item, "obj", None), "__func__", getattr(item, "obj", None))
        if getattr(function, "is_hypothesis_test", False):
            properties[id(function)] = function
            reason = "tries a third of its examples, at least three"
            item.add_marker(pytest.mark.sampled(reason, about=[_tested_by(item.path)]))
    if is_quick and os.environ.get("HYPOTHESIS_PROFILE", "suite") == "suite":
        for function in properties.values():
            usual = getattr(function, "_hypothesis_internal_use_settings", None) or settings.default
            fewer = max(min(usual.max_examples, _FEWEST), usual.max_examples // _SHARE)
            function._hypothesis_internal_use_settings = settings(usual, max_examples=fewer)


def _tested_by(path: Path) -> str:
    """Return the package whose tests lie in the folder of a file: `games/rules/`."""
    folders = _folders(path)
    packages = (folders[:depth] for depth in (2, 1) if (_TESTS.parent / Path(*folders[:depth])).is_dir())
    return "/".join([*next(packages, ("tests",)), ""])


def _choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("left_out"):
        items[:] = [item for item in items if any(marks(item))]
        return
    extent, leg, about = (config.getoption(name) for name in ("extent", "leg", "about"))
    kept = [item for item in items if _is_taken(item, extent, leg, about)]
    left = set(items) - set(kept)
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
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


def _is_taken(item: pytest.Item, extent: str, leg: str | None, about: Sequence[str] | None) -> bool:
    if extent == REST and leg and _is_repeated(item, leg):
        return about is None or any(_is_of_the_package(item, path) for path in about)
    return _is_in(item, extent, about) and (not leg or _is_of(item, leg, extent))


def _is_repeated(item: pytest.Item, leg: str) -> bool:
    """Whether only `make test-all` runs the test on the database of this leg."""
    return leg in _legs_of(item, ALL) - _legs_of(item, QUICK)


def _is_of_the_package(item: pytest.Item, path: str) -> bool:
    package = "league/" if _is_about_the_league(item.path) else "games/"
    is_plain = path.startswith(("games/rules/", "games/bots/", "league/rules/"))
    return path.startswith(package) and path.endswith(".py") and not is_plain


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
    if leg == SQLITE_ALONE:
        return not (_legs_of(item, extent) & {PLAYERS, ORGANIZERS, PLAIN})
    wanted = _legs_of(item, extent)
    deaf = [operation for operation in wanted if not _reads(operation, item.path, extent)]
    if deaf:
        raise pytest.UsageError(f"{item.nodeid} is for {', '.join(deaf)}, where its file is not read.")
    return leg in wanted


def _legs_of(item: pytest.Item, extent: str) -> set[str]:
    if _drives_a_browser(item):
        return {_with_browser(item.path)}
    if not uses_database(item) and _is_plain(item.path):
        return {PLAIN}
    on_sqlite = _on_sqlite(item.path)
    if not uses_database(item):
        return {POSTGRESQL if _is_about_the_league(item.path) else on_sqlite}  # where its file is read anyway
    if item.get_closest_marker("one_database"):
        return {on_sqlite}
    if extent == ALL or item.get_closest_marker("both_databases"):
        return {on_sqlite, _on_postgresql(item)}
    return {_on_postgresql(item) if _is_about_the_league(item.path) else on_sqlite}


def uses_database(item: pytest.Item) -> bool:
    """Whether a test touches the database."""
    fixtures = _DATABASE & set(getattr(item, "fixturenames", ()))
    return bool(fixtures or item.get_closest_marker("django_db"))


def commits(item: pytest.Item) -> bool:
    """Whether a test really writes to the database, so that other processes and threads see it."""
    mark = item.get_closest_marker("django_db")
    is_asked_for = mark is not None and mark.kwargs.get("transaction", False)
    return is_asked_for or "transactional_db" in getattr(item, "fixturenames", ())


@cache
def _reads(leg: str, path: Path, extent: str) -> bool:
    """Whether a leg has to read a file; one that reads it notices what another one would miss."""
    folders = _folders(path)
    if "journeys" in folders:
        return leg == _with_browser(path)
    if leg in {PLAYERS, ORGANIZERS}:
        return leg == PLAYERS and "playwright" in path.read_text()
    if leg == PLAIN or _is_beneath(folders, _ONLY_PLAIN):
        return leg == PLAIN and _is_plain(path)
    if leg == SQLITE_ALONE or (extent != QUICK and leg != PROCESSES):
        return True
    if leg == PROCESSES:
        text = path.read_text()
        return any(word in text for word in _OF_PROCESSES)
    if leg not in {POSTGRESQL, _on_sqlite(path)}:
        return False
    if leg == (POSTGRESQL if _is_about_the_league(path) else _on_sqlite(path)):
        return True
    text = path.read_text()
    return "both_databases" in text or (leg != POSTGRESQL and "one_database" in text)


def _folders(path: Path) -> tuple[str, ...]:
    """Return the folders a file of tests lies in, wherever the project lies: `("games", "rules")`."""
    return path.relative_to(_TESTS).parts[:-1]


def _is_plain(path: Path) -> bool:
    folders = _folders(path)
    return not folders or _is_beneath(folders, _ONLY_PLAIN)


def _is_beneath(folders: tuple[str, ...], parents: set[tuple[str, ...]]) -> bool:
    return any(folders[: len(parent)] == parent for parent in parents)


def _with_browser(path: Path) -> str:
    """Return which of the two legs with a browser a file belongs to."""
    return ORGANIZERS if _is_beneath(_folders(path), _OF_ORGANIZERS) else PLAYERS


def _on_postgresql(item: pytest.Item) -> str:
    """Return which of the two legs on PostgreSQL a test belongs to."""
    return PROCESSES if commits(item) else POSTGRESQL


def _on_sqlite(path: Path) -> str:
    """Return which of the two legs on SQLite a file belongs to."""
    return LEAGUE_ON_SQLITE if _is_about_the_league(path) or "languages" in _folders(path) else SQLITE


def _is_about_the_league(path: Path) -> bool:
    """Whether a file is about the league and its database, not about rules alone."""
    folders = _folders(path)
    return folders[:1] == ("league",) and folders[1:2] != ("rules",)


def _drives_a_browser(item: pytest.Item) -> bool:
    return "journeys" in _folders(item.path) or "playwright" in getattr(item, "fixturenames", ())
