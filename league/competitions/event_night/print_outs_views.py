"""The pages for printing: table list, score sheets, bracket poster, standings, certificates."""

import io
from contextlib import nullcontext
from typing import Final
from urllib.parse import urlencode

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from games.naming.player_names import read_by
from league.competitions.event_night import table_codes
from league.competitions.event_night.print_outs_page import PrintOutPage
from league.competitions.event_night.shown_round import round_asked
from league.competitions.page_request import page_asked
from league.competitions.read_models.context import WHOLE
from league.competitions.read_models.row_filter import Look
from league.models import Competition, Match
from league.permissions.policy import may, require

PRINT_OUTS: Final = {
    "tables": (gettext_lazy("Table list"), "table_list"),
    "sheets": (gettext_lazy("Score sheets"), "score_sheets"),
    "bracket": (gettext_lazy("Bracket poster"), "bracket_poster"),
    "standings": (gettext_lazy("Standings"), "standings"),
    "certificates": (gettext_lazy("Certificates"), "certificates"),
}
"""The title and the template of each print-out, by its name in the address."""
_LIST: Final = (gettext_lazy("Print"), "list")

_A_DAY: Final = 24 * 3600
_ROWS: Final = 500
"""The most rows of standings on a print-out."""
_AT_THE_TABLE: Final = "sheets"
"""Lies on the table in front of its players; everything else hangs on a wall, where hidden names stay hidden.
"""


@require_GET
def print_outs(request: HttpRequest, pk: int, what: str = "") -> HttpResponse:
    """Show the list of print-outs of a competition, or a print-out.

    `?sheets` splits a bracket over enough pages to be legible; `?round=1-3` is for the table list.
    """
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.see", competition)
    if what and what not in PRINT_OUTS:
        raise Http404("Nothing of this name is printed.")
    number = max(1, page_asked(request))
    look = Look(page=number, at_once=_ROWS) if what == "standings" else WHOLE
    title, template = PRINT_OUTS.get(what, _LIST)
    print_out = PrintOutPage(
        competition,
        timezone.now(),
        look=look,
        is_split="sheets" in request.GET,
        number=number,
        asked_round=round_asked(request) if what == "tables" else "",
    )
    facts = {"print_out": print_out, "title": title, "what": what}
    with nullcontext() if what == _AT_THE_TABLE else read_by(None):
        return render(request, f"league/event_night/print_outs/{template}.html", facts)


@require_GET
def pad_code(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """Draw the QR code that opens a table with real cards: its score pad, or for others its page.

    Printed by the staff it holds the code with which people at the table call the referee.
    """
    matches = Match.objects.select_related("competition__club")
    match = get_object_or_404(matches, competition=pk, stage=stage, key=key, table__is_physical=True)
    require(request, "competition.see", match.competition)
    out = io.BytesIO()
    assert match.table_id
    is_staff = may(request, "competition.score", match.competition)
    code = urlencode({"code": table_codes.code_of(match.table_id)}) if is_staff else ""
    link = request.build_absolute_uri(f"{reverse('score', args=[match.table_id])}{code and '?'}{code}")
    segno.make(link, error="m").save(out, kind="svg", border=2, dark="#000", light="#fff", omitsize=True)
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = f"private, max-age={_A_DAY}"
    return response
