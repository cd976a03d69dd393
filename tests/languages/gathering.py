"""Every sentence that the sources mark for translation."""

import os
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import django
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parents[2]
DOMAINS: Final = ("django", "djangojs")
"""What the server says, and what scripts say."""

_ONE, _NUMBER = (1,), (1, 2)
_IN_CONTEXT, _NUMBER_IN_CONTEXT = ((1, "c"), 2), ((1, "c"), 2, 3)
_KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), _ONE),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), _NUMBER),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), _IN_CONTEXT),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), _NUMBER_IN_CONTEXT),
}


@cache  # which takes seconds; nobody changes what is returned
def gather(domain: str) -> Catalog:
    """Return a catalog of all sentences in English, each with the files that say it."""
    catalog = Catalog(charset="utf-8")
    for path in sorted(_scripts() if domain == "djangojs" else _sources()):
        for line, message, comments, context in _sentences(path):
            where = [(str(path.relative_to(ROOT)), line)]
            catalog.add(message, locations=where, auto_comments=comments, context=context)
    return catalog


def _sources() -> Iterator[Path]:
    for app in ("games", "league"):
        yield from (ROOT / app).rglob("*.py")
    yield from (path for path in (ROOT / "templates").rglob("*.*") if path.suffix in {".html", ".txt"})


def _scripts() -> Iterator[Path]:
    for app in ("games", "league", "templates"):
        yield from (ROOT / app).rglob("*.js")


def _sentences(path: Path) -> Iterator[tuple[int, Any, list[str], str | None]]:
    text, method = path.read_text(), "javascript" if path.suffix == ".js" else "python"
    if path.suffix in {".html", ".txt"}:
        # Brackets, so that the blanks before what is no Python mean nothing.
        text = f"({templatize(text, origin=str(path))})"
    yield from extract(method, BytesIO(text.encode()), keywords=_KEYWORDS, comment_tags=["Translators:"])


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
os.environ.setdefault("DEBUG", "1")  # so that no key is asked for
django.setup()
