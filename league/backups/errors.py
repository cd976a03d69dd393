"""Shared by all kinds of backups: progress, and errors."""

from collections.abc import Callable, Collection, Iterable

Tell = Callable[[str], None]
"""Prints a line of progress."""
Migration = tuple[str, str]
"""The app and the name of a migration."""


class BackupError(Exception):
    """The reason why a backup or a restore failed, in a sentence."""


def require_not_newer(applied: Iterable[Migration], known: Collection[Migration]) -> None:
    """Raise BackupError for a backup with a migration that this release lacks."""
    if unknown := sorted(set(applied) - set(known)):
        raise BackupError(f"The backup is from a newer Wildleague: {'.'.join(unknown[0])} is not known here.")
