"""Players without an account find their person, for programs: claims, links, merging, names of others."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django_filters import rest_framework as filters

from games.models import Player
from league.accounts import names
from league.api.base.actions import Deed
from league.api.base.endpoint import Seen
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.clubs.invitations import OfOneInClub
from league.api.serializers import accounts as shapes
from league.api.serializers.memberships import PLAYER
from league.models import Claim, Club
from league.permissions.rules import require
from league.roster import claim_context, claims, merging


class OfPlayer(Deed):
    """Something about a player that organizers of a club of theirs decide."""

    scope = "organize"

    def find(self, pk: int) -> Player:
        """Return the player; who was merged is found under the other number."""
        found: Player = found_or_404(Player.objects, pk=pk, merged_into=None)
        return found

    def permit(self, found: Player) -> str:
        """Return the organizer."""
        self.club, by = claim_context.require_organizer(self.asker, found)
        return by

    def version_now(self, found: Player) -> int | None:
        """Return the version of the player, whom nobody else changes until this is done."""
        if not issubclass(self.form, Seen):
            return None
        return shapes.version_of_player(Player.objects.select_for_update(of=("self",)).get(pk=found.pk))


class ClaimPlayer(OfPlayer):
    """Somebody says: this player is me."""

    scope = "play"
    form: Any = shapes.ClaimSent
    shape: Any = shapes.Claimed

    def find(self, pk: int) -> Player:
        """Return the player."""
        found: Player = found_or_404(Player.objects, pk=pk)
        return found

    def permit(self, found: Player) -> str:
        """Let everybody who may see the player, or has the code of a link."""
        said = self.request.data
        code = said.get("code") if isinstance(said, dict) else None
        claim_context.require_claimant(self.asker, found, self.player, code if isinstance(code, str) else "")
        return ""

    def do(self, found: Player, given: dict[str, Any], by: str) -> Any:  # noqa: ARG002 - one form for all
        """Say that one is this player: at once with the code of a link, else for organizers to decide."""
        return claim_context.claim(found, claimant=self.player, code=given["code"], at=timezone.now())

    def tell(self, _found: Player, done: int | None) -> Any:
        """Return who one is."""
        return {"player": done}


class TakeBackClaim(ClaimPlayer):
    """Somebody says no longer to be a player."""

    form = Deed.form
    shape = Deed.shape

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Take back what one said; without it nothing happens."""
        claims.withdraw(found, claimant=self.player, at=timezone.now())

    def tell(self, _found: Player, _done: Any) -> Any:
        """Return nothing in particular."""
        return {"ok": True}


class MakeLink(OfPlayer):
    """A link that makes somebody with an account a player at once."""

    shape = shapes.LinkMade

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Make a link, good for a week, for the person who is this player."""
        claims.link(found, self.club, by=by)

    def tell(self, found: Player, _done: Any) -> Any:
        """Return the link: it is made for each answer, so that no receipt keeps one that works."""
        code, at = claims.link(found, self.club, by=self.permit(found)), timezone.now()
        page = f"{reverse('player_claim', args=[found.pk])}?{urlencode({'code': code})}"
        address = self.request.build_absolute_uri(page)
        return {"code": code, "address": address, "expires_at": (at + claims.LINK_LASTS).isoformat()}


class MergePlayer(OfPlayer):
    """Two players are found to be one person."""

    form = shapes.Other
    shape = shapes.Kept

    def do(self, found: Player, given: dict[str, Any], by: str) -> int:
        """Find this player and another member of the club to be one person; it can be taken back."""
        return claim_context.merge(self.club, found.pk, given["other"], by=by, at=timezone.now())

    def tell(self, _found: Player, done: int) -> Any:
        """Return who is kept."""
        return {"player": done}


class UnmergePlayer(OfPlayer):
    """A merged player is somebody else again."""

    form = Seen

    def find(self, pk: int) -> Player:
        """Return the player that was merged into another one."""
        found: Player = found_or_404(Player.objects, pk=pk)
        return found

    def permit(self, found: Player) -> str:
        """Return the organizer of the club that has merged them."""
        self.club, by = claim_context.require_organizer_of_merge(self.asker, found)
        return by

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Set two players apart again, each with what they have played."""
        merging.unmerge(self.club, found.pk, by=by, at=timezone.now())


class HidePlayer(OfPlayer):
    """Who reads the name of somebody without an account."""

    form = shapes.Hiding
    shape = shapes.NameSeen

    def permit(self, found: Player) -> str:
        """Let organizers of a club of theirs."""
        claim_context.require_may_hide(self.asker, found)
        return ""

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Hide the name from everybody outside of the clubs of the player, or show it."""
        club = claim_context.require_may_hide(self.asker, found)
        names.hide(found, is_hidden=given["is_hidden"], club=club)

    def tell(self, found: Player, _done: Any) -> Any:
        """Return the player."""
        row = Player.objects.get(pk=found.pk)
        version = shapes.version_of_player(row)
        return {"player": row.pk, "name": row.name, "is_hidden": row.is_hidden, "version": version}


class _OfOrganizers(ListEndpoint):
    def club(self) -> Club:
        """Return the club of the address, to its organizers."""
        club: Club = found_or_404(Club.objects, slug=self.kwargs["slug"])
        require(self.asker, "club.organize", club)
        return club


class ClaimFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which claims are wanted: to be whom, and by whom."""

    player = filters.NumberFilter(**PLAYER)
    claimant = filters.NumberFilter(**PLAYER)

    class Meta:
        model = Claim
        fields = ("player", "claimant")


class MergeFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which merges are wanted: those into somebody, or by a part of the name before."""

    into = filters.NumberFilter(field_name="merged_into", **PLAYER)
    name_before = filters.CharFilter(lookup_expr="icontains", max_length=60)

    class Meta:
        model = Player
        fields = ("into", "name_before")


class Claims(_OfOrganizers):
    """Who says to be a player of the club who has no account, and waits for an organizer."""

    row_class = shapes.ClaimRow
    filterset_class = ClaimFilter
    ordering_fields = ("id", "asked_at")

    def rows(self) -> QuerySet[Claim]:
        """Return what is open."""
        waiting = claim_context.about(self.club()).filter(state=Claim.State.OPEN)
        return waiting.select_related("player", "claimant")


class Merges(_OfOrganizers):
    """Who was found to be one person with somebody, and can be set apart again."""

    row_class = shapes.MergeRow
    filterset_class = MergeFilter

    def rows(self) -> QuerySet[Player]:
        """Return what the club has merged and not taken back."""
        return merging.merged_by(self.club().pk).select_related("merged_into")


class ConfirmClaim(OfOneInClub):
    """A claim is confirmed."""

    is_confirmed = True
    form = Seen
    shape: Any = shapes.ClaimRow

    def one(self, club: Club) -> Claim:
        """Return the claim."""
        found: Claim = found_or_404(claim_context.about(club), pk=self.where["number"])
        return found

    def version_now(self, found: Club) -> int:
        """Return the version of the claim, which nobody else decides until this is done."""
        return shapes.version_of_claim(Claim.objects.select_for_update().get(pk=self.one(found).pk))

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:  # noqa: ARG002 - one form for all
        """Say that somebody is the player: they are one person from now on."""
        claim, at = self.one(found).pk, timezone.now()
        return claims.decide(claim, found.pk, is_confirmed=self.is_confirmed, by=by, at=at).pk

    def tell(self, _found: Club, done: int) -> Any:
        """Return the claim."""
        return shapes.ClaimRow(Claim.objects.select_related("player", "claimant").get(pk=done)).data


class DeclineClaim(ConfirmClaim):
    """A claim is declined."""

    is_confirmed = False

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:
        """Say that somebody is not the player."""
        return super().do(found, given, by)
