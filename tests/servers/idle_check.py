"""The site as browsers of tests visit it: at an address more it says when everything is answered.

Closed pages leave questions behind. Whoever empties the database afterwards waits for the answers first.
"""

import asyncio
from typing import Any, Final

from league.asgi import application as site

ADDRESS: Final = "/everything-is-answered/"
_PATIENCE: Final = 30
_MOMENT: Final = 0.01
"""Seconds between two looks: what a browser sent before it closed a page has been read after one of them."""

_open = 0


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer one request, and count it while it is being answered."""
    global _open  # noqa: PLW0603 - the process has one number
    if scope.get("path") == ADDRESS:
        await send({"type": "http.response.start", "status": 200 if await _is_quiet() else 503})
        await send({"type": "http.response.body"})
        return
    _open += 1
    try:
        await site(scope, receive, send)
    finally:
        _open -= 1


async def _is_quiet() -> bool:
    looks = 0
    for _look in range(int(_PATIENCE / _MOMENT)):
        looks = 0 if _open else looks + 1
        if looks == 2:
            return True
        await asyncio.sleep(_MOMENT)
    return False
