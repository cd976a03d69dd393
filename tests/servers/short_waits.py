"""The site as asked by somebody in a hurry: waits last no second, and streams are left after two messages.

For what asks every address a hundred times and reads each answer to its end.
"""

from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from league.asgi import application as site

_MESSAGES: Final = 2
_LONGEST: Final = 999_999_999
"""The largest number of seconds that may be asked for; beyond it the answer comes at once."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer one request."""
    path = scope.get("path", "")
    if path.endswith("/wait/"):
        scope = scope | {"query_string": _in_no_time(scope["query_string"])}
    await site(scope, receive, _Left(send) if path.endswith("/stream/") else send)


class _Left:
    """A `send` that ends an answer after some messages, as a visitor ends it who goes away."""

    def __init__(self, send: Any) -> None:
        self._send, self._sent = send, 0

    async def __call__(self, message: Any) -> None:
        """Pass on a message."""
        if message["type"] == "http.response.body":
            self._sent += 1
            if self._sent == _MESSAGES:
                message = message | {"more_body": False}
        if self._sent <= _MESSAGES:
            await self._send(message)


def _in_no_time(query: bytes) -> bytes:
    """Return a query that waits for nothing; what is refused for its `seconds` still is."""
    asked = parse_qsl(query.decode("latin-1"), keep_blank_values=True, encoding="latin-1")
    asked = [(name, value) for name, value in asked if name != "seconds" or not _is_good(value)]
    if all(name != "seconds" for name, _value in asked):
        asked.append(("seconds", "0"))
    return urlencode(asked, encoding="latin-1").encode()


def _is_good(seconds: str) -> bool:
    return seconds.isdecimal() and seconds.isascii() and int(seconds) <= _LONGEST
