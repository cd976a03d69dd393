"""What a visitor can do about a player: claim it, decide claims, merge it, or set it apart."""

from typing import Any

from django.http import HttpRequest

from games.access.players import viewer
from games.models import Player
from league.models import Claim, Club, Membership


def claim_facts(request: HttpRequest, player: Player, club: Club | None) -> dict[str, Any]:
    """Return what the page of a player offers its visitor, who organizes the club of theirs, if any."""
    me = viewer(request)
    is_free = player.user_id is None
    waiting = Claim.objects.filter(player=player, state=Claim.State.OPEN)
    may_claim = is_free and me is not None and me.pk != player.pk
    mine = waiting.filter(claimant=me) if may_claim else waiting.none()
    claims = list(waiting.select_related("claimant") if club is not None else mine)
    facts: dict[str, Any] = {
        "may_organize": club is not None,
        "may_claim": may_claim and request.user.has_usable_password(),  # type: ignore[union-attr]  # logged in
        "has_claimed": may_claim and any(one.claimant_id == me.pk for one in claims if me),
        "is_free": is_free,
    }
    if club is not None:
        facts["claims"] = claims
        facts["merged"] = Player.objects.filter(merged_into=player).order_by("pk")
        facts["others"] = others(club, player)
    return facts


def others(club: Club, player: Player) -> list[Membership]:
    """Return the members of a club with whom a player could be one person: at least one has no account."""
    found = Membership.objects.filter(club=club, player__merged_into=None).exclude(player=player)
    if player.user_id is not None:
        found = found.filter(player__user=None)
    return list(found.select_related("player").order_by("player__name", "player"))
