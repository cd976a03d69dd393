"""Matchdays: facts, attendance, candidates to substitute."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.base.serializers import Seen, Time
from league.api.base.versions import version_of
from league.calendar.attendance import ANSWERS
from league.calendar.reminders import HOURS, check_hours
from league.calendar.substitutes import AT_ONCE, LONGEST_SEARCH
from league.models import SubstituteRequest

_HOURS: Final[dict[str, Any]] = {
    "min_value": 0,
    "max_value": 168,
    "required": False,
    "allow_null": True,
    "default": None,
}
_ID: Final[dict[str, Any]] = {"min_value": 1, "max_value": 2**53}


_SAID: Final = f"One of {', '.join(hours for hours, _words in HOURS)}"


def _numbers(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **more)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "name": "First",
                "starts_at": "2999-10-01T18:00:00Z",
                "ends_at": "2999-10-01T22:00:00Z",
                "place": "Town hall",
                "capacity": 8,
            },
            request_only=True,
        )
    ]
)
class MatchdaySent(serializers.Serializer):
    """A matchday; times have a zone, or are in UTC."""

    name = serializers.CharField(max_length=80, help_text="The name")
    starts_at = Time(help_text="A time with its zone")
    ends_at = Time(help_text="A time with its zone")
    place = serializers.CharField(
        max_length=120,
        allow_blank=True,
        default="",
        help_text="The place; shown to members of the club and to entrants",
    )
    capacity = serializers.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        allow_null=True,
        default=None,
        help_text="How many people can come; later ones wait. Null: any number",
    )
    note = serializers.CharField(
        max_length=500, allow_blank=True, default="", help_text="Shown to members of the club and to entrants"
    )
    competition = serializers.IntegerField(
        **_ID, required=False, allow_null=True, default=None, help_text="The competition, by `id`"
    )
    stage = serializers.IntegerField(
        min_value=1,
        max_value=99,
        required=False,
        allow_null=True,
        default=None,
        help_text="The number of the stage, counted from 1",
    )
    round_number = serializers.IntegerField(
        min_value=1,
        max_value=999,
        required=False,
        allow_null=True,
        default=None,
        help_text="The round of that stage",
    )
    remind_hours = serializers.IntegerField(
        **_HOURS, help_text="Hours before the matchday at which reminders are sent"
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "name": "First",
                "starts_at": "2999-10-01T18:00:00Z",
                "ends_at": "2999-10-01T22:00:00Z",
                "place": "Town hall",
                "capacity": 12,
                "after": 0,
            },
            request_only=True,
        )
    ]
)
class MatchdayChanged(Seen, MatchdaySent):
    """All fields of a matchday after the change; `after` is its `version`."""


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 1, "answer": "in"}, request_only=True)]
)
class AnswerSent(Seen):
    """Whether a player comes: you, or for organizers the `player`."""

    answer = serializers.ChoiceField(choices=list(ANSWERS), help_text="Whether the player comes")
    player = serializers.IntegerField(
        **_ID,
        required=False,
        allow_null=True,
        default=None,
        help_text="The player; left out: you. Only organizers can answer for others",
    )


class Counted(serializers.Serializer):
    """The number of players who come, who wait for a space, and who may come."""

    coming = serializers.IntegerField()
    waiting = serializers.IntegerField()
    maybe = serializers.IntegerField()


class MatchdayRow(serializers.Serializer):
    """A matchday. Place and note are shown to members of the club and to entrants."""

    id = serializers.IntegerField()
    club = serializers.CharField()
    name = serializers.CharField()
    starts_at = Time()
    ends_at = Time()
    competition = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField(allow_null=True, help_text="The number of the stage, counted from 1")
    round_number = serializers.IntegerField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True)
    is_cancelled = serializers.BooleanField()
    version = serializers.IntegerField()
    counted = Counted()
    yours = serializers.CharField(allow_null=True, help_text="Your answer")
    clashes = _numbers(help_text="Which of the others in this list you have entered for the same time")


class Attendee(serializers.Serializer):
    """The players of a matchday and their answers; null: no answer yet."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    answer = serializers.ChoiceField(choices=list(ANSWERS), allow_null=True)
    is_waiting = serializers.BooleanField(help_text="Whether the player comes as soon as there is a space")


class Elsewhere(serializers.Serializer):
    """Another matchday at the same time; without details if its club is closed."""

    matchday = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)


class BookedTwice(serializers.Serializer):
    """A player who is booked for two matchdays at once, and the other matchday."""

    player = serializers.IntegerField()
    elsewhere = Elsewhere(many=True)


class MatchdaySeen(MatchdayRow):
    """A matchday; place, note and answers are shown only to members and entrants."""

    zone = serializers.CharField(help_text="The time zone of the club")
    round_name = serializers.CharField(allow_null=True)
    place = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_null=True)
    coming = _numbers(allow_null=True)
    waiting = _numbers(allow_null=True)
    people = Attendee(many=True, allow_null=True)
    place_in_queue = serializers.IntegerField(allow_null=True, help_text="Your position on the waiting list")
    booked_twice = BookedTwice(many=True, help_text="Everyone for organizers, otherwise you")
    may_answer = serializers.BooleanField()
    missing = _numbers(allow_null=True, help_text="For organizers: entrants who do not come, by number")
    may_undo = serializers.BooleanField(help_text="Whether there is a change that you can undo")


class CalendarSettings(serializers.Serializer):
    """How long before a matchday reminders are sent, unless the matchday differs; 0 for none."""

    remind_hours = serializers.IntegerField(min_value=0, max_value=168, help_text=_SAID)
    version = serializers.IntegerField()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "remind_hours": 48}, request_only=True)]
)
class CalendarChange(Seen):
    """How long before a matchday reminders are sent from now on; 0 for none."""

    remind_hours = serializers.IntegerField(min_value=0, max_value=168, help_text=_SAID)

    def validate_remind_hours(self, hours: int) -> int:
        """Refuse what the page does not offer."""
        return check_hours(hours)


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 0, "player": 3}, request_only=True)])
class AskedToStepIn(Seen):
    """The player to ask."""

    player = serializers.IntegerField(**_ID, help_text="A member who is not in the competition")


def version_of_substitute_request(request: SubstituteRequest) -> int:
    """Return the version of what somebody is asked to step in for."""
    return version_of(request.pk, request.state, request.asked_at, request.matchday.sequence)


class SubstituteSeen(serializers.Serializer):
    """A request to a player to replace an entrant in the competition of a matchday."""

    id = serializers.IntegerField(source="pk")
    matchday = serializers.IntegerField(source="matchday_id")
    competition = serializers.IntegerField(source="matchday.competition_id", allow_null=True)
    entrant = serializers.IntegerField()
    player = serializers.IntegerField(source="player_id")
    state = serializers.ChoiceField(choices=SubstituteRequest.State.values)
    asked_at = Time()
    answered_at = Time(allow_null=True)
    version = serializers.SerializerMethodField()

    def get_version(self, request: SubstituteRequest) -> int:
        """Return a value that changes when the request is answered or the matchday changes."""
        return version_of_substitute_request(request)


class CandidatesQuery(serializers.Serializer):
    """Which possible substitutes are wanted: a page, a part of the name."""

    page = serializers.IntegerField(
        min_value=1, max_value=1_000_000, default=1, help_text=f"Each page has {AT_ONCE} players"
    )
    name = serializers.CharField(
        max_length=LONGEST_SEARCH, default="", allow_blank=True, help_text="A part of the name"
    )


class CandidateSeen(serializers.Serializer):
    """A possible substitute: their answer for the day, their rating, and any request to them."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    has_account = serializers.BooleanField(help_text="Players without an account must be asked in person")
    answer = serializers.ChoiceField(choices=list(ANSWERS), allow_null=True)
    rating = serializers.FloatField(allow_null=True)
    elsewhere = Elsewhere(many=True)
    request = SubstituteSeen(allow_null=True)


class CandidatesSeen(serializers.Serializer):
    """A page of possible substitutes for an entrant: players who come first, then by rating."""

    entrant = serializers.IntegerField()
    name = serializers.CharField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    candidates = CandidateSeen(many=True)


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "is_yes": True}, request_only=True)]
)
class Reply(Seen):
    """Your decision about stepping in."""

    is_yes = serializers.BooleanField(help_text="True: you replace the entrant immediately")
