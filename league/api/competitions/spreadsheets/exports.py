"""Spreadsheets of a competition and of a club, row by row, as JSON or CSV."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.permissions import IsClubOrganizer
from league.api.base.renderers import CSVRenderer, QuickJSONRenderer
from league.api.base.views import ResourceView, found_or_404
from league.import_export import exports
from league.import_export.csv_sheet import Sheet
from league.models import Club, Competition
from league.permissions.policy import require


class SheetTaken(serializers.Serializer):
    """A spreadsheet: each row, by column names."""

    results = serializers.ListField(child=serializers.DictField())


class SheetView(ResourceView):
    """A sheet as JSON or CSV."""

    renderer_classes = (QuickJSONRenderer, CSVRenderer)
    sheet = Sheet([], [])

    def columns(self) -> list[str]:
        """Return the columns, for a sheet without rows."""
        return self.sheet.columns

    def sheet_rows(self, data: Any) -> list[dict[str, Any]]:
        """Return the rows of an answer as they stand in the sheet."""
        rows: list[dict[str, Any]] = data.get("results", [])
        return rows

    def answer(self, sheet: Sheet) -> Response:
        """Return the rows."""
        self.sheet = sheet
        return Response({"results": [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]})


class CompetitionSheetView(SheetView):
    """A spreadsheet of a competition: `entrants`, `draw`, `results`, `standings`, `awards`, or `log`."""

    @extend_schema(responses=SheetTaken)
    def get(self, _request: Request, pk: int, what: str) -> Response:
        """Return the spreadsheet; the log contains drafts and is for organizers only."""
        competition: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        is_for_organizers = what in exports.FOR_ORGANIZERS
        require(
            self.django_request,
            "competition.organize" if is_for_organizers else "competition.see",
            competition,
        )
        if what not in exports.OF_A_COMPETITION:
            raise Competition.DoesNotExist
        return self.answer(exports.OF_A_COMPETITION[what](competition))


class ClubSheetView(SheetView):
    """A spreadsheet of a club, for its organizers: `players` or `competitions`."""

    queryset = Club.objects.all()
    lookup_field = "slug"
    permission_classes = (IsClubOrganizer,)

    @extend_schema(responses=SheetTaken)
    def get(self, _request: Request, slug: str, what: str) -> Response:
        """Return the spreadsheet."""
        club = self.get_object()
        if what not in exports.OF_A_CLUB:
            raise Club.DoesNotExist
        return self.answer(exports.OF_A_CLUB[what](club))
