"""`make demo` as its user meets it: one process to start and to end, and a sentence for all that is wrong."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from league import dev_server
from tests.servers import lifetime, processes

ROOT = Path(__file__).resolve().parent.parent
OPEN = "Wildleague is open"


def environment(folder: Path, port: int) -> dict[str, str]:
    """The world of one night, without the suite's own settings: a night makes its own."""
    ours = {"SECRET_KEY", "DATABASE_URL", "BROKER_URL", "DEBUG", "LOG_LEVEL", "SWEEP_SECONDS"}
    ours |= {"DJANGO_SETTINGS_MODULE"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"DATA_DIR": str(folder), "PORT": str(port)}


def ask(folder: Path, port: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a night that is expected to end by itself."""
    command = [sys.executable, "-m", "league.dev_server", *arguments]
    env = environment(folder, port)
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)


class Night:
    """A night that is open; `said()` is what it has printed so far."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, processes.free_port()
        self._log = folder.with_suffix(f".{self.port}.log")
        with self._log.open("wb") as output:
            self.popen = subprocess.Popen(
                [*lifetime.to_us(signal.SIGTERM), sys.executable, "-m", "league.dev_server"],
                cwd=ROOT,
                env=environment(folder, self.port),
                stdout=output,
                stderr=output,
            )

    def wait_until_open(self) -> None:
        # Everything else of the suite has begun, too.
        assert soon(lambda: OPEN in self.output() or self.popen.poll() is not None, seconds=240), (
            self.output()
        )
        assert OPEN in self.output(), self.output()
        self.children = children(self.popen.pid)

    def output(self) -> str:
        return self._log.read_text(errors="replace")

    def page(self, path: str = "/") -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return answer.read().decode()

    def end(self, how: signal.Signals = signal.SIGINT, seconds: float = 15) -> int:
        """End the night and return its exit code."""
        self.popen.send_signal(how)
        return self.popen.wait(seconds)

    def end_quietly(self) -> None:
        """Leave nothing behind, whatever the test has seen."""
        if self.popen.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                self.end()
        self.popen.kill()
        self.popen.wait()


@contextmanager
def a_night(folder: Path) -> Iterator[Night]:
    night = Night(folder)
    try:
        night.wait_until_open()
        yield night
    finally:
        night.end_quietly()


def children(pid: int) -> dict[str, int]:
    """The processes that a process has started, by the word that tells them apart."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    ours = {int(child): args for child, parent, args in rows if int(parent) == pid}
    return {
        word: child
        for child, args in ours.items()
        for word in ("league.web", "worker", "beat")
        if f" {word}" in args
    }


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def soon(condition: Callable[[], object], seconds: float = 60, every: float = 0.1) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True


def sentence(answer: subprocess.CompletedProcess[str]) -> str:
    """The one line in which a night says why it does not begin."""
    assert answer.returncode == 1
    output = (answer.stdout + answer.stderr).strip()
    assert "\n" not in output, output
    return output


def deals(page: str) -> dict[str, int]:
    """The number of the deal at each table that is being played, by the address of the table."""
    tables = re.findall(r'<a href="(/tables/\d+/)">(?:(?!</li>).)*?; deal (\d+)', page, re.DOTALL)
    return {address: int(number) for address, number in tables}


def goes_on(night: Night, address: str, deal: int) -> bool:
    """Whether a table is at this deal or a later one, or its match is over."""
    later = deals(night.page()).get(address)
    return later >= deal if later else "Watch the replay" in night.page(address)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "night"


class Club(NamedTuple):
    """What a first night leaves."""

    folder: Path
    deals: dict[str, int]
    key: str


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A club after its first night: it opens, is played, is alone on its folder, and Ctrl-C closes it."""
    folder = tmp_path_factory.mktemp("club") / "night"
    with a_night(folder) as night:
        assert f"http://localhost:{night.port}/" in night.output()
        assert "ana (password" in night.output()
        assert set(night.children) == {"league.web", "worker", "beat"}
        first = deals(night.page())
        assert soon(lambda: deals(night.page()) != first, every=2), "no bot has finished a deal"

        assert "running" in sentence(ask(folder, processes.free_port()))
        assert "running" in sentence(ask(folder, night.port, "--reset"))

        assert night.end() == 0
        assert not [name for name, pid in night.children.items() if is_alive(pid)]
        servers_said = night.output()
        assert not processes.TROUBLE.search(servers_said), servers_said
    return Club(folder, first, (folder / "secret-key").read_text())


@pytest.fixture
def prepared(club: Club, folder: Path) -> Path:
    """Return a copy of the club's folder for one test."""
    shutil.copytree(club.folder, folder)
    return folder


@pytest.mark.slow(
    "opens one more night; the first is opened, played and closed, and the next test lets a process end",
    about=["league/dev_server.py", "league/demo/", "league/management/commands/seed_demo.py"],
)
def test_the_next_night_goes_on_and_ends_as_a_whole_when_one_of_its_processes_dies(
    club: Club, prepared: Path
) -> None:
    with a_night(prepared) as again:
        assert club.deals
        assert all(goes_on(again, address, deal) for address, deal in club.deals.items())
        assert (prepared / "secret-key").read_text() == club.key

        os.kill(again.children["worker"], signal.SIGKILL)
        assert again.popen.wait(15) == 1
        assert "The worker process ended by itself" in again.output()
        assert not [name for name, pid in again.children.items() if is_alive(pid)]


def test_a_process_that_ends_by_itself_ends_the_night() -> None:
    child = dev_server._child("worker", [sys.executable, "-c", "raise SystemExit(3)"])
    reason = r"The worker process ended by itself \(exit code 3\)"
    with child.process, pytest.raises(dev_server.NightError, match=reason):
        dev_server._watch([child], threading.Event())


def test_a_night_that_is_thrown_away_leaves_nothing(prepared: Path) -> None:
    assert "Removed" in ask(prepared, 8000, "--reset").stdout
    assert [entry.name for entry in prepared.iterdir()] == ["night.lock"]


@pytest.mark.slow(
    "opens one more night; the next night and the one that is told to end early are closed, too",
    about=["league/dev_server.py"],
)
def test_closing_the_terminal_closes_the_night_and_ctrl_c_then_does_not_wait_for_a_process_that_hangs(
    prepared: Path,
) -> None:
    with a_night(prepared) as night:
        os.kill(night.children["league.web"], signal.SIGSTOP)
        night.popen.send_signal(signal.SIGHUP)
        assert soon(lambda: "Closing the club night" in night.output())
        night.popen.send_signal(signal.SIGINT)
        assert night.popen.wait(4) == 0  # without it there is patience for twice as long
        assert not [name for name, pid in night.children.items() if is_alive(pid)]


def test_a_night_that_is_told_to_end_before_it_is_open_ends_all_the_same(prepared: Path) -> None:
    night = Night(prepared)
    try:
        assert soon(lambda: processes.is_listened_to(night.port))
        assert night.end(signal.SIGTERM, seconds=60) == 0
        assert OPEN not in night.output()
        assert "Closing the club night" in night.output()
    finally:
        night.end_quietly()


def test_a_port_in_use_is_one_sentence(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence_ = sentence(ask(folder, port))
    assert sentence_.startswith(f"Port {port} on 127.0.0.1 is not free")


@pytest.mark.parametrize("port", ["0", "65536"])
def test_a_port_that_is_none_is_one_sentence(folder: Path, port: str) -> None:
    assert sentence(ask(folder, int(port))).startswith(f"PORT={port} is not a port")
