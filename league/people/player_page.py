"""What a visitor can do about a player: claim it, decide claims, merge it, or set it apart."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest

from games.models import Player
from games.players import viewer
from games.rules.refusal import Refusal
from league.models import Claim, Club, Entrant, Membership
from league.permissions import clubs_with, unseen, unseen_clubs


def claim_facts(request: HttpRequest, player: Player) -> dict[str, Any]:
    """Return what the page of a player offers its visitor."""
    club, me = organized_club(request, player), viewer(request)
    is_free = player.user_id is None
    waiting = Claim.objects.filter(player=player, state=Claim.State.OPEN)
    claims = list(waiting.select_related("claimant") if club is not None else waiting.filter(claimant=me))
    may_claim = is_free and me is not None and me.pk != player.pk
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


def require_seen(request: HttpRequest, player: Player) -> None:
    """Refuse, `not_allowed`, to show somebody without an account whom only closed clubs of others know."""
    if player.user_id is not None:
        return
    same = Q(player=player) | Q(player__merged_into=player)
    memberships, entries = Membership.objects.filter(same), Entrant.objects.order_by().filter(same)
    if memberships.exclude(club__in=unseen_clubs(request)).exists():
        return
    if entries.exclude(competition__in=unseen(request)).exists():
        return
    if memberships.exists() or entries.exists():
        raise Refusal("not_allowed", "This player is for people of the club to see.")


def organized_club(request: HttpRequest, player: Player) -> Club | None:
    """Return a club of the player that the visitor organizes: decisions are written down there."""
    if not request.user.is_authenticated:
        return None
    ids = Q(pk=player.pk) | Q(merged_into=player.pk)
    people = Player.objects.filter(ids)
    clubs = Club.objects.filter(Q(members__in=people) | Q(competitions__entrants__player__in=people))
    return next(iter(clubs_with(request, "club.organize", clubs.distinct())), None)


def others(club: Club, player: Player) -> list[Membership]:
    """Return the members of a club with whom a player could be one person: at least one has no account."""
    found = Membership.objects.filter(club=club, player__merged_into=None).exclude(player=player)
    if player.user_id is not None:
        found = found.filter(player__user=None)
    return list(found.select_related("player").order_by("player__name", "player"))
