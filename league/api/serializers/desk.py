"""The desk of a competition, and all tables of its room."""

from typing import Any

from rest_framework import serializers

from league.api.base.serializers import Time
from league.competitions.event_night.overview import WORDS
from league.competitions.read_models.desk import STEPS
from league.rules.settings.venues import VENUES


def numbers(**more: Any) -> serializers.ListField:
    """Return a list of entry numbers or of ids."""
    return serializers.ListField(child=serializers.IntegerField(), **more)


class PlayerNamed(serializers.Serializer):
    """A player by number and name."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class EntrantGone(serializers.Serializer):
    """Who plays no more, and why."""

    entrant = serializers.IntegerField()
    kind = serializers.CharField(help_text="`withdrawn`, `disqualified` or `no_show`")


class Tied(serializers.Serializer):
    """Where a lot has to be drawn: at a match, or without one for a stage."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    match = serializers.CharField(allow_null=True)


class DrawMade(serializers.Serializer):
    """A draw that is being made: so many tries of so many; null before it has begun."""

    done = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)


class CompetitionNamed(serializers.Serializer):
    """A competition by its name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class EntrantOfParty(serializers.Serializer):
    """With whom an entrant belongs together: those of one party are not to meet."""

    entrant = serializers.IntegerField()
    party = serializers.CharField()


class DeskSeen(serializers.Serializer):
    """The desk of a competition. Entrants are called by their number; `step` is what comes next."""

    version = serializers.IntegerField()
    step = serializers.ChoiceField(choices=STEPS)
    limit = serializers.IntegerField(help_text="How many may play; 0: any number")
    is_full = serializers.BooleanField()
    code = serializers.CharField(allow_blank=True, help_text="The code of the check-in")
    reason = serializers.CharField(allow_blank=True, help_text="Why it was called off")
    present = numbers(help_text="Who is in, by seed")
    here = numbers(help_text="Who is in and has checked in, by name")
    missing = numbers(help_text="Who is in and has not checked in, by name")
    waiting = numbers(help_text="The waiting list, as they came")
    parties = EntrantOfParty(many=True)
    gone = EntrantGone(many=True)
    open_matches = serializers.IntegerField(help_text="How many matches could be played now")
    is_at_tables = serializers.BooleanField(help_text="Whether results come in by themselves")
    was_checked_in = serializers.BooleanField(help_text="Whether entrants were asked to check in")
    may_check_in = serializers.BooleanField(help_text="Whether entrants can be checked in at the desk")
    may_leave = serializers.BooleanField(help_text="Whether anybody can be taken out, back in or replaced")
    takes_late = serializers.BooleanField(help_text="Whether somebody can still come while it is played")
    lines_stage = serializers.IntegerField(
        allow_null=True, help_text="The stage in which bonus and penalty lines can be given now"
    )
    tied = Tied(allow_null=True)
    making = DrawMade(allow_null=True)
    earlier = CompetitionNamed(many=True, help_text="Whose standings can seed this one")


class TimerSeen(serializers.Serializer):
    """The time of a round: when it ends, or in a pause how many seconds are left."""

    ends_at = Time(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)


class ChairSeen(serializers.Serializer):
    """A seat of a table and who sits there; without a table nobody says where."""

    seat = serializers.CharField(allow_null=True)
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    total = serializers.IntegerField()
    is_out = serializers.BooleanField()


class CallAtDesk(serializers.Serializer):
    """A call for the referee: who called, and who is on the way."""

    number = serializers.IntegerField(help_text="What the address of the call ends with")
    table = serializers.IntegerField()
    caller = serializers.CharField(allow_null=True, help_text="Null: who keeps the score there")
    called_at = Time()
    taker = serializers.CharField(allow_null=True)
    taken_at = Time(allow_null=True)
    done_at = Time(allow_null=True)
    version = serializers.IntegerField()


class RoomTableSeen(serializers.Serializer):
    """A match that could be played now, and who sits there."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    match = serializers.CharField()
    number = serializers.IntegerField(help_text="Of the table in the room; 0: it has none")
    name = serializers.CharField(help_text="What the match is called")
    venue = serializers.ChoiceField(choices=VENUES)
    table = serializers.IntegerField(allow_null=True)
    deals = serializers.IntegerField(help_text="How many were played, or online are begun")
    dealer = serializers.CharField(allow_null=True, help_text="Who deals next by hand")
    chairs = ChairSeen(many=True)


class PlacesSeen(serializers.Serializer):
    """Who sits where in a competition just now, and the time of the round."""

    version = serializers.IntegerField()
    timer = TimerSeen(allow_null=True)
    tables = RoomTableSeen(many=True)


class MyPlace(RoomTableSeen):
    """Where one sits, or keeps the score; since when the referee is called there, and who is on the way."""

    competition = CompetitionNamed()
    seat = serializers.CharField(allow_null=True)
    is_kept = serializers.BooleanField(help_text="Whether one keeps the score there")
    timer = TimerSeen(allow_null=True)
    called_at = Time(allow_null=True)
    taker = serializers.CharField(allow_null=True)


class TableAtDesk(RoomTableSeen):
    """A match that could be played now; `marks` is all that its table is, the most urgent first."""

    marks = serializers.ListField(child=serializers.ChoiceField(choices=list(WORDS)))
    timer = TimerSeen(allow_null=True)
    call = CallAtDesk(allow_null=True)
    scorekeeper = PlayerNamed(allow_null=True)
    may_end = serializers.BooleanField(help_text="Whether the totals could be asked to decide now")


class TablesAtDesk(serializers.Serializer):
    """All tables of a competition that are being played, and the time of the round."""

    version = serializers.IntegerField()
    timer = TimerSeen(allow_null=True)
    tables = TableAtDesk(many=True)


class TablesQuery(serializers.Serializer):
    """Only the tables that are this."""

    show = serializers.ChoiceField(choices=list(WORDS), required=False, allow_blank=True)
