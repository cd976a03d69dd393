"""What is told of a bracket elsewhere: its address and picture, and how it is put into another site."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from games.names import read_by
from games.pictures.share import Share
from league import bracket_picture
from league.competition_page import CompetitionPage


@dataclass(frozen=True)
class Snippet:
    """What somebody pastes into the source of their own site."""

    what: str
    html: str


def snippets(request: HttpRequest, page: CompetitionPage) -> list[Snippet]:
    """Return what puts bracket and standings into another site."""
    shown = {"bracket": "bracket" if page.is_knockout else "rounds", "standings": "standings"}
    return [Snippet(what, _framed(request, name, what, page)) for name, what in shown.items()]


def of_page(request: HttpRequest, page: CompetitionPage) -> Share | None:
    """Return how a bracket is shared, None before there is one."""
    if not page.has_begun or page.is_overall:
        return None
    pictures = [
        reverse(f"bracket_{kind}", args=[page.competition.pk]) + page.query for kind in ("png", "svg")
    ]
    with read_by(None):
        words = bracket_picture.words(page)
    address = reverse("bracket", args=[page.competition.pk]) + page.query
    return Share(
        address=request.build_absolute_uri(address),
        png=request.build_absolute_uri(pictures[0]),
        svg=request.build_absolute_uri(pictures[1]),
        title=f"{page.competition.name}: {'bracket' if page.is_knockout else 'rounds'}",
        words=words,
        is_public=page.competition.club.is_public,
        preview=request.build_absolute_uri(f"{pictures[0]}{'&' if '?' in pictures[0] else '?'}size=card"),
    )


def _framed(request: HttpRequest, name: str, what: str, page: CompetitionPage) -> str:
    address = request.build_absolute_uri(reverse(f"embed_{name}", args=[page.competition.pk]))
    return format_html(
        '<iframe src="{}?theme=light" title="{} of {}" width="100%" height="600" loading="lazy"></iframe>',
        address,
        what.capitalize(),
        page.competition.name,
    )
