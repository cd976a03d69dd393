"""The seating of the next draw: read it row by row, or send it as a draft, in JSON or CSV."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.exception_handler import TooLarge
from league.api.base.parsers import LARGEST
from league.api.base.renderers import CSVRenderer, QuickJSONRenderer
from league.api.base.serializers import Problem, Seen
from league.api.competitions.command_view import CommandView
from league.api.competitions.fields import entrant_number
from league.api.serializers.competitions import CompetitionSeen
from league.api.serializers.drafts import SeatingSeen
from league.http import daily_counts
from league.import_export import seatings
from league.import_export.csv_sheet import Sheet, UploadedRow, csv_text, utf8
from league.models import Competition

_CSV: Final = "text/csv"
_MOST_ROUNDS: Final = 999
_LONGEST: Final = 60


class PlainCSVParser(BaseParser):
    """Reads CSV of limited length; what else is sent stands behind `?`."""

    media_type = _CSV

    def parse(self, stream: Any, _media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the rows as text, beside what stands behind `?`; TooLarge, Refusal `bad_file`."""
        data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TooLarge
        return {**parser_context["request"].query_params.dict(), "csv": utf8(data)}


class SeatingCSVRenderer(CSVRenderer):
    """The seating as a sheet, in which a bye is a word."""

    def render(self, data: Any, _type: Any = None, renderer_context: Any = None) -> bytes:
        """Return the sheet as it is downloaded from the page."""
        return csv_text((renderer_context or {})["view"].sheet).encode()


class SeatSent(serializers.Serializer):
    """A seat or a bye, with the entrant by number or exact name."""

    table = serializers.IntegerField(
        min_value=0, max_value=seatings.MOST_TABLES, help_text="From 1; 0 for an entrant with a bye"
    )
    seat = serializers.IntegerField(
        min_value=1,
        max_value=seatings.MOST_SEATS,
        required=False,
        allow_null=True,
        default=None,
        help_text="From 1; if left out, in the order of the rows",
    )
    entrant = entrant_number(required=False, allow_null=True, default=None, help_text="Their `number`")
    name = serializers.CharField(
        max_length=_LONGEST, allow_blank=True, default="", help_text="The exact name"
    )
    round = serializers.IntegerField(
        min_value=1,
        max_value=_MOST_ROUNDS,
        required=False,
        allow_null=True,
        default=None,
        help_text="Of a round robin",
    )
    group = serializers.CharField(
        max_length=_LONGEST, allow_blank=True, default="", help_text="Letter or number"
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "after": 9,
                "rows": [
                    {"table": 1, "entrant": 1},
                    {"table": 1, "name": "Bo"},
                    {"table": 2, "entrant": 3},
                    {"table": 2, "entrant": 4},
                ],
            },
            request_only=True,
        )
    ]
)
class SeatingSent(Seen):
    """A seating: `rows`, or everything as `csv`."""

    rows = SeatSent(many=True, required=False, max_length=seatings.MOST_LINES)  # type: ignore[call-arg]
    csv = serializers.CharField(
        max_length=LARGEST,
        required=False,
        trim_whitespace=False,
        help_text="Columns as in `rows`",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take one of both."""
        if ("rows" in attrs) == ("csv" in attrs):
            raise serializers.ValidationError({"rows": [_("Send “rows” or “csv”.")]})
        return attrs


class VersionQuery(serializers.Serializer):
    """What stands behind `?` where the body is CSV."""

    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, required=False, help_text="With CSV: the `version` that you saw"
    )


class SeatingView(CommandView):
    """The seating of the draft, or of the proposal if there is no draft."""

    parser_classes = (*CommandView.parser_classes, PlainCSVParser)
    renderer_classes = (QuickJSONRenderer, SeatingCSVRenderer)
    body_parameters = ("after",)
    serializer_class = SeatingSent
    sheet = Sheet([], [])

    def get_renderers(self) -> list[BaseRenderer]:
        """Return how this is answered: as CSV only where it is read."""
        is_read = self.request.method in ("GET", "HEAD")
        return [renderer() for renderer in self.renderer_classes if is_read or renderer is QuickJSONRenderer]

    @extend_schema(responses={200: SeatingSeen, 409: Problem})
    def get(self, _request: Request, pk: int) -> Response:
        """Return a row for each seat and each bye; without a draft, those of the proposal."""
        competition = self.get_object()
        self.sheet = seatings.sheet_of(competition)
        return Response({"version": competition.version, "results": seatings.rows_of(self.sheet)})

    @extend_schema(
        summary="Create a draft from your own seating.",
        parameters=[VersionQuery],
        request={"application/json": SeatingSent, _CSV: {"type": "string"}},
        responses=CompetitionSeen,
    )
    def post(self, request: Request, pk: int) -> Response:
        """Replace the draft with this seating, or return what is wrong with each row."""
        return super().post(request, pk)

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Make a draft of what was sent."""
        at = timezone.now()
        daily_counts.upload(self.request.user, at=at)
        lines = seatings.lines_of(body["csv"]) if "csv" in body else _lines(body["rows"])
        seatings.prescribe(competition, lines, after=body["after"], by=self.acts_as, at=at)


def _lines(rows: list[dict[str, Any]]) -> list[UploadedRow]:
    """Return the rows as lines of a sheet, by their number from 1."""
    return [UploadedRow(number, seatings.cells_of(row), []) for number, row in enumerate(rows, start=1)]
