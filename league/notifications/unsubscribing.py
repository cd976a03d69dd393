"""Signed addresses at which a kind of e-mail is stopped without logging in: they say whose and which."""

from typing import Final

from django.core import signing
from django.http import Http404

from games.models import Player
from league.notifications.kinds import KINDS

_SALT: Final = "league.messages.stop.account"


def stop_token(user: int, kind: str) -> str:
    """Return what stands in an e-mail to an account: good for nothing else, and for ever."""
    return signing.dumps([user, kind], salt=_SALT)


def read_token(token: str) -> tuple[Player, str]:
    """Return whom a token is for, and the kind. Http404 when it is not ours, or the account is gone."""
    try:
        user, kind = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        raise Http404 from None
    found = Player.objects.filter(user=user).first()
    if found is None or kind not in KINDS:
        raise Http404
    return found, kind
