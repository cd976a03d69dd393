"""Logging: malformed input of strangers is not an error of this site; lines for people, or JSON."""

import datetime as dt
import json
import logging
from typing import Final

from league.configuration import request_id

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


class WithRequestId(logging.Filter):
    """Adds the id of the request, or of the request that has sent the task."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id; every record is logged."""
        record.request_id = request_id.current()
        return True


class JsonLines(logging.Formatter):
    """Writes each record as a JSON object in a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", "-"),
            "process": record.process,
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
