"""The reference page of the API, under our content security policy and without any other host."""

from functools import cache
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from games import quotas
from games.rules.cards import cards
from games.rules.cards.card_names import called
from league.accounts import tokens
from league.api.base import throttling
from league.api.docs import code_advice, guide
from league.api.docs.event_types import event_types
from league.api.openapi.codes import Code, Sentence
from league.api.openapi.written_schema import codes
from league.http.security_headers import POLICY

_PAGES: Final = {
    "": ("api/_content.html", gettext_lazy("API")),
    "codes": ("api/_codes.html", gettext_lazy("API: error codes")),
    "events": ("api/_events.html", gettext_lazy("API: event types")),
}
"""Templates and headings by what `?show=` says."""
_MANY: Final = 10
"""A number with the plural of every language, for sentences whose number is not filled in."""
_WITH_PICTURES: Final = f"{POLICY}; img-src 'self' data:"
"""The style sheet of Swagger UI holds its arrows."""


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """Show the guide and the reference; with `?show=` all codes, or all types of events."""
    shown = request.GET.get("show", "")
    part = shown if shown in _PAGES else ""
    facts = {"heading": _PAGES[part][1], "content": _content(part, translation.get_language()), "part": part}
    response = render(request, "api/docs.html", facts)
    response["Content-Security-Policy"] = _WITH_PICTURES
    return response


@cache
def _content(part: str, language: str) -> str:
    """Return the parts of the page that depend on the language only."""
    template, _heading = _PAGES[part]
    # What stands in English on a page in another language says so.
    facts: dict[str, Any] = {"english": "" if language == "en" else mark_safe(' lang="en"')}
    if part == "events":
        facts |= {"event_types": event_types(), "kinds": guide.webhook_types()}
    elif part == "codes":
        facts["codes"] = list(map(_shown, codes()))
    else:
        facts |= _guide()
    return render_to_string(template, facts)


class ShownCode(NamedTuple):
    """A code, with which statuses it comes, what to do about it, and what people read."""

    code: str
    statuses: list[int]
    advice: str
    says: list[str]


def _shown(code: Code) -> ShownCode:
    advice = str(code_advice.by_code().get(code.code, ""))
    return ShownCode(code.code, code.statuses, advice, list(map(_translated, code.says)))


def _translated(sentence: Sentence) -> str:
    if sentence.singular:
        return ngettext(sentence.singular, sentence.text, _MANY)
    return _(sentence.text)


def _guide() -> dict[str, Any]:
    named = [(token, called(number)) for number, token in enumerate(cards.TOKENS)]
    other_colours = {token for token, _name in named if token[0] in "ygb"}
    return {
        "parts": guide.PARTS.items(),
        "site": settings.SITE_URL,
        "scopes": tokens.SCOPES.items(),
        "cards": [(token, name) for token, name in named if token not in other_colours],
        "problems": guide.problems(),
        "everywhere": code_advice.EVERYWHERE,
        "codes": codes(),
        "bot": guide.source("bot.py"),
        "receiver": guide.source("receive_webhooks.py"),
        "verify": guide.verification(),
        "kinds": guide.webhook_types(),
        "delivery": guide.delivery(),
        "limits": _limits(),
    }


def _limits() -> dict[str, Any]:
    return {
        "minute": settings.API_PER_MINUTE,
        "costly": settings.API_PER_MINUTE // throttling.COSTLY,
        "guesses": throttling.GUESSES,
        "streams": settings.API_STREAMS,
        "tokens": quotas.of("tokens").account,
        "webhook_seconds": f"{settings.WEBHOOK_SECONDS:g}",
        "webhook_days": settings.WEBHOOK_PATIENCE_DAYS,
    }
