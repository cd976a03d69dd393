"""Answers that are text travel compressed; streams, pictures and parts of files as they are."""

from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXT = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
STREAM = "text/event-stream"
WHOLE = 200


class CompressionMiddleware(GZipMiddleware):
    """Compress text as Django does, with random padding, so that its length gives nothing away."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed where that helps and the visitor takes it."""
        kind = response.get("Content-Type", "")
        is_file = isinstance(response, FileResponse)
        if not kind.startswith(TEXT) or kind.startswith(STREAM):
            return response
        if is_file and response.status_code != WHOLE:
            return response
        if is_file:
            del response["ETag"]  # it would name the uncompressed file; its date says as much
        return super().process_response(request, response)
