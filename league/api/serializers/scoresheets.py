"""Score sheets of tables with real cards: entries, and the whole sheet."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from games.scoresheets import commands
from games.tables import rulings
from league.api.base.serializers import Seen, Time
from league.api.serializers.tables import SeatRow

_SEAT: Final[dict[str, Any]] = {"min_value": 0, "max_value": 9}


def _reason() -> serializers.CharField:
    return serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="Needed where the result is final already; everyone can read it",
    )


class Held(serializers.Serializer):
    """The hand of a seat at the end of a deal: points, or the cards in the notation."""

    seat = serializers.IntegerField(**_SEAT)
    points = serializers.IntegerField(
        min_value=0, max_value=10_000, required=False, allow_null=True, default=None
    )
    cards = serializers.CharField(max_length=600, allow_blank=True, default="")
    emptied = serializers.IntegerField(min_value=0, max_value=999, default=0)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example", {"after": 17, "out": 0, "held": [{"seat": 1, "points": 60}]}, request_only=True
        )
    ]
)
class DealSent(Seen):
    """A deal: the seat that went out (none if blocked), and the hands of the others.

    `then` are the seats that went out later, in games to the last player.
    """

    out = serializers.IntegerField(
        **_SEAT,
        required=False,
        allow_null=True,
        default=None,
        help_text="The seat that went out, counted from 0 for A",
    )
    held = Held(many=True, max_length=10, help_text="The cards of the other seats")  # type: ignore[call-arg]
    then = serializers.ListField(
        child=serializers.IntegerField(**_SEAT),
        max_length=9,
        default=list,
        help_text="The seats that went out later, if a deal is played to the last player",
    )
    is_blocked = serializers.BooleanField(default=False, help_text="No one could go out")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"after": 6, "deal": 1, "out": 0, "held": [{"seat": 1, "cards": "r5 w"}]},
            request_only=True,
        )
    ]
)
class NumberedDeal(DealSent):
    """A deal by its number, from 1; sending the same deal again changes nothing."""

    deal = serializers.IntegerField(min_value=1, max_value=9_999, help_text="Its number, counted from 1")


class DealCorrected(DealSent):
    """A deal that replaces the recorded one."""

    reason = _reason()


@extend_schema_serializer(
    examples=[
        OpenApiExample("Example", {"after": 11, "deal": 1}, request_only=True),
        OpenApiExample(
            "A final result", {"after": 19, "deal": 2, "reason": "Entered wrongly"}, request_only=True
        ),
    ]
)
class DealUndone(Seen):
    """The last deal, by its number."""

    deal = serializers.IntegerField(min_value=1, max_value=9_999, help_text="Its number, counted from 1")
    reason = _reason()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 24, "seat": 0, "kind": "uno"}, request_only=True)]
)
class PenaltySent(Seen):
    """A penalty of the rulebook; `cards` and `reason` are only used with the kind `penalty`."""

    seat = serializers.IntegerField(**_SEAT, help_text="Counted from 0 for A")
    kind = serializers.CharField(max_length=20, help_text="The offence, as in the rulebook")
    cards = serializers.IntegerField(
        min_value=1,
        max_value=99,
        required=False,
        allow_null=True,
        default=None,
        help_text="How many, if the rulebook does not say",
    )
    reason = serializers.CharField(
        max_length=rulings.LONGEST_REASON,
        default="",
        allow_blank=True,
        help_text="What a `penalty` is for, which everyone reads; a `penalty` needs it",
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 5, "kind": "dealer", "seat": 1}, request_only=True)]
)
class NoteSent(Seen):
    """A note beside the deals; only referees can send the kinds from `left` on."""

    kind = serializers.ChoiceField(
        choices=list(commands.NOTES),
        help_text="`dealer`: who deals first; `right`, `wrong`: a challenge; only referees can send "
        "the others",
    )
    seat = serializers.IntegerField(**_SEAT, help_text="Counted from 0 for A")
    target = serializers.IntegerField(
        **_SEAT, required=False, allow_null=True, default=None, help_text="The seat that was challenged"
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 27, "reason": "It were 70"}, request_only=True)]
)
class ObjectionSent(Seen):
    """Why the result is wrong; only referees can read it."""

    reason = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="Only referees can read it"
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 28, "stands": False, "undo": 1}, request_only=True)]
)
class Decision(Seen):
    """The decision: the result stands, or deals are removed and the score sheet is open again."""

    stands = serializers.BooleanField(
        help_text="True: the result stands. False: the score sheet is open again"
    )
    undo = serializers.IntegerField(
        min_value=0,
        max_value=9_999,
        default=0,
        help_text="With `stands` false: how many deals to remove",
    )
    reason = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="The reason, which everyone can read"
    )


class DealSeen(serializers.Serializer):
    """A valid deal, also in words. Seats are counted from 0 for A."""

    deal = serializers.IntegerField()
    dealer = serializers.IntegerField()
    out = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seats in the order they went out"
    )
    is_blocked = serializers.BooleanField()
    left = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="Points by seat")
    totals = serializers.ListField(child=serializers.IntegerField())
    text = serializers.CharField()


class SheetSeen(serializers.Serializer):
    """A score sheet; `asked` are the seats that have not yet confirmed the result."""

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


class Objection(serializers.Serializer):
    """The objection of a seat to the result."""

    seat = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)


class Written(serializers.Serializer):
    """An entry of a score sheet in words; entries without a deal have no number."""

    deal = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    by = serializers.CharField(help_text="The author, by name")
    at = Time()
    is_undone = serializers.BooleanField()


class SheetLogSeen(serializers.Serializer):
    """A score sheet as referees see it."""

    version = serializers.IntegerField()
    objections = Objection(many=True)
    entries = Written(many=True)
