"""A table as programs read it: in a list, and through the eyes of whoever asks."""

import datetime as dt
from typing import Any, Final

from rest_framework import serializers

from games.models import Table
from games.rules.notation import notation
from games.tables import Look, deadlines
from league.api.serializers import match_document

_NO_SEAT: Final = {"deal", "end_match"}


class Time(serializers.DateTimeField):
    """A time in UTC, whatever zone a club has."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(default_timezone=dt.UTC, **facts)


class SeatRow(serializers.Serializer):
    """A seat and who holds it."""

    seat = serializers.CharField(source="letter", help_text="The letter")
    player = serializers.IntegerField(
        source="player_id", allow_null=True, help_text="Null for bots and free seats"
    )
    name = serializers.CharField()
    is_bot = serializers.BooleanField()
    is_free = serializers.BooleanField()
    total = serializers.IntegerField(help_text="Points after the last deal that is over")
    place = serializers.IntegerField(allow_null=True, help_text="When the match is over: 1 is the best")


class TableRow(serializers.Serializer):
    """A table as everybody sees it who may see it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Table.Status.choices)
    version = serializers.IntegerField(help_text="What commands name as `after`; counts all that happened")
    rulebook = serializers.CharField(
        help_text="Key of a preset or of a rulebook of your own: `GET rulebooks/`"
    )
    rulebook_title = serializers.CharField(allow_blank=True)
    options = serializers.DictField(help_text="What is another than in the rulebook")
    is_physical = serializers.BooleanField()
    host = serializers.IntegerField(
        source="host_id", allow_null=True, help_text="The player who runs the table; null in a competition"
    )
    competition = serializers.IntegerField(
        source="match.competition_id",
        allow_null=True,
        default=None,
        help_text="The competition that it belongs to",
    )
    round = serializers.IntegerField(source="round_number", help_text="The deal that is being played")
    turn_seconds = serializers.IntegerField()
    bank_seconds = serializers.IntegerField()
    away_after = serializers.IntegerField()
    turn_ends_at = Time(allow_null=True, help_text="When the site moves for who is awaited")
    bank_left_ms = serializers.SerializerMethodField(
        help_text="What the player to act may use beyond the end of the turn"
    )
    match_ends_at = Time(source="limit_at", allow_null=True, help_text="When the time of the match is over")
    is_paused = serializers.SerializerMethodField()
    opened_at = Time()
    started_at = Time(allow_null=True)
    finished_at = Time(allow_null=True)
    seats = SeatRow(many=True)

    def get_bank_left_ms(self, table: Table) -> int:
        """Return nothing where nobody is on the clock."""
        return deadlines.bank_ms(table, list(table.seats.all()))

    def get_is_paused(self, table: Table) -> bool:
        """Whether nobody moves and no time runs."""
        return table.paused_at is not None


def seen(look: Look) -> dict[str, Any]:
    """Return a table as its viewer sees it: where the match stands, and what they may do."""
    look.table._prefetched_objects_cache = {"seats": look.seats}  # type: ignore[attr-defined] # noqa: SLF001
    yours = notation.seat_letter(look.seat) if look.seat is not None else None
    return {
        **TableRow(look.table).data,
        "you": {"seat": yours, "is_away": look.is_away} if yours else None,
        "state": match_document.state(look.sight) if look.sight else None,
        "legal": [move(notation.text(one)) for one in look.legal],
    }


def move(text: str) -> str:
    """Return a command without its seat, as it is sent: `play w g uno`."""
    return text if text in _NO_SEAT else text.partition(" ")[2]
