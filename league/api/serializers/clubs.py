"""Clubs, their members and ratings, and players."""

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from games.naming.typed_names import clean_name
from league.api.base.serializers import Seen
from league.api.base.versions import version_of
from league.clubs.settings import FIELDS
from league.http.time_zones import check_zone
from league.models import Club, Role


def version_of_club(club: Club) -> int:
    """Return the version of what can be changed about a club."""
    logo = getattr(club, "logo", None)
    return version_of(club.pk, logo.digest if logo else "", *(getattr(club, name) for name in FIELDS))


class ClubRow(serializers.Serializer):
    """A club as everyone sees it."""

    id = serializers.IntegerField(source="pk")
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    colour = serializers.ChoiceField(choices=Club.Colour.choices, help_text="The colour of its pages")
    is_public = serializers.BooleanField(
        help_text="Whether everyone can see what the club plays; only members see hidden clubs"
    )
    joining = serializers.CharField()
    time_zone = serializers.CharField(help_text="Such as `Europe/London`")
    default_rulebook = serializers.CharField(help_text="Key of the rulebook that forms suggest")
    analyses_matches = serializers.BooleanField(
        help_text="Whether the matches of its competitions are analysed"
    )
    needs_second_factor = serializers.BooleanField(
        help_text="Whether owners and organizers need a second factor to run the club"
    )
    logo = serializers.SerializerMethodField(help_text="The address of its picture")
    version = serializers.SerializerMethodField(help_text="Send it as `after` in commands")

    def get_logo(self, club: Club) -> str | None:
        """Return the address that browsers keep as long as the picture is the same."""
        logo = getattr(club, "logo", None)
        return f"{reverse('club_logo', args=[club.slug])}?v={logo.digest}" if logo else None

    def get_version(self, club: Club) -> int:
        """Return what changes whenever the club does."""
        return version_of_club(club)


class _CheckedClub(serializers.Serializer):
    """Checks the name and the time zone of a club."""

    def validate_name(self, name: str) -> str:
        """Refuse a name of blanks, and one with characters that nobody can see."""
        return clean_name(name)

    def validate_time_zone(self, name: str) -> str:
        """Refuse a time zone that cannot be chosen."""
        return check_zone(name)


@extend_schema_serializer(examples=[OpenApiExample("Example", {"name": "Lakeside"}, request_only=True)])
class NewClub(_CheckedClub):
    """A new club; the other settings can be changed later."""

    name = serializers.CharField(max_length=80, help_text="Its address is made from it, too")
    time_zone = serializers.CharField(max_length=60, default="UTC", help_text="Such as `Europe/London`")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"after": 12, "description": "Fridays", "is_public": False, "joining": "open"},
            request_only=True,
        )
    ]
)
class ClubChange(_CheckedClub, Seen):
    """The settings of a club to change; those that you leave out stay the same."""

    name = serializers.CharField(
        max_length=80, required=False, help_text="The name of the club; its address does not change"
    )
    description = serializers.CharField(
        max_length=2000, allow_blank=True, required=False, help_text="Shown on its page"
    )
    colour = serializers.ChoiceField(
        choices=Club.Colour.choices, required=False, help_text="The colour of its pages"
    )
    time_zone = serializers.CharField(max_length=60, required=False, help_text="Such as `Europe/London`")
    default_rulebook = serializers.CharField(
        max_length=40, required=False, help_text="Key of the rulebook that forms suggest"
    )
    is_public = serializers.BooleanField(
        required=False,
        help_text="Whether everyone can see what the club plays; only members see hidden clubs",
    )
    joining = serializers.ChoiceField(choices=Club.Joining.choices, required=False)
    analyses_matches = serializers.BooleanField(
        required=False, help_text="Whether the matches of its competitions are analysed"
    )
    needs_second_factor = serializers.BooleanField(
        required=False, help_text="Whether owners and organizers need a second factor to run the club"
    )


class Member(serializers.Serializer):
    """A member of a club and their roles."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    roles = serializers.ListField(
        child=serializers.ChoiceField(choices=Role.values),
        help_text="All roles; roles that are left out are removed",
    )
    version = serializers.IntegerField(help_text="Send it as `after` in commands")


class Members(serializers.Serializer):
    """Every member of a club, once."""

    results = Member(many=True)


class RatingRow(serializers.Serializer):
    """The rating of a player: pages show `rating`, which is computed from `mu` and `sigma`."""

    rank = serializers.IntegerField(min_value=1)
    player = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField(min_value=0)
    played_on = serializers.DateField()


class ClubNamed(serializers.Serializer):
    """A club by its name."""

    slug = serializers.CharField()
    name = serializers.CharField()


class Entry(serializers.Serializer):
    """An entry in a competition."""

    competition = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The name of this entrant in draws and results")
    rank = serializers.IntegerField(allow_null=True)


class PlayerSeen(serializers.Serializer):
    """A player, as far as you can see."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    clubs = ClubNamed(many=True)
    entries = Entry(many=True)
    version = serializers.IntegerField()


class Moved(serializers.Serializer):
    """A merged player has another address."""

    id = serializers.IntegerField()
