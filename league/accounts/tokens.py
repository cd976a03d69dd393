"""Make, recognize and revoke the tokens of programs. Only the hash of a token is kept."""

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
from league.models import ApiToken, Club

SCOPES: Final = {
    "read": gettext_lazy("See what I may see"),
    "play": gettext_lazy("Play for me: open tables, sit down, move, enter competitions"),
    "organize": gettext_lazy("Run clubs and competitions with my roles"),
}
"""What a token may be good for. Every token is good for reading."""
OF_A_CLUB: Final = ("read", "organize")
"""What a token of a club may be good for: a club has no hand of cards."""
LONGEST: Final = dt.timedelta(days=366)
_BEGINS: Final = "wl_"
_MINUTE: Final = dt.timedelta(minutes=1)


@transaction.atomic
def make(
    user: User, *, name: str, scopes: Collection[str], days: int, club: Club | None = None, at: dt.datetime
) -> tuple[ApiToken, str]:
    """Make a token and return it with the secret text, which nobody can read again.

    Refusals: `too_many_tokens`, `bad_value` for scopes that such a token cannot have or an impossible time.
    """
    known = OF_A_CLUB if club else tuple(SCOPES)
    lasts = dt.timedelta(days=days)
    if not set(scopes) <= set(known) or not dt.timedelta() < lasts <= LONGEST:
        raise Refusal("bad_value", _("Such a token cannot be made."))
    quotas.lock(user)
    most = quotas.most("tokens", user)
    if good_tokens(user, at).count() >= most and not user.is_superuser:
        said = ngettext(
            "You have {n} token: revoke one that you do not need.",
            "You have {n} tokens: revoke one that you do not need.",
            most,
        )
        raise Refusal("too_many_tokens", said.format(n=most))
    secret = _BEGINS + secrets.token_urlsafe(32)
    made = ApiToken.objects.create(
        user=user,
        club=club,
        name=name,
        start=secret[:8],
        digest=digest(secret),
        scopes=[one for one in known if one == "read" or one in scopes],
        made_at=at,
        expires_at=at + lasts,
    )
    return made, secret


def find(secret: str, at: dt.datetime) -> ApiToken | None:
    """Return the token of a secret text if it is good, and note that it is used. One query, seldom two."""
    rows = ApiToken.objects.select_related("user", "club")
    found = rows.filter(digest=digest(secret)).first()
    if found is None or not found.is_good(at) or not found.user.is_active:
        return None
    if found.last_used_at is None or at - found.last_used_at >= _MINUTE:
        ApiToken.objects.filter(pk=found.pk).update(last_used_at=at)
    return found


def revoke(token: ApiToken, *, at: dt.datetime) -> None:
    """Let nobody use a token any more. The same again changes nothing."""
    with transaction.atomic():
        if fresh := ApiToken.objects.select_for_update().filter(pk=token.pk, revoked_at=None).first():
            fresh.revoked_at = at
            fresh.save(update_fields=["revoked_at"])


def good_tokens(user: User, at: dt.datetime) -> QuerySet[ApiToken]:
    """Return the tokens of a user that programs can use, also those for clubs."""
    return ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=at)


@transaction.atomic
def revoke_all(user: User, *, at: dt.datetime) -> int:
    """Let nobody use any token of a user any more; return how many there were."""
    found = list(good_tokens(user, at))
    for token in found:
        revoke(token, at=at)
    return len(found)


def digest(secret: str) -> str:
    """Return what is kept of a secret text."""
    # 256 random bits need no salt: there is no list of guesses to try.
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
