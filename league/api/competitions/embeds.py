"""Standings, bracket and live table for scripts of other sites: what every visitor may see."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import spectators
from games.models import Table
from games.naming.player_names import read_by
from games.rules.base.refusal import Refusal
from league.api.base import exception_handler
from league.api.base.permissions import MayPlay
from league.api.base.views import ResourceView
from league.api.competitions.bracket import bracket_document
from league.api.competitions.standings import standings_document
from league.api.serializers.competitions import BracketSeen, StandingsSeen
from league.api.serializers.tables import TableSeen
from league.api.tables.tables import look_of
from league.models import Competition

_SECONDS: Final = 5
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class IsPublic(BasePermission):
    """For what everybody may see."""

    def has_object_permission(self, request: Request, view: "EmbeddedView", obj: Any) -> bool:
        """Return True; Refusal `not_public`."""
        if not view.is_public(obj):
            raise Refusal("not_public", _("Other sites can show only what everyone may see."))
        return True


class EmbeddedView(ResourceView):
    """Alike for everybody: without cookies and tokens, and hidden names are numbers."""

    authentication_classes = ()
    permission_classes = (MayPlay, IsPublic)

    def is_public(self, row: Any) -> bool:
        """Return whether everybody may see it."""
        raise NotImplementedError

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer with CORS headers, since only public data is here."""
        with read_by(None):
            response = super().dispatch(request, *args, **kwargs)
        if response.status_code in (200, 204, 304):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag"
            response["Cache-Control"] = f"public, max-age={_SECONDS}"
        return response

    def options(self, _request: Request, **_address: int) -> Response:
        """Answer the preflight request of a browser."""
        self.get_object()
        return Response(status=204, headers=_PREFLIGHT)

    def handle_exception(self, error: Exception) -> HttpResponse:
        """Return the problem document of an error; a log-in would not help."""
        answer = exception_handler.answer(error, is_known=True)
        return answer or super().handle_exception(error)


class EmbeddedCompetitionView(EmbeddedView):
    """Something of a competition of a club that shows what it plays."""

    queryset = Competition.objects.select_related("club")

    def is_public(self, row: Competition) -> bool:
        """Return whether the club is public."""
        return row.club.is_public


class EmbeddedStandingsView(EmbeddedCompetitionView):
    """The standings of a competition, for scripts on any site."""

    @extend_schema(responses=StandingsSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return what visitors without an account see."""
        return Response(standings_document(self.get_object()))


class EmbeddedBracketView(EmbeddedCompetitionView):
    """The rounds of a competition with their matches, for scripts on any site."""

    @extend_schema(responses=BracketSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return what visitors without an account see."""
        return Response(bracket_document(self.get_object()))


class EmbeddedTableView(EmbeddedView):
    """A table as spectators see it, for scripts on any site."""

    queryset = Table.objects.all()

    @extend_schema(responses=TableSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return what spectators see: no hands."""
        return Response(look_of(self.get_object(), None))

    def is_public(self, row: Table) -> bool:
        """Return whether everybody may watch the table."""
        return spectators.is_for_everybody(row.pk)
