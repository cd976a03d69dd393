"""What a viewer is told at a table: whose turn it is, the last moves, and the moments at the seats."""

from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.pages import last_moves
from games.pages.seating import Seating
from games.pages.seats import ShownSeat
from games.pages.time import TableTime
from games.rules.match import commands
from games.rules.match.events import CardPlayed
from games.rules.match.seat_names import SeatNames
from games.rules.match.state import CENTRE, PENDING
from games.rules.match.visibility import Sight
from games.rules.options.options import Options
from games.tables import Look
from games.wording import actors, bot_reasons, headlines, stakes
from games.wording import moments as moments_in_words
from games.wording.seat_names import NamesOverTime


class MomentAtSeat(NamedTuple):
    """A moment of a step, and the key of the place on the page where its words appear."""

    step: int
    at: str
    kind: str
    words: str


class PassedHand(NamedTuple):
    """A hand that went from one place on the page to another, in a step."""

    step: int
    giver: str
    taker: str


class Narration:
    """The state and the last moves of a table in words, for one viewer."""

    def __init__(
        self, look: Look, seats: Seating, time: TableTime, names_over_time: NamesOverTime, options: Options
    ) -> None:
        self._look = look
        self._sight: Sight | None = look.sight
        self._seats = seats
        self._time = time
        self._names_over_time, self._names = names_over_time, names_over_time.now
        self._options = options

    @property
    def headline(self) -> str:
        """Say whose turn it is and what they have to do."""
        if self._sight is None:
            return ""
        if self._time.is_paused:
            return _("The match is paused")
        if self._seats.mine and self._seats.mine.is_away and self._seats.mine.is_turn:
            return _("A bot plays for you")
        events = [event for _step, events in self._look.recent for event in events]
        return headlines.headline(self._sight, self._names, events, self._look.legal)

    @property
    def layer(self) -> ShownSeat | None:
        """The seat that played the top card; None for the first card of a deal."""
        sight = self._sight
        return self._seats.all[sight.layer] if sight and sight.layer >= 0 else None

    @property
    def is_top_new(self) -> bool:
        """Whether the newest move is that of the top card."""
        newest = self._look.recent[-1][1] if self._look.recent else []
        return any(isinstance(event, CardPlayed) for event in newest)

    @property
    def pending(self) -> range | None:
        """A range over the pending cards to draw, ten at most; None if no cards are pending."""
        sight = self._sight
        if sight is None or sight.phase != PENDING or sight.pending_kind == "skip":
            return None
        return range(min(sight.pending_total, 10))

    @property
    def silence(self) -> str:
        """Say until when everybody has to be silent; empty when people may speak."""
        return headlines.silence(self._sight, self._names) if self._sight else ""

    @property
    def moves(self) -> list[last_moves.MoveText]:
        """The last moves in words, newest first."""
        look = self._look
        counts = self._sight.counts if self._sight else []
        reasons = bot_reasons.reasons(look.recent, look.bot_steps, counts, self._names_at)
        senders = actors.names(look.rulings.values()) if look.rulings else {}
        referees = {step: senders[by] for step, by in look.rulings.items()}
        return last_moves.last_moves(look.recent, self._names_at, self._overdue, reasons, referees)

    def _names_at(self, step: int) -> SeatNames:
        """Return the names of those who sat at the table at one of the last moves."""
        return self._names_over_time.at(self._look.versions[step])

    @property
    def moments(self) -> list[MomentAtSeat]:
        """The events of the last moves that deserve a word at a seat, oldest first."""
        moments = moments_in_words.moments(self._look.recent, self._onlooker_at, self._overdue)
        return [
            MomentAtSeat(moment.step, self._anchor(moment.seat), moment.kind, self._words(moment))
            for moment in moments
        ]

    def _words(self, moment: moments_in_words.Moment) -> str:
        """Return the words of a moment, at my seat with the name of whoever sat there before me."""
        if moment.seat != self._look.seat or self._sat_there(moment.step):
            return moment.words
        name = self._names_at(moment.step)[moment.seat]
        return moment.words if name in moment.words else f"{name}: {moment.words}"

    def _onlooker_at(self, step: int) -> moments_in_words.Onlooker:
        """Return the viewer at one of the last moves, with the names of those who sat there.

        Before viewers took over their seat they were nobody at the table.
        """
        names, has_partners = self._names_at(step), self._seats.has_partners
        if not self._sat_there(step):
            return moments_in_words.Onlooker(None, names, has_partners=has_partners)
        partner = next((place.index for place in self._seats.all if place.is_partner), None)
        return moments_in_words.Onlooker(self._look.seat, names, partner, has_partners=has_partners)

    def _sat_there(self, step: int) -> bool:
        """Whether the viewer already sat at the table at one of the last moves."""
        me, version = self._look.seat, self._look.versions[step]
        return me is not None and self._names_over_time.is_of_now(me, version)

    @property
    def passed_hands(self) -> list[PassedHand]:
        """The hands that changed places in the last moves, oldest first."""
        return [
            PassedHand(step, self._anchor(giver), self._anchor(taker))
            for step, events in self._look.recent
            for event in events
            for giver, taker in moments_in_words.passed_hands(event)
        ]

    @property
    def before_a_challenge(self) -> list[str]:
        """The facts that the viewer may know before a challenge; empty without one."""
        may = any(isinstance(command, commands.Challenge) for command in self._look.legal)
        is_known = may and self._sight is not None and self._sight.colour_before >= 0
        if self._sight is None or not is_known:
            return []
        return stakes.before_a_challenge(self._sight, self._names, self._options)

    @property
    def turn_mark(self) -> str:
        """The words at the seats whose move it is."""
        is_centre = self._sight is not None and self._sight.phase == CENTRE
        return pgettext("a hand for the centre", "missing") if is_centre else _("to play")

    @cached_property
    def _overdue(self) -> moments_in_words.Overdue:
        look = self._look
        return moments_in_words.overdue_steps(
            look.recent, look.clock_steps, look.seats, look.table.away_after
        )

    def _anchor(self, seat: int) -> str:
        if seat == moments_in_words.CENTRE:
            return "centre"
        return "me" if seat == self._look.seat else self._seats.all[seat].key
