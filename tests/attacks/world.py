"""The site that is attacked: its processes, its database, and what an attack may ask of them."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.attacks.visitor import Answer, Visitor
from tests.databases import postgres
from tests.servers import processes

PAGES = ("/", "/tables/1/", "/guest/", "/log-in/")
"""What is read from files once costs the first visitor, whoever that is."""
Tally = Counter[str]
"""How often there was an answer, by its status and code; what begins with `NOT REFUSED` went through."""


@dataclass(frozen=True)
class World:
    """A running site. `env` are its settings, `competition` a round robin of 48, half of it played."""

    kind: str
    site: str
    env: dict[str, str]
    folder: Path
    web: processes.Process
    worker: processes.Process
    competition: int

    def manage(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command of `manage.py` on the database of the site; return how it ended."""
        return _manage(self.env, *command)

    @contextlib.contextmanager
    def another(self, **settings: str) -> Iterator[str]:
        """Run another web process with other settings; its address."""
        with processes.web(self.env | settings, self.folder) as site:
            yield site


Attack = Callable[[World], Tally]


@contextlib.contextmanager
def begun(kind: str) -> Iterator[World]:
    """Run a site on SQLite or PostgreSQL, with a worker."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgres.chosen(kind)) or f"sqlite://{folder / 'site.sqlite3'}"
        env = {"DATA_DIR": str(folder), "DATABASE_URL": database, "DEBUG": "1", "LOG_LEVEL": "ERROR"}
        for command in (["migrate", "-v0"], ["seed_demo"]):
            _manage(env, *command).check_returncode()
        made = subprocess.run(
            [sys.executable, "-m", "tests.attacks.seed"],
            env=os.environ | env,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        site, web = stack.enter_context(processes.web_process(env, folder))
        worker = stack.enter_context(processes.worker(env, folder))
        for page in PAGES:
            Visitor(site).get(page)
        yield World(kind, site, env, folder, web, worker, int(made.stdout))


def at_once(count: int, ask: Callable[[int], Answer]) -> list[Answer]:
    """Ask so many times, sixteen at a time."""
    with ThreadPoolExecutor(16) as threads:
        return list(threads.map(ask, range(count)))


def tally(answers: list[Answer], fine: tuple[int, ...] = (), at_most: int = 10**6) -> Tally:
    """Count the answers by status and code. Of those that are fine there may be so many."""
    counter: Tally = Counter(f"{answer.status} {answer.code}".strip() for answer in answers)
    passed = sum(answer.status in fine or (not fine and answer.status < 400) for answer in answers)
    if passed > at_most or (passed and not fine):
        counter[f"NOT REFUSED ({passed})"] += 1
    if failed := sum(answer.status == 500 for answer in answers):
        counter[f"NOT REFUSED in words ({failed})"] += 1
    return counter


def refused(words: str, *, is_refused: bool) -> Tally:
    """Return one answer: in which words something was refused, or that it was not."""
    return Counter([words if is_refused else f"NOT REFUSED: {words}"])


def _manage(env: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", *command],
        env=os.environ | env,
        check=False,
        capture_output=True,
        text=True,
    )
