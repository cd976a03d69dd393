"""Who reads a page, and changes something by it: the visitor, who knows hidden names of the same clubs."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from games.naming.player_names import read_by
from league.audit.log import acted_by
from league.permissions.name_visibility import Account
from league.permissions.rules import club_of_token

Respond = Callable[[HttpRequest], HttpResponseBase]


def reader_middleware(respond: Respond) -> Respond:
    """Let names be read by the visitor, and changes be noted as theirs."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with read_by(Account(lambda: request.user, lambda: club_of_token(request))), acted_by(request):
            return respond(request)

    return middleware
