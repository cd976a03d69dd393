"""A language for machines to read: every sentence in ⟦brackets⟧, so that what stands outside is found."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from tests.languages.gathering import gather

LANGUAGE: Final = "eo"
"""A language that Django knows and the site does not offer."""

_UNREAD: Final = {"script", "style", "template", "code", "kbd", "pre", "textarea"}
_EMPTY: Final = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
_SPOKEN: Final = {"title", "aria-label", "alt", "placeholder", "aria-description", "data-words", "data-waits"}
_BLOCKS: Final = {"p", "li", "td", "th", "h1", "h2", "h3", "section", "article", "div", "dt", "dd", "option"}
_CODE: Final = r"(?<!\w)(?:[rygb][SR]|wS|https?://\S+|[\w-]+(?:[._][\w-]+)+|\w*\d\w*)(?!\w)"
"""The notation of cards, addresses, codes of several words, and whatever has a figure in it."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


def write(folder: Path) -> None:
    """Write the catalog of all sentences in brackets to where Django looks for it under a folder."""
    catalog = Catalog(locale=LANGUAGE, domain="django")
    for message in gather("django"):
        if message.id:
            catalog.add(message.id, _bracketed(message), context=message.context)
    place = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_mo(file, catalog)


def outside(page: str, known: Iterable[str]) -> list[str]:
    """Return the texts of a page with words in no brackets; what is `known` is no word of ours."""
    reader = _Reader()
    reader.feed(page)
    names = _names(tuple(known))
    return [text for text in reader.left if _has_words_beside(names, text)]


@cache
def _names(known: tuple[str, ...]) -> re.Pattern[str]:
    names = sorted({name for name in known if name}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)|{_CODE}", re.IGNORECASE)


@cache
def _has_words_beside(names: re.Pattern[str], text: str) -> bool:
    """Whether words are left in a text without names; many stand on every page."""
    return bool(_WORD.search(text) and _WORD.search(names.sub(" ", text)))


def _bracketed(message: Message) -> str | tuple[str, ...]:
    if isinstance(message.id, tuple):
        return tuple(f"⟦{text}⟧" for text in message.id)
    return f"⟦{message.id}⟧"


class _Reader(HTMLParser):
    """Reads a page: the texts and attributes that people see or hear, without what stands in brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.left: list[str] = []
        self._depth = 0
        self._unread: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if self._unread or tag in _UNREAD or (facts.get("lang") and tag != "html"):
            self._unread += [] if tag in _EMPTY else [tag]
            return
        if tag in _BLOCKS:
            self._depth = 0
        for name, value in attrs:
            shows = name in _SPOKEN or (name == "value" and tag == "input" and facts.get("type") == "submit")
            shows = shows or (name == "content" and facts.get("name") == "description")
            if value and shows:
                self.left += _parts(value)

    def handle_endtag(self, tag: str) -> None:
        if self._unread:
            if tag == self._unread[-1]:
                self._unread.pop()
        elif tag in _BLOCKS:
            self._depth = 0

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.left += _parts(data, self._depth)
            self._depth = max(0, self._depth + data.count("⟦") - data.count("⟧"))


def _parts(text: str, depth: int = 0) -> Iterator[str]:
    """Yield what stands in no brackets, `depth` of which are open before."""
    for part in re.split("([⟦⟧])", text):
        if part == "⟦":
            depth += 1
        elif part == "⟧":
            depth = max(0, depth - 1)
        elif not depth and part.strip():
            yield part.strip()
