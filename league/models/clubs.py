"""Clubs, their members and roles."""

from collections.abc import Iterable
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.contenttypes.fields import GenericRelation
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.localization.lists import listed
from games.models import CustomRulebook, Player


def zone_of_the_site() -> str:
    """Return the default time zone of clubs."""
    return settings.TIME_ZONE


class Club(models.Model):
    """A club of people who play together."""

    class Joining(models.TextChoices):
        OPEN = "open", _("Anyone can join")
        REQUEST = "request", _("People ask to join; an organizer admits them")
        INVITATION = "invitation", _("By invitation only")

    class Colour(models.TextChoices):
        TEAL = "teal", pgettext_lazy("colour of a club", "Teal")
        BLUE = "blue", pgettext_lazy("colour of a club", "Blue")
        VIOLET = "violet", pgettext_lazy("colour of a club", "Violet")
        PINK = "pink", pgettext_lazy("colour of a club", "Pink")
        MAROON = "maroon", pgettext_lazy("colour of a club", "Maroon")
        ORANGE = "orange", pgettext_lazy("colour of a club", "Orange")
        GREEN = "green", pgettext_lazy("colour of a club", "Green")
        GREY = "grey", pgettext_lazy("colour of a club", "Grey")

    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    description = models.TextField(max_length=2000, blank=True)
    colour = models.CharField(max_length=10, choices=Colour, default=Colour.TEAL)  # of its pages
    is_public = models.BooleanField(default=True)  # everybody may see its competitions
    joining = models.CharField(max_length=10, choices=Joining, default=Joining.REQUEST)
    time_zone = models.CharField(max_length=60, default=zone_of_the_site)  # an IANA name
    default_rulebook = models.CharField(
        max_length=40, default="classic"
    )  # key of a rulebook (games.rulebooks.catalogue)
    analyses_matches = models.BooleanField(default=True)  # and shows it in replays
    needs_second_factor = models.BooleanField(default=False)  # for its owners and organizers
    members = models.ManyToManyField(Player, through="Membership", related_name="clubs")
    rulebooks = GenericRelation(CustomRulebook, "keeper_id", "keeper_type")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    @property
    def players(self) -> models.QuerySet[Player]:
        """The players of the club, by name, without those who only watch or help at tables."""
        rows = Membership.objects.filter(club=self, is_member=True)
        same = models.Q(membership__in=rows) | models.Q(merged__membership__in=rows)
        return Player.objects.filter(same, merged_into=None).distinct().order_by("name", "pk")

    @property
    def zone(self) -> ZoneInfo:
        """The time zone for everything the club shows; UTC if this machine does not know it."""
        try:
            return ZoneInfo(self.time_zone)
        except (ValueError, OSError, KeyError):
            return ZoneInfo("UTC")


class Role(models.TextChoices):
    """A role in a club or a competition; a person may have several."""

    OWNER = "owner", _("Owner")
    ORGANIZER = "organizer", _("Organizer")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    REFEREE = "referee", _("Referee")
    MEMBER = "member", _("Member")
    SPECTATOR = "spectator", _("Spectator")


def role_words(roles: Iterable[Role]) -> str:
    """Return the names of roles for a sentence, such as: owner and referee."""
    return listed([str(role.label).lower() for role in roles])


ROLE_FIELDS: Final = tuple(f"is_{role.value}" for role in Role)


class RoleFlags(models.Model):
    """A flag for every role."""

    is_owner = models.BooleanField("owner", default=False)
    is_organizer = models.BooleanField("organizer", default=False)
    is_scorekeeper = models.BooleanField("scorekeeper", default=False)
    is_referee = models.BooleanField("referee", default=False)
    is_member = models.BooleanField("member", default=False)
    is_spectator = models.BooleanField("spectator", default=False)

    class Meta:
        abstract = True

    @property
    def roles(self) -> list[Role]:
        """All roles, the most powerful first."""
        return [role for role in Role if getattr(self, f"is_{role.value}")]

    @property
    def role_words(self) -> str:
        """The names of all roles, for a sentence."""
        return role_words(self.roles)


class Membership(RoleFlags):
    """A player who belongs to a club, with the roles that hold in the whole club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    is_member = models.BooleanField("member", default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="one_membership_per_player")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"


class Team(models.Model):
    """People of a club who receive roles together."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)
    people = models.ManyToManyField(Player, related_name="teams", blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_team_per_name")]

    def __str__(self) -> str:
        return self.name


class Grant(RoleFlags):
    """Roles given to a team in a club, or to a team or a player in one of its competitions.

    The roles of a player in the whole club are stored in the membership.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="grants")
    competition = models.ForeignKey(
        "Competition", null=True, blank=True, on_delete=models.CASCADE, related_name="grants"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="grants")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.CASCADE, related_name="grants")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(team__isnull=False, player__isnull=True)
                | models.Q(team__isnull=True, player__isnull=False, competition__isnull=False),
                name="a_grant_has_one_receiver",
            ),
            models.UniqueConstraint(fields=["competition", "player"], name="one_grant_per_player"),
            models.UniqueConstraint(fields=["competition", "team"], name="one_grant_per_team"),
            models.UniqueConstraint(
                fields=["team"], condition=models.Q(competition__isnull=True), name="one_grant_of_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"grant {self.pk} in {self.club_id}"

    @property
    def receiver(self) -> Player | Team:
        """The team or the player that holds the roles."""
        held_by = self.team or self.player
        assert held_by is not None  # the database ensures it
        return held_by
