"""Errors for programs: problem details (RFC 9457) with our stable code. The API finds them here, too."""

import json
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status

CONTENT_TYPE: Final = "application/problem+json"
PREFIX: Final = "/api/"
NOT_FOUND: Final = (404, "not_found", _("Nothing was found here."))
LOG_IN: Final = {"WWW-Authenticate": "Bearer"}
UNKNOWN: Final = (401, "not_logged_in", _("Send a token (“Authorization: Bearer …”) or log in."))


def is_program(request: HttpRequest) -> bool:
    """Whether the address is one for programs."""
    return request.path_info.startswith(PREFIX)


def document(status: int, code: str, sentence: str | Promise, **more: Any) -> dict[str, Any]:
    """Return the fields of a problem: `code` is stable, `detail` is for people."""
    return {
        "type": f"urn:wildleague:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(sentence),
        "code": code,
        **more,
    }


def answer(
    status: int, code: str, sentence: str | Promise, *, headers: dict[str, str] | None = None, **more: Any
) -> HttpResponse:
    """Return a problem as an answer."""
    text = json.dumps(document(status, code, sentence, **more), ensure_ascii=False)
    # A lone surrogate, which JSON can contain, is replaced by a question mark: it is unreadable anyway.
    content = text.encode("utf-8", "replace")
    response = HttpResponse(content, status=status, headers=headers, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    return response


def unknown() -> HttpResponse:
    """Return the answer to an unknown visitor."""
    return answer(*UNKNOWN, headers=LOG_IN)


def refused(refusal: Refusal, *, is_known: bool) -> HttpResponse:
    """Return a refusal; to strangers 401 instead of 403, unless nobody may."""
    status = refusal_status(refusal)
    if status == 403 and not is_known and refusal.code != "not_public":
        return unknown()
    more: dict[str, Any] = {"options": list(refusal.options)} if refusal.options else {}
    if refusal.version is not None:
        more["version"] = refusal.version
    if refusal.errors is not None:
        more["errors"] = refusal.errors
    headers = {"Retry-After": str(refusal.wait)} if refusal.wait is not None else None
    return answer(status, refusal.code, refusal.sentence, headers=headers, **more)
