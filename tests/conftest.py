"""What all tests share: the database's own rules between tests, real servers, a real browser."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.test import client
from django.test.utils import ContextList
from hypothesis import HealthCheck, settings

from tests.databases import migrated
from tests.servers import processes
from tests.suite.extent import commits, uses_database

settings.register_profile("suite", max_examples=60, deadline=None, derandomize=True)
settings.register_profile(
    "soak", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one is Chromium without its windows, as Playwright prefers it: a page takes half the effort."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), "")
REQUIRED = os.environ.get("CI", "").lower() == "true"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Fewer processes, each of which takes its time to start: the pages come from one site.
    "--in-process-gpu",
    "--disable-site-isolation-trials",
]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark journeys, and say loudly what is missing for them; under CI=true they then fail.

    Mark also what touches no database. What drives a browser comes last: its driver leaves a loop running in
    the thread of the tests, in which nothing asynchronous can be begun any more.

    What waits for other processes comes first: while it waits, the other legs have work for every core.
    """
    missing = pytest.mark.skip(
        reason="NO BROWSER: install Chromium (apt-get install chromium) or set CHROMIUM=/path"
    )
    for item in items:
        if "journeys" in item.path.relative_to(item.config.rootpath).parts:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM and not REQUIRED:
                item.add_marker(missing)
        if not uses_database(item):
            item.add_marker(pytest.mark.one_database)
    items.sort(key=lambda item: not _waits(item))
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))


def _waits(item: pytest.Item) -> bool:
    """Whether a test may wait long for processes that it starts.

    On SQLite none of the database counts: a server that runs on would meet the locks of the tests after it.
    """
    if uses_database(item):
        return commits(item) and not _is_on_sqlite()
    return item.path.parent == Path(__file__).parent


def _is_on_sqlite() -> bool:
    return not os.environ.get("DATABASE_URL", "").startswith("postgres")


@pytest.fixture(scope="session", autouse=True)
def _static_files_found_once() -> Iterator[None]:
    """Each browser of a test has a site of its own, but the static files of all of them are the same ones."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    known: dict[str, dict[str, Any]] = {}
    find: Callable[[Any], None] = WhiteNoiseMiddleware.add_files_from_finders

    def find_once(site: Any) -> None:
        if site.static_prefix not in known:
            find(site)
            known[site.static_prefix] = dict(site.files)
        site.files.update(known[site.static_prefix])

    WhiteNoiseMiddleware.add_files_from_finders = find_once
    yield
    WhiteNoiseMiddleware.add_files_from_finders = find


@pytest.fixture(scope="session", autouse=True)
def _contexts_of_templates_are_kept_uncopied() -> Iterator[None]:
    """Django's client copies the context of every template of a page, which few tests ever look at."""
    copies: Callable[..., None] = client.store_rendered_templates

    def keep(store: dict[str, Any], *, template: Any, context: Any, **_more: Any) -> None:
        store.setdefault("templates", []).append(template)
        store.setdefault("context", ContextList()).append(context)

    client.store_rendered_templates = keep
    yield
    client.store_rendered_templates = copies


@pytest.fixture(scope="session", autouse=True)
def _schema_of_the_api_is_written_once() -> Iterator[None]:
    """All legs of a run read the one that the first of them lets a process write."""
    from league.api.openapi import written_schema

    write = written_schema.write

    def once() -> written_schema.Written:
        from tests.league.api.openapi import kept_schema

        return kept_schema.written(write)

    written_schema.write = once
    yield
    written_schema.write = write


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    """What programs have asked is counted by the process: each test begins at nothing."""
    from league.http import rate_limit

    rate_limit.forget_here()


@pytest.fixture(autouse=True)
def _every_table_follows_from_its_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test, what its log says about a table is what the table's rows say."""
    has_database = {"db", "transactional_db"} & set(request.fixturenames)
    if not has_database and not request.node.get_closest_marker("django_db"):
        yield
        return
    request.getfixturevalue("_django_db_helper")  # so that this ends before the database is emptied
    yield
    if request.node.get_closest_marker("written_by_hand"):
        return
    from games.models import Table, TableEvent
    from games.tables import projection

    if not TableEvent.objects.exists():  # most tests need no table
        return
    for table in Table.objects.filter(events__isnull=False).distinct().prefetch_related("seats"):
        told, seats = projection.project_log(table.pk)
        assert projection.values(told) == projection.values(table)
        live = [projection.values(seat) for seat in table.seats.all()]
        assert [projection.values(seat) for seat in seats] == live


@pytest.fixture(scope="session")
def _share(django_db_modify_db_settings: None, django_db_blocker: Any) -> migrated.Share:
    """The database of the tests as another leg has migrated it, or as the others wait for it."""
    from django.db import connection

    with django_db_blocker.unblock():
        return migrated.Share(connection)


@pytest.fixture(scope="session")
def django_db_keepdb(_share: migrated.Share) -> bool:
    """Whether there is a database for the tests already."""
    return _share.is_copied


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any, _share: migrated.Share) -> Iterator[None]:
    """Empty the database between tests with little effort, and let go of it before it is dropped.

    The threads that send and receive notifications keep a connection to it for a while.
    """
    from django.db import connection
    from django.test import TransactionTestCase

    from tests.databases.emptying import Emptying

    _share.offer(connection)
    flush: Callable[[Any], None] = TransactionTestCase._fixture_teardown
    with django_db_blocker.unblock():
        emptying = Emptying(connection)
    TransactionTestCase._fixture_teardown = lambda case: emptying.empty(
        connection, all_of_it=lambda: flush(case)
    )
    yield
    TransactionTestCase._fixture_teardown = flush
    for thread in threading.enumerate():
        if thread.name in {"publisher", "subscriber"}:
            thread.join(20)


@pytest.fixture(scope="session")
def server_env(django_db_setup: None, django_db_blocker: Any) -> dict[str, str]:
    """The environment in which other processes use the test database."""
    from django.db import connection

    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return {"DATABASE_URL": f"sqlite://{name}"}
    address = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    return {"DATABASE_URL": f"{address}/{name}"}


@pytest.fixture(scope="session")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the other processes log."""
    return tmp_path_factory.mktemp("servers")


@pytest.fixture
def redis_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Redis, which also carries the notifications of this process."""
    from django.conf import settings as django_settings

    from games.realtime import publisher, subscriber

    if not processes.has_redis():
        pytest.skip("NO REDIS: apt-get install redis-server")
    with processes.redis(tmp_path) as url:
        monkeypatch.setattr(django_settings, "LIVE_URL", url)
        monkeypatch.setattr(publisher, "_sender", publisher._Sender())
        monkeypatch.setattr(subscriber, "_subscriber", subscriber._Subscriber())
        yield url


@pytest.fixture(scope="session")
def _web(server_env: dict[str, str], server_folder: Path) -> Iterator[str]:
    with processes.web(server_env, server_folder, "tests.servers.idle_check:application") as address:
        yield address


@pytest.fixture
def asgi_server(_web: str, transactional_db: None) -> str:
    """The address of a real web server on the test database."""
    return _web


@pytest.fixture
def worker_process(
    server_env: dict[str, str], server_folder: Path, transactional_db: None
) -> Iterator[processes.Process]:
    """A real Celery worker with beat on the test database; what earlier tests asked for is forgotten."""
    current_app.control.purge()
    with processes.worker(server_env, server_folder) as process:
        yield process


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the installed Chromium; Playwright's own cannot be assumed."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "headless": True, "args": FLAGS}
