"""A match and what happened in it, in the notation of the rules."""

from typing import Any, Final

from rest_framework import serializers

from league.api.serializers.table_rows import TableRow, Time

_LETTER: Final = "^[A-J]$"
_CARD: Final = "A card such as `r5`, `?` if the viewer may not know it"


def _seat(**more: Any) -> serializers.RegexField:
    return serializers.RegexField(_LETTER, allow_null=True, **more)


def _card(**more: Any) -> serializers.CharField:
    return serializers.CharField(help_text=_CARD, **more)


class Hand(serializers.Serializer):
    """The hand of a seat: its cards only for whoever may see them."""

    seat = serializers.RegexField(_LETTER)
    count = serializers.IntegerField(min_value=0)
    cards = serializers.ListField(child=_card(), allow_null=True)
    uno = serializers.ChoiceField(choices=["open", "called"], allow_null=True)
    total = serializers.IntegerField()
    eliminated = serializers.IntegerField(help_text="The deal in which the seat was eliminated, 0 if never")
    place = serializers.IntegerField(allow_null=True)


class Pending(serializers.Serializer):
    """What the seat to act has to answer first, such as a penalty."""

    kind = serializers.CharField()
    total = serializers.IntegerField(min_value=0)
    # `from` is a word of the language.
    locals()["from"] = _seat()
    challengeable = serializers.BooleanField()


class State(serializers.Serializer):
    """Where a match stands, as its viewer sees it."""

    round = serializers.IntegerField(min_value=0)
    name = serializers.CharField(help_text="What the match waits for, such as `to_act`")
    to_act = _seat(help_text="Whose turn it is")
    dealer = _seat()
    direction = serializers.IntegerField(help_text="1: A, B, C …; -1: the other way round")
    top = _card(allow_null=True)
    colour = serializers.CharField(allow_null=True, help_text="The colour that counts: `r`, `y`, `g`, `b` …")
    draw_count = serializers.IntegerField(min_value=0)
    discard_count = serializers.IntegerField(min_value=0)
    drawn_card = _card(allow_null=True)
    pending = Pending(allow_null=True)
    hands = Hand(many=True)
    out = serializers.ListField(child=_seat())
    retired = serializers.ListField(child=_seat())
    winner = _seat(help_text="Of the deal that is over")
    winners = serializers.ListField(child=_seat(), help_text="Of the match that is over")


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


class Deal(serializers.Serializer):
    """A deal and the steps it has; once it is over also who won it, points and totals by seat."""

    round = serializers.IntegerField(min_value=0)
    first_step = serializers.IntegerField(min_value=0)
    last_step = serializers.IntegerField(min_value=0)
    winner = _seat(help_text="Null for a deal that is not over, or was won by nobody")
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())


class Mark(serializers.Serializer):
    """Something to be found in a match: a new leader, a challenge, a catch, UNO, a penalty."""

    step = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=["deal", "lead", "challenge", "catch", "uno", "miss", "penalty"])
    seats = serializers.ListField(child=_seat())
    text = serializers.CharField()


class ReplayOutline(serializers.Serializer):
    """What there is to replay."""

    table = serializers.IntegerField()
    steps = serializers.IntegerField(min_value=0)
    deals = Deal(many=True)
    marks = Mark(many=True)


class ReplayMoment(serializers.Serializer):
    """A match right after one step."""

    table = serializers.IntegerField()
    step = serializers.IntegerField(min_value=1)
    steps = serializers.IntegerField(min_value=1)
    seat = serializers.RegexField("^([A-J]|all)$", allow_null=True, help_text="Through whose eyes")
    state = State()
    events = Event(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class RecordRound(serializers.Serializer):
    """A deal of a match record."""

    actions = serializers.ListField(child=serializers.CharField())
    chance = serializers.ListField(child=serializers.CharField())

    is_open = True


class MatchRecord(serializers.Serializer):
    """A match as one file: see “Match records” in the README."""

    format = serializers.ChoiceField(
        choices=["wildleague-record/1"], help_text="What kind of file this is, and in which version"
    )
    rulebook = serializers.CharField(help_text="Key of a preset")
    seats = serializers.ListField(child=serializers.CharField(), help_text="Names in the order of the seats")
    rounds = RecordRound(many=True, help_text="The deals")

    is_open = True


class RecordChecked(serializers.Serializer):
    """What a valid match record holds; `state` is the last position."""

    ok = serializers.BooleanField()
    finished = serializers.BooleanField()
    rounds = serializers.IntegerField(min_value=0)
    actions = serializers.IntegerField(min_value=0)
    total = serializers.DictField(child=serializers.IntegerField(), help_text="By the letter of the seat")
    winners = serializers.ListField(child=serializers.CharField())
    state = serializers.DictField(allow_null=True)


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
