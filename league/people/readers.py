"""Who reads a page: the visitor, who knows the hidden names of people of the same clubs."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from games.names import read_by
from league.known_names import Account
from league.permissions import club_of_token

Respond = Callable[[HttpRequest], HttpResponseBase]


def reader_middleware(respond: Respond) -> Respond:
    """Let names be read by the visitor."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with read_by(Account(lambda: request.user, lambda: club_of_token(request))):
            return respond(request)

    return middleware
