"""Keep a database of the running version: `python -m tests.upgrade NAME`, once for each release."""

import sys
import tempfile
from pathlib import Path

from tests.upgrade import kept

with tempfile.TemporaryDirectory() as folder:
    written = kept.write(sys.argv[1], Path(folder))
print(f"{written} ({written.stat().st_size} bytes)")  # noqa: T201 - a command answers by printing
