"""Signals for the packages above, sent within the transaction of the command."""

from django.dispatch import Signal

cancelled = Signal()
"""Sent when a competition was called off, with `competition`, `by` and `at`."""
