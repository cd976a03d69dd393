"""The schema of the API as the first who needs it in a run lets it be written: a process works for seconds.

It is written as for a first visitor who reads Russian, in a process that may not work it out by itself.
"""

import fcntl
import json
import logging
import os
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

from league.api.openapi import written_schema
from league.api.openapi.written_schema import Written
from tests.databases import migrated

_said: list[str] = []


def written(write: Callable[[], Written]) -> Written:
    """Return what `write` returns, or returned to the first leg of this run."""
    folder = os.environ.get(migrated.FOLDER)
    if not folder:
        return _written(write)
    kept = Path(folder) / "schema.json"
    with kept.with_suffix(".turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not kept.exists():
            made = _written(write)
            kept.write_text(json.dumps([made.as_json.decode(), made.as_yaml.decode(), made.codes, _said]))
        as_json, as_yaml, codes, _said[:] = json.loads(kept.read_text())
    return Written(as_json.encode(), as_yaml.encode(), codes)


def warnings() -> list[str]:
    """Return what was logged while it was written."""
    return _said


def _written(write: Callable[[], Written]) -> Written:
    ear = logging.Handler()
    ear.emit = lambda record: _said.append(record.getMessage())  # type: ignore[method-assign]
    written_schema.logger.addHandler(ear)
    here = AssertionError("The schema is worked out in the web process.")
    try:
        with translation.override("ru"), patch.object(SchemaGenerator, "get_schema", side_effect=here):
            return write()
    finally:
        written_schema.logger.removeHandler(ear)
