"""The processes of an installation, each of which can be killed and started again while the others run."""

import contextlib
import os
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.databases import postgres
from tests.servers import processes

ROOT = Path(__file__).resolve().parent.parent.parent
REDIS = "redis"
ON_ONE_DATABASE = ("web", "worker", "beat")


class Stage:
    """Web, worker, beat, perhaps Redis: by name. `env` is what they are started with."""

    def __init__(
        self, folder: Path, env: dict[str, str], cluster: postgres.Cluster | None, broker: str
    ) -> None:
        self.folder = folder
        self.clock = folder / "clock"
        self.clock.write_text("0")
        self.cluster = cluster
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen(512)
        self.addresses = [f"http://127.0.0.1:{self._socket.getsockname()[1]}"]
        """Where the site answers: any of them does, and another when one is away."""
        self.redis_port = 0
        if broker == REDIS:
            self.redis_port = processes.free_port()
            broker = f"redis://127.0.0.1:{self.redis_port}/0"
        self.env = env | {
            "BROKER_URL": broker,
            "DJANGO_SETTINGS_MODULE": "tests.faults.world",
            "FAULTS_CLOCK": str(self.clock),
        }
        self.running: dict[str, processes.Process] = {}

    def start(self, name: str) -> None:
        """Start a program, or start it again."""
        if name == "postgresql":
            assert self.cluster is not None
            self.cluster.start()
            return
        command, more = self._command(name)
        log = self.folder / f"{name}-{time.monotonic_ns()}.log"
        self.running[name] = processes.Process(name, command, self.env, log, cwd=ROOT, **more)
        if name == "redis":
            processes.wait_for_port(self.redis_port)
        if name == "web":
            processes.wait_until_up(f"{self.addresses[0]}/healthz", self.running[name], 60)

    def kill(self, name: str) -> None:
        """SIGKILL a program and everything it has started."""
        if name == "postgresql":
            assert self.cluster is not None
            self.cluster.kill()
            return
        process = self.running.pop(name).popen
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def headers(self, _address: str) -> dict[str, str]:
        """Return what a browser, or a proxy in front of the site, says besides."""
        return {}

    def trusting(self) -> ssl.SSLContext | None:
        """Return what believes the certificate of the site; None where it has none."""
        return None

    def open(self) -> None:
        """Start everything."""
        for name in (*(["redis"] if self.redis_port else []), *ON_ONE_DATABASE):
            self.start(name)

    def close(self) -> None:
        """Kill everything that is left; nothing may stay behind."""
        for name in list(self.running):
            with contextlib.suppress(ProcessLookupError):  # what has ended does not hide why
                self.kill(name)
        self._socket.close()

    def limit_files(self, size: int) -> None:
        """Let no program write behind so many bytes of any file, as on a full disk; -1 is room again."""
        import resource

        for name in ON_ONE_DATABASE:
            resource.prlimit(self.running[name].popen.pid, resource.RLIMIT_FSIZE, (size, -1))

    def _command(self, name: str) -> tuple[list[str], dict[str, object]]:
        python = [sys.executable, "-m"]
        celery = [*python, "celery", "--quiet", "-A", "league"]
        schedule = str(self.folder / f"schedule-{time.monotonic_ns()}")
        fd = self._socket.fileno()
        web = ["league.web", "--log-level", "warning", "--fd", str(fd)]
        worker = ["worker", "--loglevel", "WARNING", "--pool", "threads", "--concurrency", "2"]
        redis = ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", "--save", ""]
        commands: dict[str, tuple[list[str], dict[str, object]]] = {
            "web": ([*python, *web], {"pass_fds": [fd]}),
            "worker": ([*celery, *worker, "--without-mingle", "--without-gossip"], {}),
            "beat": ([*celery, "beat", "--loglevel", "WARNING", "--schedule", schedule], {}),
            "redis": ([*redis, "--appendonly", "no"], {}),
        }
        return commands[name]


@contextlib.contextmanager
def staged(folder: Path, database: str, *, redis: bool, broker: str, twice: bool) -> Iterator[Stage]:
    """Run an installation on a throw-away database; nothing of it is left afterwards, whatever happens."""
    with contextlib.ExitStack() as stack:
        cluster = None
        env = {"DATABASE_URL": f"sqlite://{folder}/faults.sqlite3", "FAULTS_TWICE": "1" if twice else ""}
        if database == "postgresql":
            programs = postgres.find()
            assert programs is not None
            cluster = stack.enter_context(postgres.cluster(programs, durable=True))
            env["DATABASE_URL"] = cluster.address
        stage = Stage(folder, env, cluster, REDIS if redis else broker)
        stack.callback(stage.close)
        yield stage


def patiently(
    attempt: Callable[[], bool],
    seconds: float,
    what: Callable[[], str],
    progress: Callable[[], object] = lambda: None,
) -> None:
    """Try until it is so; AssertionError saying `what` is not, once there was no `progress` for so long."""
    seen, deadline = progress(), time.monotonic() + seconds
    while not attempt():
        now = progress()
        if now != seen:
            seen, deadline = now, time.monotonic() + seconds
        assert time.monotonic() < deadline, what()
        time.sleep(0.2)
