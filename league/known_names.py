"""Which hidden names an account knows: its own, and those of people of its clubs."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db.models import Q

from games.models import Player
from league.models import Club


class Account:
    """Somebody who reads, by the account. Only the first hidden name costs anything: two queries."""

    def __init__(self, user: Callable[[], Any]) -> None:
        self._user = user

    def knows(self, player_id: int) -> bool:
        """Whether the account is this player's, is with them in a club, or runs the whole site."""
        user = self._user()
        return user.is_authenticated and (user.is_superuser or player_id in self._known)

    @cached_property
    def _known(self) -> frozenset[int]:
        user = self._user().pk
        mine = Club.objects.filter(
            Q(membership__player__user=user)
            | Q(membership__player__merged_into__user=user)
            | Q(grants__player__user=user)
            | Q(grants__team__people__user=user)
        )
        clubs = list(mine.values_list("pk", flat=True).distinct())
        known = Player.objects.filter(
            Q(user=user)
            | Q(merged_into__user=user)
            | Q(membership__club__in=clubs)
            | Q(entries__competition__club__in=clubs)
        )
        return frozenset(known.values_list("pk", flat=True))
