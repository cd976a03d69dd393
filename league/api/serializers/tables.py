"""A table in a list, a table as the player sees it, and its events."""

from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.access import invitations
from games.models import Seat, Table
from games.rules.notation import notation
from games.tables import Look, deadlines
from league.api.base.serializers import Time
from league.api.serializers import match_document

_NO_SEAT: Final = {"deal", "end_match"}
_LETTER: Final = "^[A-J]$"
_CARD: Final = "A card such as `r5`, `?` if hidden from you"


def seat_letter_field(**more: Any) -> serializers.RegexField:
    """Return a field for the letter of a seat, null for nobody."""
    return serializers.RegexField(_LETTER, allow_null=True, **more)


def card_field(**more: Any) -> serializers.CharField:
    """Return a field for a card."""
    return serializers.CharField(help_text=_CARD, **more)


class NameAndRules(serializers.Serializer):
    """What every new table is sent with: its name, and its rules."""

    name = serializers.CharField(
        max_length=80,
        required=False,
        allow_blank=True,
        default="",
        help_text="If you send none, the table gets a name",
    )
    rulebook = serializers.CharField(
        max_length=40,
        default="classic",
        help_text="Key of a preset or of your own rulebook: `GET rulebooks/`",
    )
    options = serializers.DictField(
        default=dict,
        help_text="Options that differ from the rulebook; `GET options/` explains all of them",
    )


class SeatRow(serializers.Serializer):
    """A seat and its player."""

    seat = serializers.CharField(source="letter", help_text="The letter")
    player = serializers.IntegerField(
        source="player_id", allow_null=True, help_text="Null for bots and free seats"
    )
    name = serializers.CharField()
    is_bot = serializers.BooleanField()
    is_free = serializers.BooleanField()
    total = serializers.IntegerField(help_text="Points after the last finished deal")
    place = serializers.IntegerField(allow_null=True, help_text="When the match is over: 1 is the best")
    kept_for = serializers.SerializerMethodField(help_text="The player for whom the free seat is kept")
    kept_until = serializers.SerializerMethodField(
        help_text="Until then only that player may sit here, or without one a player with the key of the seat"
    )

    def get_kept_for(self, seat: Seat) -> int | None:
        """Return the number of the player; nothing when the time is over."""
        return seat.kept_for_id if seat.is_kept(timezone.now()) else None

    @extend_schema_field(Time(allow_null=True))
    def get_kept_until(self, seat: Seat) -> str | None:
        """Return the end of the time; nothing when it is over."""
        until = seat.kept_until if seat.is_kept(timezone.now()) else None
        return None if until is None else Time().to_representation(until)


class TableRow(serializers.Serializer):
    """A table as everyone with access sees it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Table.Status.choices)
    version = serializers.IntegerField(help_text="Send it as `after` in commands; it counts all events")
    rulebook = serializers.CharField(help_text="Key of a preset or of your own rulebook: `GET rulebooks/`")
    rulebook_title = serializers.CharField(allow_blank=True)
    options = serializers.DictField(help_text="Options that differ from the rulebook")
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
    round = serializers.IntegerField(source="round_number", help_text="The current deal")
    turn_seconds = serializers.IntegerField()
    bank_seconds = serializers.IntegerField()
    away_after = serializers.IntegerField()
    turn_ends_at = Time(allow_null=True, help_text="When the site moves for the player to act")
    bank_left_ms = serializers.SerializerMethodField(
        help_text="Milliseconds that the player to act may use beyond the end of the turn"
    )
    match_ends_at = Time(source="limit_at", allow_null=True, help_text="When the time of the match is up")
    is_paused = serializers.SerializerMethodField()
    opened_at = Time()
    started_at = Time(allow_null=True)
    finished_at = Time(allow_null=True)
    seats = SeatRow(many=True)

    def get_bank_left_ms(self, table: Table) -> int:
        """Return nothing where nobody is on the clock."""
        return deadlines.bank_ms(table, list(table.seats.all()))

    def get_is_paused(self, table: Table) -> bool:
        """Whether the match is paused and the clocks are stopped."""
        return table.paused_at is not None


class Hand(serializers.Serializer):
    """The hand of a seat; its cards only if you can see them."""

    seat = serializers.RegexField(_LETTER)
    count = serializers.IntegerField(min_value=0)
    cards = serializers.ListField(child=card_field(), allow_null=True)
    uno = serializers.ChoiceField(choices=["open", "called"], allow_null=True)
    total = serializers.IntegerField()
    eliminated = serializers.IntegerField(help_text="The deal in which the seat was eliminated, 0 if never")
    place = serializers.IntegerField(allow_null=True)


class Pending(serializers.Serializer):
    """What the seat to act must answer first, such as a penalty."""

    kind = serializers.CharField()
    total = serializers.IntegerField(min_value=0)
    # `from` is a word of the language.
    locals()["from"] = seat_letter_field()
    challengeable = serializers.BooleanField()


class State(serializers.Serializer):
    """The state of a match, as its viewer sees it."""

    round = serializers.IntegerField(min_value=0)
    name = serializers.CharField(help_text="The phase of the match, such as `turn` or `pending`")
    to_act = seat_letter_field(help_text="The seat to act")
    dealer = seat_letter_field()
    direction = serializers.IntegerField(help_text="1: A, B, C …; -1: the reverse")
    top = card_field(allow_null=True)
    colour = serializers.CharField(allow_null=True, help_text="The current colour: `r`, `y`, `g`, `b` …")
    draw_count = serializers.IntegerField(min_value=0)
    discard_count = serializers.IntegerField(min_value=0)
    drawn_card = card_field(allow_null=True)
    pending = Pending(allow_null=True)
    hands = Hand(many=True)
    out = serializers.ListField(child=seat_letter_field())
    retired = serializers.ListField(child=seat_letter_field())
    winner = seat_letter_field(help_text="Of the finished deal")
    winners = serializers.ListField(child=seat_letter_field(), help_text="Of the finished match")


class You(serializers.Serializer):
    """Your seat."""

    seat = serializers.RegexField(_LETTER)
    is_away = serializers.BooleanField(help_text="Whether a bot plays for you")


class TableSeen(TableRow):
    """A table as you see it."""

    key = serializers.CharField(
        allow_null=True,
        help_text="If you sit at a private table: the key with which others read it and sit down",
    )
    seat_keys = serializers.DictField(
        child=serializers.CharField(),
        help_text="For the host, by the letters of seats that are kept for whoever has the key: these keys",
    )
    you = You(allow_null=True)
    state = State(allow_null=True, help_text="Null before the first deal, and at tables with real cards")
    legal = serializers.ListField(
        child=serializers.CharField(), help_text="Every move that you can make now, ready to send"
    )


class Event(serializers.Serializer):
    """An event. Its other fields depend on the type."""

    type = serializers.CharField(help_text="The stable name of the event, such as `card_played`")
    text = serializers.CharField(allow_null=True, help_text="In words for people")

    is_open = True


class TableEvent(Event):
    """An event at a table, as the viewer saw it."""

    version = serializers.IntegerField(min_value=1, help_text="Its number at this table, counted from 1")
    step = serializers.IntegerField(
        min_value=0, help_text="All events of one command have the same number, as replays count them"
    )
    at = Time()
    sender = serializers.CharField(help_text="`player`, `bot`, `clock`, `organizer` …")


class TableEvents(serializers.Serializer):
    """The events after a version, oldest first."""

    version = serializers.IntegerField(min_value=0, help_text="The current version of the table")
    after = serializers.IntegerField(min_value=0, help_text="Send it as `after` in the next request")
    results = TableEvent(many=True)


class MyTable(serializers.Serializer):
    """A change at a table: no cards, only where to look."""

    table = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.CharField(allow_null=True, help_text="Nothing: the player no longer sits there")
    seat = serializers.CharField(allow_null=True, help_text="The letter of your seat; nothing for spectators")
    is_turn = serializers.BooleanField(help_text="Whether the match waits for that seat")


class MyTables(serializers.Serializer):
    """The changes at the tables of a player, and the cursor for the next request."""

    after = serializers.CharField(allow_blank=True, help_text="The cursor for the next request")
    tables = MyTable(many=True)


def seen(look: Look) -> dict[str, Any]:
    """Return a table as its viewer sees it: where the match stands, and what they may do."""
    look.table._prefetched_objects_cache = {"seats": look.seats}  # type: ignore[attr-defined] # noqa: SLF001
    yours = notation.seat_letter(look.seat) if look.seat is not None else None
    return {
        **TableRow(look.table).data,
        "key": (invitations.key_of(look.table) or None) if yours else None,
        "seat_keys": _seat_keys(look),
        "you": {"seat": yours, "is_away": look.is_away} if yours else None,
        "state": match_document.state(look.sight) if look.sight else None,
        "legal": [move(notation.text(command)) for command in look.legal],
    }


def move(text: str) -> str:
    """Return a command without its seat, as it is sent: `play w g uno`."""
    return text if text in _NO_SEAT else text.partition(" ")[2]


def _seat_keys(look: Look) -> dict[str, str]:
    host, at = look.table.host_id, timezone.now()
    if look.seat is None or host is None or look.seats[look.seat].player_id != host:
        return {}
    keys = {seat.letter: invitations.key_of_seat(seat, at) for seat in look.seats}
    return {letter: key for letter, key in keys.items() if key}
