"""Bracket and standings for embedding in other sites: what everybody may see, in a frame."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.htmx import is_htmx
from games.naming.player_names import read_by
from games.rules.base.refusal import Refusal
from league.competitions.announcing.announced_date import announced_date
from league.competitions.page_request import asked_page, page_asked
from league.competitions.read_models.context import CompetitionPage
from league.competitions.read_models.row_filter import Look
from league.http.security_headers import FRAMED
from league.models import Competition

THEMES: Final = ("light", "dark", "auto")
_POLL: Final = 10
"""After how many seconds a frame asks for changes; a stream for each would only serve other sites."""
_FRAGMENTS: Final = {
    "bracket": "league/competitions/bracket/_bracket.html",
    "standings": "league/sharing/_standings.html",
}

_TITLES: Final = {
    "bracket": gettext_lazy("Bracket of {name}"),
    "standings": gettext_lazy("Standings of {name}"),
}


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Show `bracket` or `standings` in a frame, `?theme=dark` or `auto`; their fragment after changes.

    They are the same for everybody: no log-in or cookies, and hidden names are numbers. Refusal `not_public`
    in a closed club, for every visitor.
    """
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    if not competition.club.is_public:
        raise Refusal("not_public", _("Other sites can show only what everyone may see."))
    with read_by(None):
        page = asked_page(request, pk, Look(page=page_asked(request)))
        response = _answer(request, page, what)
    response["Content-Security-Policy"] = FRAMED
    response["Cache-Control"] = f"public, max-age={_POLL // 2}"
    patch_vary_headers(response, ["HX-Request"])
    return response


def theme_of(request: HttpRequest) -> str:
    """Return the theme of a frame: light by default."""
    wanted = request.GET.get("theme", "")
    return wanted if wanted in THEMES else THEMES[0]


def _answer(request: HttpRequest, page: CompetitionPage, part: str) -> HttpResponse:
    if page.is_live and page.stamp == request.GET.get("after"):
        return HttpResponse(status=204)
    theme = theme_of(request)
    facts = {
        "page": page,
        "title": str(_TITLES[part]).format(name=page.competition.name),
        "fragment": _FRAGMENTS[part],
        "here": reverse(f"embed_{part}", args=[page.competition.pk]),
        "theme": theme,
        "theme_query": f"&theme={theme}",
        "is_embed": True,
        "date": announced_date(page.competition, timezone.now()) if page.is_planned else None,
        "poll": f"{_POLL}s",
    }
    is_fragment = is_htmx(request)
    # Without the request no data of the visitor is included: no account, no notes, no form token.
    html = render_to_string(_FRAGMENTS[part] if is_fragment else "league/sharing/embed.html", facts)
    return HttpResponse(html, status=422 if page.as_of.refused else 200)
