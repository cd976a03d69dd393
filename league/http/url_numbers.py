"""Checks whether an address can exist."""

from typing import Final

from django.urls import ResolverMatch

_BEYOND_EVERY_COLUMN: Final = 2**63


def is_possible(match: ResolverMatch) -> bool:
    """Whether the numbers of an address fit into the database."""
    return all(not isinstance(value, int) or value < _BEYOND_EVERY_COLUMN for value in match.kwargs.values())
