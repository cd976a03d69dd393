"""Names written right to left stand on pages apart from what is around them.

Beside a number or another name, Hebrew or Arabic would pull both to its other side: of a place, a name and
points, the points would come first. So whatever is written right to left is put into `<bdi>` as the last
thing before a page is sent: the one place that all templates and sentences pass. The log, the API, sheets
and letters stay as they are.
"""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

Respond = Callable[[HttpRequest], HttpResponseBase]

_LETTERS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_BETWEEN: Final = "(?:[ \u00a0.'\u2019\u200c\u200d-]|&#x27;|&quot;)"
_PARTS: Final = re.compile(
    r"<(title|textarea|select|script|style|svg|bdi)\b.*?</\1>"  # hold no elements, or are apart already
    r"|<(\w+)[^>]*\sdir=\"auto\".*?</\2>"  # a text with a direction of its own
    r"|<[^>]*>"
    f"|([{_LETTERS}]+(?:{_BETWEEN}+[{_LETTERS}]+)*)",
    re.DOTALL,
)
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
    """Return the HTML of a page with everything that is written right to left in `<bdi>`."""
    return _PARTS.sub(lambda part: f"<bdi>{part[3]}</bdi>" if part[3] else part[0], page)
