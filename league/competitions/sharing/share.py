"""Sharing of a bracket: its address and picture, and the code that embeds it."""

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
        gettext_lazy("Embed the bracket in your page"),
        gettext_lazy("Copy the code for the bracket"),
        gettext_lazy("Bracket of {name}"),
    ),
    "rounds": (
        gettext_lazy("Embed the rounds in your page"),
        gettext_lazy("Copy the code for the rounds"),
        gettext_lazy("Rounds of {name}"),
    ),
    "standings": (
        gettext_lazy("Embed the standings in your page"),
        gettext_lazy("Copy the code for the standings"),
        gettext_lazy("Standings of {name}"),
    ),
}
"""The words for each part to embed: above its code, on the button, and its title."""


@dataclass(frozen=True)
class Snippet:
    """The code for embedding a part in another site."""

    what: str
    label: str
    copies: str
    html: str


def snippets(request: HttpRequest, page: CompetitionPage) -> list[Snippet]:
    """Return the code that embeds bracket and standings."""
    shown = {"bracket": "bracket" if page.is_knockout else "rounds", "standings": "standings"}
    return [_snippet(request, name, part, page) for name, part in shown.items()]


def of_page(request: HttpRequest, page: CompetitionPage) -> Share | None:
    """Return the ways to share a bracket, None before there is one."""
    if not page.has_begun or page.is_overall:
        return None
    pictures = [
        reverse(f"bracket_{kind}", args=[page.competition.pk]) + page.query for kind in ("png", "svg")
    ]
    with read_by(None):
        words = bracket_picture.words(page)
    part_name = _("bracket") if page.is_knockout else _("rounds")
    address = reverse("bracket", args=[page.competition.pk]) + page.query
    return Share(
        address=request.build_absolute_uri(address),
        png=request.build_absolute_uri(pictures[0]),
        svg=request.build_absolute_uri(pictures[1]),
        title=f"{page.competition.name}: {part_name}",
        words=words,
        is_public=page.competition.club.is_public,
        preview=request.build_absolute_uri(f"{pictures[0]}{'&' if '?' in pictures[0] else '?'}size=card"),
    )


def _snippet(request: HttpRequest, name: str, part: str, page: CompetitionPage) -> Snippet:
    label, copies, title = (str(words) for words in _WORDS[part])
    address = request.build_absolute_uri(reverse(f"embed_{name}", args=[page.competition.pk]))
    html = format_html(
        '<iframe src="{}?theme=light" title="{}" width="100%" height="600" loading="lazy"></iframe>',
        address,
        title.format(name=page.competition.name),
    )
    return Snippet(part, label, copies, html)
