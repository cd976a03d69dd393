"""Names of players, and what others see of them. No log holds a name: a new name holds for the past, too."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Player
from games.rules.base.spelling import spelled
from league.audit import log
from league.audit.log import Deed, What


@transaction.atomic
def change(player: Player, name: str) -> None:
    """Call a player, all that were merged into it, and the user it belongs to by another name.

    Refusal: `hidden_characters`.
    """
    name = spelled(name)
    _same(player).update(name=name)
    if player.user_id is not None:
        User.objects.filter(pk=player.user_id).update(first_name=name, last_name="")


@transaction.atomic
def hide(player: Player, *, is_hidden: bool, club: int | None = None) -> None:
    """Show the name of a player to people of the same clubs only, or to everybody.

    `club` is the club whose organizers have decided it for a player without an account.
    """
    if _same(player).filter(is_hidden=not is_hidden).update(is_hidden=is_hidden):
        before, after = {"is_hidden": not is_hidden}, {"is_hidden": is_hidden}
        log.note(What.PRIVACY, player.pk, Deed.CHANGED, before=before, after=after, club=club)


def show_insight(player: Player, *, shows: bool) -> None:
    """Let everyone see what the analysed matches of a player say together, or nobody else."""
    Player.objects.filter(pk=player.pk).update(shows_insight=shows)


def _same(player: Player) -> "QuerySet[Player]":
    return Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player.pk))
