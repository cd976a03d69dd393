"""What stands in the log: what strangers send wrongly is no mistake of ours."""

import logging
from typing import Final

_BY_STRANGERS: Final = "django.security."
_OF_REQUESTS: Final = (_BY_STRANGERS, "django.request")


class OneLine(logging.Filter):
    """Lets what strangers send wrongly be a warning of one line, not an error with its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Make a line of it; every record is logged."""
        if record.name.startswith(_BY_STRANGERS) and record.levelno == logging.ERROR:
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        if record.name.startswith(_OF_REQUESTS) and record.levelno == logging.WARNING:
            record.exc_info = record.exc_text = None
        return True
