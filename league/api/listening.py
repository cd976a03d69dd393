"""How many streams and waits programs hold open from one address, and how many they open in a minute."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league import counting, problems
from league.api.throttles import address

_open: Final[Counter[str]] = Counter()


class TooManyOpenError(Exception):
    """As many streams as may be are open from there."""


@contextmanager
def place(request: HttpRequest) -> Iterator[None]:
    """Hold one of the places of an address until what is inside is over. Those of pages are not counted.

    TooManyOpenError.
    """
    if not problems.is_program(request):
        yield
        return
    who = address(request)
    if _open[who] >= settings.API_STREAMS:
        raise TooManyOpenError
    _open[who] += 1
    try:
        yield
    finally:
        _open[who] -= 1
        if not _open[who]:
            del _open[who]


def needs_thread(request: HttpRequest) -> bool:
    """Whether `refused` asks the database or Redis this time."""
    return problems.is_program(request) and counting.is_due(_key(request), settings.API_PER_MINUTE)


def refused(request: HttpRequest) -> HttpResponse | None:
    """Count that a program begins to listen; return the answer to who does so too often."""
    if not problems.is_program(request):
        return None
    found = counting.count(_key(request), settings.API_PER_MINUTE)
    return None if found.count <= settings.API_PER_MINUTE else too_often(found.wait)


def too_often(seconds: int) -> HttpResponse:
    """Return the answer to who listens too often, or to too much at once."""
    sentence = _("You listen too often, or to too much at once: wait {seconds} seconds.")
    headers = {"Retry-After": str(seconds)}
    return problems.answer(429, "throttled", sentence.format(seconds=seconds), headers=headers)


def _key(request: HttpRequest) -> str:
    return f"listen:{address(request)}"
