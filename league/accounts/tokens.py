"""Make, recognize and revoke the tokens of programs. Only the hash of a token is stored."""

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import quotas
from games.rules.base.refusal import Refusal
from league.http import daily_counts
from league.models import ApiToken, Club

SCOPES: Final = {
    "read": gettext_lazy("See what I can see"),
    "play": gettext_lazy("Play for me: open tables, sit down, make moves, enter competitions"),
    "organize": gettext_lazy("Run clubs and competitions with my roles"),
}
"""The scopes of tokens. Every token has the scope to read."""
OF_A_CLUB: Final = ("read", "organize")
"""The scopes of tokens of clubs: a club plays nowhere."""
LONGEST: Final = dt.timedelta(days=366)
_BEGINS: Final = "wl_"
_MINUTE: Final = dt.timedelta(minutes=1)


@transaction.atomic
def make(
    user: User, *, name: str, scopes: Collection[str], days: int, club: Club | None = None, at: dt.datetime
) -> tuple[ApiToken, str]:
    """Make a token and return it with its secret, which cannot be read again.

    Refusals: `too_many_tokens`, `quota_used_up`, `bad_value` for scopes that such a token cannot have or an
    impossible time.
    """
    known = OF_A_CLUB if club else tuple(SCOPES)
    lifetime = dt.timedelta(days=days)
    if not set(scopes) <= set(known) or not dt.timedelta() < lifetime <= LONGEST:
        raise Refusal("bad_value", _("You cannot make such a token."))
    quotas.lock(user)
    most = quotas.most("tokens", user)
    if valid_tokens(user, at).count() >= most and not user.is_superuser:
        sentence = ngettext(
            "You have {n} token: revoke it if you do not need it.",
            "You have {n} tokens: revoke a token you do not need.",
            most,
        )
        raise Refusal("too_many_tokens", sentence.format(n=most))
    daily_counts.count_for_network("network_tokens", user, at=at)
    secret = _BEGINS + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        club=club,
        name=name,
        start=secret[:8],
        digest=digest(secret),
        scopes=[scope for scope in known if scope == "read" or scope in scopes],
        made_at=at,
        expires_at=at + lifetime,
    )
    return token, secret


def find(secret: str, at: dt.datetime) -> ApiToken | None:
    """Return the token of a secret if it is valid, and store that it is used. One query, seldom two."""
    rows = ApiToken.objects.select_related("user", "club")
    token = rows.filter(digest=digest(secret)).first()
    if token is None or not token.is_good(at) or not token.user.is_active:
        return None
    if token.last_used_at is None or at - token.last_used_at >= _MINUTE:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)
    return token


def revoke(token: ApiToken, *, at: dt.datetime) -> None:
    """Revoke a token; a second time changes nothing."""
    with transaction.atomic():
        if stored := ApiToken.objects.select_for_update().filter(pk=token.pk, revoked_at=None).first():
            stored.revoked_at = at
            stored.save(update_fields=["revoked_at"])


def valid_tokens(user: User, at: dt.datetime) -> QuerySet[ApiToken]:
    """Return the valid tokens of a user, also those for clubs."""
    return ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=at)


@transaction.atomic
def revoke_all(user: User, *, at: dt.datetime) -> int:
    """Revoke all valid tokens of a user; return how many."""
    valid = list(valid_tokens(user, at))
    for token in valid:
        revoke(token, at=at)
    return len(valid)


def digest(secret: str) -> str:
    """Return the hash of a secret."""
    # 256 random bits need no salt: there is no list of guesses to try.
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
