"""The facts of the guide to the API: resources, codes, example programs, data of webhooks."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.api.openapi.meanings import MEANINGS
from league.webhooks.kinds import KINDS, example

_PROGRAMS: Final = Path(__file__).resolve().parent.parent / "examples"

PARTS: Final = {
    "addresses": pgettext_lazy("a part of the API", "addresses"),
    "tables": pgettext_lazy("a part of the API", "tables"),
    "rulebooks": pgettext_lazy("a part of the API", "rulebooks"),
    "options": pgettext_lazy("a part of the API", "options"),
    "competitions": pgettext_lazy("a part of the API", "competitions"),
    "clubs": pgettext_lazy("a part of the API", "clubs"),
    "players": pgettext_lazy("a part of the API", "players"),
    "checkpoints": pgettext_lazy("a part of the API", "checkpoints"),
    "draw": pgettext_lazy("a part of the API", "pairings"),
    "invitations": pgettext_lazy("a part of the API", "invitations"),
    "matchdays": pgettext_lazy("a part of the API", "matchdays"),
    "me": pgettext_lazy("a part of the API", "me"),
    "notices": pgettext_lazy("a part of the API", "notices"),
    "records": pgettext_lazy("a part of the API", "records"),
    "schema": pgettext_lazy("a part of the API", "schema"),
    "standings": pgettext_lazy("a part of the API", "standings"),
    "stream": pgettext_lazy("a part of the API", "stream"),
    "substitutes": pgettext_lazy("a part of the API", "substitutes"),
}
"""The topics of addresses, by their first word, which is their tag in the schema."""
EVERYWHERE: Final = (
    (
        ("id_missing", "bad_id"),
        _("Send `Idempotency-Key` with 1 to 64 characters: letters, digits, `-`, `_`, `.`"),
    ),
    (("id_reused",), _("The key was used for another command: use a new key for each command")),
    (("not_json", "bad_request"), _("Send JSON with `Content-Type: application/json`")),
    (("too_large",), _("Send at most one megabyte")),
    (("invalid",), _("Read `errors`: for each field it says what is wrong and what is allowed")),
    (("unknown_parameter",), _("A parameter after `?` is unknown; the message lists the known parameters")),
    (("bad_cursor",), _("Start with the first page, then follow `next` exactly")),
    (("bad_ordering", "bad_fields", "bad_limit"), _("The message lists what you can request")),
    (("not_logged_in",), _("Send `Authorization: Bearer …`")),
    (("bad_token",), _("The token is unknown, revoked or expired: make a new token")),
    (("lacks_scope",), _("Make a token with the scope given in the message")),
    (("not_allowed",), _("The token’s owner does not have the role needed: ask the organizers")),
    (("not_yours", "not_host", "not_seated"), _("Not your seat; not your table")),
    (
        ("not_public", "no_csrf_token"),
        _("Not available to other sites; send `X-CSRFToken` with a session, or a token"),
    ),
    (("not_found",), _("No such address, or nothing you are allowed to see")),
    (
        ("method_not_allowed", "not_acceptable"),
        _("`Allow` lists the methods; only lists are available as CSV"),
    ),
    (("stale",), _("Someone changed this first: read it again and send the command with a new key")),
    (("changed_meanwhile", "none_to_match"), _("Leave out `If-Match`: commands name a version as `after`")),
    (("conflict", "paused", "away"), _("Not now: check `status`, `is_paused` and `you`, and wait")),
    (
        ("throttled", "too_fast", "no_database", "no_room"),
        _("Wait for the time in `Retry-After`, then send it again"),
    ),
)
"""Codes that come everywhere, and what to do then."""


class WebhookType(NamedTuple):
    """A type of event that webhooks tell, when it comes, and an example of its data."""

    name: str
    when: str
    data: str


def problems() -> list[tuple[int, str]]:
    """Return each status of a problem document with its meaning."""
    meanings = {405: "This address knows other methods: `Allow` names them.", **MEANINGS}
    return [(status, meaning) for status, meaning in sorted(meanings.items()) if status >= 400]


def source(name: str) -> str:
    """Return the source of an example program."""
    return (_PROGRAMS / name).read_text(encoding="utf-8")


def verification() -> str:
    """Return the source of the function that verifies a delivery, with its imports."""
    whole = source("receive_webhooks.py")
    function = "def is_genuine" + whole.partition("def is_genuine")[2].partition("\n\n\n")[0]
    return "import base64\nimport hashlib\nimport hmac\nfrom email.message import Message\n\n\n" + function


def webhook_types() -> list[WebhookType]:
    """Return all event types of webhooks."""
    return [WebhookType(name, str(kind.when), _line(kind.example)) for name, kind in KINDS.items()]


def delivery() -> str:
    """Return an example delivery: a match has finished."""
    return example("match.finished")


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
