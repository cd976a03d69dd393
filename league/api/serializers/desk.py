"""The desk of a competition, and all tables in play."""

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
    """An entrant who has left, and the reason."""

    entrant = serializers.IntegerField()
    kind = serializers.CharField(help_text="`withdrawn`, `disqualified` or `no_show`")


class Tied(serializers.Serializer):
    """A tie that needs a lot: in a match, or in a stage if there is no match."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    match = serializers.CharField(allow_null=True)


class DrawMade(serializers.Serializer):
    """A draw in progress: attempts made and planned; null before it has begun."""

    done = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)


class CompetitionNamed(serializers.Serializer):
    """A competition by its name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class EntrantOfParty(serializers.Serializer):
    """The party of an entrant; members of one party should not meet."""

    entrant = serializers.IntegerField()
    party = serializers.CharField()


class DeskSeen(serializers.Serializer):
    """The desk of a competition. Entrants are given by number; `step` is the next step.

    A tie can be decided while results are missing: then `step` is `playing` and `tied` names the tie.
    """

    version = serializers.IntegerField()
    step = serializers.ChoiceField(choices=STEPS)
    limit = serializers.IntegerField(help_text="The limit of entrants; 0: no limit")
    is_full = serializers.BooleanField()
    code = serializers.CharField(allow_blank=True, help_text="The code of the check-in")
    reason = serializers.CharField(allow_blank=True, help_text="Why it was cancelled")
    present = numbers(help_text="The entrants, by seed")
    here = numbers(help_text="Entrants who have checked in, by name")
    missing = numbers(help_text="Entrants who have not checked in, by name")
    waiting = numbers(help_text="The waiting list, in order of entry")
    parties = EntrantOfParty(many=True)
    gone = EntrantGone(many=True)
    open_matches = serializers.IntegerField(help_text="The number of matches that can be played now")
    is_at_tables = serializers.BooleanField(help_text="Whether results arrive automatically")
    was_checked_in = serializers.BooleanField(help_text="Whether entrants were asked to check in")
    may_check_in = serializers.BooleanField(help_text="Whether entrants can be checked in at the desk")
    may_leave = serializers.BooleanField(
        help_text="Whether entrants can be withdrawn, reinstated or replaced"
    )
    takes_late = serializers.BooleanField(help_text="Whether late entrants are possible")
    lines_stage = serializers.IntegerField(
        allow_null=True, help_text="The stage that can get bonuses and penalties now"
    )
    tied = Tied(allow_null=True)
    making = DrawMade(allow_null=True)
    earlier = CompetitionNamed(many=True, help_text="Competitions whose standings can seed this one")


class TimerSeen(serializers.Serializer):
    """The timer of a round: when it ends or, while paused, how many seconds are left."""

    ends_at = Time(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)


class ChairSeen(serializers.Serializer):
    """A seat of a table and its entrant; without a table, seats have no order."""

    seat = serializers.CharField(allow_null=True)
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    total = serializers.IntegerField()
    is_out = serializers.BooleanField()


class CallAtDesk(serializers.Serializer):
    """A call for the referee: who called, and who is on the way."""

    number = serializers.IntegerField(help_text="The last part of the call's address")
    table = serializers.IntegerField()
    caller = serializers.CharField(allow_null=True, help_text="The scorekeeper of the table; null for none")
    called_at = Time()
    taker = serializers.CharField(allow_null=True)
    taken_at = Time(allow_null=True)
    done_at = Time(allow_null=True)
    version = serializers.IntegerField()


class RoomTableSeen(serializers.Serializer):
    """A match that can be played now, and who sits there."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    match = serializers.CharField()
    number = serializers.IntegerField(help_text="The number of the table in the room; 0: none")
    name = serializers.CharField(help_text="The title of the match")
    venue = serializers.ChoiceField(choices=VENUES)
    table = serializers.IntegerField(allow_null=True)
    deals = serializers.IntegerField(help_text="The number of deals played, or begun if online")
    dealer = serializers.CharField(allow_null=True, help_text="The next dealer, with real cards")
    chairs = ChairSeen(many=True)


class PlacesSeen(serializers.Serializer):
    """The current tables of a competition, who sits where, and the time of the round."""

    version = serializers.IntegerField()
    timer = TimerSeen(allow_null=True)
    tables = RoomTableSeen(many=True)


class MyPlace(RoomTableSeen):
    """A table where you sit or keep the score, with any call for the referee."""

    competition = CompetitionNamed()
    seat = serializers.CharField(allow_null=True)
    is_kept = serializers.BooleanField(help_text="Whether you keep the score there")
    timer = TimerSeen(allow_null=True)
    called_at = Time(allow_null=True)
    taker = serializers.CharField(allow_null=True)


class TableAtDesk(RoomTableSeen):
    """A match that can be played now; `marks` describe its table, most urgent first."""

    marks = serializers.ListField(child=serializers.ChoiceField(choices=list(WORDS)))
    timer = TimerSeen(allow_null=True)
    call = CallAtDesk(allow_null=True)
    scorekeeper = PlayerNamed(allow_null=True)
    may_end = serializers.BooleanField(help_text="Whether the totals can decide it now")


class TablesAtDesk(serializers.Serializer):
    """All running tables of a competition, and the time of the round."""

    version = serializers.IntegerField()
    timer = TimerSeen(allow_null=True)
    tables = TableAtDesk(many=True)


class TablesQuery(serializers.Serializer):
    """Only the tables that are this."""

    show = serializers.ChoiceField(choices=list(WORDS), required=False, allow_blank=True)
