"""Joining clubs, teams, and roles."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.base.serializers import Seen, Time
from league.api.base.versions import version_of
from league.api.serializers.clubs import ClubNamed
from league.clubs.members import LONGEST_NAME, MOST_IN_TEAM
from league.models import JoinRequest, Role

PLAYER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 2**53}


_VERSION: Final = "Send it as `after` in commands"


def version_of_join_request(request: JoinRequest) -> int:
    """Return the version of a request to be let in."""
    return version_of(request.pk, request.message, request.asked_at, request.is_declined)


def _roles(**options: Any) -> serializers.ListField:
    words = "All roles; roles that are left out are removed"
    role = serializers.ChoiceField(choices=Role.values)
    return serializers.ListField(child=role, max_length=6, help_text=words, **options)


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "roles": ["member", "referee"]}, request_only=True)]
)
class RolesGiven(Seen):
    """A list of roles, which replaces the old one."""

    roles = _roles()


class RequestSeen(serializers.Serializer):
    """A request to join."""

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
    """An invitation: its roles, how long it is valid, and for how many people."""

    roles = _roles(allow_empty=False)
    note = serializers.CharField(
        max_length=80, allow_blank=True, default="", help_text="For you to recognize it later"
    )
    days = serializers.IntegerField(min_value=1, max_value=365, default=7, help_text="How long it is valid")
    most_uses = serializers.IntegerField(
        min_value=1, max_value=1000, default=1, help_text="How many people can join with it"
    )


class InvitationSeen(serializers.Serializer):
    """An invitation; anyone with the token can join."""

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
    """The club and the roles of an invitation; it may no longer be valid."""

    club = ClubNamed()
    roles = _roles()
    is_good = serializers.BooleanField()


@extend_schema_serializer(examples=[OpenApiExample("Example", {"name": "Referees"}, request_only=True)])
class TeamNamed(serializers.Serializer):
    """A team by its name."""

    name = serializers.CharField(max_length=LONGEST_NAME, help_text="The name of the team")


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
    """A team: its name, its people by player, and its roles in the club; the lists replace the old ones."""

    people = serializers.ListField(
        child=serializers.IntegerField(**PLAYER), max_length=MOST_IN_TEAM, help_text="Its people, by `player`"
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
    """Roles in one competition for a player or a team of the club; the list replaces the old one."""

    player = serializers.IntegerField(
        **PLAYER,
        required=False,
        allow_null=True,
        default=None,
        help_text="The player who gets the roles; or send `team`",
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
    """A player or team with roles in one competition."""

    player = serializers.IntegerField(allow_null=True)
    team = serializers.IntegerField(allow_null=True, help_text="The team of the club that has them, by `id`")
    name = serializers.CharField()
    roles = _roles()


class RolesSummary(serializers.Serializer):
    """The version of all roles in one competition."""

    version = serializers.IntegerField(help_text=_VERSION)


class HelpersSeen(RolesSummary):
    """All roles in one competition, in addition to those of the club."""

    results = HelperSeen(many=True)
