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
    """Return the version of a player; it follows from nothing that only some may know, such as a name."""
    return version_of(player.pk, player.is_hidden, player.user_id is not None, player.merged_into_id)


def version_of_claim(claim: Claim) -> int:
    """Return the version of a claim."""
    return version_of(claim.pk, claim.state)


class Me(serializers.Serializer):
    """Who asks, as a player."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    is_hidden = serializers.BooleanField(help_text="Whether only people of the same clubs read the name")
    known_as = serializers.CharField(help_text="What all others read")
    is_guest = serializers.BooleanField(help_text="Whether there is no password: one browser knows them only")
    unread = serializers.IntegerField(min_value=0, help_text="Notices that wait to be read")
    version = serializers.IntegerField()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "name": "Bo Lindqvist"}, request_only=True)]
)
class NewName(Seen):
    """What to be called."""

    name = serializers.CharField(
        max_length=LONGEST_NAME, help_text="Shown at tables and in standings, the past ones, too"
    )

    def validate_name(self, name: str) -> str:
        """Refuse a name of blanks, and one with characters that nobody can see."""
        return clean_name(name)


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "is_hidden": True}, request_only=True)]
)
class Hiding(Seen):
    """Whether a name is for people of the same clubs only."""

    is_hidden = serializers.BooleanField(help_text="Whether only people of the same clubs read the name")


class NameSeen(serializers.Serializer):
    """A player, and whether the name is for people of the same clubs only."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    is_hidden = serializers.BooleanField(help_text="Whether only people of the same clubs read the name")
    version = serializers.IntegerField()


class ClaimRow(serializers.Serializer):
    """Somebody with an account (`claimant`) says to be a player without one."""

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
        """Return what is another one when it is decided or taken back."""
        return version_of_claim(claim)


class ClaimSent(serializers.Serializer):
    """With the code of a link it holds at once; without one organizers decide."""

    code = serializers.CharField(
        max_length=500, allow_blank=True, default="", help_text="From an organizer: `POST players/{id}/link/`"
    )


class Claimed(serializers.Serializer):
    """Who one is from now on; null: organizers decide first."""

    player = serializers.IntegerField(allow_null=True)


class LinkMade(serializers.Serializer):
    """What makes somebody a player at once: the code, the page for it, and how long it is good."""

    code = serializers.CharField()
    address = serializers.CharField()
    expires_at = Time()


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 12, "other": 16}, request_only=True)])
class Other(Seen):
    """A member who is found to be the same person."""

    other = serializers.IntegerField(**PLAYER, help_text="By `player`, as members are listed")


class Kept(serializers.Serializer):
    """The player as whom both are shown."""

    player = serializers.IntegerField()


class MergeRow(serializers.Serializer):
    """A player (`id`, once called `name_before`) who is shown as another one and can be set apart again."""

    id = serializers.IntegerField(source="pk")
    name_before = serializers.CharField()
    into = serializers.IntegerField(source="merged_into_id")
    name = serializers.CharField(help_text="Of whom they are one with")
    version = serializers.SerializerMethodField()

    def get_version(self, player: Player) -> int:
        """Return what is another one when they are set apart."""
        return version_of_player(player)


class KindSeen(serializers.Serializer):
    """A kind of notice: whether it is shown on pages and over the API, and sent by e-mail."""

    kind = serializers.ChoiceField(choices=list(KINDS))
    label = serializers.CharField()  # type: ignore[assignment]
    when = serializers.CharField()
    page = serializers.BooleanField()
    mail = serializers.BooleanField()


class KindsSeen(serializers.Serializer):
    """Every kind; `has_address` says whether there is a confirmed address for e-mails."""

    has_address = serializers.BooleanField()
    kinds = KindSeen(many=True)
    version = serializers.IntegerField()


class KindChosen(serializers.Serializer):
    """How one wants to be told of a kind; a way that is left out stays as it is."""

    kind = serializers.ChoiceField(choices=list(KINDS), help_text="Which one")
    page = serializers.BooleanField(required=False, help_text="Whether it is shown")
    mail = serializers.BooleanField(required=False, help_text="Whether it is sent by e-mail")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example", {"after": 12, "kinds": [{"kind": "next_up", "mail": False}]}, request_only=True
        )
    ]
)
class KindsChosen(Seen):
    """The kinds to be changed; all others stay as they are."""

    kinds = serializers.ListField(child=KindChosen(), max_length=len(KINDS), help_text="Those that change")


class FeedSeen(serializers.Serializer):
    """The secret address of a calendar, which needs no log-in (ICS)."""

    address = serializers.CharField()
    version = serializers.IntegerField()
