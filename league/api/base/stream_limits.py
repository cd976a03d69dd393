"""Limits of streams: how many an address, a log-in or a user holds open, and a program opens in a minute.

Each web process counts the streams that it holds open itself.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from league.api.base.throttling import address
from league.http import problems, rate_limit

_open: Final[Counter[str]] = Counter()


class TooManyOpenError(Exception):
    """An address, a log-in or a user has the maximum number of open streams."""


@contextmanager
def place(request: HttpRequest) -> Iterator[None]:
    """Count a stream of an address and of a log-in until the block ends. TooManyOpenError."""
    with _held(_holders(request)):
        yield


@contextmanager
def place_of_user(request: HttpRequest) -> Iterator[None]:
    """Count a stream of the user whom the gate has found, by whichever token or session. TooManyOpenError.

    Where everybody may read a stream of pages, the gate asks nobody's name: there is no user to count.
    """
    user: Any = getattr(request, "user", None)  # there is no middleware that sets it for strangers
    is_known = user is not None and user.is_authenticated
    with _held({f"user:{user.pk}": settings.LOG_IN_STREAMS} if is_known else {}):
        yield


@contextmanager
def _held(held: dict[str, int]) -> Iterator[None]:
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
    """Whether `refused` will ask the database or Redis now."""
    return problems.is_program(request) and rate_limit.is_due(_key(request), settings.API_PER_MINUTE)


def refused(request: HttpRequest) -> HttpResponse | None:
    """Count a new stream of a program; return the refusal if it opens too many a minute."""
    if not problems.is_program(request):
        return None
    counted = rate_limit.count(_key(request), settings.API_PER_MINUTE)
    return None if counted.count <= settings.API_PER_MINUTE else too_often(counted.wait)


def too_often(seconds: int) -> HttpResponse:
    """Return the refusal of too many new or too many open streams."""
    sentence = ngettext(
        "Too many connections, or opened too often: wait {seconds} second.",
        "Too many connections, or opened too often: wait {seconds} seconds.",
        seconds,
    )
    headers = {"Retry-After": str(seconds)}
    return problems.answer(429, "throttled", sentence.format(seconds=seconds), headers=headers)


def _holders(request: HttpRequest) -> dict[str, int]:
    """Return the address and log-in to which a stream counts, each with its limit.

    Pages and programs have separate limits, so that the phones of a full hall do not lock out a bot.
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
