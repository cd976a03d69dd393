"""The links in the head of a page for programs: a feed of results, and oEmbed."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import ResolverMatch, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

_EMBEDDED: Final = ("competition", "bracket", "table", "replay")
_OF_COMPETITION: Final = ("competition", "bracket", "competition_closing", "competition_history")
_OF_CLUB: Final = ("club", "ladder", "club_calendar")


class Link(NamedTuple):
    """An alternate of a page."""

    type: str
    title: str
    href: str


def alternates(request: HttpRequest) -> dict[str, Any]:
    """Give every template the alternates of its page as `alternates`. No query."""
    return {"alternates": SimpleLazyObject(lambda: list(_alternates(request)))}


def _alternates(request: HttpRequest) -> Iterator[Link]:
    """Yield the alternates; none in a closed club and at a private table, where programs would be refused."""
    match = request.resolver_match
    club = getattr(request, "club_of_address", None)
    is_private = getattr(request, "is_private_table", False)
    if match is None or is_private or (club is not None and not club.is_public):
        return
    yield from _feeds(match)
    if match.url_name in _EMBEDDED:
        here = request.build_absolute_uri()
        query = urlencode({"url": here, "format": "json"})
        place = request.build_absolute_uri(reverse("oembed"))
        yield Link("application/json+oembed", _("Embed"), f"{place}?{query}")


def _feeds(match: ResolverMatch) -> Iterator[Link]:
    kind = "competition" if match.url_name in _OF_COMPETITION else "club"
    if match.url_name in (*_OF_COMPETITION, *_OF_CLUB):
        for form, title in (("atom", _("Results (Atom)")), ("rss", _("Results (RSS)"))):
            yield Link(f"application/{form}+xml", title, reverse(f"{kind}_{form}", kwargs=match.kwargs))
