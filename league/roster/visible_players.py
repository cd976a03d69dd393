"""The players that a visitor may see, and the clubs of theirs that the visitor organizes."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import Player, Seat
from games.rules.base.refusal import Refusal
from league.models import Club, Entrant, Membership
from league.permissions.policy import clubs_with, invisible_clubs, invisible_competitions


def require_seen(request: HttpRequest, player: Player) -> None:
    """Refuse, `not_allowed`, to show a player without an account whom only closed clubs know."""
    if player.user_id is not None:
        return
    same = Q(player=player) | Q(player__merged_into=player)
    memberships, entries = Membership.objects.filter(same), Entrant.objects.order_by().filter(same)
    if memberships.exclude(club__in=invisible_clubs(request)).exists():
        return
    if entries.exclude(competition__in=invisible_competitions(request)).exists():
        return
    if memberships.exists() or entries.exists():
        raise Refusal("not_allowed", _("Only people in the club can see this player."))


def seen_by(request: HttpRequest) -> Q:
    """Return which players a visitor may see: those in no club, and those met outside closed clubs.

    An account that sits at a public table is visible there, too.
    """
    closed, games = invisible_clubs(request), invisible_competitions(request)
    belongs = Membership.objects.exclude(club__in=closed).values("player")
    plays = Entrant.objects.order_by().exclude(competition__in=games).values("player")
    sits = Seat.objects.order_by().filter(player__isnull=False, table__invited_only=None)
    sits = sits.exclude(table__match__competition__in=games)
    same = Q(player=OuterRef("pk")) | Q(player__merged_into=OuterRef("pk"))
    is_nowhere = ~Exists(Membership.objects.filter(same)) & ~Exists(Entrant.objects.order_by().filter(same))
    met = Q(pk__in=belongs) | Q(pk__in=plays) | Q(user__isnull=False, pk__in=sits.values("player"))
    return met | is_nowhere


def organized_club(request: HttpRequest, player: Player) -> Club | None:
    """Return a club of the player that the visitor organizes: decisions are recorded there."""
    if not request.user.is_authenticated:
        return None
    return next(iter(clubs_with(request, "club.organize", clubs_of(player))), None)


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the clubs of which a player is a member (`is_mine`), or has entered a competition."""
    people = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player.pk))
    belongs = Exists(Membership.objects.filter(club=OuterRef("pk"), player__in=people))
    entered = Exists(Entrant.objects.filter(competition__club=OuterRef("pk"), player__in=people))
    return Club.objects.annotate(is_mine=belongs).filter(Q(is_mine=True) | Q(entered))
