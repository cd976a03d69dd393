"""What is told of a bracket elsewhere: its address and picture, and how it is put into another site."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.naming.player_names import read_by
from games.pictures.share import Share
from league.competitions.read_models.context import CompetitionPage
from league.competitions.sharing import bracket_picture

_WORDS: Final = {
    "bracket": (
        gettext_lazy("Put the bracket into your own page"),
        gettext_lazy("Copy the code for the bracket"),
        gettext_lazy("Bracket of {name}"),
    ),
    "rounds": (
        gettext_lazy("Put the rounds into your own page"),
        gettext_lazy("Copy the code for the rounds"),
        gettext_lazy("Rounds of {name}"),
    ),
    "standings": (
        gettext_lazy("Put the standings into your own page"),
        gettext_lazy("Copy the code for the standings"),
        gettext_lazy("Standings of {name}"),
    ),
}
"""What is said of each part that other sites show: above its code, on the button, and there."""


@dataclass(frozen=True)
class Snippet:
    """What somebody pastes into the source of their own site."""

    what: str
    label: str
    copies: str
    html: str


def snippets(request: HttpRequest, page: CompetitionPage) -> list[Snippet]:
    """Return what puts bracket and standings into another site."""
    shown = {"bracket": "bracket" if page.is_knockout else "rounds", "standings": "standings"}
    return [_snippet(request, name, what, page) for name, what in shown.items()]


def of_page(request: HttpRequest, page: CompetitionPage) -> Share | None:
    """Return how a bracket is shared, None before there is one."""
    if not page.has_begun or page.is_overall:
        return None
    pictures = [
        reverse(f"bracket_{kind}", args=[page.competition.pk]) + page.query for kind in ("png", "svg")
    ]
    with read_by(None):
        words = bracket_picture.words(page)
    what = _("bracket") if page.is_knockout else _("rounds")
    address = reverse("bracket", args=[page.competition.pk]) + page.query
    return Share(
        address=request.build_absolute_uri(address),
        png=request.build_absolute_uri(pictures[0]),
        svg=request.build_absolute_uri(pictures[1]),
        title=f"{page.competition.name}: {what}",
        words=words,
        is_public=page.competition.club.is_public,
        preview=request.build_absolute_uri(f"{pictures[0]}{'&' if '?' in pictures[0] else '?'}size=card"),
    )


def _snippet(request: HttpRequest, name: str, what: str, page: CompetitionPage) -> Snippet:
    label, copies, title = (str(words) for words in _WORDS[what])
    address = request.build_absolute_uri(reverse(f"embed_{name}", args=[page.competition.pk]))
    html = format_html(
        '<iframe src="{}?theme=light" title="{}" width="100%" height="600" loading="lazy"></iframe>',
        address,
        title.format(name=page.competition.name),
    )
    return Snippet(what, label, copies, html)
