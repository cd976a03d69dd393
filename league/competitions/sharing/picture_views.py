"""The bracket of a competition as a picture at an address of its own."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from games.naming.player_names import read_by
from games.pictures.response import answer
from league.competitions.page_request import asked_page
from league.competitions.read_models.context import WHOLE
from league.competitions.sharing import bracket_picture, bracket_wall

_SECONDS: Final = 60
"""How long a picture may be cached while results come in."""


@require_safe
def bracket(request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
    """Answer with a stage, `?stage=1`, as everybody may see it; `?size=card` for link previews.

    `?size=wall&shape=22` is for a projector 2.2 times as wide as high. Hidden names are numbers here, for
    every reader.
    """
    with read_by(None):
        page = asked_page(request, pk, WHOLE)
        if page.as_of.refused or not page.has_begun:
            raise Http404("There is no bracket yet.")
        size = request.GET.get("size")
        if size == "wall":
            drawing = bracket_wall.wall(page, bracket_wall.shape_asked(request.GET.get("shape", "")))
        else:
            drawing = bracket_picture.card(page) if size == "card" else bracket_picture.whole(page)
    return answer(request, drawing, kind, is_public=page.competition.club.is_public, seconds=_SECONDS)
