"""Middleware in front of all pages of a club and of private tables: access, and the club's time zone."""

import time
from collections.abc import Callable
from contextvars import ContextVar
from importlib import import_module
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.db import InterfaceError, OperationalError
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import ResolverMatch
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import invitations
from games.models import Table
from games.rules.base.refusal import Refusal
from league.api.base import authentication
from league.competitions.event_night import table_codes
from league.http import outages, problems, refusals, url_numbers
from league.models import Club
from league.permissions.policy import Standing, require_standing, token_of

_CLUB_OF: Final = {
    "clubs/<slug:slug>/": ("club", "slug"),
    "competitions/<int:pk>/": ("competition", "competitions"),
    "tables/<int:pk>/": ("table", "competitions__matches__table"),
    "screen/competitions/<int:pk>/": ("competition", "competitions"),
}
"""The beginnings of addresses; the kind of place, and the lookup of its club."""
_PROGRAMS: Final = "api/v1/"
"""The prefix of the same addresses for programs."""
OPEN: Final = {"club", "club_logo", "club_join", "club_leave", "club_edit"} | {
    "api_club",
    "api_club_join",
    "api_club_take_back",
    "api_club_leave",
}
"""The pages of a closed club that strangers may request: to join and leave, or with checks of their own."""
_WITH_KEY: Final = {"table_sit", "api_table_sit"}
"""The addresses of a private table that check its key themselves."""
_MORE: Final = {"tables_stream": ("competition.score", "competition.referee")}
"""Streams that need more than the permission to see: one of these permissions."""
PUBLIC_SECONDS: Final = 5.0
"""How long a stream counts as public after a check, as a thousand clients may come back at once."""
_REMEMBERED: Final = 10_000
_found_public: Final[dict[str, float]] = {}  # until when, by the address
_asked_for: Final[ContextVar[tuple[int, bool] | None]] = ContextVar("asked_for", default=None)
"""The table of the request, and whether everybody may watch it."""


class ClubMiddleware:
    """Answers 403 where a club or a private table shows something to its people only.

    One query, two in such a club and at such a table.

    It applies to every address below, also to new ones. Streams bypass middleware: `refused_stream` checks
    those; what is the same for all spectators checks access itself (`games.access.spectators`).
    """

    def __init__(self, respond: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            response = self._respond(request)
            if shown := getattr(request, "table_by_link", None):
                invitations.remember(request, response, shown)
            return response
        finally:
            timezone.deactivate()
            _asked_for.set(None)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Return the refusal of a visitor who may not see this; None lets the view answer."""
        try:
            return self._refused(request)
        except (OperationalError, InterfaceError) as error:
            if not outages.is_outage(error):
                raise
            return outages.answer(request, error)  # an error before a view bypasses `process_exception`

    def _refused(self, request: HttpRequest) -> HttpResponse | None:
        match = request.resolver_match
        if match and not url_numbers.is_possible(match):
            if problems.is_program(request):
                return problems.answer(*problems.NOT_FOUND)
            raise Http404
        club, key = _place_of(match) if match else _NOWHERE
        if match and _is_beyond(request, match, club):
            elsewhere = Refusal("not_allowed", _("This token is valid for another club only."))
            return problems.refused(elsewhere, is_known=True)
        if match and _kind(match) == "table":
            _asked_for.set((match.kwargs["pk"], not key and (club is None or club.is_public)))
        refusal = _refusal_of_private(request, match, key) if match and key else None
        if match and club:
            marked: Any = request
            marked.club_of_address = club
            timezone.activate(club.zone)
            refusal = refusal or _refusal(request, match, club)
        return refusals.answer(request, refusal) if refusal else None


def is_known_public(stream: ResolverMatch) -> bool:
    """Whether a stream was found to be public a moment ago. No query."""
    return _found_public.get(stream.route + str(stream.kwargs), 0) > time.monotonic()


def refused_stream(request: HttpRequest, stream: ResolverMatch) -> HttpResponse | None:
    """Return the refusal of a visitor who may not read a stream; None lets it begin. Raises `Error`.

    One query; where it is not public also that of the session and another about the visitor. For a token one
    more.
    """
    if (bad := authentication.recognize(request)) is not None:
        return bad
    club, key = _place_of(stream)
    if not key and (club is None or _is_for_all(stream, club)):
        if len(_found_public) > _REMEMBERED:
            _found_public.clear()
        _found_public[stream.route + str(stream.kwargs)] = time.monotonic() + PUBLIC_SECONDS
        return None
    if not authentication.is_shown(request):
        engine = import_module(settings.SESSION_ENGINE)
        request.session = engine.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        request.user = get_user(request)
    refusal = _refusal_of_private(request, stream, key) if key else None
    if club is not None and refusal is None:
        refusal = _refusal(request, stream, club)
    if refusal is None:
        return None
    if problems.is_program(request):
        return problems.refused(refusal, is_known=request.user.is_authenticated)
    return HttpResponse(refusal.sentence, status=403, content_type="text/plain")


def is_public(table_id: int) -> bool:
    """Whether everybody may watch a table. One query, none about the table of the request."""
    asked_for = _asked_for.get()
    if asked_for and asked_for[0] == table_id:
        return asked_for[1]
    closed = Q(invited_only__isnull=False) | Q(match__competition__club__is_public=False)
    return not Table.objects.filter(closed, pk=table_id).exists()


def is_analysis_off(table_id: int) -> bool:
    """Whether a table is of a competition of a club that has its matches not analysed."""
    return Club.objects.filter(competitions__matches__table=table_id, analyses_matches=False).exists()


class _Place(NamedTuple):
    """The club that an address belongs to, and the key of the table if that is private."""

    club: Club | None = None
    key: str = ""


_NOWHERE: Final = _Place()


def _place_of(match: ResolverMatch) -> _Place:
    """Return the place of an address. One query where it can belong to a club or a table."""
    place = _kind_and_path(match)
    if place is None:
        return _NOWHERE
    kind, path = place
    if kind == "table":
        return _place_of_table(match.kwargs["pk"])
    identifier = match.kwargs["slug" if kind == "club" else "pk"]
    return _Place(Club.objects.only("pk", "is_public", "time_zone").filter(**{path: identifier}).first())


def _place_of_table(table_id: int) -> _Place:
    club = "match__competition__club"
    tables = Table.objects.select_related("invited_only", club).only(
        "pk", "invited_only__key", "match__competition", f"{club}__is_public", f"{club}__time_zone"
    )
    table = tables.filter(pk=table_id).first()
    if table is None:
        return _NOWHERE
    is_of_club = hasattr(table, "match")
    return _Place(table.match.competition.club if is_of_club else None, invitations.key_of(table))


def _is_beyond(request: HttpRequest, match: ResolverMatch, club: Club | None) -> bool:
    """Whether the token of a club is used on something that does not belong to that club."""
    token = token_of(request)
    if token is None or token.club_id is None or request.method in ("GET", "HEAD", "OPTIONS"):
        return False
    return _kind_and_path(match) is not None and (club is None or club.pk != token.club_id)


def _kind_and_path(match: ResolverMatch) -> tuple[str, str] | None:
    route = match.route.removeprefix(_PROGRAMS)
    return next((place for begins, place in _CLUB_OF.items() if route.startswith(begins)), None)


def _kind(match: ResolverMatch) -> str:
    """Return the kind of the place of an address: `club`, `competition`, `table`, or nothing."""
    return (_kind_and_path(match) or ("", ""))[0]


def _refusal_of_private(request: HttpRequest, match: ResolverMatch, key: str) -> Refusal | None:
    marked: Any = request
    marked.is_private_table = True
    if "key" in request.GET and invitations.is_shown(request, key):
        marked.table_by_link = match.kwargs["pk"]
    if match.url_name in _WITH_KEY or invitations.is_shown(request, key):
        return None
    place = Standing(request, "table", match.kwargs["pk"])
    if invitations.is_at_home(match.kwargs["pk"], place.user.pk) or place.may("table.see"):
        return None
    return invitations.only_by_link()


def _refusal(request: HttpRequest, match: ResolverMatch, club: Club) -> Refusal | None:
    if _is_for_all(match, club):
        return None
    kind = _kind(match)
    one_of = _MORE.get(match.url_name or "", (f"{kind}.see",))
    place = Standing(request, kind, club.pk if kind == "club" else match.kwargs["pk"])
    if any(place.may(permission) for permission in one_of[1:]):
        return None
    if kind == "table" and table_codes.is_held(request, match.kwargs["pk"]):
        return None
    try:
        require_standing(place, one_of[0])
    except Refusal as refusal:
        return refusal
    return None


def _is_for_all(match: ResolverMatch, club: Club) -> bool:
    return match.url_name in OPEN or (club.is_public and match.url_name not in _MORE)
