"""Accounts: names and privacy, claims, merges, notices and feeds."""

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from games.models import Player
from games.naming.typed_names import clean_name
from league.api.base.serializers import Seen, Time
from league.api.base.versions import version_of
from league.api.serializers.memberships import PLAYER
from league.clubs.members import LONGEST_NAME
from league.models import Claim
from league.notifications.kinds import KINDS


def version_of_player(player: Player) -> int:
    """Return the version of a player; it does not depend on what only some may know, such as the name."""
    return version_of(player.pk, player.is_hidden, player.user_id is not None, player.merged_into_id)


def version_of_claim(claim: Claim) -> int:
    """Return the version of a claim."""
    return version_of(claim.pk, claim.state)


class Me(serializers.Serializer):
    """You, as a player."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    is_hidden = serializers.BooleanField(help_text="Whether only people of the same clubs can see the name")
    shows_insight = serializers.BooleanField(help_text="Whether everyone can see your insight")
    known_as = serializers.CharField(help_text="What everyone else sees")
    is_guest = serializers.BooleanField(help_text="Whether there is no password: only one browser has access")
    unread = serializers.IntegerField(min_value=0, help_text="Unread notices")
    version = serializers.IntegerField()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "name": "Bo Lindqvist"}, request_only=True)]
)
class NewName(Seen):
    """Your new name."""

    name = serializers.CharField(
        max_length=LONGEST_NAME, help_text="Shown at tables and in standings, including past ones"
    )

    def validate_name(self, name: str) -> str:
        """Refuse a name of blanks, and one with characters that nobody can see."""
        return clean_name(name)


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "is_hidden": True}, request_only=True)]
)
class Hiding(Seen):
    """Whether only people of the same clubs can see a name."""

    is_hidden = serializers.BooleanField(help_text="Whether only people of the same clubs can see the name")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "shows_insight": True}, request_only=True)]
)
class ShowingInsight(Seen):
    """Whether everyone can see your insight."""

    shows_insight = serializers.BooleanField(help_text="Whether everyone can see your insight")


class NameSeen(serializers.Serializer):
    """A player, and whether only people of the same clubs can see the name."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    is_hidden = serializers.BooleanField(help_text="Whether only people of the same clubs can see the name")
    version = serializers.IntegerField()


class ClaimRow(serializers.Serializer):
    """The claim of a person with an account (`claimant`) to be a player without one."""

    id = serializers.IntegerField(source="pk")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    claimant = serializers.IntegerField(source="claimant_id")
    claimant_name = serializers.CharField(source="claimant.name")
    state = serializers.ChoiceField(choices=Claim.State.values)
    asked_at = Time()
    decided_at = Time(allow_null=True)
    version = serializers.SerializerMethodField()

    def get_version(self, claim: Claim) -> int:
        """Return a value that changes when the claim is decided or withdrawn."""
        return version_of_claim(claim)


class ClaimSent(serializers.Serializer):
    """With the code of a link it is effective immediately; without one organizers decide."""

    code = serializers.CharField(
        max_length=500, allow_blank=True, default="", help_text="From an organizer: `POST players/{id}/link/`"
    )


class Claimed(serializers.Serializer):
    """Your player from now on; null: organizers decide first."""

    player = serializers.IntegerField(allow_null=True)


class LinkMade(serializers.Serializer):
    """A link that connects an account to a player: its code, its page, and when it expires."""

    code = serializers.CharField()
    address = serializers.CharField()
    expires_at = Time()


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 12, "other": 16}, request_only=True)])
class Other(Seen):
    """A member who is the same person."""

    other = serializers.IntegerField(**PLAYER, help_text="By `player`, as members are listed")


class Kept(serializers.Serializer):
    """The player that remains."""

    player = serializers.IntegerField()


class MergeRow(serializers.Serializer):
    """A merged player (`id`, formerly `name_before`) who can be separated again."""

    id = serializers.IntegerField(source="pk")
    name_before = serializers.CharField()
    into = serializers.IntegerField(source="merged_into_id")
    name = serializers.CharField(help_text="The player that they were merged into")
    version = serializers.SerializerMethodField()

    def get_version(self, player: Player) -> int:
        """Return a value that changes when they are separated."""
        return version_of_player(player)


class KindSeen(serializers.Serializer):
    """A kind of notice: whether it is shown, sent by e-mail, and sent to devices."""

    kind = serializers.ChoiceField(choices=list(KINDS))
    label = serializers.CharField()  # type: ignore[assignment]
    when = serializers.CharField()
    page = serializers.BooleanField()
    mail = serializers.BooleanField()
    push = serializers.BooleanField()


class KindsSeen(serializers.Serializer):
    """Every kind; `has_address` says whether there is a confirmed address for e-mails."""

    has_address = serializers.BooleanField()
    kinds = KindSeen(many=True)
    version = serializers.IntegerField()


class KindChosen(serializers.Serializer):
    """Your choice for a kind of notice; fields that you leave out do not change."""

    kind = serializers.ChoiceField(choices=list(KINDS), help_text="The kind")
    page = serializers.BooleanField(required=False, help_text="Whether it is shown")
    mail = serializers.BooleanField(required=False, help_text="Whether it is sent by e-mail")
    push = serializers.BooleanField(required=False, help_text="Whether it is sent to your devices")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example", {"after": 12, "kinds": [{"kind": "next_up", "mail": False}]}, request_only=True
        )
    ]
)
class KindsChosen(Seen):
    """The kinds to change; all others stay the same."""

    kinds = serializers.ListField(child=KindChosen(), max_length=len(KINDS), help_text="Those that change")


class FeedSeen(serializers.Serializer):
    """The secret address of a calendar feed, which needs no log-in (ICS)."""

    address = serializers.CharField()
    version = serializers.IntegerField()
