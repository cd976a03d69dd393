"""The picture of a moment at an address of its own, for whoever is told of it."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games import audience
from games.models import Table
from games.names import read_by
from games.replay import moments, picture, picture_png, picture_svg
from games.replay.drawing import Drawing
from games.replay.kept import Shelf
from games.rules.refusal import Refusal

_MINUTES = 10
"""How long a picture may be shown without asking again: somebody may hide a name meanwhile."""
_TYPES = {"svg": "image/svg+xml", "png": "image/png"}
_drawn: Shelf[bytes] = Shelf(64)


@require_safe
def replay_picture(request: HttpRequest, pk: int, step: int, kind: str) -> HttpResponseBase:
    """Answer with a moment of a match that is over, as everybody may see it, `?seat=B` from that seat.

    Names that are hidden from anybody are numbers here, whoever asks. Refusals: `conflict` while the match is
    played, `physical` where real cards were.
    """
    table = get_object_or_404(Table, pk=pk)
    if table.is_physical:
        raise Refusal("physical", "Nobody knows who held which real cards: there is no picture of them.")
    if not table.is_over:
        raise Refusal("conflict", "The picture shows all hands: it is there once the match is over.")
    svg, drawing = _of(pk, step, request.GET.get("seat", "")[:3])
    etag = f'"{hashlib.sha256(f"{kind} {svg}".encode()).hexdigest()[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_content(kind, svg, drawing, etag), content_type=_TYPES[kind])
    response["ETag"] = etag
    is_public = audience.is_for_everybody(pk)
    response["Cache-Control"] = f"public, max-age={60 * _MINUTES}" if is_public else "private, no-cache"
    return response


def _of(pk: int, step: int, seat: str) -> tuple[str, Drawing]:
    moment = moments.at(pk, step, None, seat)
    if moment.sight is None or moment.step != step:
        raise Http404("there is no such step")
    with read_by(None):
        names = [one.name or "Free seat" for one in moment.seats]
    drawing = picture.of_moment(moment, names)
    return picture_svg.write(drawing), drawing


def _content(kind: str, svg: str, drawing: Drawing, etag: str) -> bytes:
    if kind == "svg":
        return svg.encode()
    found = _drawn.get(etag)
    if found is None:
        found = picture_png.write(drawing)
        _drawn.put(etag, found)
    return found
