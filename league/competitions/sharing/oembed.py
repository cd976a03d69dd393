"""oEmbed: who pastes one of our addresses into another site gets a frame or a picture there, by itself."""

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
from games.replay import moments
from league.http import addresses, problems
from league.models import Competition

_FRAME: Final = (800, 600)
_SECONDS: Final = 300
_LONGEST: Final = 2000


class PrivateError(Exception):
    """Not everybody may see it."""


class Limits(NamedTuple):
    """How large a thing may be at most; nothing: as large as it is."""

    width: int | None
    height: int | None

    def within(self, width: int, height: int) -> tuple[int, int]:
        """Return how large a frame is made."""
        return min(width, self.width or width), min(height, self.height or height)

    def scaled(self, width: int, height: int) -> tuple[int, int]:
        """Return how large a picture is shown, in its proportions."""
        most = min(1.0, (self.width or width) / width, (self.height or height) / height)
        return max(1, int(width * most)), max(1, int(height * most))


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer with what is embedded for `?url=`: standings, a bracket, a table, or a moment of a replay.

    As the specification says: 404 for what is not ours or not there, 401 for what not everybody may see,
    501 for any format but JSON. Whoever asks, it tells what strangers may know.
    """
    if request.GET.get("format", "json") != "json":
        return problems.answer(501, "not_json", _("This can be had as JSON only."))
    try:
        limits = Limits(_size(request, "maxwidth"), _size(request, "maxheight"))
    except ValueError:
        return problems.answer(400, "invalid", _("“maxwidth” and “maxheight” are whole numbers above 0."))
    try:
        told = _told(request, limits)
    except Http404:
        return problems.answer(*problems.NOT_FOUND)
    except PrivateError:
        said = _("This is not for everybody.")
        return problems.answer(401, "not_public", said, headers=problems.LOG_IN)
    response = JsonResponse(told)
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = f"public, max-age={_SECONDS}"
    return response


def _told(request: HttpRequest, limits: Limits) -> dict[str, Any]:
    match, query = _ours(request, request.GET.get("url", ""))
    answer = _ANSWERS.get(match.url_name or "")
    if answer is None:
        raise Http404
    found = answer(request, match.kwargs["pk"], query, limits)
    site = request.build_absolute_uri("/")
    return {
        "version": "1.0",
        "provider_name": "Wildleague",
        "provider_url": site,
        "cache_age": _SECONDS,
        **found,
    }


def _ours(request: HttpRequest, url: str) -> tuple[ResolverMatch, dict[str, list[str]]]:
    """Return what an address of this site means. Http404 for every other."""
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
    if not addresses.is_possible(match):
        raise Http404
    return match, parse_qs(parts.query)


def _competition(what: str) -> Callable[..., dict[str, Any]]:
    def answer(request: HttpRequest, pk: int, _query: Any, limits: Limits) -> dict[str, Any]:
        found = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
        if not found.club.is_public:
            raise PrivateError
        said = _("Bracket of {name}") if what == "bracket" else _("Standings of {name}")
        return _framed(request, reverse(f"embed_{what}", args=[pk]), said.format(name=found.name), limits)

    return answer


def _table(request: HttpRequest, pk: int, _query: Any, limits: Limits) -> dict[str, Any]:
    found = _seen_table(pk)
    return _framed(request, reverse("embed_table", args=[pk]), found.name, limits)


def _moment(request: HttpRequest, pk: int, query: dict[str, list[str]], limits: Limits) -> dict[str, Any]:
    """Return the picture of a step; of a match that is played, or of real cards, the table."""
    found = _seen_table(pk)
    if found.is_physical or not found.is_over:
        return _table(request, pk, query, limits)
    step = query.get("step", [""])[0]
    if not (step.isdecimal() and step.isascii() and len(step) < 10):
        step = str(len(moments.at(pk, 1, None, "").outline.steps)) if not step else "0"
    moment = moments.at(pk, int(step), None, "")
    if moment.sight is None or moment.step != int(step):
        raise Http404
    title = _("{table}, step {step}").format(table=found.name, step=moment.step)
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
    found = get_object_or_404(Table, pk=pk)
    if not spectators.is_for_everybody(pk):
        raise PrivateError
    return found


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
    said = request.GET.get(name)
    if said is None:
        return None
    if not (said.isdecimal() and said.isascii() and 0 < len(said) < 6 and int(said)):
        raise ValueError(name)
    return int(said)


_ANSWERS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "competition": _competition("standings"),
    "embed_standings": _competition("standings"),
    "bracket": _competition("bracket"),
    "embed_bracket": _competition("bracket"),
    "table": _table,
    "embed_table": _table,
    "replay": _moment,
}
