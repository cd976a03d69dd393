"""Score sheets of tables with real cards: deals, corrections, penalties, notes, and the result."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import scoresheets
from games.access.referees import require_referee
from games.access.scorekeepers import require_scorekeeper
from games.models import Table
from games.rules.scoresheet import decide
from games.scoresheets import commands, deal_text, reopening, sheet_history
from games.scoresheets.queries import seat_names
from league.api.base.serializers import Seen, Time
from league.api.base.views import ResourceView
from league.api.serializers.scoresheets import (
    DealCorrected,
    DealUndone,
    Decision,
    NoteSent,
    NumberedDeal,
    ObjectionSent,
    PenaltySent,
    SheetLogSeen,
    SheetSeen,
)
from league.api.serializers.tables import SeatRow
from league.api.tables.permissions import (
    HasTableRole,
    IsReferee,
    IsRefereeOrScorekeeper,
    IsScorekeeper,
    IsSeated,
    require_seat,
)
from league.api.tables.tables import require_version


class SheetView(ResourceView):
    """The score sheet of a table with real cards."""

    queryset = Table.objects.filter(is_physical=True)

    @extend_schema(responses=SheetSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Return the score sheet."""
        return Response(_sheet(self.get_object()))


class SheetLogView(ResourceView):
    """The history of a score sheet with objections to the result, for the referee."""

    queryset = Table.objects.filter(is_physical=True)
    permission_classes = (IsReferee,)

    @extend_schema(responses=SheetLogSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Return all entries, oldest first, including undone ones."""
        table = self.get_object()
        sheet = scoresheets.look(table.pk)
        objections = [{"seat": each.seat, "reason": each.reason} for each in table.objections.all()]
        entries = [
            {
                "deal": entry.deal or None,
                "text": entry.words,
                "by": entry.who,
                "at": Time().to_representation(entry.at),
                "is_undone": entry.is_undone,
            }
            for entry in sheet_history.entries(sheet, seat_names(sheet))
        ]
        return Response({"version": sheet.version, "objections": objections, "entries": entries})


class SheetActionView(ResourceView):
    """Something that is written on a score sheet; answered with the sheet as it stands then."""

    queryset = Table.objects.filter(is_physical=True)
    permission_classes: Any = (IsScorekeeper,)
    serializer_class: Any = Seen

    def write(self, table: Table, after: int, command: Callable[[], decide.SheetCommand]) -> Response:
        """Carry out a command once, if the sheet has the version that the sender saw; return the sheet."""
        self.once(lambda: self.carry_out(table.pk, after, command()))
        return Response(_sheet(Table.objects.get(pk=table.pk)))

    def carry_out(self, table_id: int, after: int, command: Any) -> None:
        """Carry out a command of a visitor who saw the version `after`."""
        require_version(table_id, after)
        scoresheets.act(table_id, command, by=self.acts_as, at=timezone.now())


class ReopeningView(SheetActionView):
    """Something that also changes a final result, for the person who made it final a moment ago."""

    def carry_out(self, table_id: int, after: int, command: Any) -> None:
        """Carry out a command of a visitor who saw the version `after`, on a final sheet with its reason."""
        reopening.act(table_id, command, by=self.acts_as, at=timezone.now(), after=str(after))


class MayNote(HasTableRole):
    """Some kinds of notes are the referee's; the others are for those who keep the score."""

    def acting_as(self, view: Any, table: Table) -> str:
        """Return the referee or the scorekeeper."""
        data = view.request.data
        kind = data.get("kind") if isinstance(data, dict) else None
        is_referees = kind in commands.NOTES_OF_REFEREES
        return (require_referee if is_referees else require_scorekeeper)(view.django_request, table)


class RecordDealView(SheetActionView):
    """Record a deal."""

    serializer_class = NumberedDeal

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        return self.write(table, body["after"], lambda: _deal(table, body, body["deal"]))


class CorrectDealView(ReopeningView):
    """Correct an earlier deal; totals and all later results are recalculated.

    A result that was final at once can be corrected for 30 minutes by the person who entered the last deal,
    with a `reason`, as long as nothing depends on it; afterwards it is refused as `result_final`.
    """

    permission_classes = (IsRefereeOrScorekeeper,)
    serializer_class = DealCorrected

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int, deal: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        return self.write(table, body["after"], lambda: _correction(table, body, deal))


class UndoDealView(ReopeningView):
    """Undo the last deal, named by its number.

    A result that was final at once can be undone for 30 minutes by the person who entered the last deal, with
    a `reason`, as long as nothing depends on it; afterwards it is refused as `result_final`.
    """

    serializer_class = DealUndone

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        return self.write(table, body["after"], lambda: decide.UndoDeal(body["deal"], body["reason"]))


class PenaliseView(SheetActionView):
    """Record a penalty of the rulebook; only the referee can."""

    permission_classes = (IsReferee,)
    serializer_class = PenaltySent

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        penalty = commands.penalty(body["seat"], body["kind"], body["cards"], body["reason"])
        return self.write(table, body["after"], lambda: penalty)


class NoteView(SheetActionView):
    """Note the first dealer or a challenge; as the referee also who leaves, or undo a penalty."""

    permission_classes = (MayNote,)
    serializer_class = NoteSent

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        note = commands.note(body["kind"], body["seat"], body["target"])
        return self.write(table, body["after"], lambda: note)


class EndSheetView(SheetActionView):
    """End the match after the recorded deals; only the referee can."""

    permission_classes = (IsReferee,)

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        return self.write(table, body["after"], decide.EndMatch)


class SettleDisputeView(SheetActionView):
    """Decide an objection: the result stands, or the score sheet is open again. For the referee."""

    permission_classes = (IsReferee,)
    serializer_class = Decision

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        undo = 0 if body["stands"] else body["undo"]
        settled = decide.SettleDispute(body["stands"], undo, body["reason"])
        return self.write(table, body["after"], lambda: settled)


class ConfirmView(SheetActionView):
    """Confirm the result, as a player of the table."""

    permission_classes = (IsSeated,)

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        seat = require_seat(table, self.player).index
        return self.write(table, body["after"], lambda: decide.ConfirmResult(seat))


class ObjectView(SheetActionView):
    """Object to the result, as a player of the table, with a reason for the referee."""

    permission_classes = (IsSeated,)
    serializer_class = ObjectionSent

    @extend_schema(responses=SheetSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Return the score sheet after the entry."""
        table, body = self.get_object(), self.validated()
        objection = decide.ObjectToResult(require_seat(table, self.player).index, body["reason"].strip())
        return self.write(table, body["after"], lambda: objection)


def _sheet(table: Table) -> dict[str, Any]:
    sheet = scoresheets.look(table.pk)
    names = seat_names(sheet)
    return {
        "table": table.pk,
        "version": sheet.version,
        "phase": sheet.phase,
        "next_deal": sheet.next_deal,
        "dealer": sheet.dealer,
        "totals": sheet.totals,
        "places": sheet.places,
        "winners": sheet.winners,
        "asked": sheet.asked,
        "confirmed": sheet.confirmed,
        "seats": SeatRow(sheet.seats, many=True).data,
        "deals": [_standing_deal(deal, names) for deal in sheet.standing],
    }


def _standing_deal(deal: scoresheets.Deal, names: list[str]) -> dict[str, Any]:
    facts = {"deal": deal.number, "dealer": deal.dealer, "out": deal.out, "is_blocked": deal.is_blocked}
    left = [None if points < 0 else points for points in deal.left]
    return {**facts, "left": left, "totals": deal.totals, "text": deal_text.describe(deal, names)}


def _correction(table: Table, body: dict[str, Any], number: int) -> decide.CorrectDeal:
    return decide.CorrectDeal(_deal(table, body, number), body["reason"])


def _deal(table: Table, body: dict[str, Any], number: int) -> decide.RecordDeal:
    """Return a deal as a command, without seats that the table does not have.

    Refusal `bad_deal`.
    """
    points = {held["seat"]: held["points"] for held in body["held"] if held["points"] is not None}
    hands = {held["seat"]: held["cards"] for held in body["held"] if held["cards"]}
    emptied = {held["seat"]: held["emptied"] for held in body["held"] if held["emptied"]}
    seats = range(table.seat_count)
    left = {
        seat: commands.named_cards(hands[seat], seat) if seat in hands else points[seat]
        for seat in seats
        if seat in hands or seat in points
    }
    return decide.RecordDeal(
        deal=number,
        out=body["out"],
        left=left,
        then=body["then"][: table.seat_count],
        is_blocked=body["is_blocked"],
        emptied={seat: emptied[seat] for seat in seats if seat in emptied},
    )
