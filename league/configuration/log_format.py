"""Logging: malformed input of strangers is not an error of this site."""

import logging
from typing import Final

_BY_STRANGERS: Final = "django.security."
_OF_REQUESTS: Final = (_BY_STRANGERS, "django.request")


class OneLine(logging.Filter):
    """Turns errors caused by input of strangers into warnings of a single line, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record; every record is logged."""
        if record.name.startswith(_BY_STRANGERS) and record.levelno == logging.ERROR:
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        if record.name.startswith(_OF_REQUESTS) and record.levelno == logging.WARNING:
            record.exc_info = record.exc_text = None
        return True
