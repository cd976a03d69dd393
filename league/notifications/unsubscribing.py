"""Signed addresses that stop a kind of e-mail without a log-in: they contain the account and the kind."""

from typing import Final

from django.core import signing
from django.http import Http404

from games.models import Player
from league.notifications.kinds import KINDS

_SALT: Final = "league.messages.stop.account"


def stop_token(user: int, kind: str) -> str:
    """Return the token in an e-mail to an account: valid for nothing else, and for ever."""
    return signing.dumps([user, kind], salt=_SALT)


def read_token(token: str) -> tuple[Player, str]:
    """Return the player of a token, and the kind. Http404 when it is invalid, or the account is gone."""
    try:
        user, kind = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        raise Http404 from None
    player = Player.objects.filter(user=user).first()
    if player is None or kind not in KINDS:
        raise Http404
    return player, kind
