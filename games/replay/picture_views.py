"""The view of the picture of a moment."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access import spectators
from games.models import Table
from games.naming.player_names import read_by
from games.pictures.response import answer
from games.pictures.shapes import Drawing
from games.replay import match_at_step, picture
from games.replay.move_list import in_words
from games.replay.names_at_steps import NamesAtSteps
from games.rules.base.refusal import Refusal

_SECONDS: Final = 600
"""How long a picture may be cached: a player may hide the name later."""


@require_safe
def replay_picture(request: HttpRequest, pk: int, step: int, kind: str) -> HttpResponseBase:
    """Answer with the picture of a moment of a finished match, `?seat=B` with the view of that seat.

    Hidden names are numbers here for every visitor. Refusals: `conflict` during the match, `physical` for a
    match with real cards.
    """
    table = get_object_or_404(Table, pk=pk)
    if table.is_physical:
        raise Refusal("physical", _("Real cards are not recorded: there is no picture of them."))
    if not table.is_over:
        raise Refusal("conflict", _("The picture shows all hands: it is available after the match."))
    drawing = _drawing(pk, step, request.GET.get("seat", "")[:3])
    return answer(request, drawing, kind, is_public=spectators.is_for_everybody(pk), seconds=_SECONDS)


def _drawing(pk: int, step: int, seat: str) -> Drawing:
    moment = match_at_step.at(pk, step, None, seat)
    if moment.sight is None or moment.step != step:
        raise Http404(_("This step does not exist."))
    with read_by(None):
        names_at_steps = NamesAtSteps(moment.table, moment.seats, lambda: moment.outline.steps)
        words = in_words(step, moment.events, names_at_steps)
        return picture.of_moment(moment, names_at_steps.at(step), words)
