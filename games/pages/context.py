"""What the page of a table shows: a look at the table, put into words and lists for the template."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.access import spectators
from games.models import Seat, Table
from games.pages import controls, fan, last_moves
from games.pages.result import Result, result_of
from games.pages.time import Moment, TableTime
from games.rulebooks import page
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import TOKENS
from games.rules.match import commands
from games.rules.match.sight import Sight
from games.rules.match.state import CALLED, CENTRE, FORFEIT, MATCH_OVER, OVER, PENDING, READY_TO_DEAL
from games.rules.options.options import Options, from_differences
from games.tables import Look
from games.wording import headlines
from games.wording.seat_names import seat_names


@dataclass(frozen=True)
class Place:
    """A seat as it is drawn on the page."""

    index: int
    letter: str
    name: str
    is_me: bool
    is_free: bool
    is_bot: bool
    is_away: bool
    count: int = 0
    total: int = 0
    is_turn: bool = False
    is_dealer: bool = False
    has_called: bool = False
    eliminated: int = 0
    can_be_caught: bool = False
    is_out: bool = False
    has_left: bool = False
    is_partner: bool = False
    wins: int = 0
    losses: int = 0

    @property
    def key(self) -> str:
        """What names this seat on the page."""
        return f"seat-{self.letter}"

    @property
    def backs(self) -> range:
        """Its cards, for as many pictures of backs: twelve at most."""
        return range(min(self.count, 12))


class TablePage:
    """A look at a table for a template; `at` is the time the page is made.

    `refusal` is what the rules said to the `asked` move, which is shown where it was clicked. `referee` is
    the `by` of the viewer's commands (`player:7`, `organizer:3`) if they may act as one.
    """

    def __init__(
        self, look: Look, at: datetime, *, refusal: Refusal | None = None, asked: str = "", referee: str = ""
    ) -> None:
        self.look = look
        self.time = TableTime(look, at)
        self.refusal = refusal
        self.referee = referee
        self._asked = asked
        self.table: Table = look.table
        self.version = look.version
        self.sight: Sight | None = look.sight
        self.is_open = self.table.status == Table.Status.OPEN
        self.is_closed = self.table.status == Table.Status.CLOSED
        self.is_match_over = self.sight is not None and self.sight.name == MATCH_OVER
        self.names = seat_names(look.seats)
        self.options: Options = from_differences(self.table.options)
        self.played = page.played_at(self.table)

    # --- the seats

    @cached_property
    def places(self) -> list[Place]:
        """All seats from A on."""
        caught = {command.target for command in self.look.legal if isinstance(command, commands.Catch)}
        return [self._place(seat, can_be_caught=seat.index in caught) for seat in self.look.seats]

    @property
    def me(self) -> Place | None:
        """My own seat; None for a spectator."""
        return None if self.look.seat is None else self.places[self.look.seat]

    @cached_property
    def is_anybodys(self) -> bool:
        """Whether everybody may watch and sees the same: nothing here is for me alone. One query at most."""
        is_mere_watching = self.me is None and not self.referee and not self.is_open
        return is_mere_watching and spectators.is_for_everybody(self.table.pk)

    @property
    def others(self) -> list[Place]:
        """The other seats, clockwise from my left; all seats for a spectator."""
        if self.look.seat is None:
            return self.places
        after = self.look.seat + 1
        return self.places[after:] + self.places[: after - 1]

    @property
    def by_total(self) -> list[Place]:
        """The seats, the most wins first where they count, else the highest total."""
        return sorted(self.places, key=lambda place: (-place.wins, place.losses, -place.total))

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(place.is_free for place in self.places)

    # --- my hand and what I may do

    @cached_property
    def hand(self) -> list[controls.HeldCard]:
        """My cards by colour, each with what I may do with it."""
        return controls.hand(self.sight, self.look.legal, self.names) if self.sight else []

    @property
    def menus(self) -> list[controls.HeldCard]:
        """One of each of my cards that can be laid in several ways."""
        return list({held.card: held for held in self.hand if held.groups and not held.choice}.values())

    @cached_property
    def actions(self) -> list[controls.Choice]:
        """What I may do that is not done with a card, a seat or a colour."""
        return controls.actions(self.look.legal, self.sight, self.names) if self.sight else []

    @property
    def starter_colours(self) -> list[controls.Group]:
        """The colours I may give a black starter."""
        return controls.starter_colours(self.look.legal, self.names)

    @property
    def in_a_row(self) -> int:
        """How many of my cards lie in a row on a phone."""
        return fan.in_a_row(len(self.hand))

    @property
    def may_draw(self) -> bool:
        """Whether the draw pile can be clicked."""
        return any(isinstance(one, commands.DrawCard) for one in self.look.legal)

    @property
    def may_ask(self) -> bool:
        """Whether a card that does not fit says why when it is clicked."""
        is_played = self.table.status == Table.Status.RUNNING and not self.time.is_paused
        return self.me is not None and not self.me.is_away and is_played

    # --- a refusal, where it was clicked

    @cached_property
    def refused_at(self) -> str:
        """The key of the control that was refused: a card, a seat, `actions`; empty if it is gone."""
        if self.refusal is None or self.refusal.code == "stale":
            return ""
        verb, _blank, rest = self._asked.partition(" ")
        if verb == "catch":
            return next((one.key for one in self.others if one.letter == rest), "")
        token = rest.split(" ", 1)[0]
        held = [one.key for one in self.hand if TOKENS[one.card] == token]
        if held:
            return held[0]
        return "actions" if any(one.move == self._asked for one in self.actions) else ""

    @property
    def message(self) -> str:
        """The refusal for the top of the page, or for where nothing else is left to show it at."""
        if self.refusal is None:
            return ""
        return (
            _("Somebody was faster: look again.") if self.refusal.code == "stale" else self.refusal.sentence
        )

    # --- what the host may do

    @property
    def asks_dealer(self) -> bool:
        """Whether the host names the first dealer."""
        return self.options.dealer_choice == "fixed"

    @property
    def asks_youngest(self) -> bool:
        """Whether the host says who is the youngest."""
        return self.options.first_player == "youngest"

    @property
    def may_referee(self) -> bool:
        """Whether there is a running deal in which I may give penalty cards."""
        idle = (OVER, MATCH_OVER, READY_TO_DEAL)
        is_played = self.sight is not None and self.sight.name not in idle
        return bool(self.referee) and is_played and not self.time.is_paused

    @property
    def may_pause(self) -> bool:
        """Whether I may stop the match for a while."""
        return bool(self.referee) and self.table.status == Table.Status.RUNNING and not self.time.is_paused

    @property
    def may_resume(self) -> bool:
        """Whether I may let a paused match go on, at once or after a while."""
        is_mine = self.me is not None and self.table.host_id is not None
        return self.time.is_paused and (bool(self.referee) or is_mine)

    @property
    def resumes_later(self) -> Moment | None:
        """From when on I may let the match go on; None if I may now."""
        return None if self.referee else self.time.everybody_may_resume_at

    @property
    def judged(self) -> Place | None:
        """Whose forfeit I may judge."""
        return self.places[self.sight.to_act] if self.may_judge and self.sight else None

    @property
    def penalisable(self) -> list[Place]:
        """The seats that can be given cards: those still in the deal."""
        return [one for one in self.places if not one.is_out and not one.eliminated]

    @property
    def is_chat_locked(self) -> bool:
        """Whether the silence closes the chat."""
        return bool(self.silence) and self.options.silence_enforcement == "lock"

    @property
    def may_judge(self) -> bool:
        """Whether I may say that somebody else performed a forfeit."""
        return self.may_referee and self.sight is not None and self._is_anothers_forfeit(self.sight)

    @property
    def may_end(self) -> bool:
        """Whether I end the match without sitting at it: the host who sits has a button by the hand."""
        is_over = self.sight is not None and self.sight.name == OVER and not self.time.is_paused
        sits = any(isinstance(one, commands.EndMatch) for one in self.look.legal)
        return bool(self.referee) and is_over and not sits and self.options.match_end == "manual"

    @property
    def may_start(self) -> bool:
        """Whether I may fill the seats and start: the host, or anybody where there is none."""
        return self._is_mine()

    @property
    def missed(self) -> int:
        """How many turns I let pass before a bot took over; 0 if I asked for it."""
        seat = None if self.look.seat is None else self.look.seats[self.look.seat]
        return seat.missed if seat is not None and seat.missed >= self.table.away_after else 0

    @property
    def may_leave(self) -> bool:
        """Whether I sit at a match that is still being played."""
        me = self.me
        return me is not None and not (me.is_away or me.has_left or self.is_match_over)

    # --- words

    @property
    def headline(self) -> str:
        """Say whose turn it is and what is asked."""
        if self.sight is None:
            return ""
        if self.time.is_paused:
            return _("The match is paused")
        events = [event for _step, some in self.look.recent for event in some]
        return headlines.headline(self.sight, self.names, events, self.look.legal)

    @property
    def layer(self) -> Place | None:
        """Who laid the top card; None for the first card of a deal."""
        sight = self.sight
        return self.places[sight.layer] if sight and sight.layer >= 0 else None

    @property
    def pending(self) -> range | None:
        """The cards that wait for somebody, for as many pictures (ten at most); None when none wait."""
        sight = self.sight
        if sight is None or sight.name != PENDING or sight.pending_kind == "skip":
            return None
        return range(min(sight.pending_total, 10))

    @property
    def silence(self) -> str:
        """Until when everybody is silent; empty when people may speak."""
        return headlines.silence(self.sight, self.names) if self.sight else ""

    @property
    def recent(self) -> list[last_moves.Line]:
        """The last moves in words, newest first."""
        return last_moves.last_moves(self.look.recent, self.names)

    @cached_property
    def result(self) -> Result | None:
        """The points of the deal just ended; None while it is being played."""
        if self.sight is None or self.sight.name not in {OVER, MATCH_OVER}:
            return None
        return result_of((some for _step, some in self.look.recent), self.sight, self.names)

    @property
    def turn_mark(self) -> str:
        """What is said at the seats whose move it is."""
        is_centre = self.sight is not None and self.sight.name == CENTRE
        return pgettext("a hand for the centre", "missing") if is_centre else _("to play")

    @property
    def counts_wins(self) -> bool:
        """Whether deals won and lost count, and not points."""
        return self.options.scoring == "win_loss"

    @property
    def most(self) -> int:
        """What fills the bar of a total."""
        if self.options.match_end == "target" or self.options.scoring == "elimination":
            return self.options.target_score
        return max([place.total for place in self.places] + [1])

    @property
    def end(self) -> str:
        """Say what ends the match; where nobody is host an organizer may end it sooner."""
        options = self.options
        if options.match_end == "manual":
            is_hosted = self.table.host_id is not None
            return _("the host ends it between two deals") if is_hosted else _("it ends after ten deals")
        if options.match_end == "rounds":
            limit = options.round_limit
            said = ngettext("{count} deal and it is over", "{count} deals and it is over", limit)
            return said.format(count=limit)
        target = options.target_score
        return ngettext("{count} point ends it", "{count} points end it", target).format(count=target)

    def _place(self, seat: Seat, *, can_be_caught: bool) -> Place:
        sight, index = self.sight, seat.index
        place = Place(
            index=index,
            letter=seat.letter,
            name=self.names[index],
            is_me=index == self.look.seat,
            is_free=seat.is_free,
            is_bot=seat.is_bot,
            is_away=seat.is_bot and seat.player_id is not None,
        )
        if sight is None:
            return place
        return replace(
            place,
            count=sight.counts[index],
            total=sight.totals[index],
            is_turn=index in headlines.awaited(sight),
            is_dealer=index == sight.dealer,
            has_called=sight.uno[index] == CALLED and sight.counts[index] == 1,
            eliminated=sight.eliminated[index],
            can_be_caught=can_be_caught,
            is_out=index in sight.out,
            has_left=index in sight.retired,
            is_partner=self._is_partner(index),
            wins=sight.wins[index] if sight.wins else 0,
            losses=sight.losses[index] if sight.losses else 0,
        )

    def _is_partner(self, index: int) -> bool:
        me = self.look.seat
        return self.options.teams == "partners" and me is not None and index == (me + 2) % 4

    def _is_anothers_forfeit(self, sight: Sight) -> bool:
        return sight.name == FORFEIT and sight.to_act != self.look.seat

    def _is_mine(self) -> bool:
        if self.me is None:
            return False
        host = self.table.host_id
        return host is None or host == self.look.seats[self.me.index].player_id
