"""`wildleague worker`: a Celery worker for each queue, in processes of their own."""

import argparse
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NoReturn

from games.bots.playouts.compiling import compile_now
from league.workers.queues import COMPILING, QUEUES

_LOOK_SECONDS: Final = 2.0
"""How often a worker looks whether its supervisor is still there."""


def main(arguments: Sequence[str]) -> NoReturn:
    """Run the workers of some queues until told to end, or until a worker ends: then all end, with 1."""
    wanted = _parser().parse_args(arguments)
    names = list(dict.fromkeys(wanted.queues)) or list(QUEUES)
    if len(names) == 1:
        sys.exit(_work(names[0], wanted))
    _load()
    _warn_once()
    workers = {_forked(name, wanted): name for name in names if name not in COMPILING}
    if compiling := [name for name in names if name in COMPILING]:
        compile_now()  # once for those that need it; the others work already
        workers |= {_forked(name, wanted): name for name in compiling}
    sys.exit(_supervise(workers))


def command(queue: str, *, processes: int, pool: str, log_level: str) -> list[str]:
    """Return the arguments of the Celery worker of a queue."""
    limits = QUEUES[queue]
    words = ["--quiet", "worker", "--queues", queue, "--hostname", f"{queue}@%h", "--loglevel", log_level]
    words += ["--pool", pool, "--concurrency", str(processes or limits.processes)]
    words += ["--prefetch-multiplier", str(limits.prefetched), "--without-gossip", "--without-mingle"]
    # Only a process can be ended in the middle of a task.
    return [*words, "--time-limit", str(limits.seconds)] if pool == "prefork" else words


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="wildleague worker", description=__doc__)
    parser.add_argument("queues", nargs="*", type=_queue, metavar="QUEUE", help=f"{', '.join(QUEUES)}")
    parser.add_argument("--processes", type=int, default=0, help="tasks at a time of each of these queues")
    parser.add_argument("--pool", choices=["prefork", "threads"], default="prefork")
    parser.add_argument("--log-level", default="WARNING")
    return parser


def _queue(name: str) -> str:
    if name not in QUEUES:
        raise argparse.ArgumentTypeError(f"“{name}” is no queue: choose from {', '.join(QUEUES)}")
    return name


def _work(queue: str, wanted: argparse.Namespace) -> int:
    from league.celery import app

    with suppress(PermissionError):
        os.nice(QUEUES[queue].niceness)
    words = command(queue, processes=wanted.processes, pool=wanted.pool, log_level=wanted.log_level)
    start: Callable[[list[str]], int | None] = app.start  # returns the code of an Exit, which its types omit
    return start(words) or 0


def _warn_once() -> None:
    """Warn of the rights of root before the workers fork: each of them would say it again."""
    from celery.exceptions import SecurityWarning
    from celery.platforms import check_privileges  # type: ignore[attr-defined] # which its types omit

    check_privileges(["json"])
    warnings.filterwarnings("ignore", category=SecurityWarning)


def _load() -> None:
    """Load what all workers need, so that they share its memory."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()


def _forked(queue: str, wanted: argparse.Namespace) -> int:
    supervisor = os.getpid()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    os.setpgid(0, 0)  # a signal to the whole group reaches a worker once, through its supervisor
    threading.Thread(target=_end_with, args=(supervisor,), daemon=True).start()
    code = 1
    try:
        code = _work(queue, wanted)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _end_with(supervisor: int) -> None:
    while os.getppid() == supervisor:
        time.sleep(_LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _supervise(workers: Mapping[int, str]) -> int:
    """Wait until all workers have ended; return the exit code."""
    is_told, left = False, dict(workers)

    def end(*_signal: object) -> None:
        nonlocal is_told
        is_told = True
        _tell(left)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    code = 0
    while left:
        pid, status = os.wait()
        queue = left.pop(pid, None)
        if queue and not is_told:
            print(f"The worker of the queue “{queue}” has ended: all others end, too.", file=sys.stderr)  # noqa: T201
            code = os.waitstatus_to_exitcode(status) or 1
            end()
    return code


def _tell(workers: Mapping[int, str]) -> None:
    for pid in list(workers):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
