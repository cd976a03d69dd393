"""Merge two players of a club who are the same person, and separate them again."""

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.accounts.players import require_player_seen
from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOrganizer, MayOrganize
from league.api.base.serializers import Done, Seen
from league.api.base.views import ResourceView
from league.api.serializers.accounts import Kept, MergeRow, Other
from league.api.serializers.memberships import PLAYER
from league.models import Club
from league.roster import claim_context, merging


class MergeFilter(filters.FilterSet):
    """Which merges are wanted: those into somebody, or by a part of the name before."""

    into = filters.NumberFilter(field_name="merged_into", **PLAYER)
    name_before = filters.CharFilter(lookup_expr="icontains", max_length=60)

    class Meta:
        model = Player
        fields = ("into", "name_before")


class ClubMergesView(ListView):
    """Merged players of the club, which can be separated again."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = MergeRow
    filterset_class = MergeFilter

    def get_queryset(self) -> QuerySet[Player]:
        """Return the players whom the club has merged into others."""
        club: Club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        return merging.merged_by(club.pk).select_related("merged_into")


class MergePlayerView(ResourceView):
    """Merge two players of a club."""

    permission_classes = (MayOrganize,)
    serializer_class = Other

    @extend_schema(responses=Kept)
    def post(self, _request: Request, pk: int) -> Response:
        """Merge this player with another member of the club; you can undo it."""
        player: Player = self.get_permitted(Player.objects, pk=pk, merged_into=None)
        club, by = claim_context.require_organizer(self.django_request, player)
        body = self.validated()

        def merge() -> int:
            require_player_seen(player, body["after"])
            return claim_context.merge(club, pk, body["other"], by=by, at=timezone.now())

        return Response({"player": self.once(merge)})


class UnmergePlayerView(ResourceView):
    """Separate a merged player."""

    permission_classes = (MayOrganize,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, pk: int) -> Response:
        """Separate two merged players; each gets their own results back."""
        player: Player = self.get_permitted(Player.objects, pk=pk)
        club, by = claim_context.require_organizer_of_merge(self.django_request, player)
        body = self.validated()

        def unmerge() -> None:
            require_player_seen(player, body["after"])
            merging.unmerge(club, pk, by=by, at=timezone.now())

        self.once(unmerge)
        return Response({"ok": True})
