"""The schema of the API as the tests read it."""

import fcntl
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from league.api.openapi import written_schema
from league.api.openapi.written_schema import Written
from tests.databases import migrated


@cache
def document() -> dict[str, Any]:
    """Return the schema as it was written: once for all legs of a run, since it takes a process seconds."""
    if folder := os.environ.get(migrated.FOLDER):
        written_schema._keeper._kept = _shared(Path(folder) / "schema.json")
    return json.loads(written_schema.written().as_json)


def _shared(kept: Path) -> Written:
    with kept.with_suffix(".turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if kept.exists():
            as_json, as_yaml, codes = json.loads(kept.read_text())
            return Written(as_json.encode(), as_yaml.encode(), codes)
        written = written_schema.written()
        kept.write_text(json.dumps([written.as_json.decode(), written.as_yaml.decode(), written.codes]))
        return written
