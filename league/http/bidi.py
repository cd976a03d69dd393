"""Names written right to left stand on pages apart from what is around them.

Beside a number or another name, Hebrew or Arabic would pull both to its other side: of a place, a name and
points, the points would come first. So whatever is written right to left is put into `<bdi>` as the last
thing before a page is sent: the one place that all templates and sentences pass. Where no element may stand
(titles, choices, drawings, what is said of an element) the characters do it that begin and end such a part.
What is sent back (values, text areas), the log, the API, sheets and letters stay as they are.
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
    r"<(textarea|script|style|bdi)\b.*?</\1>"  # sent back or not read, or apart already
    r"|<(\w+)[^>]*\sdir=\"auto\".*?</\2>"  # a text with a direction of its own
    r"|<(?P<end>/?)(?P<bare>title|select|option|svg)\b[^>]*>"  # what is in these holds no <bdi>
    r"|<[^>]*>"
    f"|(?P<words>{_WORDS})",
    re.DOTALL,
)
_SAID: Final = re.compile(r"(?<=\s)(?:aria-label|title|alt)=\"[^\"]*\"")
_BEGIN, _END = "\u2068", "\u2069"
_ANY: Final = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]|\xf0[\x90\x9e]")
"""How such letters begin as bytes: most pages have none, and are not read any further."""


def right_to_left_middleware(respond: Respond) -> Respond:
    """Set apart on every page what is written right to left."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and _ANY.search(response.content):
            response.content = set_apart(response.content.decode()).encode()
        return response

    return middleware


def set_apart(page: str) -> str:
    """Return the HTML of a page with everything that is written right to left apart."""
    inside = 0  # how many elements that hold no others

    def apart(part: re.Match[str]) -> str:
        nonlocal inside
        if words := part["words"]:
            return f"{_BEGIN}{words}{_END}" if inside else f"<bdi>{words}</bdi>"
        if part["bare"] and not part[0].endswith("/>"):
            inside += -1 if part["end"] else 1
        return _SAID.sub(_said_apart, part[0])

    return _PARTS.sub(apart, page)


def _said_apart(said: re.Match[str]) -> str:
    return re.sub(_WORDS, rf"{_BEGIN}\g<0>{_END}", said[0])
