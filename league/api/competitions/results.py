"""Results by hand: the first result of a match, and corrections with a preview."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.referees import require_no_own_dispute
from league.api.base.permissions import IsCompetitionOrganizer
from league.api.base.serializers import Seen
from league.api.base.views import ResourceView
from league.api.competitions.documents import competition_document
from league.api.competitions.fields import entrant_number
from league.api.serializers.competitions import CORRECTED, CompetitionSeen
from league.competitions import results
from league.competitions.desk import undo
from league.competitions.read_models import correction_text
from league.competitions.results import Outcome, ResultSlip
from league.http.choices import not_a_choice
from league.models import Competition
from league.rules.competition.commands import CorrectResult
from league.rules.settings import result_kinds

_POINTS: Final[dict[str, Any]] = {
    "min_value": -100_000,
    "max_value": 100_000,
    "required": False,
    "allow_null": True,
}
_KIND = "How it ended: `double_forfeit` and `void` have no places"
_ENTRANTS = (
    "All entrants of the match. If places are left out, they follow from `total`. Where a total knocks "
    "players out (elimination to 500), totals do not order those who are out: two of them need places, or "
    "`is_sure`"
)


class EntrantResult(serializers.Serializer):
    """The outcome for an entrant: a place, or `is_absent`."""

    entrant = entrant_number(help_text="Their `number` in the competition")
    place = serializers.IntegerField(
        min_value=1,
        max_value=10,
        required=False,
        allow_null=True,
        help_text="1 is the best; places can be shared",
    )
    is_absent = serializers.BooleanField(
        default=False, help_text="The entrant was absent; replaces the place"
    )
    total = serializers.IntegerField(**_POINTS, help_text="Points after the last deal")
    deal_wins = serializers.IntegerField(
        min_value=0,
        max_value=1000,
        required=False,
        allow_null=True,
        help_text="The number of deals that they won",
    )
    last_deal = serializers.IntegerField(**_POINTS, help_text="Points of the last deal, for ties")
    in_hand = serializers.IntegerField(
        min_value=0,
        max_value=100_000,
        required=False,
        allow_null=True,
        help_text="Points held in hand over all deals, for ties",
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"after": 38, "entrants": [{"entrant": 2, "place": 1}, {"entrant": 4, "place": 2}]},
            request_only=True,
        )
    ]
)
class Result(Seen):
    """A result of a match. Places can be shared; if all are left out, they follow from the totals.

    In an elimination to 500 that is refused as `unlikely_result` where totals do not say who was out first.
    So is a match to a target that no one has reached, unless the time of its round is up.
    """

    kind = serializers.ChoiceField(
        choices=list(result_kinds.LABELS), default=result_kinds.PLAYED, help_text=_KIND
    )
    entrants = EntrantResult(many=True, default=list, max_length=10, help_text=_ENTRANTS)  # type: ignore[call-arg]
    is_sure = serializers.BooleanField(
        default=False, help_text="Record a result that is refused as `unlikely_result` without it"
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "What it would do",
            {"after": 39, "entrants": [{"entrant": 2, "place": 2}, {"entrant": 4, "place": 1}]},
            request_only=True,
        )
    ]
)
class Correction(Result):
    """A result that replaces the recorded one, or none with `open`; `sure` carries it out."""

    open = serializers.BooleanField(
        default=False, help_text="Remove the result and leave the match without one"
    )
    reason = serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="Shown beside the correction, in the history of the competition",
    )
    sure = serializers.BooleanField(
        default=False, help_text="Without it, the answer is a preview and nothing changes"
    )


class ReportView(ResourceView):
    """Report the first result of a match by hand."""

    queryset = Competition.objects.select_related("club")
    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = Result

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Record the result."""
        self.get_object()
        slip = results.slip_of(pk, stage, key)
        body = self.validated()
        facts: dict[str, Any] = {"after": body["after"], "by": self.acts_as, "at": timezone.now()}
        outcome = _outcome(slip, body)

        def report() -> None:
            require_no_own_dispute(self.django_request, slip.match.table)
            results.report(pk, stage=stage, match=key, **outcome._asdict(), **facts)

        self.once(report)
        return Response(competition_document(pk))


class UndoView(ResourceView):
    """Undo a result that you have entered within the last half hour, as long as nothing depends on it.

    Afterwards it is refused as `stale`: correct the result instead.
    """

    queryset = Competition.objects.select_related("club")
    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Return the competition with the match open again."""
        self.get_object()
        slip, body = results.slip_of(pk, stage, key), self.validated()

        def undo_result() -> None:
            require_no_own_dispute(self.django_request, slip.match.table)
            undo.undo(pk, stage, key, after=body["after"], by=self.acts_as, at=timezone.now())

        self.once(undo_result)
        return Response(competition_document(pk))


class CorrectView(ResourceView):
    """Preview a correction; carry it out with `sure`."""

    queryset = Competition.objects.select_related("club")
    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = Correction
    previews = True

    @extend_schema(responses=CORRECTED)
    def post(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Return the preview in words, or the competition after the correction."""
        competition = self.get_object()
        slip = results.slip_of(pk, stage, key)
        body = self.validated()
        correction = _correction(slip, body)
        if not body["sure"]:
            preview = results.preview(pk, correction)
            sentences = correction_text.sentences(preview, slip.state, slip.names)
            return Response({"version": competition.version, "would": sentences})
        facts: dict[str, Any] = {"after": body["after"], "by": self.acts_as, "at": timezone.now()}

        def correct() -> None:
            require_no_own_dispute(self.django_request, slip.match.table)
            results.correct(pk, correction, **facts)

        self.once(correct)
        return Response(competition_document(pk))


def _correction(slip: ResultSlip, body: dict[str, Any]) -> CorrectResult:
    if body["open"]:
        return results.reopening(slip.stage, slip.match.id, body["reason"])
    return CorrectResult(slip.stage, slip.match.id, *_outcome(slip, body), reason=body["reason"])


def _outcome(slip: ResultSlip, body: dict[str, Any]) -> Outcome:
    """Return the result as the commands take it."""
    rows = body["entrants"]
    _require_each_once([row["entrant"] for row in rows], slip)
    _require_places_of_the_match(rows, len(slip.match.entrants))
    written = {row["entrant"]: _written(row) for row in rows}
    try:
        return slip.outcome(body["kind"], written, is_sure=body["is_sure"], at=timezone.now())
    except ValidationError as error:
        raise serializers.ValidationError({"entrants": error.messages}) from None


def _written(row: dict[str, Any]) -> results.EntrantResult:
    fields = results.EntrantResult._fields
    return results.EntrantResult(**{field: row[field] for field in fields if field in row})


def _require_each_once(named: list[int], slip: ResultSlip) -> None:
    """Refuse entrants of other matches, and an entrant who is named twice."""
    if len(named) != len(set(named)) or not set(named) <= set(slip.match.entrants):
        sentence = _("Name each player of this match exactly once.")
        raise serializers.ValidationError({"entrants": [sentence]})


def _require_places_of_the_match(rows: list[dict[str, Any]], last: int) -> None:
    """Refuse places that the match does not have."""
    errors = {
        f"entrants.{number}.place": not_a_choice(row["place"]).messages
        for number, row in enumerate(rows)
        if not row["is_absent"] and (row.get("place") or 0) > last
    }
    if errors:
        raise serializers.ValidationError(errors)
