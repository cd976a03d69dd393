"""The actions of a visitor on a player's page: claim, decide claims, merge, separate."""

from typing import Any

from django.http import HttpRequest

from games.access.players import viewer
from games.localization.collation import by_name
from games.models import Player
from league.models import Claim, Club, Membership


def claim_facts(request: HttpRequest, player: Player, club: Club | None) -> dict[str, Any]:
    """Return the facts about claims for the page of a player; `club` is the player's club they organize."""
    me = viewer(request)
    is_free = player.user_id is None
    waiting = Claim.objects.filter(player=player, state=Claim.State.OPEN)
    may_claim = is_free and me is not None and me.pk != player.pk
    own_claims = waiting.filter(claimant=me) if may_claim else waiting.none()
    claims = list(waiting.select_related("claimant") if club is not None else own_claims)
    facts: dict[str, Any] = {
        "may_organize": club is not None,
        "may_claim": may_claim and request.user.has_usable_password(),  # type: ignore[union-attr]  # logged in
        "has_claimed": may_claim and any(open_claim.claimant_id == me.pk for open_claim in claims if me),
        "is_free": is_free,
    }
    if club is not None:
        facts["claims"] = claims
        facts["merged"] = Player.objects.filter(merged_into=player).order_by("pk")
        facts["others"] = others(club, player)
    return facts


def others(club: Club, player: Player) -> list[Membership]:
    """Return the members of a club with whom a player can be merged: at least one has no account."""
    memberships = Membership.objects.filter(club=club, player__merged_into=None).exclude(player=player)
    if player.user_id is not None:
        memberships = memberships.filter(player__user=None)
    rows = memberships.select_related("player").order_by("player")
    return by_name(rows, name=lambda membership: membership.player.name)
