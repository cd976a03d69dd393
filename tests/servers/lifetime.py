"""Folders and processes that do not outlive the process they were made for, however that ends."""

import atexit
import contextlib
import fcntl
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

_PLACE = Path("/tmp")  # the path of a socket ends at 107 bytes
_PREFIX = "wildleague-tied-"
_SETTLED_SECONDS = 60


def to_us(by: signal.Signals = signal.SIGKILL) -> list[str]:
    """Return what goes before a command, so that it gets a signal when the thread that starts it is gone.

    Empty where the system knows no such thing (everywhere but on Linux).
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", by.name.removeprefix("SIG"), "--"] if setpriv else []


def end_by_sigterm_as_by_ctrl_c() -> None:
    """Let SIGTERM unwind what is going on, so that everything is put away."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def folder() -> Path:
    """Make a throw-away folder, and remove those that killed processes have left behind.

    The system lets go of a folder's lock with the process that holds it: who is gone needs no folder.
    """
    for old in _PLACE.glob(f"{_PREFIX}*"):
        _remove_unless_used(old)
    made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_PLACE))
    fcntl.flock(os.open(made, os.O_RDONLY), fcntl.LOCK_EX)
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def _remove_unless_used(old: Path) -> None:
    with contextlib.suppress(OSError):  # it is somebody else's, in use, or gone meanwhile
        if time.time() < old.stat().st_mtime + _SETTLED_SECONDS:
            return  # perhaps its lock is about to be taken
        fd = os.open(old, os.O_RDONLY)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(old)
        finally:
            os.close(fd)
