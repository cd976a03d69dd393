"""Run a command of `manage.py` in this process as it runs in its own: arguments, streams and exit code."""

import io
import os
import sys
from typing import Final
from unittest.mock import patch

from django.core.management import execute_from_command_line

NO_SETTINGS: Final = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
"""The environment of a fresh clone, in which nobody has set anything."""


def ended(command: str, *words: str, text: bytes = b"") -> tuple[int, str, str]:
    """Return how the command ends and what it prints on either side."""
    out, error = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _stream in range(2))
    code = 0
    with (
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(text))),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", error),
    ):
        try:
            execute_from_command_line(["manage.py", command, *words])
        except SystemExit as end:
            code = int(end.code or 0)
    return code, _written(out), _written(error)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.buffer.read().decode()
