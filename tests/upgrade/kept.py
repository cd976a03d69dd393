"""A kept database: the demo, with bots that have played for a while, as a version has written it."""

import lzma
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = Path(__file__).parent
KEPT: Final = sorted(FOLDER.glob("*.sqlite3.xz"))

PLAY_A_WHILE: Final = """
import time
from django.utils import timezone
from games import tables
until = time.monotonic() + 20
while time.monotonic() < until:
    at = timezone.now()
    tables.keep_time(at)
    tables.move_due_tables(tables.due_tables(at), at=at)
    time.sleep(0.1)
"""


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a site whose data is in a folder."""
    ours = {
        "DATA_DIR": str(folder),
        "DATABASE_URL": "",
        "BROKER_URL": "",
        "SECRET_KEY": "of a kept database",
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "LOG_LEVEL": "ERROR",
    }
    return os.environ | ours


def manage(folder: Path, *command: str) -> str:
    """Run a command of `manage.py` on the site in a folder and return what it says; AssertionError."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", *command],
        cwd=ROOT,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def unpack(kept: Path, folder: Path) -> None:
    """Put a kept database into a folder."""
    with lzma.open(kept) as packed, (folder / "wildleague.sqlite3").open("wb") as out:
        shutil.copyfileobj(packed, out)


def write(name: str, folder: Path) -> Path:
    """Make the database of the running version and keep it under a name."""
    manage(folder, "migrate", "--verbosity", "0")
    manage(folder, "seed_demo")
    manage(folder, "shell", "-v", "0", "-c", PLAY_A_WHILE)
    manage(folder, "verify", "--jobs", "1")
    database = folder / "wildleague.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    kept = FOLDER / f"{name}.sqlite3.xz"
    kept.write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    return kept
