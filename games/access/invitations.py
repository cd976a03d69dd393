"""Tables and kept seats that only people with their link find, see and sit at."""

import base64
import datetime as dt
import secrets
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.models import InvitedOnly, Seat, Table
from games.rules.base.refusal import Refusal

LONGEST_KEY: Final = 22
COOKIE: Final = "table_key"
"""The cookie of a table with the key of its link: what its page asks for comes without the key."""
_MONTH: Final = 30 * 24 * 3600


def keep_private(table: Table) -> None:
    """Let only people with the link of a new table see it and sit down, and no list show it."""
    InvitedOnly.objects.create(table=table, key=secrets.token_urlsafe(16))


def key_of(table: Table) -> str:
    """Return the key of the link, empty for a table that everybody may sit at.

    One query, none if the table was read with its `invited_only`.
    """
    return table.invited_only.key if hasattr(table, "invited_only") else ""


def key_of_seat(seat: Seat, at: dt.datetime) -> str:
    """Return the key of the link of a seat that is kept for whoever has it; empty for other seats.

    It is stored nowhere: it follows from the seat and from the end of the time for which it is kept.
    """
    if not seat.is_kept(at) or seat.kept_for_id is not None or seat.kept_until is None:
        return ""
    meant = f"{seat.table_id}.{seat.index}.{seat.kept_until.timestamp()}"
    digest = salted_hmac("games.access.invitations", meant, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest)[:LONGEST_KEY].decode()


def is_key_of_seat(seat: Seat, key: str, at: dt.datetime) -> bool:
    """Whether a key is that of the link of a kept seat."""
    needed = key_of_seat(seat, at)
    return bool(needed) and secrets.compare_digest(needed.encode(), key.encode())


def shown_key(request: HttpRequest) -> str:
    """Return the key that a visitor of a table shows: that of the link, or the one the browser remembers."""
    return (request.GET.get("key") or request.COOKIES.get(COOKIE, ""))[:LONGEST_KEY]


def is_shown(request: HttpRequest, needed: str) -> bool:
    """Whether a visitor of a table shows the needed key."""
    return secrets.compare_digest(needed.encode(), shown_key(request).encode())


def remember(request: HttpRequest, response: HttpResponseBase, table_id: int) -> None:
    """Let the browser remember the key of a link, for the addresses of its table alone."""
    place, is_secure = reverse("table", args=[table_id]), request.is_secure()
    response.set_cookie(
        COOKIE,
        shown_key(request),
        max_age=_MONTH,
        path=place,
        secure=is_secure,
        httponly=True,
        samesite="Lax",
    )


def is_at_home(table_id: int, user_id: int | None) -> bool:
    """Whether a user hosts a private table, sits or is expected there, or sat at the last one. One query."""
    if user_id is None:
        return False
    mine = Q(host__user=user_id) | Q(seats__player__user=user_id) | Q(seats__kept_for__user=user_id)
    mine |= Q(rematch_of__before__seats__player__user=user_id)
    return Table.objects.filter(mine, pk=table_id).exists()


def listed_for(user_id: int | None, path: str = "") -> Q:
    """Return which tables lists may show to a user: none that is private, except at which they are at home.

    `path` leads from the rows of the list to their table: `table__`. It costs no query of its own.
    """
    public = Q((f"{path}invited_only", None))
    if user_id is None:
        return public
    seats = Seat.objects.filter(table=OuterRef(f"{path}pk"), player__user=user_id)
    return public | Q((f"{path}host__user", user_id)) | Q(Exists(seats))


def only_by_link() -> Refusal:
    """Return the refusal of a visitor without the link."""
    return Refusal(
        "link_needed", _("Only people with the link to this table can see it. Ask the host for it.")
    )


def require_key(table: Table, key: str) -> None:
    """Refuse (`link_needed`) whoever has not the key of a table that has one. One query."""
    needed = key_of(table)
    if needed and not secrets.compare_digest(needed.encode(), key.encode()):
        raise Refusal(
            "link_needed", _("Only people with the link to this table can sit down. Ask the host for it.")
        )
