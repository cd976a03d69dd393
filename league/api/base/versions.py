"""Versions of resources without a log: a hash of their content."""

import hashlib
import json
from typing import Any

from games.eventstore import ConflictError


def version_of(*facts: Any) -> int:
    """Return the version of a resource as a hash of everything that can change; it fits into `after`."""
    facts_as_json = json.dumps(facts, default=str)
    return int.from_bytes(hashlib.sha256(facts_as_json.encode()).digest()[:4]) >> 1


def require_seen(after: int, now: int) -> None:
    """Refuse a command about another version than the current one (`stale`)."""
    if after != now:
        raise ConflictError(version=now)
