"""Claims to be a player without an account: make them, and decide them."""

from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOrganizer, IsPlayer, MayOrganize, MayPlay
from league.api.base.serializers import Done, Nothing, Seen
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.accounts import (
    Claimed,
    ClaimRow,
    ClaimSent,
    LinkMade,
    version_of_claim,
)
from league.api.serializers.memberships import PLAYER
from league.models import Claim, Club
from league.roster import claim_context, claims


class MyClaimFilter(filters.FilterSet):
    """Which of one's claims are wanted: to be whom, and what was decided."""

    player = filters.NumberFilter(**PLAYER)

    class Meta:
        model = Claim
        fields = ("player", "state")


class MyClaimsView(ListView):
    """Your claims to be a player, newest first, with the decisions."""

    permission_classes = (IsPlayer,)
    serializer_class = ClaimRow
    filterset_class = MyClaimFilter
    ordering_fields = ("id", "asked_at", "decided_at")

    def get_queryset(self) -> QuerySet[Claim]:
        """Return the claims of the player who asks."""
        return Claim.objects.filter(claimant=self.player).select_related("player", "claimant")


class ClaimPlayerView(ResourceView):
    """Claim a player as yourself."""

    permission_classes = (MayPlay,)
    serializer_class = ClaimSent

    @extend_schema(responses=Claimed)
    def post(self, _request: Request, pk: int) -> Response:
        """Claim to be this player: immediate with the code of a link, otherwise organizers decide."""
        player: Player = self.get_permitted(Player.objects, pk=pk)
        claimant = require_claimant(self, player)
        code = self.validated()["code"]
        claimed = self.once(
            lambda: claim_context.claim(player, claimant=claimant, code=code, at=timezone.now())
        )
        return Response({"player": claimed})


class TakeBackClaimView(ResourceView):
    """Withdraw your claim to be a player."""

    permission_classes = (MayPlay,)
    serializer_class = Nothing

    @extend_schema(responses=Done)
    def post(self, _request: Request, pk: int) -> Response:
        """Withdraw your claim; without a claim, nothing happens."""
        player: Player = self.get_permitted(Player.objects, pk=pk)
        claimant = require_claimant(self, player)
        self.validated()
        self.once(lambda: claims.withdraw(player, claimant=claimant, at=timezone.now()))
        return Response({"ok": True})


class MakeLinkView(ResourceView):
    """A link that connects an account to a player immediately."""

    permission_classes = (MayOrganize,)
    serializer_class = Nothing

    @extend_schema(responses=LinkMade)
    def post(self, request: Request, pk: int) -> Response:
        """Create a link, valid for a week, for the person who is this player."""
        player: Player = self.get_permitted(Player.objects, pk=pk, merged_into=None)
        club, by = claim_context.require_organizer(self.django_request, player)
        self.validated()
        self.once(lambda: _require_link(player, club, by))
        code, at = claims.link(player, club, by=by), timezone.now()
        page = f"{reverse('player_claim', args=[pk])}?{urlencode({'code': code})}"
        address, ends = request.build_absolute_uri(page), at + claims.LINK_LASTS
        return Response({"code": code, "address": address, "expires_at": ends.isoformat()})


class ClaimFilter(filters.FilterSet):
    """Which claims are wanted: to be whom, and by whom."""

    player = filters.NumberFilter(**PLAYER)
    claimant = filters.NumberFilter(**PLAYER)

    class Meta:
        model = Claim
        fields = ("player", "claimant")


class ClubClaimsView(ListView):
    """Claims to be players of the club who have no account, waiting for an organizer."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = ClaimRow
    filterset_class = ClaimFilter
    ordering_fields = ("id", "asked_at")

    def get_queryset(self) -> QuerySet[Claim]:
        """Return the open claims to be players of the club."""
        club: Club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        waiting = claim_context.claims_of_club(club).filter(state=Claim.State.OPEN)
        return waiting.select_related("player", "claimant")


class ConfirmClaimView(ResourceView):
    """Confirm a claim."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=ClaimRow)
    def post(self, _request: Request, slug: str, number: int) -> Response:
        """Confirm the claim: the account and the player become one person."""
        return _decide(self, slug, number, is_confirmed=True)


class DeclineClaimView(ResourceView):
    """Decline a claim."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=ClaimRow)
    def post(self, _request: Request, slug: str, number: int) -> Response:
        """Decline the claim: the account is not this player."""
        return _decide(self, slug, number, is_confirmed=False)


def require_claimant(view: ResourceView, player: Player) -> Player:
    """Return the player who asks, if they may claim to be a player. Refusal `not_allowed`.

    They see the player, or have the code of a link, which is read before the body is checked.
    """
    claimant, body = view.player, view.request.data
    code = body.get("code") if isinstance(body, dict) else None
    claim_context.require_claimant(
        view.django_request, player, claimant, code if isinstance(code, str) else ""
    )
    return claimant


def _require_link(player: Player, club: int, by: str) -> None:
    """Refuse a link that cannot be made. The receipt keeps none: each answer makes its own."""
    claims.link(player, club, by=by)


def _decide(view: ResourceView, slug: str, number: int, *, is_confirmed: bool) -> Response:
    """Confirm or decline a claim; answer with it."""
    club: Club = view.get_permitted(Club.objects, slug=slug)
    after = view.validated()["after"]

    def decide() -> int:
        claim: Claim = found_or_404(claim_context.claims_of_club(club), pk=number)
        require_seen(after, version_of_claim(Claim.objects.select_for_update().get(pk=claim.pk)))
        by, at = view.acts_as, timezone.now()
        return claims.decide(claim.pk, club.pk, is_confirmed=is_confirmed, by=by, at=at).pk

    decided = view.once(decide)
    return Response(ClaimRow(Claim.objects.select_related("player", "claimant").get(pk=decided)).data)
