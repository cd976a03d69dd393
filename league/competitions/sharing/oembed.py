"""oEmbed: an address of ours pasted into another site becomes a frame or a picture there."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import ResolverMatch, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access import spectators
from games.models import Table
from games.pictures.share import HEIGHT, WIDTH
from games.replay import match_at_step
from league.http import problems, url_numbers
from league.models import Competition

_FRAME: Final = (800, 600)
_SECONDS: Final = 300
_LONGEST: Final = 2000


class PrivateError(Exception):
    """The page is not public."""


class Limits(NamedTuple):
    """The largest size of an embed; None for no limit."""

    width: int | None
    height: int | None

    def within(self, width: int, height: int) -> tuple[int, int]:
        """Return the size of a frame."""
        return min(width, self.width or width), min(height, self.height or height)

    def scaled(self, width: int, height: int) -> tuple[int, int]:
        """Return the size of a picture, in its proportions."""
        most = min(1.0, (self.width or width) / width, (self.height or height) / height)
        return max(1, int(width * most)), max(1, int(height * most))


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer with the embed for `?url=`: standings, a bracket, a table, or a moment of a replay.

    As specified: 404 for foreign or missing pages, 401 for pages that are not public, 501 for any format but
    JSON. Every reader gets what strangers may see.
    """
    if request.GET.get("format", "json") != "json":
        return problems.answer(501, "not_json", _("Available as JSON only."))
    try:
        limits = Limits(_size(request, "maxwidth"), _size(request, "maxheight"))
    except ValueError:
        return problems.answer(400, "invalid", _("“maxwidth” and “maxheight” must be whole numbers above 0."))
    try:
        document = _told(request, limits)
    except Http404:
        return problems.answer(*problems.NOT_FOUND)
    except PrivateError:
        sentence = _("This is not public.")
        return problems.answer(401, "not_public", sentence, headers=problems.LOG_IN)
    response = JsonResponse(document)
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = f"public, max-age={_SECONDS}"
    return response


def _told(request: HttpRequest, limits: Limits) -> dict[str, Any]:
    match, query = _ours(request, request.GET.get("url", ""))
    answer = _ANSWERS.get(match.url_name or "")
    if answer is None:
        raise Http404
    embed = answer(request, match.kwargs["pk"], query, limits)
    site = request.build_absolute_uri("/")
    return {
        "version": "1.0",
        "provider_name": "Wildleague",
        "provider_url": site,
        "cache_age": _SECONDS,
        **embed,
    }


def _ours(request: HttpRequest, url: str) -> tuple[ResolverMatch, dict[str, list[str]]]:
    """Return the view and query of an address of this site. Http404 for every other."""
    if len(url) > _LONGEST:
        raise Http404
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Http404 from None
    hosts = {request.get_host(), urlsplit(settings.SITE_URL).netloc}
    if parts.scheme not in ("http", "https") or parts.netloc not in hosts:
        raise Http404
    match = resolve(parts.path)
    if not url_numbers.is_possible(match):
        raise Http404
    return match, parse_qs(parts.query)


def _competition(part: str) -> Callable[..., dict[str, Any]]:
    def answer(request: HttpRequest, pk: int, _query: Any, limits: Limits) -> dict[str, Any]:
        competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
        if not competition.club.is_public:
            raise PrivateError
        title = _("Bracket of {name}") if part == "bracket" else _("Standings of {name}")
        return _framed(
            request, reverse(f"embed_{part}", args=[pk]), title.format(name=competition.name), limits
        )

    return answer


def _table(request: HttpRequest, pk: int, _query: Any, limits: Limits) -> dict[str, Any]:
    table = _seen_table(pk)
    return _framed(request, reverse("embed_table", args=[pk]), table.name, limits)


def _moment(request: HttpRequest, pk: int, query: dict[str, list[str]], limits: Limits) -> dict[str, Any]:
    """Return the picture of a step; for a match in play, or with real cards, the table."""
    table = _seen_table(pk)
    if table.is_physical or not table.is_over:
        return _table(request, pk, query, limits)
    step = query.get("step", [""])[0]
    if not (step.isdecimal() and step.isascii() and len(step) < 10):
        step = str(len(match_at_step.at(pk, 1, None, "").outline.steps)) if not step else "0"
    moment = match_at_step.at(pk, int(step), None, "")
    if moment.sight is None or moment.step != int(step):
        raise Http404
    title = _("{table}, step {step}").format(table=table.name, step=moment.step)
    picture = request.build_absolute_uri(reverse("replay_png", args=[pk, moment.step]))
    width, height = limits.scaled(WIDTH, HEIGHT)
    if (width, height) == (WIDTH, HEIGHT):
        return {"type": "photo", "title": title, "url": picture, "width": width, "height": height}
    place = request.build_absolute_uri(f"{reverse('replay', args=[pk])}?step={moment.step}")
    html = format_html(
        '<a href="{}"><img src="{}" alt="{}" width="{}" height="{}"></a>',
        place,
        picture,
        title,
        width,
        height,
    )
    return {"type": "rich", "title": title, "html": html, "width": width, "height": height}


def _seen_table(pk: int) -> Table:
    table = get_object_or_404(Table, pk=pk)
    if not spectators.is_for_everybody(pk):
        raise PrivateError
    return table


def _framed(request: HttpRequest, path: str, title: str, limits: Limits) -> dict[str, Any]:
    width, height = limits.within(*_FRAME)
    html = format_html(
        '<iframe src="{}?theme=auto" title="{}" width="{}" height="{}" loading="lazy"></iframe>',
        request.build_absolute_uri(path),
        title,
        width,
        height,
    )
    return {"type": "rich", "title": title, "html": html, "width": width, "height": height}


def _size(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isdecimal() and text.isascii() and 0 < len(text) < 6 and int(text)):
        raise ValueError(name)
    return int(text)


_ANSWERS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "competition": _competition("standings"),
    "embed_standings": _competition("standings"),
    "bracket": _competition("bracket"),
    "embed_bracket": _competition("bracket"),
    "table": _table,
    "embed_table": _table,
    "replay": _moment,
}
