"""Limits of streams: how many an address and a log-in have open, and how many a program opens a minute.

Each web process counts the streams that it holds open itself.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from league.api.base.throttling import address
from league.http import problems, rate_limit

_open: Final[Counter[str]] = Counter()


class TooManyOpenError(Exception):
    """An address or a log-in has as many open streams as it may have."""


@contextmanager
def place(request: HttpRequest) -> Iterator[None]:
    """Hold a place of an address, and one of a log-in, until the block ends. TooManyOpenError."""
    held = _holders(request)
    if any(_open[who] >= most for who, most in held.items()):
        raise TooManyOpenError
    _open.update(held.keys())
    try:
        yield
    finally:
        for who in held:
            _open[who] -= 1
            if not _open[who]:
                del _open[who]


def needs_thread(request: HttpRequest) -> bool:
    """Whether `refused` asks the database or Redis this time."""
    return problems.is_program(request) and rate_limit.is_due(_key(request), settings.API_PER_MINUTE)


def refused(request: HttpRequest) -> HttpResponse | None:
    """Count that a program begins to listen; return the answer to a program that does so too often."""
    if not problems.is_program(request):
        return None
    counted = rate_limit.count(_key(request), settings.API_PER_MINUTE)
    return None if counted.count <= settings.API_PER_MINUTE else too_often(counted.wait)


def too_often(seconds: int) -> HttpResponse:
    """Return the answer to a visitor who listens too often, or to too much at once."""
    sentence = ngettext(
        "Too many connections, or opened too often: wait {seconds} second.",
        "Too many connections, or opened too often: wait {seconds} seconds.",
        seconds,
    )
    headers = {"Retry-After": str(seconds)}
    return problems.answer(429, "throttled", sentence.format(seconds=seconds), headers=headers)


def _holders(request: HttpRequest) -> dict[str, int]:
    """Return by whom a visitor is counted, and how many streams each of these may have open.

    Pages and programs have places of their own: a hall full of phones is no reason to turn a bot away.
    """
    is_program = problems.is_program(request)
    kind, most = ("program", settings.API_STREAMS) if is_program else ("page", settings.PAGE_STREAMS)
    held = {f"{kind}:{address(request)}": most}
    log_in = request.headers.get("Authorization") or request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if log_in:
        held[hashlib.sha256(log_in.encode()).hexdigest()] = settings.LOG_IN_STREAMS
    return held


def _key(request: HttpRequest) -> str:
    return f"listen:{address(request)}"
