"""Names written right to left are isolated from the text around them.

Next to a number or another name, Hebrew or Arabic would change the order: of a place, a name and points, the
points would come first. So right-to-left text is put into `<bdi>` just before a page is sent: a single place
for all templates and sentences. Where no element is allowed (titles, options, drawings, labels of an
element), isolating characters are used instead. Values of forms, text areas, the log, the API, spreadsheets
and e-mails stay as they are.
"""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

Respond = Callable[[HttpRequest], HttpResponseBase]

_LETTERS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_BETWEEN: Final = "(?:[ \u00a0.'\u2019\u200c\u200d-]|&#x27;|&quot;)"
_WORDS: Final = f"[{_LETTERS}]+(?:{_BETWEEN}+[{_LETTERS}]+)*"
_PARTS: Final = re.compile(
    r"<(textarea|script|style|bdi)\b.*?</\1>"  # sent back, not read, or isolated already
    r"|<(\w+)[^>]*\sdir=\"auto\".*?</\2>"  # a text with a direction of its own
    r"|<(?P<end>/?)(?P<bare>title|select|option|svg)\b[^>]*>"  # inside these no <bdi> is allowed
    r"|<[^>]*>"
    f"|(?P<words>{_WORDS})",
    re.DOTALL,
)
_SPOKEN: Final = re.compile(r"(?<=\s)(?:aria-label|title|alt)=\"[^\"]*\"")
_BEGIN, _END = "\u2068", "\u2069"
_ANY: Final = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]|\xf0[\x90\x9e]")
"""How such letters begin as bytes: most pages have none, and are not searched any further."""
_ASCII: Final = bytes(range(128))
"""No part of such a letter: without them a page is searched in a moment."""


def right_to_left_middleware(respond: Respond) -> Respond:
    """Isolate right-to-left text on every page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and _has_any(response.content):
            response.content = set_apart(response.content.decode()).encode()
        return response

    return middleware


def set_apart(page: str) -> str:
    """Return the HTML of a page with all right-to-left text isolated."""
    inside = 0  # the number of open elements that allow no others

    def apart(part: re.Match[str]) -> str:
        nonlocal inside
        if words := part["words"]:
            return f"{_BEGIN}{words}{_END}" if inside else f"<bdi>{words}</bdi>"
        if part["bare"] and not part[0].endswith("/>"):
            inside += -1 if part["end"] else 1
        return _SPOKEN.sub(_isolated_attribute, part[0])

    return _PARTS.sub(apart, page)


def _has_any(page: bytes) -> bool:
    return _ANY.search(page.translate(None, _ASCII)) is not None


def _isolated_attribute(attribute: re.Match[str]) -> str:
    return re.sub(_WORDS, rf"{_BEGIN}\g<0>{_END}", attribute[0])
