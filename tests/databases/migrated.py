"""A migrated database of SQLite that all legs of a run share: the first one makes it, the others copy it.

To migrate takes a leg several seconds, and each comes to the same.
"""

import fcntl
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import IO, Final

FOLDER: Final = "WILDLEAGUE_MIGRATED"
"""The variable that names the folder in which it is; without it everybody migrates alone."""


def migrate() -> None:
    """Migrate the new database of this process, or take the copy."""
    from django.core.management import call_command
    from django.db import connection

    if connection.vendor != "sqlite" or not _is_copied_to(Path(connection.settings_dict["NAME"])):
        call_command("migrate", verbosity=0)


class Share:
    """The copy at a place; if nobody has made it yet, all others wait until it is offered from there."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._turn: IO[str] | None = None
        if made := _made():
            self._turn = made.with_suffix(".turn").open("w")
            fcntl.flock(self._turn, fcntl.LOCK_EX)
        self.is_copied = _is_copied_to(place)
        if self.is_copied:
            self._end_turn()

    def offer(self) -> None:
        """Let the others copy what is migrated at the place by now, if they wait for it."""
        made = _made()
        if made is None or self._turn is None:
            return
        unfinished = made.with_suffix(".unfinished")
        with closing(sqlite3.connect(self._place)) as here, closing(sqlite3.connect(unfinished)) as there:
            here.backup(there)
        unfinished.rename(made)
        self._end_turn()

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.close()
            self._turn = None


def _is_copied_to(place: Path) -> bool:
    made = _made()
    if made is None or not made.exists():
        return False
    shutil.copyfile(made, place)
    return True


def _made() -> Path | None:
    folder = os.environ.get(FOLDER)
    return Path(folder) / "migrated.sqlite3" if folder else None
