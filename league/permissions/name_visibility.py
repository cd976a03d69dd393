"""Visibility of hidden names: an account sees its own, and those of people of its clubs."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db.models import Q

from games.models import Player
from league.models import Club


class Account:
    """The account of a reader. Only the first hidden name costs anything: two queries.

    `only` returns the single club in whose name it reads, where it does not read for all its clubs.
    """

    def __init__(self, user: Callable[[], Any], only: Callable[[], int | None] = lambda: None) -> None:
        self._user, self._only = user, only

    def knows(self, player_id: int) -> bool:
        """Whether the account is this player's, shares a club with them, or administers the whole site."""
        user = self._user()
        sees_all = user.is_superuser and self._only() is None
        return user.is_authenticated and (sees_all or player_id in self._known)

    @cached_property
    def _known(self) -> frozenset[int]:
        user, only = self._user().pk, self._only()
        own_clubs = Club.objects.filter(
            Q(membership__player__user=user)
            | Q(membership__player__merged_into__user=user)
            | Q(grants__player__user=user)
            | Q(grants__team__people__user=user)
        )
        clubs = list(own_clubs.values_list("pk", flat=True).distinct())
        if only is not None:
            clubs = [club for club in clubs if club == only]
        known = Q(membership__club__in=clubs) | Q(entries__competition__club__in=clubs)
        if only is None:
            known |= Q(user=user) | Q(merged_into__user=user)
        return frozenset(Player.objects.filter(known).values_list("pk", flat=True))
