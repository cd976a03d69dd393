"""Space on the stack of Python, which pages with their templates need."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponseBase

SLOTS: Final = 8_200
"""In slots of eight bytes: just more than 64 kB, so that as much again is left of its chunk."""

Respond = Callable[[HttpRequest], HttpResponseBase]


def stack_middleware(respond: Respond) -> Respond:
    """Give a page a chunk of the stack of its own.

    Python allocates its stack in chunks of 16 kB, and frees a chunk as soon as the call that needed it ends.
    A loop in a template that happens to run at the end of a chunk allocates and frees a chunk with every
    call: such pages took twice as long. A call that needs much of the stack allocates a chunk that suffices
    for all that it calls.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return respond(request)

    middleware.__code__ = middleware.__code__.replace(co_stacksize=SLOTS)
    return middleware
