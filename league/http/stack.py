"""Room on the stack of Python, on which pages with their templates stand high."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponseBase

SLOTS: Final = 8_200
"""Of eight bytes each: just more than 64 kB, so that as much again is left of the piece that holds them."""

Respond = Callable[[HttpRequest], HttpResponseBase]


def stack_middleware(respond: Respond) -> Respond:
    """Let a page have a piece of the stack to itself.

    Python takes its stack in pieces of 16 kB, and lets go of a piece as soon as the call that needed it ends.
    A loop in a template that happens to stand where a piece ends takes and lets go of one with every call:
    such pages took twice as long. A call that needs much of the stack takes a piece that suffices for all
    that it calls.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return respond(request)

    middleware.__code__ = middleware.__code__.replace(co_stacksize=SLOTS)
    return middleware
