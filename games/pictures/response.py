"""Answer a request with a picture: drawn once, and not sent again to clients that have it."""

import hashlib
from threading import Lock
from typing import Final

from cachetools import LRUCache, cached
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from games.pictures import png, svg
from games.pictures.shapes import Drawing

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png"}


def answer(
    request: HttpRequest, drawing: Drawing, kind: str, *, is_public: bool, seconds: int
) -> HttpResponseBase:
    """Answer with a drawing as `svg` or `png`; it may be cached for some `seconds`."""
    written = svg.write(drawing)
    etag = f'"{hashlib.sha256(f"{kind} {written}".encode()).hexdigest()[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        content = written.encode() if kind == "svg" else _png(drawing, etag)
        response = HttpResponse(content, content_type=TYPES[kind])
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={seconds}" if is_public else "private, no-cache"
    return response


@cached(LRUCache(64), key=lambda _drawing, etag: etag, lock=Lock())
def _png(drawing: Drawing, etag: str) -> bytes:  # noqa: ARG001 - the key of the cache
    return png.write(drawing)
