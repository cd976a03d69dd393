"""Replays of matches, and match records."""

from rest_framework import serializers

from league.api.serializers.tables import Event, State, seat_letter_field


class Deal(serializers.Serializer):
    """A deal and its steps; after its end also the winner, and points and totals by seat."""

    round = serializers.IntegerField(min_value=0)
    first_step = serializers.IntegerField(min_value=0)
    last_step = serializers.IntegerField(min_value=0)
    winner = seat_letter_field(help_text="Null for an unfinished deal, or a deal without a winner")
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())


class Mark(serializers.Serializer):
    """A moment of a match: a new leader, a challenge, a catch, UNO, a penalty."""

    step = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=["deal", "lead", "challenge", "catch", "uno", "miss", "penalty"])
    seats = serializers.ListField(child=seat_letter_field())
    text = serializers.CharField()


class ReplayOutline(serializers.Serializer):
    """The outline of a replay."""

    table = serializers.IntegerField()
    steps = serializers.IntegerField(min_value=0)
    deals = Deal(many=True)
    marks = Mark(many=True)


class ReplayMoment(serializers.Serializer):
    """A match right after one step."""

    table = serializers.IntegerField()
    step = serializers.IntegerField(min_value=1)
    steps = serializers.IntegerField(min_value=1)
    seat = serializers.RegexField("^([A-J]|all)$", allow_null=True, help_text="The seat whose view it is")
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
    """A match as one file: see “Match records” in the documentation."""

    format = serializers.ChoiceField(
        choices=["wildleague-record/1"], help_text="The format of the file and its version"
    )
    rulebook = serializers.CharField(help_text="Key of a preset")
    seats = serializers.ListField(child=serializers.CharField(), help_text="Names in the order of the seats")
    rounds = RecordRound(many=True, help_text="The deals")

    is_open = True


class RecordChecked(serializers.Serializer):
    """The content of a valid match record; `state` is the final position."""

    ok = serializers.BooleanField()
    finished = serializers.BooleanField()
    rounds = serializers.IntegerField(min_value=0)
    actions = serializers.IntegerField(min_value=0)
    total = serializers.DictField(child=serializers.IntegerField(), help_text="By the letter of the seat")
    winners = serializers.ListField(child=serializers.CharField())
    state = serializers.DictField(allow_null=True)
