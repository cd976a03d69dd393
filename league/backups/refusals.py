"""What every kind of backup says: how far it is, and why there is none."""

from collections.abc import Callable

Tell = Callable[[str], None]
"""Says one line of progress."""


class BackupError(Exception):
    """Why there is no backup, or why it cannot be restored, in one sentence."""
