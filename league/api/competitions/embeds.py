"""Standings, bracket and live table for scripts of other sites: what strangers may see, whoever asks."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import spectators
from games.models import Table
from games.naming.player_names import read_by
from games.rules.base.refusal import Refusal
from league.api.base import problems
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import found_or_404
from league.api.competitions.competitions import bracket_told, standings_told
from league.api.serializers.competitions import BracketSeen, StandingsSeen
from league.api.serializers.matches import TableSeen
from league.api.tables.tables import look_of
from league.models import Competition

_SECONDS: Final = 5
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class Embedded(Endpoint):
    """Alike for everybody: without cookies and tokens, and hidden names are numbers."""

    authentication_classes = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer, and let scripts of any site read what everybody may see."""
        with read_by(None):
            response = super().dispatch(request, *args, **kwargs)
        if response.status_code in (200, 204, 304):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag"
            response["Cache-Control"] = f"public, max-age={_SECONDS}"
        return response

    def options(self, _request: Request, **where: Any) -> Response:
        """Answer a browser that asks before it asks."""
        self.public(**where)
        return Response(status=204, headers=_PREFLIGHT)

    def handle_exception(self, error: Exception) -> HttpResponse:
        """Return the problem that an error is. To log in would not help."""
        answer = problems.answer(error, is_known=True)
        return answer or super().handle_exception(error)

    def public(self, *, pk: int) -> Any:
        """Return the thing, if everybody may see it; Refusal `not_allowed`."""
        raise NotImplementedError


class OfCompetition(Embedded):
    """Something of a competition of a club that shows what it plays."""

    def public(self, *, pk: int) -> Competition:
        """Return the competition."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        _require_public(is_public=found.club.is_public)
        return found


class EmbeddedStandings(OfCompetition):
    """The standings of a competition, for scripts of any site."""

    @answers(StandingsSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with what strangers see."""
        return Response(standings_told(self.public(pk=pk)))


class EmbeddedBracket(OfCompetition):
    """The rounds of a competition with their matches, for scripts of any site."""

    @answers(BracketSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with what strangers see."""
        return Response(bracket_told(self.public(pk=pk)))


class EmbeddedTable(Embedded):
    """A table as spectators see it, for scripts of any site."""

    def public(self, *, pk: int) -> Table:
        """Return the table."""
        found: Table = found_or_404(Table.objects, pk=pk)
        _require_public(is_public=spectators.is_for_everybody(found.pk))
        return found

    @answers(TableSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with what spectators see: no hands."""
        return Response(look_of(self.public(pk=pk), None))


def _require_public(*, is_public: bool) -> None:
    if not is_public:
        raise Refusal("not_public", _("Only what everybody may see is shown on other sites."))
