"""A world of its own for every test run: a pytest plugin that is imported before the settings are."""

import gc
import os
import sys

from tests.servers import lifetime

# Most of what a test makes is gone with it; looking for the rest so often takes a twentieth of the time.
gc.set_threshold(100_000, 50, 50)

folder = str(lifetime.folder())
lifetime.end_by_sigterm_as_by_ctrl_c()

# Dozens of processes import the same modules: they are compiled once, and so are the assertions of the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ |= {
    "DATA_DIR": folder,
    "SECRET_KEY": "of the test suite, known to everybody",
    "DEBUG": "0",
    "BROKER_URL": "",
    "SWEEP_SECONDS": "1",
    "LOG_LEVEL": "WARNING",
    # `make lint` checks the settings; each worker would do it once more, for as long as it takes to start.
    "CELERY_SKIP_CHECKS": "1",
    # Playwright's synchronous interface keeps an event loop in the thread that talks to the database.
    "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
}
