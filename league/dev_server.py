"""A club night on this machine: `wildleague demo` runs web, worker and beat under one process."""

import argparse
import fcntl
import io
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from league.configuration import folders

# The command answers by printing, and it starts only our own programs.
# ruff: noqa: T201, S603

PATIENCE_SECONDS = 60
STOP_SECONDS = 8


class NightError(Exception):
    """The reason why the night cannot begin or continue, in one sentence."""


class Child(NamedTuple):
    """A process of the night."""

    name: str
    process: subprocess.Popen[str]
    relay: threading.Thread


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the night until Ctrl-C, or delete its data with `--reset`; return the exit code."""
    parser = argparse.ArgumentParser(prog="wildleague demo", description=__doc__)
    parser.add_argument("--reset", action="store_true", help="throw the data of the night away")
    options = parser.parse_args(arguments)
    try:
        folder = _data_folder()
        with _alone(folder):
            if options.reset:
                _reset(folder)
            else:
                _run(folder)
    except NightError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _run(folder: Path) -> None:
    stopping = threading.Event()
    # The terminal sends SIGHUP when it is closed.
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, lambda *_: stopping.set())
    host, port = os.environ.get("HOST") or "127.0.0.1", _port()
    os.environ.setdefault("SITE_URL", _site_url(host, port))
    with _listening(host, port) as web_socket:
        _prepare(folder)
        children = _start(web_socket)
        try:
            _announce(host, port, children, stopping)
            _watch(children, stopping)
        finally:
            _stop(children)


def _data_folder() -> Path:
    folder = Path(os.environ.get("DATA_DIR") or folders.DATA / "demo").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["DATA_DIR"] = str(folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock of the folder, so that only one night or reset uses the folder at a time."""
    with (folder / "night.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NightError(f"A club night is running on {folder} already: end it first (Ctrl-C).") from None
        yield


def _reset(folder: Path) -> None:
    if os.environ.get("DATABASE_URL"):
        raise NightError(
            "DATABASE_URL names a database of your own: empty it yourself, it is not touched here."
        )
    for entry in folder.iterdir():
        if entry.name != "night.lock":
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    print(f"Removed the data in {folder}. The next demo starts afresh.")


def _port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise NightError(f"PORT={text} is not a port: choose a number from 1 to 65535.")
    return int(text)


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """Bind the port first, so that a port in use is reported at once, and pass it to the web server."""
    with socket.socket() as web_socket:
        web_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            web_socket.bind((host, port))
            web_socket.listen(128)
        except OSError as error:
            raise NightError(
                f"Port {port} on {host} is not free ({error.strerror}): choose another, such as PORT=8001."
            ) from None
        yield web_socket


def _prepare(folder: Path) -> None:
    """Create the secret key, the database and the club; delete messages of an earlier night."""
    key = folder / "secret-key"
    if not key.exists():
        key.touch(mode=0o600)
        key.write_text(secrets.token_urlsafe(50))
    os.environ.setdefault("SECRET_KEY", key.read_text())
    for stale in (folder / "broker").glob("*"):
        stale.unlink()  # the sweeps find everything that is due
    import django
    from django.core.management import call_command
    from django.db import OperationalError

    django.setup()
    try:
        call_command("migrate", verbosity=0)
        # The rows are rebuilt from the log by the current rules, which may rank differently than earlier
        # ones.
        call_command("rebuild", competitions=True, ladders=True, stdout=io.StringIO())
    except OperationalError as error:
        raise NightError(f"The database cannot be used: {str(error).splitlines()[0]}") from None
    call_command("seed_demo", stdout=io.StringIO())  # the log-ins are printed when the site is open


def _start(web_socket: socket.socket) -> list[Child]:
    python = [sys.executable, "-m"]
    command = [*python, "league.command_line"]
    web = ["league.web", "--fd", str(web_socket.fileno()), "--log-level", "warning", "--grace", "1"]
    return [
        _child("web", [*python, *web], [web_socket.fileno()]),
        _child("worker", [*command, "worker", "--pool", "threads"]),
        _child("beat", [*command, "beat"]),
    ]


def _child(name: str, command: Sequence[str], sockets: Sequence[int] = ()) -> Child:
    # In its own session a child does not get the terminal's Ctrl-C: we stop the children in our own order.
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        pass_fds=sockets,
        start_new_session=True,
    )
    relay = threading.Thread(target=_relay, args=(name, process), daemon=True)
    relay.start()
    return Child(name, process, relay)


def _relay(name: str, process: subprocess.Popen[str]) -> None:
    for line in process.stdout or ():
        with suppress(OSError):  # the terminal may be gone, but the output must still be read
            print(f"{name:<6} | {line}", end="", flush=True)


def _announce(host: str, port: int, children: Sequence[Child], stopping: threading.Event) -> None:
    """Print where the site is, once it answers."""
    from league.demo.people import LOG_INS

    site = _site_url(host, port)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not stopping.is_set() and not _answers(f"{site}/healthz"):
        _require_alive(children)
        if time.monotonic() > deadline:
            raise NightError(f"The web server has not answered within {PATIENCE_SECONDS} seconds.")
        stopping.wait(0.2)
    if stopping.is_set():
        return
    print(f"\n  Wildleague is open: {site}/", flush=True)
    for log_in in LOG_INS:
        print(f"  Log in as {log_in.name} (password {log_in.password}): {log_in.who}.", flush=True)
    print("  Or sit down as a guest. Reminders and other e-mails are written here.", flush=True)
    print("  Ctrl-C closes it.\n", flush=True)


def _site_url(host: str, port: int) -> str:
    """Return the address of the site for a browser on this machine; passkeys need a name, not a number."""
    shown = "localhost" if host in ("0.0.0.0", "127.0.0.1") else host  # noqa: S104 - compared, not bound
    return f"http://{shown}:{port}"


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2):  # noqa: S310 - our own address
            return True
    except (urllib.error.URLError, OSError):
        return False


def _watch(children: Sequence[Child], stopping: threading.Event) -> None:
    while not stopping.wait(0.5):
        _require_alive(children)


def _require_alive(children: Sequence[Child]) -> None:
    for child in children:
        code = child.process.poll()
        if code is not None:
            raise NightError(f"The {child.name} process ended by itself (exit code {code}): see above.")


def _stop(children: Sequence[Child]) -> None:
    """End all processes, first those that make work, the web server last; a second Ctrl-C kills them."""
    is_hurried = threading.Event()

    def hurry(*_: object) -> None:
        is_hurried.set()
        _signal(children, signal.SIGKILL)

    signal.signal(signal.SIGINT, hurry)
    _signal(reversed(children), signal.SIGTERM)
    with suppress(OSError):  # the terminal may be gone
        print("Closing the club night …", flush=True)
    deadline = time.monotonic() + STOP_SECONDS
    for child in children:
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            _signal([child], signal.SIGKILL)
            child.process.wait()
    for child in children:
        # The processes that it forked hold its output, too, and end by themselves when it was killed.
        while child.relay.is_alive() and not is_hurried.is_set() and time.monotonic() < deadline:
            child.relay.join(0.1)


def _signal(children: Iterable[Child], number: signal.Signals) -> None:
    for child in children:
        if child.process.poll() is None:
            os.killpg(child.process.pid, number)


def run_and_exit(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the night and end this process at once."""
    code = main(arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # all is closed: taking the interpreter apart would only keep the terminal waiting


if __name__ == "__main__":
    run_and_exit()
