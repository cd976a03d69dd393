"""The seats of a table as a viewer sees them: who sits where, who is due, and for whom seats are kept."""

from dataclasses import replace
from datetime import datetime
from functools import cached_property
from math import ceil

from games.access import companions, invitations
from games.models import Player, Seat, Table
from games.pages import seat_layout
from games.pages.seats import ShownSeat, Side, at_spots
from games.rules.match import commands
from games.rules.match.seat_names import SeatNames
from games.rules.match.state import CALLED
from games.rules.match.visibility import Sight
from games.rules.options.options import Options
from games.tables import Look, deadlines
from games.wording import headlines


class Seating:
    """The seats of a table at a time, for a viewer who came with a key of an invitation or with none."""

    def __init__(
        self,
        look: Look,
        at: datetime,
        names: SeatNames,
        options: Options,
        *,
        player: Player | None,
        shown_key: str,
    ) -> None:
        self.has_partners = options.teams == "partners"
        self._look = look
        self._sight: Sight | None = look.sight
        self._table: Table = look.table
        self._at = at
        self._names = names
        self._player = player
        self.shown_key = shown_key
        self._is_open = look.table.status == Table.Status.OPEN
        self.is_slow = look.table.turn_seconds >= deadlines.DAY.total_seconds()

    @cached_property
    def all(self) -> list[ShownSeat]:
        """All seats from A on."""
        caught = {command.target for command in self._look.legal if isinstance(command, commands.Catch)}
        return [self._shown(seat, can_be_caught=seat.index in caught) for seat in self._look.seats]

    @property
    def decided(self) -> list[tuple[int, str]]:
        """The places and names of a result that organizers entered, the best first."""
        places = [(seat.place or 0, name) for seat, name in zip(self._look.seats, self._names, strict=True)]
        return sorted(places) if all(place for place, _name in places) else []

    @property
    def mine(self) -> ShownSeat | None:
        """My own seat; None for a spectator."""
        return None if self._look.seat is None else self.all[self._look.seat]

    @property
    def is_host(self) -> bool:
        """Whether I have a seat and am the host, or sit at a table without one."""
        if self._look.seat is None:
            return False
        host = self._table.host_id
        return host is None or host == self._look.seats[self._look.seat].player_id

    @property
    def others(self) -> list[ShownSeat]:
        """The other seats, clockwise from my left; all seats for a spectator."""
        if self._look.seat is None:
            return at_spots(self.all, seat_layout.around(len(self.all)))
        after = self._look.seat + 1
        others = self.all[after:] + self.all[: after - 1]
        return at_spots(others, seat_layout.opposite(len(others)))

    @property
    def sides(self) -> list[Side]:
        """The two sides where partners play together, the better one first; empty elsewhere."""
        if not self.has_partners:
            return []
        sides = [Side(number, self.all[number - 1 :: 2]) for number in (1, 2)]
        return sorted(sides, key=lambda side: (-side.wins, side.losses, -side.total))

    @property
    def by_total(self) -> list[ShownSeat]:
        """The seats by wins where they count, else by total, the best first; none where sides count."""
        if self.has_partners:
            return []
        return sorted(self.all, key=lambda place: (-place.wins, place.losses, -place.total))

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(place.is_free for place in self.all)

    @property
    def unkept(self) -> int:
        """The number of free seats that are kept for no one."""
        return sum(place.is_free and not place.is_kept for place in self.all)

    @property
    def kept(self) -> int:
        """The number of free seats that are kept for somebody."""
        return sum(place.is_kept for place in self.all)

    @property
    def has_none_for_me(self) -> bool:
        """Whether I have no seat and may take none: all are taken, or kept for others."""
        return self.mine is None and not self.unkept and not any(place.is_kept_for_me for place in self.all)

    @property
    def due(self) -> int | None:
        """In how many seconds a seat is kept no longer; None if none is kept."""
        ends = [place.kept_until for place in self.all if place.kept_until is not None]
        return ceil((min(ends) - self._at).total_seconds()) if ends else None

    @cached_property
    def companions(self) -> list[Player]:
        """The people for whom I may keep a seat as the host, by name. One query at an open table."""
        if not (self._is_open and self.is_host and self._player is not None):
            return []
        there = {place.player_id for place in self.all} | {seat.kept_for_id for seat in self._look.seats}
        return [person for person in companions.listed(self._player) if person.pk not in there]

    @property
    def keeps_for_anyone(self) -> bool:
        """Whether there is anybody for whom I could keep a seat."""
        return bool(self.companions) or not self.is_private

    @property
    def on_vacation(self) -> ShownSeat | None:
        """The seat for which the table waits, if its player is on vacation."""
        return next((place for place in self.all if place.is_turn and place.vacation_until), None)

    @cached_property
    def key(self) -> str:
        """The key of the link of this table for those who may invite: who sit there, and who came by it."""
        needed = self._needed_key
        return needed if self.mine is not None or self.shown_key == needed else ""

    @property
    def key_of_viewer(self) -> str:
        """The key that opens a kept seat to the viewer: of the table, or else the one they came with."""
        return self.key or self.shown_key

    @property
    def admits_viewer(self) -> bool:
        """Whether the viewer may sit down on a free seat that is kept for nobody."""
        return not self.is_private or bool(self.key)

    @property
    def is_private(self) -> bool:
        """Whether people need the link to sit down here. One query, shared with `key`."""
        return bool(self._needed_key)

    @cached_property
    def _needed_key(self) -> str:
        return invitations.key_of(self._table)

    def _shown(self, seat: Seat, *, can_be_caught: bool) -> ShownSeat:
        sight, index = self._sight, seat.index
        place = ShownSeat(
            index=index,
            letter=seat.letter,
            name=self._names[index],
            is_me=index == self._look.seat,
            is_free=seat.is_free,
            is_bot=seat.is_bot,
            is_away=seat.is_bot and seat.player_id is not None,
            vacation_until=self._vacation_of(seat),
            player_id=seat.player_id,
            is_partner=self._is_partner(index),
            side=index % 2 + 1 if self.has_partners else 0,
        )
        if sight is None:
            place = replace(place, partner=self._partner(index))
            return self._kept(place, seat) if seat.is_kept(self._at) else place
        return replace(
            place,
            count=sight.counts[index],
            total=sight.totals[index],
            is_turn=index in headlines.awaited(sight),
            is_dealer=index == sight.dealer,
            has_called=sight.uno[index] == CALLED and sight.counts[index] == 1,
            eliminated=sight.eliminated[index],
            can_be_caught=can_be_caught and not self._is_partner(index),
            is_out=index in sight.out,
            has_left=index in sight.retired,
            wins=sight.wins[index] if sight.wins else 0,
            losses=sight.losses[index] if sight.losses else 0,
        )

    def _kept(self, place: ShownSeat, seat: Seat) -> ShownSeat:
        mine = self._player is not None and seat.kept_for_id == self._player.pk
        is_shown = invitations.is_key_of_seat(seat, self.shown_key, self._at)
        return replace(
            place,
            kept_until=seat.kept_until,
            kept_for=self._expected.get(seat.kept_for_id, "") if seat.kept_for_id else "",
            is_kept_for_me=mine or is_shown,
            key_of_seat=invitations.key_of_seat(seat, self._at) if self.is_host else "",
        )

    @cached_property
    def _expected(self) -> dict[int, str]:
        """The names of those for whom seats are kept. One query, none where no seat is kept."""
        wanted = {seat.kept_for_id for seat in self._look.seats if seat.kept_for_id is not None}
        return {person.pk: person.name for person in Player.objects.filter(pk__in=wanted)} if wanted else {}

    def _vacation_of(self, seat: Seat) -> datetime | None:
        """Return the end of the vacation of a player, for whose turns the table waits."""
        if seat.player is None or not self.is_slow:
            return None
        until = seat.player.vacation_until
        return until if until is not None and until > self._at else None

    def _partner(self, index: int) -> str:
        """Return who is the partner of a seat at an open table, or is expected there; empty for nobody."""
        if not self.has_partners:
            return ""
        other = self._look.seats[(index + 2) % 4]
        if not other.is_free:
            return self._names[other.index]
        return self._expected.get(other.kept_for_id or 0, "") if other.is_kept(self._at) else ""

    def _is_partner(self, index: int) -> bool:
        me = self._look.seat
        return self.has_partners and me is not None and index == (me + 2) % 4
