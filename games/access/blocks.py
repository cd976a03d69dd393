"""Keep blocked people away from the tables and seats of the people who blocked them."""

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import MutedPlayer, Player, Table
from games.rules.base.refusal import Refusal


def about(player: Player) -> QuerySet[MutedPlayer]:
    """Return the rows that mute or block a player, also those of players who were merged into them."""
    return MutedPlayer.objects.filter(Q(player=player) | Q(player__merged_into=player))


def require_open(table: Table, player: Player) -> None:
    """Refuse (`not_open_to_you`) players whom the host of a table has blocked. At most one query."""
    if table.host_id in (None, player.pk):
        return
    if about(player).filter(by=table.host_id, is_blocked=True).exists():
        raise Refusal("not_open_to_you", _("This table is not open to you."))


def blocking(player: Player) -> QuerySet[MutedPlayer, int]:
    """Return the numbers of the players who have blocked a player, for a subquery."""
    return about(player).filter(is_blocked=True).values_list("by", flat=True)


def parted_from(player: Player, others: Collection[int]) -> set[int]:
    """Return the others (by id) that have blocked a player or are blocked by the player. One query."""
    theirs = about(player).filter(is_blocked=True, by__in=others)
    own = MutedPlayer.objects.filter(Q(player__in=others) | Q(player__merged_into__in=others))
    rows = theirs | own.filter(is_blocked=True, by=player)
    parted = {number for row in rows.values_list("by", "player", "player__merged_into") for number in row}
    return {number for number in others if number in parted}
