"""The page of the API for people. It works without scripts and asks nobody else for anything."""

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from games import quotas
from games.rules.cards import cards
from games.rules.cards.card_names import called
from league.accounts import tokens
from league.api.base import throttling
from league.api.docs import guide, searching
from league.api.docs.happenings import happenings
from league.api.docs.page import page
from league.api.openapi.codes import Code, codes

_PARTS: Final = {"shapes": "api/_shapes.html", "codes": "api/_codes.html"}
"""What stands apart, by the name that `?show=` gives it."""
_HEADINGS: Final = {
    "": gettext_lazy("The API"),
    "shapes": gettext_lazy("The API: shapes"),
    "codes": gettext_lazy("The API: codes"),
}
_LITTLE: Final = 3
"""So few operations are opened at once where they are found."""


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """Show what there is, how it is asked and what it answers; with `?q=` only what has all of its words.

    Shapes and codes, which would make it heavy, are had by `?show=`.
    """
    asked = request.GET.get("q", "").replace("\0", "")
    words, asked = searching.words_of(asked), asked[: searching.LONGEST]
    shown = request.GET.get("show", "") if not words else ""
    part = shown if shown in _PARTS else ""
    facts = {
        "heading": _("The API: “{asked}”").format(asked=asked) if words else _HEADINGS[part],
        "content": _found(words) if words else _content(part, translation.get_language()),
        "asked": asked,
        "is_part": bool(words or part),
    }
    return render(request, "api/docs.html", facts)


@cache
def _content(part: str, _language: str) -> str:
    """Return what is the same for everybody who reads this language. It takes long to put together."""
    return render_to_string(_PARTS.get(part, "api/_content.html"), _facts(part))


def _found(words: list[str]) -> str:
    """Return what has all of the words; empty if nothing has."""
    parts = searching.operations(page(), words)
    found: dict[str, Any] = {
        "parts": parts,
        "shapes": searching.shapes(page(), words),
        "happenings": searching.happenings(happenings(), words),
        "kinds": searching.kinds(guide.kinds(), words),
        "codes": _said(searching.codes(codes(), words)),
    }
    if not any(found.values()):
        return ""
    draw = _open if sum(len(part.operations) for part in parts) <= _LITTLE else _closed
    language = translation.get_language()
    found["parts"] = [(part, [draw(one.name, language) for one in part.operations]) for part in parts]
    found["shapes"] = [_shape(one.name, language) for one in found["shapes"]]
    return render_to_string("api/_found.html", {**found, **_around("")})


# A word that nearly everything has finds nearly everything: each piece is put together once.


@cache
def _closed(name: str, _language: str) -> SafeString:
    return _operation(name, is_little=False)


def _open(name: str, _language: str) -> SafeString:
    return _operation(name, is_little=True)


def _operation(name: str, *, is_little: bool) -> SafeString:
    one = next(one for part in page().parts for one in part.operations if one.name == name)
    facts = {"one": one, "is_little": is_little, "whole": reverse("api_docs"), **_around("")}
    return render_to_string("api/_operation.html", facts)


@cache
def _shape(name: str, _language: str) -> SafeString:
    shape = next(one for one in page().shapes if one.name == name)
    return render_to_string("api/_shape.html", {"shape": shape, "whole": reverse("api_docs"), **_around("")})


def _facts(part: str) -> dict[str, Any]:
    told = [(token, called(number)) for number, token in enumerate(cards.TOKENS)]
    colours = {token for token, _name in told if token[0] in "ygb"}
    return {
        "page": page(),
        **_around(part),
        "site": settings.SITE_URL,
        "scopes": tokens.SCOPES.items(),
        "cards": [one for one in told if one[0] not in colours],
        "happenings": happenings(),
        "codes": _said(codes()),
        "everywhere": guide.EVERYWHERE,
        "bot": guide.source("bot.py"),
        "receiver": guide.source("receive_webhooks.py"),
        "verify": guide.verification(),
        "kinds": guide.kinds(),
        "delivery": guide.delivery(),
        "limits": _limits(),
    }


def _around(part: str) -> dict[str, str]:
    """Return where shapes stand, and what marks the English of the schema on a page in another language."""
    elsewhere = f"{reverse('api_docs')}?show=shapes"
    is_english = translation.get_language() == "en"
    return {
        "shapes_page": "" if part == "shapes" else elsewhere,
        "english": "" if is_english else mark_safe(' lang="en"'),
    }


def _said(known: list[Code]) -> list[Code]:
    """Return codes with their sentences as the visitor reads them."""
    return [one._replace(says=_(one.says)) for one in known]


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
