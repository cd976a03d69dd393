"""A table as programs read it: in a list, as the player who asks sees it, and what happened there."""

from typing import Any, Final

from rest_framework import serializers

from games.models import Table
from games.rules.notation import notation
from games.tables import Look, deadlines
from league.api.base.serializers import Time
from league.api.serializers import match_document

_NO_SEAT: Final = {"deal", "end_match"}
_LETTER: Final = "^[A-J]$"
_CARD: Final = "A card such as `r5`, `?` if the viewer may not know it"


def seat_letter_field(**more: Any) -> serializers.RegexField:
    """Return a field for the letter of a seat, null for nobody."""
    return serializers.RegexField(_LETTER, allow_null=True, **more)


def card_field(**more: Any) -> serializers.CharField:
    """Return a field for a card."""
    return serializers.CharField(help_text=_CARD, **more)


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


class Hand(serializers.Serializer):
    """The hand of a seat: its cards only for whoever may see them."""

    seat = serializers.RegexField(_LETTER)
    count = serializers.IntegerField(min_value=0)
    cards = serializers.ListField(child=card_field(), allow_null=True)
    uno = serializers.ChoiceField(choices=["open", "called"], allow_null=True)
    total = serializers.IntegerField()
    eliminated = serializers.IntegerField(help_text="The deal in which the seat was eliminated, 0 if never")
    place = serializers.IntegerField(allow_null=True)


class Pending(serializers.Serializer):
    """What the seat to act has to answer first, such as a penalty."""

    kind = serializers.CharField()
    total = serializers.IntegerField(min_value=0)
    # `from` is a word of the language.
    locals()["from"] = seat_letter_field()
    challengeable = serializers.BooleanField()


class State(serializers.Serializer):
    """Where a match stands, as its viewer sees it."""

    round = serializers.IntegerField(min_value=0)
    name = serializers.CharField(help_text="The phase of the match, such as `turn` or `pending`")
    to_act = seat_letter_field(help_text="Whose turn it is")
    dealer = seat_letter_field()
    direction = serializers.IntegerField(help_text="1: A, B, C …; -1: the other way round")
    top = card_field(allow_null=True)
    colour = serializers.CharField(allow_null=True, help_text="The colour that counts: `r`, `y`, `g`, `b` …")
    draw_count = serializers.IntegerField(min_value=0)
    discard_count = serializers.IntegerField(min_value=0)
    drawn_card = card_field(allow_null=True)
    pending = Pending(allow_null=True)
    hands = Hand(many=True)
    out = serializers.ListField(child=seat_letter_field())
    retired = serializers.ListField(child=seat_letter_field())
    winner = seat_letter_field(help_text="Of the deal that is over")
    winners = serializers.ListField(child=seat_letter_field(), help_text="Of the match that is over")


class You(serializers.Serializer):
    """Where you sit."""

    seat = serializers.RegexField(_LETTER)
    is_away = serializers.BooleanField(help_text="Whether a bot plays for you")


class TableSeen(TableRow):
    """A table through the eyes of whoever asks."""

    you = You(allow_null=True)
    state = State(allow_null=True, help_text="Null before the first deal, and at tables with real cards")
    legal = serializers.ListField(
        child=serializers.CharField(), help_text="Every move you may make now, as it is sent back"
    )


class Event(serializers.Serializer):
    """What happened. Which other fields there are depends on the type."""

    type = serializers.CharField(help_text="The stable name of what happened, such as `card_played`")
    text = serializers.CharField(allow_null=True, help_text="The same for people")

    is_open = True


class TableEvent(Event):
    """What happened at a table, as the viewer saw it."""

    version = serializers.IntegerField(min_value=1, help_text="Its number at this table, counted from 1")
    step = serializers.IntegerField(
        min_value=0, help_text="What one command led to has one number, as replays count it"
    )
    at = Time()
    sender = serializers.CharField(help_text="`player`, `bot`, `clock`, `organizer` …")


class TableEvents(serializers.Serializer):
    """What happened after a version, the oldest first."""

    version = serializers.IntegerField(min_value=0, help_text="Of the table now")
    after = serializers.IntegerField(min_value=0, help_text="What to ask after next")
    results = TableEvent(many=True)


class MyTable(serializers.Serializer):
    """What is new at a table: no cards, only where to look."""

    table = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.CharField(allow_null=True, help_text="Nothing: the player sits there no more")
    seat = serializers.CharField(allow_null=True, help_text="The letter; nothing for who watches")
    is_turn = serializers.BooleanField(help_text="Whether the match waits for that seat")


class MyTables(serializers.Serializer):
    """What is new at the tables of a player, and the cursor to ask after next."""

    after = serializers.CharField(allow_blank=True, help_text="The cursor to ask after next")
    tables = MyTable(many=True)


def seen(look: Look) -> dict[str, Any]:
    """Return a table as its viewer sees it: where the match stands, and what they may do."""
    look.table._prefetched_objects_cache = {"seats": look.seats}  # type: ignore[attr-defined] # noqa: SLF001
    yours = notation.seat_letter(look.seat) if look.seat is not None else None
    return {
        **TableRow(look.table).data,
        "you": {"seat": yours, "is_away": look.is_away} if yours else None,
        "state": match_document.state(look.sight) if look.sight else None,
        "legal": [move(notation.text(command)) for command in look.legal],
    }


def move(text: str) -> str:
    """Return a command without its seat, as it is sent: `play w g uno`."""
    return text if text in _NO_SEAT else text.partition(" ")[2]
