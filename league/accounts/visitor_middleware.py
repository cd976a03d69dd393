"""Make the visitor the reader of names, who knows hidden ones of the same clubs, and author of changes."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from games.naming.player_names import read_by
from league.audit.log import acted_by
from league.permissions.name_visibility import Account
from league.permissions.policy import club_of_token

Respond = Callable[[HttpRequest], HttpResponseBase]


def reader_middleware(respond: Respond) -> Respond:
    """Show names as the visitor may read them, and log changes as theirs."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with read_by(Account(lambda: request.user, lambda: club_of_token(request))), acted_by(request):
            return respond(request)

    return middleware
