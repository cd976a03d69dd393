"""Hooks of drf-spectacular: which addresses belong to the schema."""

from typing import Any

from league.api.openapi import asynchronous
from league.api.openapi.auto_schema import PREFIX


def only_ours(endpoints: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Leave out addresses that do not belong to the API, and add the asynchronous views."""
    own = [endpoint for endpoint in endpoints if endpoint[0].startswith(PREFIX) and endpoint[0].endswith("/")]
    return [*own, *asynchronous.ENDPOINTS]
