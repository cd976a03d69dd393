"""Recipients of notices."""

from typing import Final

from django.db.models import Q
from django.db.models.functions import Coalesce

from games.models import Player
from league.models import Competition

_TOLD: Final = Coalesce("merged_into", "pk")
"""The reader of notices to a player: a merged player has no account."""


def organizers_of(club_id: int) -> list[int]:
    """Return the players who organize a club, by membership or in a team. One query."""
    by_membership = Q(membership__club=club_id) & (
        Q(membership__is_owner=True) | Q(membership__is_organizer=True)
    )
    granted = Q(teams__grants__is_owner=True) | Q(teams__grants__is_organizer=True)
    by_team = Q(teams__club=club_id, teams__grants__competition=None) & granted
    organizers = Player.objects.filter(by_membership | by_team).distinct()
    return sorted(set(organizers.values_list(_TOLD, flat=True)))


def keepers_of_the_site() -> list[int]:
    """Return the players who look after the site: they decide reports. One query."""
    return sorted(
        Player.objects.filter(user__is_superuser=True, user__is_active=True).values_list("pk", flat=True)
    )


def referees_of(competition: Competition) -> list[int]:
    """Return the players who decide disputes of a competition: referees and organizers. One query."""
    named = Q(membership__club=competition.club_id, membership__is_referee=True)
    by_hand = Q(grants__competition=competition, grants__is_referee=True)
    in_team = Q(teams__grants__is_referee=True) & (
        Q(teams__grants__competition=competition)
        | Q(teams__club=competition.club_id, teams__grants__competition=None)
    )
    referees = Player.objects.filter(named | by_hand | in_team).distinct().values_list(_TOLD, flat=True)
    return sorted({*referees, *organizers_of(competition.club_id)})
