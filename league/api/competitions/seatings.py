"""The seating of the next draw for programs: read row by row, and sent to be a draft, as JSON or as CSV."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.contract import answers
from league.api.base.endpoint import LARGEST, Seen
from league.api.base.lists import CSV, found_or_404
from league.api.base.problems import TooLarge
from league.api.competitions.commands import NUMBER, Command
from league.api.serializers.competitions import CompetitionSeen
from league.api.serializers.drafts import SeatingSeen
from league.http import daily_counts
from league.import_export import seatings
from league.import_export.sheet import Line, Sheet, csv_text, utf8
from league.models import Competition
from league.permissions.rules import require

_CSV: Final = "text/csv"
_MOST_ROUNDS: Final = 999
_LONGEST: Final = 60


class PlainCSV(BaseParser):  # type: ignore[misc] # the framework has no types
    """Reads CSV of a bearable length; what else is sent stands behind `?`."""

    media_type = _CSV

    def parse(self, stream: Any, _media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the rows as text, beside what stands behind `?`; TooLarge, Refusal `bad_file`."""
        data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TooLarge
        return {**parser_context["request"].query_params.dict(), "csv": utf8(data)}


class SheetOfSeats(CSV):
    """The seating as a sheet, in which a bye is a word."""

    def render(self, data: Any, _type: Any = None, renderer_context: Any = None) -> bytes:  # noqa: ARG002
        """Return the sheet as it is downloaded from the page."""
        return csv_text((renderer_context or {})["view"].sheet).encode()


class SeatSent(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A seat, or a bye: who it is by entry number or by exact name."""

    table = serializers.IntegerField(
        min_value=0, max_value=seatings.MOST_TABLES, help_text="From 1; 0 for who has a bye"
    )
    seat = serializers.IntegerField(
        min_value=1,
        max_value=seatings.MOST_SEATS,
        required=False,
        allow_null=True,
        default=None,
        help_text="From 1; none: as the rows stand",
    )
    entrant = serializers.IntegerField(
        **NUMBER, required=False, allow_null=True, default=None, help_text="Their `number`"
    )
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


class SeatingSent(Seen):
    """A seating: `rows`, or all of it as `csv`."""

    rows = SeatSent(many=True, required=False, max_length=seatings.MOST_LINES)
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


class AfterAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """What stands behind `?` where the body is CSV."""

    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, required=False, help_text="With CSV: the `version` that you saw"
    )


class Seating(Command):
    """The seating of the draft, or of what would be proposed; sending one as a draft."""

    parser_classes = (*Command.parser_classes, PlainCSV)
    renderer_classes = (JSONRenderer, SheetOfSeats)
    beside_body = ("after",)
    form = SeatingSent
    sheet = Sheet([], [])

    def get_renderers(self) -> list[BaseRenderer]:
        """Return how this is answered: as CSV only where it is read."""
        is_read = self.request.method in ("GET", "HEAD")
        return [one() for one in self.renderer_classes if is_read or one is not SheetOfSeats]

    @answers(SeatingSeen, refuses=(409,))
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with a row for each seat and each bye; without a draft with what would be proposed."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        require(self.asker, self.permission, found)
        self.sheet = seatings.sheet_of(found)
        return Response({"version": found.version, "results": seatings.rows_of(self.sheet)})

    @answers(
        CompetitionSeen, sent={"application/json": SeatingSent, _CSV: {"type": "string"}}, asked=AfterAsked
    )
    def post(self, _request: Request, pk: int, **where: Any) -> Response:
        """Make a draft of a seating, in the place of the one there is, or say of each row what is wrong."""
        answer: Response = super().post(_request, pk, **where)
        return answer

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Make a draft of what was sent."""
        at = timezone.now()
        daily_counts.upload(self.request.user, at=at)
        lines = seatings.lines_of(given["csv"]) if "csv" in given else _lines(given["rows"])
        seatings.prescribe(found, lines, after=given["after"], by=by, at=at)


def _lines(rows: list[dict[str, Any]]) -> list[Line]:
    """Return the rows as lines of a sheet, by their number from 1."""
    return [Line(number, seatings.cells_of(row), []) for number, row in enumerate(rows, start=1)]
