"""Signed addresses for answers from an e-mail: they name the player, and log nobody in."""

from typing import Final

from django.core import signing
from django.http import Http404

_SALT: Final = "league.calendar.said"


def answer_token(matchday: int, player: int) -> str:
    """Return the token for the address; it is valid until the matchday is over."""
    return signing.dumps([matchday, player], salt=_SALT)


def read_token(token: str) -> tuple[int, int]:
    """Return the matchday and the player of a token; Http404 when it is invalid."""
    try:
        matchday, player = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        raise Http404 from None
    return matchday, player
