"""The strength of bots that is suggested to a visitor: that of their last match, a harder one after a win.

Only matches count whose table they opened, as others chose the strength at theirs.
"""

from typing import Final, NamedTuple

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, Subquery

from games.bots.strengths import EASY, STRENGTHS
from games.models import Player, Seat, Table
from games.pages.newcomers import PLAYED
from games.turns import MOSTLY_BY_BOT

_BEGUN: Final = (Table.Status.RUNNING, Table.Status.FINISHED)
_WON: Final = Q(table__status=Table.Status.FINISHED, place=1) & ~MOSTLY_BY_BOT


class Experience(NamedTuple):
    """Whether a visitor has never played a deal, and the strength to suggest.

    `beaten` is the easier one of a match that they have just won, empty without one.
    """

    is_new: bool
    strength: str
    beaten: str = ""


def experience_of(player: Player | None) -> Experience:
    """Return the experience of a visitor. One query at most."""
    if player is None:
        return Experience(is_new=True, strength=EASY)
    seats = Seat.objects.filter(player=OuterRef("pk"))
    bots = Seat.objects.filter(table=OuterRef("table"), player=None, is_bot=True)
    own = seats.filter(Exists(bots), table__host=OuterRef("pk"), table__status__in=_BEGUN)
    last = own.annotate(is_won=ExpressionWrapper(_WON, BooleanField())).order_by("-table_id")
    facts = Player.objects.filter(pk=player.pk).values_list(
        Exists(seats.filter(PLAYED)),
        Subquery(last.values("table__bot_strength")[:1]),
        Subquery(last.values("is_won")[:1]),
    )
    has_played, played, is_won = facts.first() or (False, None, None)
    strength = played or EASY
    harder = STRENGTHS[STRENGTHS.index(strength) + 1 :]
    if is_won and harder:
        return Experience(not has_played, harder[0], beaten=strength)
    return Experience(not has_played, strength)
