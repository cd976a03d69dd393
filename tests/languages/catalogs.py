"""The catalogs as files: `.po` for people who translate, `.mo` for the program."""

import datetime as dt
import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.languages.gathering import ROOT

LANGUAGES: Final = ("vi", "fil", "cy", "ru")
_NO_DATE: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""The same sentences make the same file at any time."""
_HEADER: Final = re.compile(r'^"(?!Language:|MIME|Content|Plural)[A-Z][A-Za-z-]+: .*\n', re.MULTILINE)
_PLACES: Final = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%%|</?[a-z][^<>]*>|\n|`[^`]*`")


@contextmanager
def alone() -> Iterator[None]:
    """Hold all catalogs of this folder: another run that asks for them waits."""
    lock = ROOT / "var" / "languages.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def path_of(language: str, domain: str, ending: str) -> Path:
    """Return where a catalog stands."""
    return ROOT / "league" / "locale" / language / "LC_MESSAGES" / f"{domain}.{ending}"


@cache  # which takes long; nobody changes what is returned
def read(language: str, domain: str) -> Catalog:
    """Return what is translated so far."""
    return _read(language, domain)


def update(language: str, domain: str, gathered: Catalog) -> Catalog:
    """Bring a catalog up to what the sources say; what they say no more is dropped."""
    catalog = _read(language, domain)
    catalog.update(gathered, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    save(catalog, language, domain)
    return catalog


def save(catalog: Catalog, language: str, domain: str) -> None:
    """Write both files of a catalog."""
    text = BytesIO()
    write_po(text, catalog, width=100, include_lineno=False, omit_header=False)
    written = text.getvalue().decode().replace("#, fuzzy\nmsgid", "msgid", 1)
    header, sentences = re.sub(r"\A(#.*\n)*", "", written).split("\n\n", 1)
    written = "\n\n".join((_HEADER.sub("", f"{header}\n").rstrip("\n"), sentences))
    path_of(language, domain, "po").write_text(written)
    catalog_ = _read(language, domain)
    catalog_.creation_date = catalog_.revision_date = _NO_DATE
    with path_of(language, domain, "mo").open("wb") as file:
        write_mo(file, catalog_)


def compiled(language: str, domain: str) -> dict[object, str]:
    """Return what the program finds in the compiled file."""
    with path_of(language, domain, "mo").open("rb") as file:
        catalog: dict[object, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in catalog.items() if key}


def faults(message: Message) -> Iterator[str]:
    """Yield what is wrong with a translation: it is missing, or something to be filled in is."""
    sources = message.id if isinstance(message.id, tuple) else (message.id,)
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    if not all(forms):
        yield "is not translated"
        return
    if message.fuzzy:
        yield "is doubtful"
    for answer in forms:
        if not _fits(answer, sources):
            yield f"does not fill in the same: {answer}"
        if (answer[0].isspace(), answer[-1].isspace()) != (sources[0][0].isspace(), sources[0][-1].isspace()):
            yield f"begins or ends with other blanks: {answer}"


def _fits(translation: str, sources: tuple[str, ...]) -> bool:
    """Return whether all is filled in that the sources fill in; one and two may be said in words."""
    asked, places = frozenset().union(*map(_places, sources)), _places(translation)
    return places <= asked and len(asked - places) <= (len(sources) > 1)


def _places(sentence: str) -> frozenset[str]:
    return frozenset(_PLACES.findall(sentence))


def _read(language: str, domain: str) -> Catalog:
    with path_of(language, domain, "po").open("rb") as file:
        return read_po(file, locale=language, domain=domain)
