"""Progress and errors that all kinds of backups share."""

from collections.abc import Callable

Tell = Callable[[str], None]
"""Prints a line of progress."""


class BackupError(Exception):
    """The reason why a backup or a restore failed, in a sentence."""
