"""Lists of matchdays: dates, attendance, the viewer's answer and clashes."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.localization import dates
from games.localization.lists import listed
from games.models import Player
from league.calendar.attendance import IN, MAYBE, OUT, answers_about, playing
from league.calendar.times import when
from league.models import Matchday

_NOBODY = {IN: 0, MAYBE: 0, OUT: 0}


class AgendaRow(NamedTuple):
    """A matchday in a list: its date, its attendance, the viewer's answer and clashes."""

    matchday: Matchday
    when: str
    month: str
    counts: dict[str, int]
    answer: str
    clashes: Sequence[Matchday]
    may_answer: bool

    @property
    def coming(self) -> int:
        """The number of people with a place."""
        counted, capacity = self.counts[IN], self.matchday.capacity
        return counted if capacity is None else min(counted, capacity)

    @property
    def waiting(self) -> int:
        """The number of people who are in, but wait for a place."""
        return self.counts[IN] - self.coming

    @property
    def counted(self) -> str:
        """The numbers of people who are in, wait and may come, in words."""
        return counted_in_words(self.coming, self.matchday.capacity, self.waiting, self.counts[MAYBE])

    @property
    def clash_names(self) -> str:
        """The names of the matchdays it overlaps with."""
        return listed([clash.name for clash in self.clashes])


def agenda_rows(
    matchdays: Sequence[Matchday], player: Player | None, at: dt.datetime, *, is_mine: bool
) -> list[AgendaRow]:
    """Return the rows for matchdays, read with their club and competition. Two queries for any number.

    `is_mine` says that all of them concern the player, who may answer.
    """
    counts: dict[int, dict[str, int]] = defaultdict(lambda: dict(_NOBODY))
    answers = answers_about(matchdays)
    for (pk, _person), answer in answers.items():
        counts[pk][answer] += 1
    own_answers = {pk: answer for (pk, person), answer in answers.items() if player and person == player.pk}
    clashes = _clashes(matchdays, player, own_answers) if player else {}
    return [
        AgendaRow(
            matchday,
            when(matchday),
            dates.month(matchday.starts_at.astimezone(matchday.club.zone)),
            counts[matchday.pk],
            own_answers.get(matchday.pk, ""),
            clashes.get(matchday.pk, ()),
            is_mine and not matchday.is_cancelled and not matchday.is_over(at),
        )
        for matchday in matchdays
    ]


def months(shown: Sequence[AgendaRow]) -> list[tuple[str, list[AgendaRow]]]:
    """Return rows by month, in their order."""
    return [(month, list(group)) for month, group in groupby(shown, key=lambda row: row.month)]


def counted_in_words(coming: int, capacity: int | None, waiting: int, maybe: int, out: int = 0) -> str:
    if capacity:
        parts = [_("{number} of {places} in").format(number=coming, places=capacity)]
    else:
        parts = [_("{number} in").format(number=coming)]
    if waiting:
        parts.append(_("{number} waiting").format(number=waiting))
    if maybe:
        parts.append(_("{number} maybe").format(number=maybe))
    if out:
        parts.append(_("{number} out").format(number=out))
    return ", ".join(parts)


def _clashes(
    matchdays: Sequence[Matchday], player: Player, own_answers: dict[int, str]
) -> dict[int, list[Matchday]]:
    """Return by id the other matchdays of a player that overlap with it."""
    entered = playing(matchdays)
    own_matchdays = [
        matchday
        for matchday in matchdays
        if not matchday.is_cancelled
        and own_answers.get(matchday.pk, IN if player.pk in entered[matchday.pk] else "") == IN
    ]
    clashes: dict[int, list[Matchday]] = {}
    for number, matchday in enumerate(own_matchdays):
        for other in own_matchdays[number + 1 :]:
            if matchday.starts_at < other.ends_at and other.starts_at < matchday.ends_at:
                clashes.setdefault(matchday.pk, []).append(other)
                clashes.setdefault(other.pk, []).append(matchday)
    return clashes
