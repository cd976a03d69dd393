"""Matchdays in a list: when each is, how many come, what the viewer said and is booked for besides."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils import dateformat
from django.utils.translation import gettext as _

from games.models import Player
from league.calendar.attendance import IN, MAYBE, OUT, playing, said_about
from league.calendar.times import when
from league.models import Matchday

_NOBODY = {IN: 0, MAYBE: 0, OUT: 0}


class AgendaRow(NamedTuple):
    """A matchday in a list: when, how many come, what the viewer said and is booked for besides."""

    matchday: Matchday
    when: str
    month: str
    counts: dict[str, int]
    answer: str
    clashes: Sequence[Matchday]
    may_answer: bool

    @property
    def coming(self) -> int:
        """How many have a place."""
        counted, capacity = self.counts[IN], self.matchday.capacity
        return counted if capacity is None else min(counted, capacity)

    @property
    def waiting(self) -> int:
        """How many are in as soon as there is a place."""
        return self.counts[IN] - self.coming

    @property
    def counted(self) -> str:
        """How many come, wait and may come, in words."""
        return counted_in_words(self.coming, self.matchday.capacity, self.waiting, self.counts[MAYBE])

    @property
    def clash_names(self) -> str:
        """With what it overlaps."""
        return ", ".join(one.name for one in self.clashes)


def agenda_rows(
    matchdays: Sequence[Matchday], player: Player | None, at: dt.datetime, *, is_mine: bool
) -> list[AgendaRow]:
    """Return matchdays as a list shows them. Two queries, however many; read with `select_related("club")`.

    `is_mine` says that all of them concern the player, who may answer.
    """
    found: dict[int, dict[str, int]] = defaultdict(lambda: dict(_NOBODY))
    said = said_about(matchdays)
    for (pk, _person), answer in said.items():
        found[pk][answer] += 1
    mine = {pk: answer for (pk, person), answer in said.items() if player and person == player.pk}
    clashes = _clashes(matchdays, player, mine) if player else {}
    return [
        AgendaRow(
            one,
            when(one),
            dateformat.format(one.starts_at.astimezone(one.club.zone), "F Y"),
            found[one.pk],
            mine.get(one.pk, ""),
            clashes.get(one.pk, ()),
            is_mine and not one.is_cancelled and one.ends_at > at,
        )
        for one in matchdays
    ]


def months(shown: Sequence[AgendaRow]) -> list[tuple[str, list[AgendaRow]]]:
    """Return rows by month, in their order."""
    return [(month, list(group)) for month, group in groupby(shown, key=lambda row: row.month)]


def counted_in_words(coming: int, capacity: int | None, waiting: int, maybe: int, out: int = 0) -> str:
    if capacity:
        said = [_("{number} of {places} in").format(number=coming, places=capacity)]
    else:
        said = [_("{number} in").format(number=coming)]
    if waiting:
        said.append(_("{number} waiting").format(number=waiting))
    if maybe:
        said.append(_("{number} maybe").format(number=maybe))
    if out:
        said.append(_("{number} out").format(number=out))
    return ", ".join(said)


def _clashes(
    matchdays: Sequence[Matchday], player: Player, said: dict[int, str]
) -> dict[int, list[Matchday]]:
    """Return by id with which of the others a player's matchdays overlap."""
    entered = playing(matchdays)
    mine = [
        one
        for one in matchdays
        if not one.is_cancelled and said.get(one.pk, IN if player.pk in entered[one.pk] else "") == IN
    ]
    found: dict[int, list[Matchday]] = {}
    for number, one in enumerate(mine):
        for other in mine[number + 1 :]:
            if one.starts_at < other.ends_at and other.starts_at < one.ends_at:
                found.setdefault(one.pk, []).append(other)
                found.setdefault(other.pk, []).append(one)
    return found
