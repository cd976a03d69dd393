"""The context of the page of a table: what its viewer sees, for the template."""

from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import spectators
from games.deals import played_deals
from games.eventstore import replica
from games.localization.lists import listed
from games.localization.numbers import number
from games.models import Player, Table, TableEvent
from games.pages.host_controls import HostControls
from games.pages.my_hand import MyHand
from games.pages.narration import Narration
from games.pages.rematch import Offer, offer_of
from games.pages.result import DealResult, result_of
from games.pages.seating import Seating
from games.pages.seats import ShownSeat
from games.pages.time import TableTime
from games.rematches import next_dealer
from games.rulebooks import explanations
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import TOKENS
from games.rules.match.state import MATCH_OVER, OVER
from games.rules.match.visibility import Sight
from games.rules.options.options import Options, from_differences
from games.tables import Look, deadlines
from games.wording import absences, bot_strengths
from games.wording import moments as moments_in_words
from games.wording.seat_names import NamesOverTime


class TablePage:
    """A table for a template, as its viewer sees it; `at` is the time of the page.

    `refusal` is the refusal of the `asked` move, which is shown where it was clicked. `referee` is the `by`
    of the viewer's commands (`player:7`, `organizer:3`) if they may act as the referee. `key` is the key of
    an invitation with which they came; `player` is the viewer.

    Its parts: `seats`, `hand` of the viewer, `host` for what they may decide, and `narration` for words.
    """

    def __init__(
        self,
        look: Look,
        at: datetime,
        *,
        refusal: Refusal | None = None,
        asked: str = "",
        referee: str = "",
        key: str = "",
        player: Player | None = None,
    ) -> None:
        self.look = look
        self.time = TableTime(look, at)
        self.refusal = refusal
        self._asked = asked
        self.table: Table = look.table
        self.version = look.version
        self.sight: Sight | None = look.sight
        self.is_open = self.table.status == Table.Status.OPEN
        self.is_closed = self.table.status == Table.Status.CLOSED
        self.is_decided = self.table.status == Table.Status.DECIDED
        self.is_match_over = self.sight is not None and self.sight.phase == MATCH_OVER
        self._names_over_time = NamesOverTime(look.seats, self.table.options)
        self.names = self._names_over_time.now
        self.options: Options = from_differences(self.table.options)
        self.seats = Seating(look, at, self.names, self.options, player=player, shown_key=key)
        self.hand = MyHand(look, self.names, self.options)
        self.host = HostControls(look, self.seats, self.time, referee, self.names, self.options)
        self.narration = Narration(look, self.seats, self.time, self._names_over_time, self.options)

    @cached_property
    def played(self) -> explanations.RulesInUse:
        """The rules in use. One query at an open table: the dealer of a rematch is no change of the host."""
        rules = explanations.played_at(self.table)
        is_rematch = self.is_open and self.match_before is not None
        return rules.without_change("dealer_choice") if is_rematch else rules

    @property
    def me(self) -> ShownSeat | None:
        """My own seat; None for a spectator."""
        return self.seats.mine

    @property
    def is_watched(self) -> bool:
        """Whether I only watch a match that is being played: not as its referee."""
        is_played = self.table.status == Table.Status.RUNNING and not self.is_match_over
        return self.me is None and not self.host.is_referee and is_played

    @cached_property
    def is_same_for_all(self) -> bool:
        """Whether everybody may watch and sees the same page as I do. One query at most."""
        is_only_watching = self.me is None and not self.host.is_referee and not self.is_open
        return is_only_watching and spectators.is_for_everybody(self.table.pk)

    @property
    def bots_play(self) -> str:
        """The strength of the bots of this table, and what it does."""
        return str(bot_strengths.DESCRIBED[self.table.bot_strength])

    @property
    def bot_strength(self) -> str:
        """The name of the strength of the bots of this table."""
        return str(bot_strengths.NAMED[self.table.bot_strength])

    @property
    def may_ask(self) -> bool:
        """Whether a click on a card that does not fit explains why."""
        is_played = self.table.status == Table.Status.RUNNING and not self.time.is_paused
        return self.me is not None and not self.me.is_away and is_played

    @cached_property
    def refused_at(self) -> str:
        """The key of the control that was refused: a card, a seat, `actions`; empty if it is gone."""
        if self.refusal is None or self.refusal.code == "stale":
            return ""
        verb, _blank, rest = self._asked.partition(" ")
        if verb == "catch":
            return next((place.key for place in self.seats.others if place.letter == rest), "")
        token = rest.split(" ", 1)[0]
        keys = [card.key for card in self.hand.cards if TOKENS[card.card] == token]
        if keys:
            return keys[0]
        return "actions" if any(choice.move == self._asked for choice in self.hand.actions) else ""

    @property
    def message(self) -> str:
        """The sentence of the refusal; empty without one."""
        if self.refusal is None:
            return ""
        if self.refusal.code != "stale":
            return self.refusal.sentence
        if moments_in_words.is_ended_by_the_clock(self.look.seat, self.look.recent, self.look.clock_steps):
            return _("Look at the table again: your time ran out before your move arrived.")
        return _("Look at the table again: someone was faster.")

    @property
    def is_chat_locked(self) -> bool:
        """Whether a silence of the rules locks the chat."""
        return bool(self.narration.silence) and self.options.silence_enforcement == "lock"

    @property
    def is_away(self) -> bool:
        """Whether a bot plays for me in a running match, until I come back."""
        me = self.me
        return me is not None and me.is_away and not (me.has_left or me.eliminated or self.is_match_over)

    @property
    def missed(self) -> int:
        """The number of turns I missed before a bot took over; 0 if I left."""
        seat = None if self.look.seat is None else self.look.seats[self.look.seat]
        return seat.missed if seat is not None and seat.missed >= self.table.away_after else 0

    @property
    def may_leave(self) -> bool:
        """Whether I play in a running match, and a bot could instead."""
        me = self.me
        if me is None or self.is_match_over:
            return False
        return not (me.is_away or me.has_left or me.eliminated)

    @property
    def has_bots(self) -> bool:
        """Whether bots sit at the table, whose moves can be explained."""
        return any(seat.is_bot for seat in self.look.seats)

    @cached_property
    def result(self) -> DealResult | None:
        """The result of the deal that has just ended; None during a deal."""
        if self.sight is None or self.sight.phase not in {OVER, MATCH_OVER}:
            return None
        steps = (events for _step, events in self.look.recent)
        return result_of(
            steps, self.sight, self.names, has_partners=self.seats.has_partners, me=self.look.seat
        )

    @property
    def played_by_bots(self) -> list[str]:
        """For whom a bot played in the match that is over. Two queries, none where nobody was away."""
        if not self.is_match_over or not absences.has_absences(self.look.seats):
            return []
        with replica.reading(TableEvent, self.table):
            deals = played_deals.outlines(self.table)
        steps = (step for deal in deals for step in deal.steps)
        return absences.played_by_bots(
            self.table, steps, self.look.seats, self._names_over_time, self.look.seat
        )

    @cached_property
    def rematch(self) -> Offer | None:
        """The offer to play again, after the match. One query at most, none during a match."""
        me = self.look.seat
        player = None if me is None else self.look.seats[me].player_id
        return offer_of(self.table, self.look.seats, player) if self.is_match_over else None

    @cached_property
    def match_before(self) -> Table | None:
        """The match of which this open table is the rematch. One query."""
        return Table.objects.filter(rematch__table=self.table).first()

    @cached_property
    def next_dealer(self) -> ShownSeat | None:
        """The seat that deals first in this open rematch; None elsewhere. Two queries at an open table."""
        return self.seats.all[next_dealer(self.match_before)] if self.match_before else None

    @property
    def rematch_waits_for(self) -> str:
        """The names of those who have not accepted this rematch yet; empty elsewhere."""
        names = [place.kept_for for place in self.seats.all if place.is_free and place.kept_for]
        return listed(names) if names and self.match_before else ""

    @property
    def tells_turns(self) -> bool:
        """Whether players are notified of their turns."""
        return self.table.turn_seconds >= deadlines.TOLD_FROM.total_seconds()

    @property
    def counts_wins(self) -> bool:
        """Whether deals won and lost count, and not points."""
        return self.options.scoring == "win_loss"

    @property
    def most(self) -> int:
        """The total at which the bar of a seat is full."""
        if self.options.match_end == "target" or self.options.scoring == "elimination":
            return self.options.target_score
        return max([place.total for place in self.seats.all] + [1])

    @property
    def end(self) -> str:
        """Say what ends the match; at a table without a host an organizer may end it sooner."""
        options = self.options
        if options.match_end == "manual":
            is_hosted = self.table.host_id is not None
            return _("the host ends it between deals") if is_hosted else _("ends after ten deals")
        if options.match_end == "rounds":
            limit = options.round_limit
            sentence = ngettext("ends after {count} deal", "ends after {count} deals", limit)
            return sentence.format(count=limit)
        target = options.target_score
        return ngettext("ends at {count} point", "ends at {count} points", target).format(
            count=number(target)
        )
