"""The service worker of score pages: what keeps the page of a table for when there is no network."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.views.decorators.http import require_GET

from games.wording import script_catalog

_FILES = (
    "wording/texts.js",
    "scoresheets/outbox.js",
    "scoresheets/score.js",
    "scoresheets/waiting.js",
    "realtime/fragments.js",
    "realtime/stream.js",
    "scoresheets/score.css",
    "site.css",
    "cards.svg",
)
_TEMPLATES = ("games/scoresheets/score.html", "games/scoresheets/score_worker.js")


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """Send the script. The browser asks for it whenever it opens the page, and takes another one over."""
    facts = {"kept_as": kept_as(), "static_url": settings.STATIC_URL, "texts": reverse("texts")}
    response = render(request, "games/scoresheets/score_worker.js", facts, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@lru_cache(maxsize=1)
def kept_as() -> str:
    """Return the name under which this release keeps the page: it follows from what the page is made of."""
    digest = hashlib.sha256()
    for name in _FILES:
        found = finders.find(f"games/{name}")
        digest.update(Path(str(found)).read_bytes())
    for name in _TEMPLATES:
        digest.update(get_template(name).template.source.encode())  # type: ignore[attr-defined] # of Django's engine
    for language, _name in settings.LANGUAGES:
        digest.update(script_catalog.version(language).encode())
    return f"score-{digest.hexdigest()[:16]}"
