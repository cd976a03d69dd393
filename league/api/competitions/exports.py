"""Sheets to take away: everything of a competition and of a club, row by row, as JSON or CSV."""

from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import CSV, found_or_404
from league.import_export import exports
from league.import_export.sheet import Sheet
from league.models import Club, Competition
from league.permissions.rules import require


class SheetTaken(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A sheet: every row by the names of its columns."""

    results = serializers.ListField(child=serializers.DictField())


class OfSheet(Endpoint):
    """A sheet."""

    renderer_classes = (JSONRenderer, CSV)
    sheet = Sheet([], [])

    def columns(self) -> list[str]:
        """Return the columns, for a sheet without rows."""
        return self.sheet.columns

    def told(self, sheet: Sheet) -> Response:
        """Return the rows."""
        self.sheet = sheet
        return Response({"results": [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]})


class CompetitionSheet(OfSheet):
    """A sheet of a competition: `entrants`, `draw`, `results`, `standings`, `awards`, or `log`."""

    @answers(SheetTaken)
    def get(self, _request: Request, pk: int, what: str) -> Response:
        """Answer with it; the log, in which drafts stand, is for organizers."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        is_for_organizers = what in exports.FOR_ORGANIZERS
        require(self.asker, "competition.organize" if is_for_organizers else "competition.see", found)
        if what not in exports.OF_A_COMPETITION:
            raise Competition.DoesNotExist
        return self.told(exports.OF_A_COMPETITION[what](found))


class ClubSheet(OfSheet):
    """A sheet of a club, for its organizers: `players` or `competitions`."""

    @answers(SheetTaken)
    def get(self, _request: Request, slug: str, what: str) -> Response:
        """Answer with it."""
        found: Club = found_or_404(Club.objects, slug=slug)
        require(self.asker, "club.organize", found)
        if what not in exports.OF_A_CLUB:
            raise Club.DoesNotExist
        return self.told(exports.OF_A_CLUB[what](found))
