"""Compression of text answers; streams, pictures and parts of files are sent as they are."""

import gzip
import os
import re
from pathlib import Path
from threading import Lock
from typing import IO, Any, Final

from cachetools import LRUCache, cached
from django.conf import settings
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

TEXT = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
STREAM = "text/event-stream"
WHOLE = 200
_LARGEST_KEPT: Final = 1 << 20
_COMMENTS: Final = {
    ".css": re.compile(rb"/\*(?!!).*?\*/", re.DOTALL),
    ".js": re.compile(rb"^[ \t]*// .*\n", re.MULTILINE),
}
"""Comments of style sheets, except licences with `/*!`, and lines of scripts that are comments."""
_OWN: Final = tuple(f"{settings.STATIC_URL}{app}/" for app in ("games", "league"))


class CompressionMiddleware(GZipMiddleware):
    """Compresses text as Django does, with random padding, so that its length reveals nothing."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed where that helps and the visitor accepts it."""
        kind = response.get("Content-Type", "")
        if not kind.startswith(TEXT) or kind.startswith(STREAM):
            return response
        if not isinstance(response, FileResponse):
            return super().process_response(request, response)
        if response.status_code != WHOLE:
            return response
        del response["ETag"]  # it would name the uncompressed file; the date serves as well
        content = _compressed(response, _comments(request.path)) if _takes_gzip(request, response) else None
        return super().process_response(request, response) if content is None else _sent(response, content)


def _takes_gzip(request: HttpRequest, response: FileResponse) -> bool:
    accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
    return bool(re_accepts_gzip.search(accepted)) and not response.has_header("Content-Encoding")


def _comments(path: str) -> re.Pattern[bytes] | None:
    """Return what a style sheet or a script of our own is sent without."""
    return _COMMENTS.get(Path(path).suffix) if path.startswith(_OWN) else None


def _compressed(response: FileResponse, comments: re.Pattern[bytes] | None) -> bytes | None:
    """Return a file of this site compressed, or None if it is no such file, or too large to store.

    Everybody may read such files: unlike a page they need no padding.
    """
    file = response.file_to_stream
    if file is None or not isinstance(getattr(file, "name", None), str):
        return None
    file_status = os.fstat(file.fileno())
    if file_status.st_size > _LARGEST_KEPT:
        return None
    return _gzipped(file, comments, (file.name, file_status.st_mtime_ns, file_status.st_size))


@cached(LRUCache(128), key=lambda _file, _comments, version: version, lock=Lock())
def _gzipped(
    file: IO[Any],
    comments: re.Pattern[bytes] | None,
    version: tuple[str, int, int],  # noqa: ARG001 - the key of the cache
) -> bytes:
    content = file.read()
    return gzip.compress(comments.sub(b"", content) if comments else content, mtime=0)


def _sent(response: FileResponse, content: bytes) -> FileResponse:
    response.streaming_content = [content]
    response["Content-Length"] = str(len(content))
    response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
