"""Long work in a process of its own, within limits of time and memory.

The web process only waits, on one of its threads. For accounts a machine works on half as many tasks at a
time as it has processors, or a web process has threads, and on another for all strangers. Nobody has two
tasks at a time. Everybody else is told to come back. The system ends a task that exceeds its time or memory.
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

from games.rules.base.refusal import Refusal
from games.rules.records.checking import check
from league.rules.documents import computations

_PATIENCE: Final = 90
"""Seconds of real time until a task is ended: the machine may be busy."""
_WAIT: Final = 5
_LOW_PRIORITY: Final = 10
_KINDS: Final[Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {
    "draw": computations.draw,
    "standings": computations.standings,
    "record": lambda fields: check(fields["text"].encode()),
}
_OUT_OF_MEMORY: Final = 77
STRANGER: Final = "address:"
"""The prefix of the name of a stranger without an account."""
_STRANGERS: Final = "strangers"


def run(kind: str, fields: Mapping[str, Any], *, by: str) -> dict[str, Any]:
    """Return the result of a task for the account or stranger `by`.

    Refusals: those of the work itself, `one_at_a_time`, `busy`, `too_much_work`.
    """
    task = {"kind": kind, "given": fields, "language": translation.get_language()}
    with place(by) as held:
        process = subprocess.Popen(  # noqa: S603 - nothing of it comes from outside
            [sys.executable, "-m", "league.workers.long_work", *map(str, _limits())],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "league.settings", "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[held],  # the place is taken as long as the process lives, whoever waits for it
        )
        answer = _answer_of(process, json.dumps(task).encode())
    if "code" in answer:
        raise Refusal(answer["code"], answer["sentence"], tuple(answer["options"]))
    result: dict[str, Any] = answer["found"]
    return result


@contextmanager
def place(by: str) -> Iterator[int]:
    """Hold one of the places of this machine; Refusal `one_at_a_time`, `busy`."""
    folder = Path(settings.DATA_DIR) / "long-work"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        held = _taken(folder, by)
    try:
        yield held
    finally:
        os.close(held)


def places() -> int:
    """Return the number of places for accounts on this machine."""
    return max(1, min(os.cpu_count() or 1, settings.WEB_THREADS) // 2)


def _places_for(by: str) -> list[str]:
    every = [*(f"place-{number}" for number in range(places())), _STRANGERS]
    # One thread is left for pages: with two there is no place for strangers, with one for nobody.
    return [
        name for name in every[: settings.WEB_THREADS - 1] if (name == _STRANGERS) == by.startswith(STRANGER)
    ]


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
    """Return the descriptor of a locked file that contains `by`; the lock ends with the process."""
    free = []
    try:
        for name in _places_for(by):
            held = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
            free.append(held)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                free.remove(held)
                is_mine = os.read(held, 200).decode() == by
                os.close(held)
                if is_mine:
                    sentence = _("Your previous request is still being processed. Wait until it is done.")
                    raise Refusal("one_at_a_time", sentence, wait=_WAIT) from None
        if not free:
            sentence = _("The server is busy with other calculations. Try again in a moment.")
            raise Refusal("busy", sentence, wait=_WAIT)
        place_file = free.pop()
        os.ftruncate(place_file, 0)
        os.write(place_file, by.encode()[:200])
        return place_file
    finally:
        for held in free:
            os.close(held)


def _too_much() -> Refusal:
    sentence = _(
        "This takes more than {seconds} seconds or {megabytes} MB to calculate. Request less, or "
        "calculate it with “manage.py” on your own machine."
    )
    seconds, megabytes = _limits()
    return Refusal("too_much_work", sentence.format(seconds=seconds, megabytes=megabytes))


def _limits() -> tuple[int, int]:
    return settings.LONG_WORK_SECONDS, settings.LONG_WORK_MEGABYTES


def _limit_time(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_memory(megabytes: int) -> None:
    """Limit the memory of the task, in addition to what Python and Django use already."""
    with suppress(ValueError, OSError):  # macOS has neither
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _main() -> None:
    """Read a task, answer it and end."""
    seconds, megabytes = map(int, sys.argv[1:])
    _limit_time(seconds)
    django.setup()
    # The start is short and the same for all; with a low priority it takes over a minute on a busy machine.
    os.nice(_LOW_PRIORITY)
    _limit_memory(megabytes)
    try:
        json.dump(_answer_to(json.load(sys.stdin)), sys.stdout)
    except MemoryError:
        sys.exit(_OUT_OF_MEMORY)


def _answer_to(task: Mapping[str, Any]) -> dict[str, Any]:
    with translation.override(task["language"]):
        try:
            return {"found": _KINDS[task["kind"]](task["given"])}
        except Refusal as refusal:
            sentence = str(refusal.sentence)
            return {"code": refusal.code, "sentence": sentence, "options": list(refusal.options)}


if __name__ == "__main__":
    _main()
