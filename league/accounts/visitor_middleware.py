"""Make the visitor the reader of names, who knows hidden ones of the same clubs, and author of changes.

Their network is the one for which quotas count the tables they open.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from games import quotas
from games.naming.player_names import read_by
from league.accounts import sessions
from league.audit.log import acted_by
from league.permissions.name_visibility import Account
from league.permissions.policy import club_of_token

Respond = Callable[[HttpRequest], HttpResponseBase]


def reader_middleware(respond: Respond) -> Respond:
    """Show names as the visitor may read them, log changes as theirs, and count tables for their network."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        reader = Account(lambda: request.user, lambda: club_of_token(request))
        with read_by(reader), acted_by(request), quotas.sent_from(lambda: sessions.network_of(request)):
            return respond(request)

    return middleware
