"""Score sheets of tables with real cards: deals, corrections, penalties, notes, and the result."""

from typing import Any, Final

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import scoresheets
from games.access.referees import referee, require_referee
from games.access.scorekeepers import require_scorekeeper
from games.models import Table
from games.rules.scoresheet import decide
from games.scoresheets import deal_text, history
from games.scoresheets.forms import NOBODY, DealForm, NoteForm, PenaltyForm
from games.scoresheets.page import seat_names
from league.api.base.actions import Deed
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.form_fields import posted
from league.api.base.lists import found_or_404
from league.api.serializers.table_rows import SeatRow, Time
from league.api.tables.seats import require_seat, require_version

_SEAT: Final[dict[str, Any]] = {"min_value": 0, "max_value": 9}


class Held(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """What a seat still held when somebody went out: points, or the cards in the notation."""

    seat = serializers.IntegerField(**_SEAT)
    points = serializers.IntegerField(
        min_value=0, max_value=10_000, required=False, allow_null=True, default=None
    )
    cards = serializers.CharField(max_length=600, allow_blank=True, default="")
    emptied = serializers.IntegerField(min_value=0, max_value=999, default=0)


class DealSent(Seen):
    """A deal: which seat went out (none if nobody could), and what the others held.

    `then` are the seats that went out next, where a round goes to the last.
    """

    out = serializers.IntegerField(**_SEAT, required=False, allow_null=True, default=None)
    held = Held(many=True, max_length=10)
    then = serializers.ListField(child=serializers.IntegerField(**_SEAT), max_length=9, default=list)
    is_blocked = serializers.BooleanField(default=False)


class NumberedDeal(DealSent):
    """A deal by its number, from 1 on: the same one again changes nothing."""

    deal = serializers.IntegerField(min_value=1, max_value=9_999)


class DealNumber(Seen):
    """Which deal."""

    deal = serializers.IntegerField(min_value=1, max_value=9_999)


class PenaltySent(Seen):
    """A penalty by the rulebook; `cards` counts for the kind `penalty` only."""

    seat = serializers.IntegerField(**_SEAT)
    kind = serializers.CharField(max_length=20)
    cards = serializers.IntegerField(min_value=1, max_value=99, required=False, allow_null=True, default=None)


class NoteSent(Seen):
    """What is noted beside the deals; the kinds from `left` on are the referee's."""

    kind = serializers.ChoiceField(choices=["dealer", "right", "wrong", *NoteForm.REFEREES])
    seat = serializers.IntegerField(**_SEAT)
    target = serializers.IntegerField(**_SEAT, required=False, allow_null=True, default=None)


class ObjectionSent(Seen):
    """Why the result is not right: only referees read it."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class Decision(Seen):
    """The result stands, or so many deals are taken back and the sheet is open again."""

    stands = serializers.BooleanField()
    undo = serializers.IntegerField(min_value=0, max_value=9_999, default=0)


class DealSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A deal that stands, also in words. Seats are counted from 0 for A."""

    deal = serializers.IntegerField()
    dealer = serializers.IntegerField()
    out = serializers.ListField(child=serializers.IntegerField(), help_text="Seats as they went out")
    is_blocked = serializers.BooleanField()
    left = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="Points by seat")
    totals = serializers.ListField(child=serializers.IntegerField())
    text = serializers.CharField()


class SheetSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A score sheet as it stands; `asked` are the seats whose word about the result is awaited."""

    table = serializers.IntegerField()
    version = serializers.IntegerField()
    phase = serializers.ChoiceField(choices=["running", "reported", "disputed", "final"])
    next_deal = serializers.IntegerField()
    dealer = serializers.IntegerField(allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    places = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    asked = serializers.ListField(child=serializers.IntegerField())
    confirmed = serializers.ListField(child=serializers.IntegerField())
    seats = SeatRow(many=True)
    deals = DealSeen(many=True)


class Objection(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Why a seat says that the result is not right."""

    seat = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)


class Written(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """An entry of a score sheet in words; what is about no deal has no number."""

    deal = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    by = serializers.CharField(help_text="Who wrote it, by name")
    at = Time()
    is_undone = serializers.BooleanField()


class SheetLogSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """What a referee knows about a score sheet."""

    version = serializers.IntegerField()
    objections = Objection(many=True)
    entries = Written(many=True)


class Sheet(Endpoint):
    """The score sheet of a table with real cards."""

    @answers(SheetSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with the sheet as it stands."""
        return Response(told(found_or_404(Table.objects, pk=pk, is_physical=True)))


class SheetLog(Endpoint):
    """Everything that was written on a score sheet, and who objects to the result, for the referee."""

    @answers(SheetLogSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with it, the first entry first; what was undone is in it, too."""
        table: Table = found_or_404(Table.objects, pk=pk, is_physical=True)
        require_referee(self.asker, table)
        look = scoresheets.look(table.pk)
        names = seat_names(look)
        objections = [{"seat": one.seat, "reason": one.reason} for one in table.objections.all()]
        entries = [
            {
                "deal": one.deal or None,
                "text": one.words,
                "by": one.who,
                "at": Time().to_representation(one.at),
                "is_undone": one.is_undone,
            }
            for one in history.entries(look, names)
        ]
        return Response({"version": look.version, "objections": objections, "entries": entries})


class OnSheet(Deed):
    """Something that is written down; answered with the sheet as it stands then."""

    scope = ""
    shape = SheetSeen

    def find(self, pk: int, **where: Any) -> Any:
        """Return the table."""
        self.where = where
        return found_or_404(Table.objects, pk=pk, is_physical=True)

    def permit(self, found: Table) -> str:
        """Return who keeps the score; players need a token to play, all others one to organize."""
        by = self.writer(found)
        self.require_scope("play" if by.startswith("player:") else "organize")
        return by

    def writer(self, found: Table) -> str:
        """Return who may write this."""
        return require_scorekeeper(self.asker, found)

    def do(self, found: Table, given: dict[str, Any], by: str) -> None:
        """Write it down."""
        require_version(found.pk, given["after"])
        scoresheets.act(found.pk, self.command(found, given), by=by, at=timezone.now())

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return what is written down."""
        raise NotImplementedError

    def tell(self, found: Table, _done: Any) -> Any:
        """Return the sheet as it stands now."""
        return told(Table.objects.get(pk=found.pk))


class RecordDeal(OnSheet):
    """A deal is recorded."""

    form = NumberedDeal

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the deal."""
        return _deal(table, given, given["deal"])


class CorrectDeal(OnSheet):
    """An earlier deal is written anew in its place; totals and all that follows are worked out again."""

    form = DealSent

    def writer(self, found: Table) -> str:
        """Return the referee, or who keeps the score."""
        return referee(self.asker, found) or require_scorekeeper(self.asker, found)

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the correction."""
        return decide.CorrectDeal(_deal(table, given, self.where["deal"]))


class UndoDeal(OnSheet):
    """The last deal is taken back, which the sender names by its number."""

    form = DealNumber

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the undoing."""
        return decide.UndoDeal(given["deal"])


class Penalise(OnSheet):
    """A penalty by the rulebook: the referee's right."""

    form = PenaltySent

    def writer(self, found: Table) -> str:
        """Return the referee."""
        return require_referee(self.asker, found)

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the penalty."""
        return PenaltyForm(posted(given)).command()


class Note(OnSheet):
    """Who deals first, challenges; as the referee also who leaves, and penalties taken back."""

    form = NoteSent

    def writer(self, found: Table) -> str:
        """Return the referee for what is the referee's, else who keeps the score."""
        said = self.request.data.get("kind") if isinstance(self.request.data, dict) else None
        is_referees = said in NoteForm.REFEREES
        return (require_referee if is_referees else require_scorekeeper)(self.asker, found)

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the note."""
        return NoteForm(posted(given)).command()


class EndSheet(Penalise):
    """The match ends after the deals that stand: the referee's right."""

    form = Seen

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the end."""
        return decide.EndMatch()


class SettleDispute(Penalise):
    """The referee decides: the result stands, or the sheet is open again."""

    form = Decision

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the decision."""
        return decide.SettleDispute(given["stands"], 0 if given["stands"] else given["undo"])


class Confirm(OnSheet):
    """A player who sat here agrees with the result."""

    form = Seen

    def writer(self, found: Table) -> str:
        """Return the player."""
        return f"player:{require_seat(found, self.player).player_id}"

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the yes."""
        return decide.ConfirmResult(require_seat(table, self.player).index)


class ObjectTo(Confirm):
    """A player who sat here objects to the result, with a reason for the referee."""

    form = ObjectionSent

    def command(self, table: Table, given: dict[str, Any]) -> decide.SheetCommand:
        """Return the no."""
        return decide.ObjectToResult(require_seat(table, self.player).index, given["reason"].strip())


def told(table: Table) -> dict[str, Any]:
    """Return a score sheet as programs read it."""
    look = scoresheets.look(table.pk)
    names = seat_names(look)
    return {
        "table": table.pk,
        "version": look.version,
        "phase": look.phase,
        "next_deal": look.next_deal,
        "dealer": look.dealer,
        "totals": look.totals,
        "places": look.places,
        "winners": look.winners,
        "asked": look.asked,
        "confirmed": look.confirmed,
        "seats": SeatRow(look.seats, many=True).data,
        "deals": [_seen(one, names) for one in look.standing],
    }


def _seen(deal: scoresheets.Deal, names: list[str]) -> dict[str, Any]:
    facts = {"deal": deal.number, "dealer": deal.dealer, "out": deal.out, "is_blocked": deal.is_blocked}
    left = [None if points < 0 else points for points in deal.left]
    return {**facts, "left": left, "totals": deal.totals, "text": deal_text.describe(deal, names)}


def _deal(table: Table, given: dict[str, Any], number: int) -> decide.RecordDeal:
    """Return a deal as the form of the page reads it. Refusal `bad_deal`."""
    sent = {"deal": str(number), "out": NOBODY if given["out"] is None else str(given["out"])}
    sent |= {"is_blocked": "on"} if given["is_blocked"] else {}
    for one in given["held"]:
        sent |= {f"left-{one['seat']}": str(one["points"])} if one["points"] is not None else {}
        sent |= {f"cards-{one['seat']}": one["cards"]} if one["cards"] else {}
        sent |= {f"emptied-{one['seat']}": str(one["emptied"])} if one["emptied"] else {}
    sent |= {f"then-{place}": str(seat) for place, seat in enumerate(given["then"])}
    return DealForm(table.seat_count, sent).command()
