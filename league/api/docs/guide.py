"""The facts of the guide to the API: resources, statuses, example programs, data of webhooks."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

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


class WebhookType(NamedTuple):
    """A type of event that webhooks tell, when it comes, and an example of its data."""

    name: str
    when: str
    data: str


def problems() -> list[tuple[int, str]]:
    """Return each status of a problem document with its meaning."""
    return [(status, str(meaning)) for status, meaning in MEANINGS.items() if status >= 400]


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
