"""A table in play for embedding in other sites: what every spectator sees, in a frame."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games import tables
from games.access import spectators
from games.htmx import is_htmx
from games.models import Table
from games.naming.player_names import read_by
from games.pages.context import TablePage
from games.rules.base.refusal import Refusal
from league.competitions.sharing.embed_views import theme_of
from league.http.security_headers import FRAMED

_POLL: Final = 3
"""After how many seconds the frame asks for changes."""


@require_safe
@xframe_options_exempt
def embed_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table in a frame, `?theme=dark` or `auto`; its fragment when there are changes, else 204.

    It is the same for everybody: no hands, no log-in or cookies, and hidden names are numbers. Refusal
    `not_public` at a table that is not public, for every visitor.
    """
    table = get_object_or_404(Table, pk=pk)
    if not spectators.is_for_everybody(pk):
        raise Refusal("not_public", _("Other sites can show only what everyone may see."))
    if request.GET.get("after") == str(table.version):
        response = HttpResponse(status=204)
    else:
        with read_by(None):
            response = HttpResponse(_shown(request, table))
    response["Content-Security-Policy"] = FRAMED
    response["Cache-Control"] = f"public, max-age={_POLL - 1}"
    patch_vary_headers(response, ["HX-Request"])
    return response


def _shown(request: HttpRequest, table: Table) -> str:
    theme = theme_of(request)
    facts: dict[str, Any] = {
        "here": reverse("embed_table", args=[table.pk]),
        "theme": theme,
        "theme_query": f"&theme={theme}",
        "poll": "" if table.is_over else f"{_POLL}s",
        "seats": sorted(table.seats.select_related("player"), key=lambda seat: (-seat.total, seat.index)),
        "table": table,
        "version": table.version,
    }
    if not table.is_physical:
        look = tables.look(table.pk, None)
        facts |= {"page": TablePage(look, timezone.now()), "table": look.table, "version": look.version}
    # Without the request no data of the visitor is included: no account, no notes, no form token.
    is_fragment = is_htmx(request)
    template = "league/sharing/_table.html" if is_fragment else "league/sharing/table.html"
    return render_to_string(template, facts)
