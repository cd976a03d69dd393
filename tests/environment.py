"""A world of its own for every test run: a pytest plugin that is imported before the settings are."""

import atexit
import os
import shutil
import tempfile

folder = tempfile.mkdtemp(prefix="wildleague-test-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)

os.environ |= {
    "DATA_DIR": folder,
    "SECRET_KEY": "of the test suite, known to everybody",
    "DEBUG": "0",
    "BROKER_URL": "",
    "SWEEP_SECONDS": "1",
    "LOG_LEVEL": "WARNING",
    # Playwright's synchronous interface keeps an event loop in the thread that talks to the database.
    "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
}
