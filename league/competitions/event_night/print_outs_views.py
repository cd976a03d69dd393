"""The pages for printing: table list, score sheets, bracket poster, standings, certificates."""

import io
from contextlib import nullcontext
from typing import Final

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
from league.models import Competition
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
    facts = {
        "print_out": print_out,
        "title": title,
        "what": what,
        "is_staff": what in ("", _AT_THE_TABLE) and may(request, "competition.score", competition),
        "may_organize": what == _AT_THE_TABLE and may(request, "competition.organize", competition),
    }
    with nullcontext() if what == _AT_THE_TABLE else read_by(None):
        return render(request, f"league/event_night/print_outs/{template}.html", facts)


@require_GET
def pad_code(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Draw the QR code of a table of the room: its address, for the staff with the code of its sheet."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.see", competition)
    if not competition.matches.filter(table_number=number, table__is_physical=True).exists():
        raise Http404("No real cards are played at this table.")
    link = request.build_absolute_uri(reverse("printed_address", args=[pk, number]))
    if may(request, "competition.score", competition):
        link += f"#{table_codes.code_of(competition, number)}"
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, dark="#000", light="#fff", omitsize=True)
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "private, no-store"
    return response
