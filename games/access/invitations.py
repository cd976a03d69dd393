"""Tables that only people with their link find and sit at."""

import secrets
from typing import Final

from django.utils.translation import gettext as _

from games.models import InvitedOnly, Table
from games.rules.base.refusal import Refusal

LONGEST_KEY: Final = 22


def keep_private(table: Table) -> None:
    """Let only people with the link of a new table sit down, and no list show it."""
    InvitedOnly.objects.create(table=table, key=secrets.token_urlsafe(16))


def key_of(table: Table) -> str:
    """Return the key of the link, empty for a table that everybody may sit at.

    One query, none if the table was read with its `invited_only`.
    """
    return table.invited_only.key if hasattr(table, "invited_only") else ""


def require_key(table: Table, key: str) -> None:
    """Refuse (`link_needed`) whoever has not the key of a table that has one. One query."""
    needed = key_of(table)
    if needed and not secrets.compare_digest(needed.encode(), key.encode()):
        raise Refusal(
            "link_needed", _("Only people with the link to this table can sit down. Ask the host for it.")
        )
