"""The draft of a draw, as the page shows it to organizers."""

from rest_framework import serializers

from league.api.serializers.desk import DrawMade
from league.competitions.read_models.draft import seat_of


class NumberOrNull(serializers.IntegerField):
    """A number that is null where it is 0."""

    def to_representation(self, value: int) -> int | None:
        """Return the number; None for 0."""
        return value or None


class DraftSeatSeen(serializers.Serializer):
    """A seat of the draft with what speaks against it: earlier opponents and club-mates at the table."""

    seat = serializers.IntegerField(source="index", help_text="Its index at the table, from 0")
    entrant = NumberOrNull(allow_null=True, help_text="Null: empty, or still to be decided by lot")
    name = serializers.CharField()
    seed = NumberOrNull(allow_null=True)
    points = serializers.IntegerField(allow_null=True, help_text="Null in a knock-out")
    team = serializers.CharField(allow_blank=True, help_text="The team of an entrant; empty: none")
    met_before = serializers.ListField(child=serializers.CharField(), source="met")
    same_club = serializers.ListField(child=serializers.CharField(), source="mates")
    not_to_meet = serializers.ListField(
        child=serializers.CharField(), source="kin", help_text="Members of the same party at the table"
    )
    is_changed = serializers.BooleanField(help_text="Whether the original proposal had another entrant here")


class DraftTableSeen(serializers.Serializer):
    """A table or a bye of the draft, and the reasons for it; swaps use `match`."""

    match = serializers.CharField(source="key")
    name = serializers.CharField()
    seats = DraftSeatSeen(many=True)
    why = serializers.ListField(child=serializers.CharField())


class DraftRoundSeen(serializers.Serializer):
    """A round of the draft, of one group."""

    name = serializers.CharField()
    tables = DraftTableSeen(many=True)
    byes = DraftTableSeen(many=True)


class CostSeen(serializers.Serializer):
    """The cost of the draft by one criterion, and the cost of the original proposal."""

    criterion = serializers.CharField()
    name = serializers.CharField()
    now = serializers.FloatField()
    proposed = serializers.FloatField(source="before")


class SwapSeen(serializers.Serializer):
    """Two seats; swapping them again undoes the swap."""

    one = serializers.CharField()
    one_seat = serializers.IntegerField()
    other = serializers.CharField()
    other_seat = serializers.IntegerField()

    def to_representation(self, swap: tuple[str, str]) -> dict[str, str | int]:
        """Return the seats of a swap by match and index."""
        (match, seat), (other_match, other_seat) = seat_of(swap[0]), seat_of(swap[1])
        return {"one": match, "one_seat": seat, "other": other_match, "other_seat": other_seat}


class DraftMade(serializers.Serializer):
    """A draft. With `is_stale`, entrants or parties have changed since, and it cannot be published."""

    is_stale = serializers.BooleanField()
    is_changed = serializers.BooleanField(help_text="Whether it differs from the original proposal")
    may_swap = serializers.BooleanField()
    is_prescribed = serializers.BooleanField(help_text="Whether a seating was sent")
    warnings = serializers.ListField(child=serializers.CharField())
    seed = serializers.CharField(
        source="draft.seed", allow_blank=True, help_text="The seed of the random numbers"
    )
    bound = serializers.CharField(
        allow_blank=True, help_text="Its quality compared with the best possible draw"
    )
    distance = serializers.CharField(
        allow_blank=True, help_text="With many entrants: the largest possible distance from the best draw"
    )
    beyond = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="The criteria by which another draw might cost less, and by how much at most, in "
        "order of precedence",
    )
    costs = CostSeen(many=True)
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="The entrants who sit elsewhere, in words"
    )
    undo = SwapSeen(source="last_swap", allow_null=True, help_text="The last swap; send it again to undo it")
    rounds = DraftRoundSeen(many=True)


class SeatSeen(serializers.Serializer):
    """A seat or a bye of a seating, by the columns that the draw needs; null for empty seats."""

    round = serializers.IntegerField(required=False, help_text="Of a round robin")
    group = serializers.CharField(required=False, help_text="If there are several")
    table = serializers.IntegerField(
        allow_null=True, help_text="From 1; 0 for an entrant with a bye; null: not seated yet"
    )
    seat = serializers.IntegerField(allow_null=True)
    entrant = serializers.IntegerField(allow_null=True, help_text="Their `number` in the competition")
    name = serializers.CharField(allow_blank=True)


class SeatingSeen(serializers.Serializer):
    """A seating, row by row, as you can send it back."""

    version = serializers.IntegerField()
    results = SeatSeen(many=True)


class DraftSeen(serializers.Serializer):
    """The draft of the next draw, whether you can create one, and the progress of a draft being created."""

    version = serializers.IntegerField()
    may_make = serializers.BooleanField()
    making = DrawMade(allow_null=True)
    draft = DraftMade(allow_null=True)
