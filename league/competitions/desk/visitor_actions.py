"""The actions of a visitor of a competition: enter, leave, check in; and its next date for them."""

import datetime as dt
from collections.abc import Callable
from functools import cached_property

from django.http import HttpRequest

from games.access.players import viewer
from games.models import Player
from league.competitions.announcing.announced_date import AnnouncedDate, announced_date, is_member
from league.competitions.event_night.own_tables import OwnTable, places_of, poll_seconds, stamp
from league.models import Competition, Entrant


class Visitor:
    """A visitor of a competition. Six queries at most, one for anonymous visitors.

    `takes_newcomers` says whether players can still enter an arena; only a visitor who could asks.
    """

    def __init__(
        self,
        request: HttpRequest,
        competition: Competition,
        *,
        takes_newcomers: Callable[[], bool],
        at: dt.datetime,
    ) -> None:
        self.player: Player | None = viewer(request)
        self._request, self._at = request, at
        self._competition = competition
        self._takes_newcomers = takes_newcomers

    @cached_property
    def entrant(self) -> Entrant | None:
        """The visitor's entry, including a withdrawn entry."""
        if self.player is None:
            return None
        return Entrant.objects.filter(competition=self._competition, player=self.player).first()

    @cached_property
    def places(self) -> list[OwnTable]:
        """The seats of the visitor now; none before the start."""
        if self.player is None or self._competition.is_before_start:
            return []
        return places_of(self.player, self._competition)

    @property
    def stamp(self) -> str:
        """Changes with the visitor's places."""
        return stamp(self._competition, self.places)

    @property
    def seconds(self) -> int:
        """After how many seconds the page asks for the visitor's places again."""
        return poll_seconds(self.places)

    @cached_property
    def date(self) -> AnnouncedDate | None:
        """The date of the competition; none of an arena that is going on. One query."""
        if self._competition.seating_ends_at is not None:
            return None
        return announced_date(
            self._competition,
            self._at,
            is_told_place=lambda: is_member(self._request, self._competition) or self.is_in,
        )

    @property
    def is_in(self) -> bool:
        """Whether the visitor is entered, perhaps on the waiting list."""
        return self.entrant is not None and not self.entrant.withdrawn

    @property
    def may_enter(self) -> bool:
        """Whether entries are open and the visitor, or the player they will become, is not entered."""
        if self._competition.status == Competition.Status.REGISTRATION:
            return not self.is_in
        return self._is_arena_going_on and self.entrant is None and self._takes_newcomers()

    @property
    def may_leave(self) -> bool:
        """Whether the visitor can still leave without the organizers."""
        return self._competition.is_before_start and self.is_in

    @property
    def may_check_in(self) -> bool:
        """Whether the visitor is asked to check in."""
        if self._competition.status != Competition.Status.CHECK_IN or self.entrant is None:
            return False
        return self.is_in and not self.entrant.is_here

    @property
    def is_free(self) -> bool:
        """Whether the visitor gets the next table of an arena."""
        return self.may_take_break and not self.places and not (self.entrant and self.entrant.is_away)

    @property
    def is_concerned(self) -> bool:
        """Whether there is any action for the visitor."""
        return self.may_enter or self.may_leave or self.may_take_break

    @property
    def may_take_break(self) -> bool:
        """Whether the visitor plays in an arena that is going on."""
        return self._is_arena_going_on and self.is_in

    @property
    def _is_arena_going_on(self) -> bool:
        is_running = self._competition.status == Competition.Status.RUNNING
        return is_running and self._competition.seating_ends_at is not None
