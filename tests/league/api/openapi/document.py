"""The schema of the API as the tests read it."""

import json
from functools import cache
from typing import Any

from league.api.openapi import written_schema


@cache
def document() -> dict[str, Any]:
    """Return the schema as it was written."""
    return json.loads(written_schema.written().as_json)
