"""A matchday as a visitor may see it."""

import datetime as dt
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from django.http import HttpRequest

from games.access.players import viewer
from games.localization.collation import by_name
from games.models import Player
from league.calendar.agenda import counted_in_words
from league.calendar.attendance import IN, MAYBE, OUT, PERSON, attendance, booked_twice, concerned, playing
from league.calendar.matchday_notices import CLOSED
from league.calendar.substitutes import missing
from league.calendar.times import when
from league.models import Availability, Entrant, Match, Matchday, MatchdayChange
from league.permissions.policy import Standing, User, club_of_token, invisible_clubs
from league.rules.settings.translated_names import translated


class VisibleMatchday:
    """A matchday as a visitor may see it: names and place are for members of the club and entrants."""

    def __init__(self, matchday: Matchday, request: HttpRequest, standing: Standing, at: dt.datetime) -> None:
        self.matchday, self._request, self._standing, self._at = matchday, request, standing, at
        # A token of a club attends no matchday.
        self.viewer = None if club_of_token(request) is not None else viewer(request)

    @property
    def when(self) -> str:
        """The time, in the time zone of the club."""
        return when(self.matchday)

    @property
    def zone(self) -> str:
        """The name of the club's time zone."""
        return str(self.matchday.club.zone)

    @property
    def is_over(self) -> bool:
        """Whether it is too late for answers."""
        return self.matchday.is_over(self._at)

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
        """Whether the viewer may see names and place."""
        is_concerned = self.viewer is not None and self.viewer.pk in self._concerned
        return is_concerned or self._standing.may("club.see_members")

    @cached_property
    def attendance(self) -> "Names":
        """The attendance, by name."""
        answers, players = attendance(self.matchday), self._players
        rest = sorted(set(self._concerned) - set().union(*answers))
        silent = by_name(rest, name=lambda pk: players[pk].name)
        return Names(*([players[pk] for pk in group] for group in (*answers, silent)))

    @property
    def counted(self) -> str:
        """The numbers of people who are in, wait, may come and stay away, in words."""
        here = self.attendance
        waiting, maybe, out = len(here.waiting), len(here.maybe), len(here.out)
        return counted_in_words(len(here.coming), self.matchday.capacity, waiting, maybe, out)

    @cached_property
    def answer(self) -> str:
        """The viewer's answer."""
        if self.viewer is None:
            return ""
        here, me = self.attendance, self.viewer
        by_answer = {IN: [*here.coming, *here.waiting], MAYBE: here.maybe, OUT: here.out}
        return next((answer for answer, players in by_answer.items() if me in players), "")

    @property
    def place_in_queue(self) -> int:
        """The viewer's number on the waiting list, 0 for none."""
        waiting = [player.pk for player in self.attendance.waiting]
        return waiting.index(self.viewer.pk) + 1 if self.viewer and self.viewer.pk in waiting else 0

    @cached_property
    def missing(self) -> list[Entrant]:
        """Entrants who stay away."""
        return missing(self.matchday)

    @property
    def clashes(self) -> list[tuple[Player, str]]:
        """The players booked twice, with where else in words."""
        return [
            (
                player,
                "; ".join(
                    str(CLOSED) if other is None else f"{other.name}, {when(other)}" for other in others
                ),
            )
            for player, others in self.booked_elsewhere
        ]

    @cached_property
    def booked_elsewhere(self) -> list[tuple[Player, list[Matchday | None]]]:
        """The players booked twice, with where else: all of them for organizers, otherwise the viewer.

        None is a matchday of a closed club.
        """
        me = self.viewer.pk if self.viewer else 0
        bookings = booked_twice(self.matchday, self._booked if self.may_organize else self._booked & {me})
        hidden = hidden_clubs([other for others in bookings.values() for other in others], self._request)
        return [
            (
                self._players[player],
                [other if player == me or other.club_id not in hidden else None for other in others],
            )
            for player, others in bookings.items()
        ]

    @cached_property
    def last_change(self) -> MatchdayChange | None:
        """The change that an organizer can undo."""
        return self.matchday.changes.last()

    @cached_property
    def round_name(self) -> str:
        """The name of the round that is played."""
        matchday = self.matchday
        if matchday.competition_id is None or matchday.round_number is None:
            return ""
        drawn = Match.objects.filter(
            competition=matchday.competition_id, stage=matchday.stage or 1, round_number=matchday.round_number
        )
        name = drawn.exclude(round_name="").values_list("round_name", flat=True).first()
        return translated(name or f"Round {matchday.round_number}")

    @cached_property
    def _concerned(self) -> list[int]:
        return concerned(self.matchday)

    @cached_property
    def _entered(self) -> set[int]:
        return playing([self.matchday])[self.matchday.pk]

    @cached_property
    def _booked(self) -> set[int]:
        """The players with a place or on the waiting list, and entrants without another answer."""
        names = self.attendance
        others = {player.pk for player in (*names.maybe, *names.out)}
        return {player.pk for player in (*names.coming, *names.waiting)} | (self._entered - others)

    @cached_property
    def _players(self) -> dict[int, Player]:
        answered = Availability.objects.filter(matchday=self.matchday).values(person=PERSON)
        wanted = Player.objects.filter(pk__in=answered) | Player.objects.filter(pk__in=self._concerned)
        return {player.pk: player for player in wanted}


class Names(NamedTuple):
    """The answers by player; `silent` have not answered."""

    coming: list[Player]
    waiting: list[Player]
    maybe: list[Player]
    out: list[Player]
    silent: list[Player]

    @property
    def people(self) -> list[Player]:
        """Everyone, those with the same answer together."""
        return [player for group in self for player in group]


def hidden_clubs(matchdays: Sequence[Matchday], requester: User | HttpRequest) -> set[int]:
    """Return the clubs of matchdays that the reader may not see into. One query, if a club is closed."""
    closed = {matchday.club_id for matchday in matchdays if not matchday.club.is_public}
    return (
        set(invisible_clubs(requester).filter(pk__in=closed).values_list("pk", flat=True))
        if closed
        else set()
    )
