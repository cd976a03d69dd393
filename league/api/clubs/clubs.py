"""Clubs, their people and ladders, and players, for programs."""

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.base.rows import Rows
from league.api.base.versions import version_of
from league.api.serializers import clubs as shapes
from league.api.serializers.accounts import version_of_player
from league.clubs import members
from league.clubs.settings import FIELDS
from league.competitions.rating_list import ladder
from league.models import Club, Entrant, Role
from league.permissions.name_visibility import Account
from league.permissions.rules import club_of_token, clubs_with, require, unseen
from league.roster.visible_players import require_seen, seen_by
from league.rules.ratings import POOLS, RATED

MOST_HIDDEN: Final = 1000
"""So many hidden names of a kind are looked at."""


class ClubFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which clubs are wanted, also by a part of the name."""

    name = filters.CharFilter(lookup_expr="icontains", max_length=80)

    class Meta:
        model = Club
        fields = ("name", "slug", "joining", "is_public")


class ClubRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A club as everybody sees it."""

    id = serializers.IntegerField(source="pk")
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    is_public = serializers.BooleanField()
    joining = serializers.CharField()
    time_zone = serializers.CharField()
    default_rulebook = serializers.CharField()
    needs_second_factor = serializers.BooleanField()
    logo = serializers.SerializerMethodField(help_text="Where its picture is")

    def get_logo(self, club: Club) -> str | None:
        """Return the address that browsers keep as long as the picture is the same."""
        logo = getattr(club, "logo", None)
        return f"{reverse('club_logo', args=[club.slug])}?v={logo.digest}" if logo else None

    version = serializers.SerializerMethodField(help_text="What commands name as `after`")

    def get_version(self, club: Club) -> int:
        """Return what changes whenever the club does."""
        return version_of_club(club)


def version_of_club(club: Club) -> int:
    """Return the version of what can be changed about a club."""
    logo = getattr(club, "logo", None)
    return version_of(club.pk, logo.digest if logo else "", *(getattr(club, name) for name in FIELDS))


class Clubs(ListEndpoint):
    """All clubs: strangers see how to come in."""

    row_class = ClubRow
    filterset_class = ClubFilter
    ordering = "name"
    ordering_fields = ("id", "name", "slug")

    def rows(self) -> QuerySet[Club]:
        """Return the clubs."""
        return Club.objects.select_related("logo").defer("logo__picture")


class OneClub(Endpoint):
    """A club."""

    @answers(ClubRow)
    def get(self, _request: Request, slug: str) -> Response:
        """Answer with it."""
        return Response(ClubRow(found_or_404(Club.objects, slug=slug)).data)


class MemberFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which members are wanted: by role, by a part of the name."""

    name = filters.CharFilter(lookup_expr="icontains", max_length=60)
    role = filters.ChoiceFilter(field_name="roles", choices=Role.choices)


class Members(ListEndpoint):
    """Who belongs to a club, for those who do: everybody once, and what they are there."""

    row_class = shapes.Member
    filterset_class = MemberFilter
    ordering = "name"
    ordering_fields = ("name", "player")

    def rows(self) -> Rows:
        """Return everybody."""
        club = found_or_404(Club.objects, slug=self.kwargs["slug"])
        require(self.asker, "club.see_members", club)
        return Rows({**one, "pk": one["player"]} for one in member_rows(club))


def member_rows(club: Club) -> list[dict[str, Any]]:
    """Return everybody of a club once, and what they are there."""
    return [
        {
            "player": one.player.pk,
            "name": one.player.name,
            "roles": [role.value for role in one.roles],
            "version": version_of(one.player.pk, one.roles),
        }
        for one in members.everybody(club)
    ]


class PoolAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Which matches count: the rated or the casual ones."""

    pool = serializers.ChoiceField(choices=list(POOLS), default=RATED, allow_blank=True)


class RatingFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which rows of a ladder are wanted."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    name = filters.CharFilter(lookup_expr="icontains", max_length=60)


class Ratings(ListEndpoint):
    """The ladder of a club: who is how strong, best first."""

    row_class = shapes.RatingRow
    filterset_class = RatingFilter
    ordering = "rank"
    ordering_fields = ("rank", "rating", "games", "name", "played_on")

    @answers(None, asked=PoolAsked)
    def get(self, request: Request, **where: Any) -> Response:
        """Answer with a page of the ladder."""
        return super().get(request, **where)

    def rows(self) -> Rows:
        """Return the ladder of the matches that count."""
        club = found_or_404(Club.objects, slug=self.kwargs["slug"])
        return Rows(
            {
                "pk": row.player.pk,
                "rank": row.rank,
                "player": row.player.pk,
                "name": row.player.name,
                "rating": row.shown,
                "mu": row.rating.mu,
                "sigma": row.rating.sigma,
                "games": row.rating.games,
                "played_on": row.played_on,
            }
            for row in ladder(club.pk, self.asked()["pool"] or RATED, at=timezone.now())
        )


class PlayerFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which players are wanted: by a part of the name, as far as the asker may read it."""

    name = filters.CharFilter(method="named", max_length=60)
    has_account = filters.BooleanFilter(field_name="user", lookup_expr="isnull", exclude=True)

    class Meta:
        model = Player
        fields = ("name", "has_account")

    def named(self, rows: QuerySet[Player], _field: str, wanted: str) -> QuerySet[Player]:
        """Return those of this name; a hidden one is found by those who know it only."""
        hidden = Player.objects.filter(name__icontains=wanted, is_hidden=True)
        account = Account(lambda: self.request.user, lambda: club_of_token(self.request._request))  # noqa: SLF001
        known = [one for one in hidden.values_list("pk", flat=True)[:MOST_HIDDEN] if account.knows(one)]
        return rows.filter(Q(name__icontains=wanted, is_hidden=False) | Q(pk__in=known))


class PlayerRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A player by name, or by number where the name is hidden."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    has_account = serializers.SerializerMethodField()

    def get_has_account(self, player: Player) -> bool:
        """Whether the player can be asked and come back."""
        return player.user_id is not None


class Players(ListEndpoint):
    """Players, without those whom only closed clubs of others know."""

    row_class = PlayerRow
    filterset_class = PlayerFilter
    ordering = "id"

    def rows(self) -> QuerySet[Player]:
        """Return each person once."""
        mine = Q(user=self.request.user.pk) if self.request.user.is_authenticated else Q(pk__in=[])
        return Player.objects.filter(seen_by(self.asker) | mine, merged_into=None)


class OnePlayer(Endpoint):
    """A player: clubs and competitions, as far as the visitor may see them."""

    @answers(shapes.PlayerSeen, moved=shapes.Moved)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with the player; somebody who was merged is found where they are now."""
        found: Player = found_or_404(Player.objects, pk=pk)
        if found.merged_into_id:
            place = reverse("api_player", args=[found.merged_into_id])
            return Response({"id": found.merged_into_id}, status=301, headers={"Location": place})
        return Response(self._told(found))

    def _told(self, found: Player) -> dict[str, Any]:
        same = Q(player=found) | Q(player__merged_into=found)
        clubs = Club.objects.filter(Q(members=found) | Q(members__merged_into=found)).distinct()
        seen = clubs_with(self.asker, "club.see", clubs)
        if not seen:
            require_seen(self.asker, found)
        entries = Entrant.objects.filter(same).exclude(competition__in=unseen(self.asker))
        return {
            "id": found.pk,
            "name": found.name,
            "clubs": [{"slug": one.slug, "name": one.name} for one in seen],
            "entries": [
                {"competition": one.competition_id, "number": one.number, "rank": one.rank}
                for one in entries.order_by("-competition_id")[:200]
            ],
            "version": version_of_player(found),
        }
