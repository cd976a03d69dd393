"""Calls of the API that were really made and are kept as examples.

`tests/league/api/openapi/test_examples_of_the_schema.py` makes them and keeps them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent.parent / "examples" / "calls.json"


def of(operation: str) -> list[dict[str, Any]]:
    """Return the calls of an operation: `name`, `status`, `answer`, and `sent` of those with a body."""
    return [one for one in every() if one["operation"] == operation]


@cache
def every() -> list[dict[str, Any]]:
    """Return all calls."""
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
