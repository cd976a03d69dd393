"""What a backup that was killed has left behind: a later backup removes it."""

import shutil
import time
from pathlib import Path
from typing import Final

SECONDS: Final = 12 * 3600
"""After so long nobody works on an unfinished backup any more."""


def is_forgotten(made: float) -> bool:
    """Whether something that was made at this time belongs to no backup that is being made."""
    return made < time.time() - SECONDS


def remove_folders(place: Path, pattern: str) -> None:
    """Remove forgotten folders."""
    for folder in place.glob(pattern):
        if folder.is_dir() and is_forgotten(folder.stat().st_mtime):
            shutil.rmtree(folder, ignore_errors=True)
