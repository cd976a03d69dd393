"""What every kind of backup says: how far it is, and why there is none."""

from collections.abc import Callable, Collection, Iterable

Tell = Callable[[str], None]
"""Says one line of progress."""
Migration = tuple[str, str]
"""The app and the name of a migration."""


class BackupError(Exception):
    """Why there is no backup, or why it cannot be restored, in one sentence."""


def require_not_newer(applied: Iterable[Migration], known: Collection[Migration]) -> None:
    """Raise BackupError for a backup whose tables were made by a migration that this release lacks."""
    if unknown := sorted(set(applied) - set(known)):
        raise BackupError(f"The backup is from a newer Wildleague: {'.'.join(unknown[0])} is not known here.")
