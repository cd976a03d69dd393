"""The id of the request that this code works for: in the log, and in the tasks that the request sends."""

import re
from contextvars import ContextVar
from typing import Final
from uuid import uuid4

HEADER: Final = "X-Request-ID"
_NONE: Final = "-"
_SHAPE: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: Final[ContextVar[str]] = ContextVar("request_id", default=_NONE)


def current() -> str:
    """Return the id; `-` outside of requests and their tasks."""
    return _current.get()


def begin(proposed: str | None = None) -> str:
    """Begin a request or a task and return its id: the proposed one if it has the shape of an id."""
    chosen = proposed if proposed and _SHAPE.fullmatch(proposed) else uuid4().hex
    _current.set(chosen)
    return chosen


def end() -> None:
    """End the request or the task."""
    _current.set(_NONE)
