"""Ways into clubs, teams, and who has roles where."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.base.serializers import Seen, Time
from league.api.base.versions import version_of
from league.api.serializers.clubs import ClubNamed
from league.clubs.members import LONGEST_NAME
from league.models import JoinRequest, Role

PLAYER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 2**53}


_VERSION: Final = "What commands name as `after`"


def version_of_join_request(request: JoinRequest) -> int:
    """Return the version of a request to be let in."""
    return version_of(request.pk, request.message, request.asked_at, request.is_declined)


def _roles(**options: Any) -> serializers.ListField:
    words = "All of them; who has others loses these"
    role = serializers.ChoiceField(choices=Role.values)
    return serializers.ListField(child=role, max_length=6, help_text=words, **options)


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "roles": ["member", "referee"]}, request_only=True)]
)
class RolesGiven(Seen):
    """Exactly these roles."""

    roles = _roles()


class RequestSeen(serializers.Serializer):
    """Somebody who asks to be let in."""

    id = serializers.IntegerField(source="pk")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    message = serializers.CharField()
    asked_at = Time()
    is_declined = serializers.BooleanField()
    version = serializers.SerializerMethodField(help_text=_VERSION)

    def get_version(self, request: JoinRequest) -> int:
        """Return what changes whenever the request does."""
        return version_of_join_request(request)


@extend_schema_serializer(examples=[OpenApiExample("Example", {"roles": ["member"]}, request_only=True)])
class NewInvitation(serializers.Serializer):
    """An invitation: what it gives, for how long and how many."""

    roles = _roles(allow_empty=False)
    note = serializers.CharField(
        max_length=80, allow_blank=True, default="", help_text="So that you recognize it later"
    )
    days = serializers.IntegerField(min_value=1, max_value=365, default=7, help_text="So long it is good")
    most_uses = serializers.IntegerField(
        min_value=1, max_value=1000, default=1, help_text="So many people may come with it"
    )


class InvitationSeen(serializers.Serializer):
    """An invitation; whoever has the token can join with it."""

    id = serializers.IntegerField()
    token = serializers.CharField()
    roles = _roles()
    note = serializers.CharField()
    uses = serializers.IntegerField()
    most_uses = serializers.IntegerField()
    expires_at = Time()
    is_good = serializers.BooleanField()
    version = serializers.IntegerField(help_text=_VERSION)


class InvitedSeen(serializers.Serializer):
    """Which club invites to what; with one that is good no more nobody can join."""

    club = ClubNamed()
    roles = _roles()
    is_good = serializers.BooleanField()


@extend_schema_serializer(examples=[OpenApiExample("Example", {"name": "Referees"}, request_only=True)])
class TeamNamed(serializers.Serializer):
    """A team by its name."""

    name = serializers.CharField(max_length=LONGEST_NAME, help_text="What the team is called")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"name": "Whistles", "people": [11], "roles": ["referee"], "after": 12},
            request_only=True,
        )
    ]
)
class TeamSent(Seen, TeamNamed):
    """A team: its name, exactly these people by player, and exactly these roles in the club."""

    people = serializers.ListField(
        child=serializers.IntegerField(**PLAYER), max_length=2000, help_text="Who is in it, by `player`"
    )
    roles = _roles()


class TeamSeen(serializers.Serializer):
    """A team of a club."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    people = serializers.ListField(child=serializers.IntegerField())
    roles = _roles()
    version = serializers.IntegerField(help_text=_VERSION)


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "player": 8, "roles": ["referee"]}, request_only=True)]
)
class Granted(Seen):
    """Exactly these roles in one competition, for a player or a team of the club; none take them back."""

    player = serializers.IntegerField(
        **PLAYER, required=False, allow_null=True, default=None, help_text="Who gets the roles, or `team`"
    )
    team = serializers.IntegerField(
        **PLAYER,
        required=False,
        allow_null=True,
        default=None,
        help_text="The team of the club that gets them, by `id`",
    )
    roles = _roles()


class HelperSeen(serializers.Serializer):
    """Who has roles in one competition."""

    player = serializers.IntegerField(allow_null=True)
    team = serializers.IntegerField(allow_null=True, help_text="The team of the club that has them, by `id`")
    name = serializers.CharField()
    roles = _roles()


class RolesSummary(serializers.Serializer):
    """The version of all roles in one competition."""

    version = serializers.IntegerField(help_text=_VERSION)


class HelpersSeen(RolesSummary):
    """Everybody with roles in one competition, beside those of the club."""

    results = HelperSeen(many=True)
