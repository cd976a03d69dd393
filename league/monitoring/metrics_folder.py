"""The files of metrics: those of processes that have ended are removed where they would count for ever.

Each process holds a lock on a file of its name for as long as it lives. Containers on the same machine have
the same numbers of processes, and see each other's locks.
"""

import fcntl
import os
from pathlib import Path
from typing import Final

from games import metrics

_held: Final[list[int]] = []


def join() -> None:
    """Begin to measure in this process: remove what processes have left that ended.

    The first process of an installation starts afresh, so that files do not become more with each restart.
    """
    folder = metrics.FOLDER
    if folder is None:
        return
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not remove_dead(folder):
            for file in folder.glob("*.db"):
                file.unlink(missing_ok=True)
        held = os.open(folder / f"{metrics.process_name()}.alive", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(held, fcntl.LOCK_EX)
        _held.append(held)


def remove_dead(folder: Path) -> int:
    """Remove the gauges of processes that have ended; return how many processes live."""
    alive = 0
    for file in folder.glob("*.alive"):
        if _is_locked(file):
            alive += 1
            continue
        for gauge in folder.glob(f"gauge_live*_{file.stem}.db"):
            gauge.unlink(missing_ok=True)
        file.unlink(missing_ok=True)
    return alive


def _is_locked(file: Path) -> bool:
    opened = os.open(file, os.O_RDWR)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(opened)
    return False
