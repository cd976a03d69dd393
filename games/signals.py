"""Signals for other apps. A signal may be lost with its process: receivers have a sweep besides."""

from django.dispatch import Signal

seats_kept = Signal()
"""Sent after the commit that kept seats for players at a table, with `table_id`."""
match_finished = Signal()
"""Sent after the commit that ended a match, with `table_id`."""
