"""The service worker of score pages, which caches the page of a table for use without network."""

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
    """Send the script. The browser fetches it whenever it opens the page, and installs a new version."""
    facts = {"cache_name": cache_name(), "static_url": settings.STATIC_URL, "texts": reverse("texts")}
    response = render(request, "games/scoresheets/score_worker.js", facts, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@lru_cache(maxsize=1)
def cache_name() -> str:
    """Return the name of the cache of this release, a hash of the files that the page consists of."""
    digest = hashlib.sha256()
    for name in _FILES:
        path = finders.find(f"games/{name}")
        digest.update(Path(str(path)).read_bytes())
    for name in _TEMPLATES:
        digest.update(get_template(name).template.source.encode())  # type: ignore[attr-defined] # of Django's engine
    for language, _name in settings.LANGUAGES:
        digest.update(script_catalog.version(language).encode())
    return f"score-{digest.hexdigest()[:16]}"
