"""The files of the app that browsers can install: its manifest, its service worker and its offline page."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.wording import script_catalog

BACKGROUND: Final = "#143f45"
_ICONS: Final = ((192, "any"), (512, "any"), (512, "maskable"))
FILES: Final = (
    "games/site.css",
    "games/cards.css",
    "games/favicon.svg",
    "league/devices/offline.css",
    "league/devices/offline.js",
)
"""The static files of the offline page."""
_TEMPLATES: Final = ("league/devices/service_worker.js", "league/devices/offline.html")


def manifest() -> dict[str, Any]:
    """Return the web app manifest in the current language."""
    return {
        "id": "/",
        "name": "Wildleague",
        "short_name": "Wildleague",
        "description": _(
            "Card nights for clubs: tables, leagues and knock-outs to 500, with every match on record."
        ),
        "lang": get_language(),
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [
            {"src": static("games/favicon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            *(
                {
                    "src": static(f"league/devices/{icon_name(size, purpose)}"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for size, purpose in _ICONS
            ),
        ],
        "shortcuts": [
            {"name": _("New table"), "url": reverse("table_new")},
            {"name": _("Notices"), "url": reverse("notices")},
        ],
    }


def icon_name(size: int, purpose: str) -> str:
    """Return the name of the file of an icon."""
    return f"icon-{size}.png" if purpose == "any" else f"icon-{size}-{purpose}.png"


@lru_cache(maxsize=1)
def version() -> str:
    """Return the version of what the service worker keeps: a hash of the files of the offline page."""
    digest = hashlib.sha256()
    for name in FILES:
        digest.update(Path(str(finders.find(name))).read_bytes())
    for name in _TEMPLATES:
        digest.update(get_template(name).template.source.encode())  # type: ignore[attr-defined] # of Django's engine
    for language, _name in settings.LANGUAGES:
        digest.update(script_catalog.version(language).encode())
    return digest.hexdigest()[:16]
