"""One matchday as a visitor may see it."""

import datetime as dt
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from django.http import HttpRequest

from games.access.players import viewer
from games.models import Player
from league.calendar.agenda import counted_in_words
from league.calendar.attendance import IN, MAYBE, OUT, PERSON, attendance, booked_twice, concerned, playing
from league.calendar.substitutes import missing
from league.calendar.telling import CLOSED
from league.calendar.times import when
from league.models import Availability, Entrant, Match, Matchday, MatchdayChange
from league.permissions.rules import Standing, User, club_of_token, unseen_clubs
from league.rules.settings.labels import spoken


class VisibleMatchday:
    """One matchday as a visitor may see it: names and place are for people of the club and those who play."""

    def __init__(self, matchday: Matchday, request: HttpRequest, standing: Standing, at: dt.datetime) -> None:
        self.matchday, self._request, self._standing, self._at = matchday, request, standing, at
        # A token of a club comes to no matchday.
        self.viewer = None if club_of_token(request) is not None else viewer(request)

    @property
    def when(self) -> str:
        """When it is, by the clock of the club."""
        return when(self.matchday)

    @property
    def zone(self) -> str:
        """The name of the club's time zone."""
        return str(self.matchday.club.zone)

    @property
    def is_over(self) -> bool:
        """Whether nobody says any more whether they come."""
        return self.matchday.ends_at <= self._at

    @cached_property
    def may_organize(self) -> bool:
        """Whether the viewer organizes the club."""
        return self._standing.may("club.organize")

    @cached_property
    def may_answer(self) -> bool:
        """Whether the matchday concerns the viewer and still takes answers."""
        is_open = not self.matchday.is_cancelled and not self.is_over
        return is_open and self.viewer is not None and self.viewer.pk in self._concerned

    @cached_property
    def is_inside(self) -> bool:
        """Whether the viewer may see who comes, and where."""
        is_concerned = self.viewer is not None and self.viewer.pk in self._concerned
        return is_concerned or self._standing.may("club.see_members")

    @cached_property
    def attendance(self) -> "Names":
        """Who comes, by name."""
        said, players = attendance(self.matchday), self._players
        silent = sorted(set(self._concerned) - set().union(*said), key=lambda pk: players[pk].name)
        return Names(*([players[pk] for pk in group] for group in (*said, silent)))

    @property
    def counted(self) -> str:
        """How many come, wait, may come and stay away, in words."""
        here = self.attendance
        waiting, maybe, out = len(here.waiting), len(here.maybe), len(here.out)
        return counted_in_words(len(here.coming), self.matchday.capacity, waiting, maybe, out)

    @cached_property
    def answer(self) -> str:
        """What the viewer said."""
        if self.viewer is None:
            return ""
        here, me = self.attendance, self.viewer
        said = {IN: [*here.coming, *here.waiting], MAYBE: here.maybe, OUT: here.out}
        return next((answer for answer, players in said.items() if me in players), "")

    @property
    def place_in_queue(self) -> int:
        """Which number the viewer has on the waiting list, 0 for none."""
        waiting = [one.pk for one in self.attendance.waiting]
        return waiting.index(self.viewer.pk) + 1 if self.viewer and self.viewer.pk in waiting else 0

    @cached_property
    def missing(self) -> list[Entrant]:
        """Entrants who stay away."""
        return missing(self.matchday)

    @property
    def clashes(self) -> list[tuple[Player, str]]:
        """Who is booked twice, with where else in words."""
        return [
            (player, "; ".join(str(CLOSED) if one is None else f"{one.name}, {when(one)}" for one in others))
            for player, others in self.booked_elsewhere
        ]

    @cached_property
    def booked_elsewhere(self) -> list[tuple[Player, list[Matchday | None]]]:
        """Who is booked twice, with where else: everybody for organizers, else the viewer.

        None is a matchday of a club that keeps to itself.
        """
        me = self.viewer.pk if self.viewer else 0
        found = booked_twice(self.matchday, self._booked if self.may_organize else self._booked & {me})
        hidden = hidden_clubs([one for others in found.values() for one in others], self._request)
        return [
            (
                self._players[player],
                [one if player == me or one.club_id not in hidden else None for one in others],
            )
            for player, others in found.items()
        ]

    @cached_property
    def last_change(self) -> MatchdayChange | None:
        """What an organizer could undo."""
        return self.matchday.changes.last()

    @cached_property
    def round_name(self) -> str:
        """The round that is played, as its competition calls it."""
        one = self.matchday
        if one.competition_id is None or one.round_number is None:
            return ""
        drawn = Match.objects.filter(
            competition=one.competition_id, stage=one.stage or 1, round_number=one.round_number
        )
        name = drawn.exclude(round_name="").values_list("round_name", flat=True).first()
        return spoken(name or f"Round {one.round_number}")

    @cached_property
    def _concerned(self) -> list[int]:
        return concerned(self.matchday)

    @cached_property
    def _entered(self) -> set[int]:
        return playing([self.matchday])[self.matchday.pk]

    @cached_property
    def _booked(self) -> set[int]:
        """Who has a place or waits for one, and who plays and has not said otherwise."""
        said = self.attendance
        others = {one.pk for one in (*said.maybe, *said.out)}
        return {one.pk for one in (*said.coming, *said.waiting)} | (self._entered - others)

    @cached_property
    def _players(self) -> dict[int, Player]:
        said = Availability.objects.filter(matchday=self.matchday).values(person=PERSON)
        wanted = Player.objects.filter(pk__in=said) | Player.objects.filter(pk__in=self._concerned)
        return {one.pk: one for one in wanted}


class Names(NamedTuple):
    """Who said what, as players; `silent` are those who have said nothing."""

    coming: list[Player]
    waiting: list[Player]
    maybe: list[Player]
    out: list[Player]
    silent: list[Player]


def hidden_clubs(matchdays: Sequence[Matchday], asker: User | HttpRequest) -> set[int]:
    """Return those of the clubs of matchdays that somebody may not see into. One query, if one is closed."""
    closed = {one.club_id for one in matchdays if not one.club.is_public}
    return set(unseen_clubs(asker).filter(pk__in=closed).values_list("pk", flat=True)) if closed else set()
