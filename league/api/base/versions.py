"""Versions of things without a log: a number that is another one whenever the thing is another."""

import hashlib
import json
from typing import Any

from games.eventstore import ConflictError


def version_of(*facts: Any) -> int:
    """Return the version of a thing by all that can be changed about it; what fits into `after`."""
    facts_as_json = json.dumps(facts, default=str)
    return int.from_bytes(hashlib.sha256(facts_as_json.encode()).digest()[:4]) >> 1


def require_seen(after: int, now: int) -> None:
    """Refuse, `stale`, what was meant for something else than what stands here now."""
    if after != now:
        raise ConflictError(version=now)
