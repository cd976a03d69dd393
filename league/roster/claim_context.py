"""Shared steps of pages and programs for claims and merges: who may decide, and who is notified."""

import datetime as dt

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import Player
from games.naming.player_names import Everything, read_by
from games.rules.base.refusal import Refusal
from league.models import Claim, Club
from league.notifications import join_and_claim_notices
from league.permissions.policy import require
from league.roster import claims, merging
from league.roster.visible_players import organized_club, require_seen


def require_claimant(request: HttpRequest, player: Player, me: Player, code: str) -> None:
    """Refuse, `not_allowed`, a claim of a player of closed clubs only, unless by a link."""
    if me.pk not in (player.merged_into_id, player.pk) and not claims.is_link(player, code):
        require_seen(request, player)


@transaction.atomic
def claim(player: Player, *, claimant: Player, code: str, at: dt.datetime) -> int | None:
    """Claim to be this player; return the resulting player if the code of a link confirms it at once.

    Otherwise None, and organizers are asked to decide. Refusals: those of `claims.ask` and `claims.redeem`.
    """
    if claimant.pk in (player.merged_into_id, player.pk):
        return claimant.pk  # a link that was followed twice
    if code:
        return claims.redeem(player, code, claimant=claimant, at=at).pk
    join_and_claim_notices.of_claim(claims.ask(player, claimant=claimant, at=at), at=at)
    return None


def require_organizer(request: HttpRequest, player: Player) -> tuple[int, str]:
    """Return the club of a player that the visitor organizes, and the visitor as the `by` of commands.

    Refusal `not_allowed`.
    """
    club = organized_club(request, player)
    if club is None:
        raise Refusal("not_allowed", _("Only the organizers of a club of this player may do this."))
    return club.pk, require(request, "club.organize", club)


def require_organizer_of_merge(request: HttpRequest, player: Player) -> tuple[int, str]:
    """Return the same for the club in which a player was merged. Refusals: `not_allowed`, `not_merged`."""
    try:
        club = merging.club_of(player.pk)
    except Refusal:
        require_organizer(request, player)  # only organizers learn that there is nothing to undo
        raise
    return club, require(request, "club.organize", club)


def require_may_hide(request: HttpRequest, player: Player) -> int:
    """Return the club in which the visitor may hide or show the name of a player without an account.

    Refusal `not_allowed` where the players do that themselves, or other organizers.
    """
    club = organized_club(request, player)
    if player.user_id is not None or club is None:
        raise Refusal(
            "not_allowed",
            _("Only the players themselves can do this, or organizers for players without an account."),
        )
    return club.pk


def merge(club: int, player: int, other: int, *, by: str, at: dt.datetime) -> int:
    """Merge a player and a member of a club; return the player that is kept.

    Refusals: `no_player` for a player who is not a member, and those of `merging.merge`.
    """
    if not Player.objects.filter(pk=other, membership__club=club).exists():
        raise Refusal("no_player", _("Choose the other player among the members."))
    return merging.merge(club, player, other, by=by, at=at).pk


@transaction.atomic
def identify(club: int, player: int, member: int, *, by: str, at: dt.datetime) -> int:
    """Merge an entrant without an account and the member whom it is; return the player that is kept.

    Whichever of them is kept has the name of the member, as hidden as it was. Refusals: those of `merge`.
    """
    kept = merge(club, player, member, by=by, at=at)
    if kept == player:
        with read_by(Everything()):
            name, is_hidden = Player.objects.values_list("name_before", "was_hidden").get(pk=member)
        same = Player.objects.filter(Q(pk=kept) | Q(merged_into=kept))
        same.update(name=name, is_hidden=is_hidden)
    return kept


def claims_of_club(club: Club) -> QuerySet[Claim]:
    """Return the claims that organizers of a club decide: about its members, and entrants of the club."""
    belongs = Q(membership__club=club) | Q(entries__competition__club=club)
    merged = Q(merged__membership__club=club) | Q(merged__entries__competition__club=club)
    people = Player.objects.filter(belongs | merged).order_by()
    return Claim.objects.filter(player__in=people.values("pk"))
