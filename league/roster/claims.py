"""Claims: a person with an account claims to be a player without one, and organizers decide.

A confirmed claim merges the two players; `merging.unmerge` undoes it.
"""

import datetime as dt
from typing import Final

from django.contrib.auth import get_user_model
from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.models import Claim, Club
from league.permissions.policy import may
from league.roster import merging

_SALT: Final = "claim"
LINK_LASTS: Final = dt.timedelta(days=7)


@transaction.atomic
def ask(player: Player, *, claimant: Player, at: dt.datetime) -> Claim:
    """Claim that the claimant is the player; a repeated claim changes nothing. Refusal: `not_claimable`."""
    require_claimable(player, claimant)
    claim, _made = Claim.objects.get_or_create(
        player=player, claimant=claimant, state=Claim.State.OPEN, defaults={"asked_at": at}
    )
    return claim


@transaction.atomic
def decide(claim_id: int, club_id: int, *, is_confirmed: bool, by: str, at: dt.datetime) -> Claim:
    """Confirm a claim, which merges the two players, or decline it. Refusal: `decided_already`."""
    claim = (
        Claim.objects.select_for_update(of=("self",))
        .select_related("player", "claimant__merged_into")
        .get(pk=claim_id)
    )
    if claim.state != Claim.State.OPEN:
        raise Refusal(
            "decided_already",
            _("This has already been decided: {answer}.").format(answer=claim.get_state_display()),
        )
    if is_confirmed:
        _confirm(claim.player, claim.claimant.merged_into or claim.claimant, club_id, by=by, at=at)
    return _close(claim, Claim.State.CONFIRMED if is_confirmed else Claim.State.DECLINED, by=by, at=at)


@transaction.atomic
def withdraw(player: Player, *, claimant: Player, at: dt.datetime) -> None:
    """Withdraw the claimant's open claim, if any."""
    for claim in Claim.objects.filter(player=player, claimant=claimant, state=Claim.State.OPEN):
        _close(claim, Claim.State.WITHDRAWN, by=f"player:{claimant.pk}", at=at)


def link(player: Player, club_id: int, *, by: str) -> str:
    """Return a code with which a person becomes this player at once, given by an organizer.

    It is valid for a week, and as long as the organizer is one. Refusal `not_claimable`.
    """
    if player.user_id is not None:
        raise Refusal("not_claimable", _("This player already has an account."))
    return signing.dumps({"player": player.pk, "club": club_id, "by": by}, salt=_SALT)


def is_link(player: Player, code: str) -> bool:
    """Whether an organizer made this code for this player, even if it is no longer valid."""
    try:
        return bool(signing.loads(code, salt=_SALT)["player"] == player.pk)
    except signing.BadSignature:
        return False


@transaction.atomic
def redeem(player: Player, code: str, *, claimant: Player, at: dt.datetime) -> Player:
    """Become the player of a code; return the player that is kept. Refusals: `bad_code`, as for claims."""
    try:
        content = signing.loads(code, salt=_SALT, max_age=LINK_LASTS)
    except signing.BadSignature:
        raise Refusal("bad_code", _("This link has expired. Ask the organizer for a new link.")) from None
    if content["player"] != player.pk:
        raise Refusal("bad_code", _("This link is for someone else."))
    if not _organizes(content["by"], content["club"]):
        raise Refusal(
            "bad_code",
            _("The person who made this link is no longer an organizer of the club. Ask for a new link."),
        )
    kept = _confirm(player, claimant, content["club"], by=content["by"], at=at)
    for claim in Claim.objects.filter(player=player, claimant=claimant, state=Claim.State.OPEN):
        _close(claim, Claim.State.CONFIRMED, by=content["by"], at=at)
    return kept


def require_claimable(player: Player, claimant: Player) -> None:
    """Refuse claims of players who have an account or are merged, and by people without an account."""
    if claimant.pk == player.pk:
        raise Refusal("same_player", _("This player is already you."))
    if player.user_id is not None or player.merged_into_id is not None:
        raise Refusal("not_claimable", _("This player already has an account."))
    if claimant.user is None or not claimant.user.has_usable_password():
        raise Refusal("no_account", _("Sign up first: as a guest you are known only in this browser."))


def _organizes(by: str, club_id: int) -> bool:
    """Whether the organizer of a link, given as the `by` of commands, still organizes the club."""
    _role, _colon, number = by.partition(":")
    user = get_user_model().objects.filter(pk=number, is_active=True).first()
    if user is None or not Club.objects.filter(pk=club_id).exists():
        return False
    return may(user, "club.organize", club_id)


def _confirm(player: Player, claimant: Player, club_id: int, *, by: str, at: dt.datetime) -> Player:
    require_claimable(player, claimant)
    return merging.merge(club_id, claimant.pk, player.pk, by=by, at=at)


def _close(claim: Claim, state: "Claim.State", *, by: str, at: dt.datetime) -> Claim:
    claim.state, claim.decided_by, claim.decided_at = state, by, at
    claim.save(update_fields=["state", "decided_by", "decided_at"])
    return claim
