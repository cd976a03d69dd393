"""The sentences of scripts: a catalog for each language, and its address for pages."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_GET
from django.views.i18n import JavaScriptCatalog

ENGLISH: Final = "en"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_APPS: Final[list[str]] = []


def register(app_label: str) -> None:
    """Register an app with catalogs for scripts."""
    if app_label not in _APPS:
        _APPS.append(app_label)


@require_GET
def texts(request: HttpRequest) -> HttpResponseBase:
    """Send the catalog of `?language=`; with its `version` it may be cached for ever."""
    language = known(request.GET.get("language", ""))
    with translation.override(language):
        response = JavaScriptCatalog.as_view(packages=_APPS)(request)
    is_current = request.GET.get("version") == version(language)
    response["Cache-Control"] = _FOR_EVER if is_current else "no-cache"
    response["Content-Language"] = language
    return response


def address() -> str:
    """Return the address of the catalog in the current language; English is a static file."""
    language = known(translation.get_language() or "")
    if language == ENGLISH:
        return static("games/wording/texts.js")
    return f"{reverse('texts')}?{urlencode({'language': language, 'version': version(language)})}"


def known(language: str) -> str:
    """Return the language if the site has it, else English."""
    return language if language in dict(settings.LANGUAGES) else ENGLISH


@lru_cache
def version(language: str) -> str:
    """Return a hash of the catalog of a language."""
    catalogs = [
        Path(apps.get_app_config(label).path, "locale", language, "LC_MESSAGES", "djangojs.mo")
        for label in _APPS
    ]
    content = b"".join(catalog.read_bytes() for catalog in catalogs if catalog.exists())
    return hashlib.sha256(content).hexdigest()[:16]
