"""Blocked people do not sit at the tables of those who blocked them, and keep no seat for them."""

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import MutedPlayer, Player, Table
from games.rules.base.refusal import Refusal


def about(player: Player) -> QuerySet[MutedPlayer]:
    """Return by whom a player is muted or blocked, also under the number of one who was merged into them."""
    return MutedPlayer.objects.filter(Q(player=player) | Q(player__merged_into=player))


def require_open(table: Table, player: Player) -> None:
    """Refuse (`not_open_to_you`) whom the host of a table has blocked. One query, none without a host."""
    if table.host_id in (None, player.pk):
        return
    if about(player).filter(by=table.host_id, is_blocked=True).exists():
        raise Refusal("not_open_to_you", _("This table is not open to you."))


def parted_from(player: Player, others: Collection[int]) -> set[int]:
    """Return who of the others (by id) has blocked a player or is blocked by them. One query."""
    theirs = about(player).filter(is_blocked=True, by__in=others)
    own = MutedPlayer.objects.filter(Q(player__in=others) | Q(player__merged_into__in=others))
    rows = theirs | own.filter(is_blocked=True, by=player)
    parted = {number for row in rows.values_list("by", "player", "player__merged_into") for number in row}
    return {number for number in others if number in parted}
