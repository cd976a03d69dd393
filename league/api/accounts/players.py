"""Players: the list, a single player, and the privacy of a player without an account."""

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.urls import reverse
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.accounts import names
from league.api.base.list_views import ListView
from league.api.base.permissions import MayOrganize
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView
from league.api.serializers.accounts import Hiding, NameSeen, version_of_player
from league.api.serializers.clubs import Moved, PlayerSeen
from league.models import Club, Entrant
from league.permissions.name_visibility import Account
from league.permissions.policy import club_of_token, clubs_with, invisible_competitions
from league.roster import claim_context
from league.roster.visible_players import require_seen as require_visible
from league.roster.visible_players import seen_by

_MOST: Final = 200
"""The most clubs and entries that a player is shown with: the newest."""
MOST_HIDDEN: Final = 1000
"""The most players with a hidden name that a filter by name reads."""


class PlayerFilter(filters.FilterSet):
    """Which players are wanted: by a part of the name, as far as the asker may read it."""

    name = filters.CharFilter(method="named", max_length=60)
    has_account = filters.BooleanFilter(field_name="user", lookup_expr="isnull", exclude=True)

    class Meta:
        model = Player
        fields = ("name", "has_account")

    def named(self, rows: QuerySet[Player], _field: str, wanted: str) -> QuerySet[Player]:
        """Return the players of this name; hidden names are found only by readers who know them."""
        hidden = Player.objects.filter(name__icontains=wanted, is_hidden=True)
        request = self.request._request  # noqa: SLF001 - so the framework names it
        account = Account(lambda: self.request.user, lambda: club_of_token(request))
        known = [pk for pk in hidden.values_list("pk", flat=True)[:MOST_HIDDEN] if account.knows(pk)]
        return rows.filter(Q(name__icontains=wanted, is_hidden=False) | Q(pk__in=known))


class PlayerRow(serializers.Serializer):
    """A player by name, or by number if the name is hidden."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    has_account = serializers.SerializerMethodField()

    def get_has_account(self, player: Player) -> bool:
        """Whether the player can be asked to rejoin."""
        return player.user_id is not None


class PlayerListView(ListView):
    """Players, except those who are known only to closed clubs of other people."""

    serializer_class = PlayerRow
    filterset_class = PlayerFilter
    ordering = "id"

    def get_queryset(self) -> QuerySet[Player]:
        """Return the players whom the visitor may see, without merged ones."""
        is_me = Q(user=self.request.user.pk) if self.request.user.is_authenticated else Q(pk__in=[])
        return Player.objects.filter(seen_by(self.django_request) | is_me, merged_into=None)


class PlayerView(ResourceView):
    """A player with clubs and competitions, as far as you can see them."""

    @extend_schema(responses={200: PlayerSeen, 301: Moved})
    def get(self, _request: Request, pk: int) -> Response:
        """Return the player; a merged player redirects to the remaining one."""
        player: Player = self.get_permitted(Player.objects, pk=pk)
        if player.merged_into_id:
            address = reverse("api_player", args=[player.merged_into_id])
            return Response({"id": player.merged_into_id}, status=301, headers={"Location": address})
        return Response(self._seen(player))

    def _seen(self, player: Player) -> dict[str, Any]:
        """Return the player as the visitor may see them. Refusal `not_allowed`."""
        all_clubs = Club.objects.filter(Q(members=player) | Q(members__merged_into=player)).distinct()
        clubs = clubs_with(self.django_request, "club.see", all_clubs.order_by("-pk")[:_MOST])
        if not clubs:
            require_visible(self.django_request, player)
        same = Q(player=player) | Q(player__merged_into=player)
        entries = Entrant.objects.filter(same).exclude(
            competition__in=invisible_competitions(self.django_request)
        )
        return {
            "id": player.pk,
            "name": player.name,
            "clubs": [{"slug": club.slug, "name": club.name} for club in clubs],
            "entries": [
                {"competition": entrant.competition_id, "number": entrant.number, "rank": entrant.rank}
                for entrant in entries.order_by("-competition_id")[:_MOST]
            ],
            "version": version_of_player(player),
        }


class HidePlayerView(ResourceView):
    """Choose who can see the name of a player without an account."""

    permission_classes = (MayOrganize,)
    serializer_class = Hiding

    @extend_schema(responses=NameSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Hide the player's name from everyone outside the player's clubs, or show it."""
        player: Player = self.get_permitted(Player.objects, pk=pk, merged_into=None)
        claim_context.require_may_hide(self.django_request, player)
        body = self.validated()

        def hide() -> None:
            require_player_seen(player, body["after"])
            club = claim_context.require_may_hide(self.django_request, player)
            names.hide(player, is_hidden=body["is_hidden"], club=club)

        self.once(hide)
        player = Player.objects.get(pk=pk)
        seen = {"player": pk, "name": player.name, "is_hidden": player.is_hidden}
        return Response({**seen, "version": version_of_player(player)})


def require_player_seen(player: Player, after: int) -> None:
    """Lock a player until the transaction ends; refuse, `stale`, a command about another version."""
    require_seen(after, version_of_player(Player.objects.select_for_update(of=("self",)).get(pk=player.pk)))
