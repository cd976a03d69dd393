"""What the host and the referee may do at a table: begin, pause, end, and judge."""

from functools import cached_property

from games.models import Table
from games.pages.seating import Seating
from games.pages.seats import ShownSeat
from games.pages.time import TableTime, TimeText
from games.rules.match import commands
from games.rules.match.seat_names import SeatNames
from games.rules.match.state import FORFEIT, MATCH_OVER, OVER, READY_TO_DEAL
from games.rules.match.visibility import Sight
from games.rules.options.options import Options
from games.tables import Look, rulings
from games.wording import penalties


class HostControls:
    """What a viewer may do; `referee` is the `by` of their commands if they may act as the referee."""

    def __init__(
        self,
        look: Look,
        seats: Seating,
        time: TableTime,
        referee: str,
        names: SeatNames,
        options: Options,
    ) -> None:
        self.is_referee = bool(referee)
        self._look = look
        self._sight: Sight | None = look.sight
        self._table: Table = look.table
        self._seats = seats
        self._time = time
        self._names = names
        self._options = options

    @property
    def asks_dealer(self) -> bool:
        """Whether the host names the first dealer."""
        return self._options.dealer_choice == "fixed"

    @property
    def asks_youngest(self) -> bool:
        """Whether the host says who is the youngest."""
        return self._options.first_player == "youngest"

    @property
    def may_referee(self) -> bool:
        """Whether there is a running deal in which I may give penalty cards."""
        is_alone = self.host_plays and not penalties.asks_others(self._look)
        return self.is_referee and self._is_played and not is_alone and not self._time.is_paused

    @property
    def host_plays(self) -> bool:
        """Whether the host has a seat: then a penalty needs everybody's agreement."""
        return rulings.host_plays(self._table, self._look.seats)

    @cached_property
    def penalty(self) -> penalties.PenaltyRequest | None:
        """The penalty that waits for answers, while the deal runs."""
        return penalties.request_of(self._look, self._names) if self._is_played else None

    @property
    def may_pause(self) -> bool:
        """Whether I may pause the match."""
        return self.is_referee and self._table.status == Table.Status.RUNNING and not self._time.is_paused

    @property
    def may_resume(self) -> bool:
        """Whether I may let a paused match go on, at once or after a while."""
        is_mine = self._seats.mine is not None and self._table.host_id is not None
        return self._time.is_paused and (self.is_referee or is_mine)

    @property
    def resumes_later(self) -> TimeText | None:
        """The time from which I may resume the match; None if I may now."""
        return None if self.is_referee else self._time.everybody_may_resume_at

    @property
    def judged(self) -> ShownSeat | None:
        """The seat whose forfeit I may judge."""
        return self._seats.all[self._sight.to_act] if self.may_judge and self._sight else None

    @property
    def penalisable(self) -> list[ShownSeat]:
        """The seats that can be given cards: those still in the deal, where the host plays only people.

        My own is the last, so that nobody punishes themselves by not choosing.
        """
        seats = [place for place in self._seats.all if not place.is_out and not place.eliminated]
        if not self.host_plays:
            return seats
        return sorted((place for place in seats if not place.is_bot), key=lambda place: place.is_me)

    @property
    def may_judge(self) -> bool:
        """Whether I may decide that another player performed a forfeit."""
        is_neutral = self.may_referee and not self.host_plays
        return is_neutral and self._sight is not None and self._is_anothers_forfeit(self._sight)

    @property
    def may_end(self) -> bool:
        """Whether I may end the match without a seat at it: a seated host has a button by the hand."""
        is_over = self._sight is not None and self._sight.phase == OVER and not self._time.is_paused
        is_seated = any(isinstance(command, commands.EndMatch) for command in self._look.legal)
        return self.is_referee and is_over and not is_seated and self._options.match_end == "manual"

    @property
    def may_start(self) -> bool:
        """Whether I may fill the seats and start the match, as the host or at a table without one."""
        return self._seats.is_host

    @property
    def _is_played(self) -> bool:
        return self._sight is not None and self._sight.phase not in (OVER, MATCH_OVER, READY_TO_DEAL)

    def _is_anothers_forfeit(self, sight: Sight) -> bool:
        return sight.phase == FORFEIT and sight.to_act != self._look.seat
