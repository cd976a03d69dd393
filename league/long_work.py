"""DOOR to work that takes long: a process of its own does it, within limits of time and memory.

The web process only waits, on one of its threads. A machine works on half as many things at a time as it has
processors, on one more for all strangers, and for nobody on two; who comes then is told to come back. The
system ends what needs more time or memory than it may.
"""

import fcntl
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from games.rules.record_check import check
from games.rules.refusal import Refusal
from league.rules import worked_out

_PATIENCE: Final = 90
"""Seconds by the clock, where the machine has much else to do."""
_WAIT: Final = 5
_KINDS: Final[Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {
    "draw": worked_out.draw,
    "standings": worked_out.standings,
    "record": lambda given: check(given["text"].encode()),
}
_OUT_OF_MEMORY: Final = 77
STRANGER: Final = "address:"
"""How the name of an asker begins who has no account."""


def work_out(kind: str, given: Mapping[str, Any], *, by: str) -> dict[str, Any]:
    """Return what a piece of work comes to, for whoever asks.

    Refusals: those of the work itself, `one_at_a_time`, `busy`, `too_much_work`.
    """
    task = {"kind": kind, "given": given, "language": translation.get_language()}
    with place(by) as held:
        process = subprocess.Popen(  # noqa: S603 - nothing of it comes from outside
            [sys.executable, "-m", "league.long_work", *map(str, _limits())],
            cwd=settings.BASE_DIR,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "league.settings", "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[held],  # the place is taken for as long as the work lives, whoever waits for it
        )
        answer = _answer_of(process, json.dumps(task).encode())
    if "code" in answer:
        raise Refusal(answer["code"], answer["sentence"], tuple(answer["options"]))
    found: dict[str, Any] = answer["found"]
    return found


@contextmanager
def place(by: str) -> Iterator[int]:
    """Hold one of the places of this machine; Refusal `one_at_a_time`, `busy`."""
    folder = Path(settings.DATA_DIR) / "long-work"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "door").open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        place = _taken(folder, by)
    try:
        yield place
    finally:
        os.close(place)


def places() -> int:
    """Return how many there are for accounts on this machine."""
    return max(1, (os.cpu_count() or 1) // 2)


def _places_for(by: str) -> list[str]:
    if by.startswith(STRANGER):
        return ["strangers"]
    return [f"place-{number}" for number in range(places())]


def _answer_of(process: subprocess.Popen[bytes], task: bytes) -> dict[str, Any]:
    with process:
        try:
            out, err = process.communicate(task, timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise _too_much() from None
    if process.returncode < 0 or process.returncode == _OUT_OF_MEMORY:
        raise _too_much()
    if process.returncode:
        raise RuntimeError(err.decode("utf-8", "replace")[-4000:])
    answer: dict[str, Any] = json.loads(out)
    return answer


def _taken(folder: Path, by: str) -> int:
    """Return a file that is locked now, and names for whom; the system lets go of it with the process."""
    free = []
    try:
        for name in _places_for(by):
            place = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
            free.append(place)
            try:
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                free.remove(place)
                is_mine = os.read(place, 200).decode() == by
                os.close(place)
                if is_mine:
                    said = _("What you asked for before is still being worked out. Wait until it is done.")
                    raise Refusal("one_at_a_time", said, wait=_WAIT) from None
        if not free:
            said = _("Others have asked for much to be worked out. Come back in a moment.")
            raise Refusal("busy", said, wait=_WAIT)
        mine = free.pop()
        os.ftruncate(mine, 0)
        os.write(mine, by.encode()[:200])
        return mine
    finally:
        for place in free:
            os.close(place)


def _too_much() -> Refusal:
    said = _(
        "This takes more than {seconds} seconds or {megabytes} MB to work out. Ask for less, "
        "or work it out with “manage.py” on a machine of your own."
    )
    seconds, megabytes = _limits()
    return Refusal("too_much_work", said.format(seconds=seconds, megabytes=megabytes))


def _limits() -> tuple[int, int]:
    return settings.LONG_WORK_SECONDS, settings.LONG_WORK_MEGABYTES


def _limit_time(seconds: int) -> None:
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_memory(megabytes: int) -> None:
    """Let the work take so much beside what Python and Django have taken."""
    with suppress(ValueError, OSError):  # macOS has neither
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _main() -> None:
    """Read a task, answer it and end."""
    seconds, megabytes = map(int, sys.argv[1:])
    _limit_time(seconds)
    django.setup()
    _limit_memory(megabytes)
    task = json.load(sys.stdin)
    with translation.override(task["language"]):
        try:
            answer: dict[str, Any] = {"found": _KINDS[task["kind"]](task["given"])}
        except Refusal as refusal:
            answer = {
                "code": refusal.code,
                "sentence": str(refusal.sentence),
                "options": list(refusal.options),
            }
        except MemoryError:
            sys.exit(_OUT_OF_MEMORY)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    _main()
