"""The page of the API for people. It works without scripts and asks nobody else for anything."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.views.decorators.http import require_GET

from games.rules import cards
from games.rules.card_names import called
from league import tokens
from league.api.docs.happenings import happenings
from league.api.docs.page import page


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """Show what there is, how it is asked and what it answers."""
    return render(request, "api/docs.html", {"content": _content()})


@cache
def _content() -> str:
    """Return what is the same for everybody. It takes long to put together."""
    with translation.override("en"):
        return render_to_string("api/_content.html", _facts())


def _facts() -> dict[str, Any]:
    told = [(token, called(number)) for number, token in enumerate(cards.TOKENS)]
    colours = {token for token, _name in told if token[0] in "ygb"}
    return {
        "page": page(),
        "site": settings.SITE_URL,
        "scopes": tokens.SCOPES.items(),
        "cards": [one for one in told if one[0] not in colours],
        "happenings": happenings(),
    }
