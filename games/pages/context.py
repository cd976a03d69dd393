"""The context of the page of a table: what its viewer sees, in words and lists for the template."""

from dataclasses import replace
from datetime import datetime
from functools import cached_property
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.access import companions, invitations, spectators
from games.localization.lists import listed
from games.localization.numbers import number
from games.models import Player, Seat, Table
from games.pages import controls, hand_layout, last_moves, seat_layout
from games.pages.rematch import Offer, offer_of
from games.pages.result import DealResult, result_of
from games.pages.seats import ShownSeat, Side, at_spots
from games.pages.time import TableTime, TimeText
from games.rematches import next_dealer
from games.rulebooks import explanations
from games.rules.base.refusal import Refusal
from games.rules.cards.card_names import called, capital
from games.rules.cards.cards import TOKENS
from games.rules.match import commands
from games.rules.match.events import CardPlayed
from games.rules.match.state import (
    AFTER_DRAW,
    CALLED,
    CENTRE,
    FORFEIT,
    MATCH_OVER,
    OVER,
    PENDING,
    READY_TO_DEAL,
)
from games.rules.match.visibility import Sight
from games.rules.options.card_meanings import effects_of
from games.rules.options.options import Options, from_differences
from games.tables import Look, deadlines, rulings
from games.wording import actors, bot_reasons, bot_strengths, headlines, penalties, stakes
from games.wording import moments as moments_in_words
from games.wording.seat_names import seat_names


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


class CardMeaning(NamedTuple):
    """A card, its name, and what it does."""

    card: int
    name: str
    text: str


class TablePage:
    """A table for a template, as its viewer sees it; `at` is the time of the page.

    `refusal` is the refusal of the `asked` move, which is shown where it was clicked. `referee` is the `by`
    of the viewer's commands (`player:7`, `organizer:3`) if they may act as the referee. `key` is the key of
    an invitation with which they came; `player` is the viewer.
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
        self.referee = referee
        self.shown_key = key
        self.player = player
        self._asked = asked
        self.table: Table = look.table
        self.version = look.version
        self.sight: Sight | None = look.sight
        self.is_open = self.table.status == Table.Status.OPEN
        self.is_closed = self.table.status == Table.Status.CLOSED
        self.is_decided = self.table.status == Table.Status.DECIDED
        self.is_match_over = self.sight is not None and self.sight.phase == MATCH_OVER
        self.names = seat_names(look.seats, self.table.options)
        self.options: Options = from_differences(self.table.options)
        self.played = explanations.played_at(self.table)

    # --- the seats

    @cached_property
    def places(self) -> list[ShownSeat]:
        """All seats from A on."""
        caught = {command.target for command in self.look.legal if isinstance(command, commands.Catch)}
        return [self._place(seat, can_be_caught=seat.index in caught) for seat in self.look.seats]

    @property
    def decided_places(self) -> list[tuple[int, str]]:
        """The places and names of a result that organizers entered, the best first."""
        places = [(seat.place or 0, name) for seat, name in zip(self.look.seats, self.names, strict=True)]
        return sorted(places) if all(place for place, _name in places) else []

    @property
    def me(self) -> ShownSeat | None:
        """My own seat; None for a spectator."""
        return None if self.look.seat is None else self.places[self.look.seat]

    @cached_property
    def is_same_for_all(self) -> bool:
        """Whether everybody may watch and sees the same page as I do. One query at most."""
        is_only_watching = self.me is None and not self.referee and not self.is_open
        return is_only_watching and spectators.is_for_everybody(self.table.pk)

    @property
    def others(self) -> list[ShownSeat]:
        """The other seats, clockwise from my left; all seats for a spectator."""
        if self.look.seat is None:
            return at_spots(self.places, seat_layout.around(len(self.places)))
        after = self.look.seat + 1
        others = self.places[after:] + self.places[: after - 1]
        return at_spots(others, seat_layout.opposite(len(others)))

    @property
    def sides(self) -> list[Side]:
        """The two sides where partners play together, the better one first; empty elsewhere."""
        if not self._has_partners:
            return []
        sides = [Side(number, self.places[number - 1 :: 2]) for number in (1, 2)]
        return sorted(sides, key=lambda side: (-side.wins, side.losses, -side.total))

    @property
    def by_total(self) -> list[ShownSeat]:
        """The seats by wins where they count, else by total, the best first; none where sides count."""
        if self._has_partners:
            return []
        return sorted(self.places, key=lambda place: (-place.wins, place.losses, -place.total))

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(place.is_free for place in self.places)

    @property
    def unkept(self) -> int:
        """The number of free seats that are kept for no one."""
        return sum(place.is_free and not place.is_kept for place in self.places)

    @property
    def kept(self) -> int:
        """The number of free seats that are kept for somebody."""
        return sum(place.is_kept for place in self.places)

    @property
    def due(self) -> int | None:
        """In how many seconds a seat is kept no longer; None if none is kept."""
        ends = [place.kept_until for place in self.places if place.kept_until is not None]
        return ceil((min(ends) - self.time.at).total_seconds()) if ends else None

    @cached_property
    def companions(self) -> list[Player]:
        """The people for whom I may keep a seat as the host, by name. One query at an open table."""
        if not (self.is_open and self.may_start and self.player is not None):
            return []
        there = {place.player_id for place in self.places} | {seat.kept_for_id for seat in self.look.seats}
        return [person for person in companions.listed(self.player) if person.pk not in there]

    @property
    def keeps_for_anyone(self) -> bool:
        """Whether there is anybody for whom I could keep a seat."""
        return bool(self.companions) or not self.is_private

    @property
    def bots_play(self) -> str:
        """The strength of the bots of this table, and what it does."""
        return str(bot_strengths.DESCRIBED[self.table.bot_strength])

    @property
    def bot_strength(self) -> str:
        """The name of the strength of the bots of this table."""
        return str(bot_strengths.NAMED[self.table.bot_strength])

    # --- my hand and my commands

    @cached_property
    def hand(self) -> list[controls.HeldCard]:
        """My cards by colour, each with the commands that use it."""
        return controls.hand(self.sight, self.look.legal, self.names) if self.sight else []

    @property
    def meanings(self) -> list[CardMeaning]:
        """The meanings of my cards and the top card at this table, each kind once."""
        top = [self.sight.top] if self.sight and self.sight.top >= 0 else []
        kinds = dict.fromkeys([*top, *(held.card for held in self.hand)])
        return [
            CardMeaning(card, capital(called(card, self.names.effects)), effects_of(card, self.options))
            for card in kinds
        ]

    @property
    def menus(self) -> list[controls.HeldCard]:
        """My cards that can be played in several ways, each kind once."""
        return controls.menus(self.hand)

    @cached_property
    def actions(self) -> list[controls.MoveButton]:
        """My commands that need no card, seat or colour."""
        return controls.actions(self.look.legal, self.sight, self.names) if self.sight else []

    @property
    def starter_colours(self) -> list[controls.Group]:
        """The colours I may give a black starter."""
        if self.sight is None:
            return []
        return controls.starter_colours(self.look.legal, self.sight, self.names)

    @property
    def drawn(self) -> controls.HeldCard | None:
        """The card I have just drawn and may play or pass with; None if there is none."""
        sight = self.sight
        if sight is None or sight.phase != AFTER_DRAW or sight.to_act != self.look.seat:
            return None
        return next((held for held in self.hand if held.is_drawn), None)

    @property
    def has_drawn(self) -> bool:
        """Whether I have drawn in this turn: the place of the button to draw then stays empty."""
        return (
            self.sight is not None and self.sight.phase == AFTER_DRAW and self.sight.to_act == self.look.seat
        )

    @property
    def in_a_row(self) -> int:
        """The number of my cards in a row on a phone."""
        return hand_layout.in_a_row(len(self.hand))

    @property
    def may_draw(self) -> bool:
        """Whether the draw pile can be clicked."""
        return any(isinstance(command, commands.DrawCard) for command in self.look.legal)

    @property
    def may_pass_after_draw(self) -> bool:
        """Whether a pass can follow when I draw: its place is shown beside the button to draw."""
        return self.may_draw and self.options.play_after_draw != "never"

    @property
    def may_ask(self) -> bool:
        """Whether a click on a card that does not fit explains why."""
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
            return next((place.key for place in self.others if place.letter == rest), "")
        token = rest.split(" ", 1)[0]
        keys = [card.key for card in self.hand if TOKENS[card.card] == token]
        if keys:
            return keys[0]
        return "actions" if any(choice.move == self._asked for choice in self.actions) else ""

    @property
    def message(self) -> str:
        """The sentence of the refusal; empty without one."""
        if self.refusal is None:
            return ""
        if self.refusal.code != "stale":
            return self.refusal.sentence
        if moments_in_words.is_ended_by_the_clock(self.look.seat, self.look.recent, self.look.clock_steps):
            return _("Your time ran out before your move arrived. Check again.")
        return _("Someone was faster. Check again.")

    # --- what the host may do

    @cached_property
    def key(self) -> str:
        """The key of the link of this table for those who may invite: who sit there, and who came by it."""
        needed = self._needed_key
        return needed if self.me is not None or self.shown_key == needed else ""

    @property
    def is_private(self) -> bool:
        """Whether people need the link to sit down here. One query, shared with `key`."""
        return bool(self._needed_key)

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
        is_played = self.sight is not None and self.sight.phase not in idle
        is_alone = self.host_plays and not penalties.asks_others(self.look)
        return bool(self.referee) and is_played and not is_alone and not self.time.is_paused

    @property
    def host_plays(self) -> bool:
        """Whether the host has a seat: then a penalty needs everybody's agreement."""
        return rulings.host_plays(self.table, self.look.seats)

    @cached_property
    def penalty(self) -> penalties.PenaltyRequest | None:
        """The penalty that waits for answers, while the deal runs."""
        is_played = self.sight is not None and self.sight.phase not in (OVER, MATCH_OVER, READY_TO_DEAL)
        return penalties.request_of(self.look, self.names) if is_played else None

    @property
    def may_pause(self) -> bool:
        """Whether I may pause the match."""
        return bool(self.referee) and self.table.status == Table.Status.RUNNING and not self.time.is_paused

    @property
    def may_resume(self) -> bool:
        """Whether I may let a paused match go on, at once or after a while."""
        is_mine = self.me is not None and self.table.host_id is not None
        return self.time.is_paused and (bool(self.referee) or is_mine)

    @property
    def resumes_later(self) -> TimeText | None:
        """The time from which I may resume the match; None if I may now."""
        return None if self.referee else self.time.everybody_may_resume_at

    @property
    def judged(self) -> ShownSeat | None:
        """The seat whose forfeit I may judge."""
        return self.places[self.sight.to_act] if self.may_judge and self.sight else None

    @property
    def penalisable(self) -> list[ShownSeat]:
        """The seats that can be given cards: those still in the deal, where the host plays only people."""
        seats = [place for place in self.places if not place.is_out and not place.eliminated]
        return [place for place in seats if not place.is_bot] if self.host_plays else seats

    @property
    def is_chat_locked(self) -> bool:
        """Whether a silence of the rules locks the chat."""
        return bool(self.silence) and self.options.silence_enforcement == "lock"

    @property
    def may_judge(self) -> bool:
        """Whether I may decide that another player performed a forfeit."""
        is_neutral = self.may_referee and not self.host_plays
        return is_neutral and self.sight is not None and self._is_anothers_forfeit(self.sight)

    @property
    def may_end(self) -> bool:
        """Whether I may end the match without a seat at it: a seated host has a button by the hand."""
        is_over = self.sight is not None and self.sight.phase == OVER and not self.time.is_paused
        is_seated = any(isinstance(command, commands.EndMatch) for command in self.look.legal)
        return bool(self.referee) and is_over and not is_seated and self.options.match_end == "manual"

    @property
    def may_start(self) -> bool:
        """Whether I may fill the seats and start the match, as the host or at a table without one."""
        return self._is_host()

    @property
    def is_away(self) -> bool:
        """Whether a bot plays for me in a running match, until I come back."""
        me = self.me
        return me is not None and me.is_away and not (me.has_left or self.is_match_over)

    @property
    def missed(self) -> int:
        """The number of turns I missed before a bot took over; 0 if I left."""
        seat = None if self.look.seat is None else self.look.seats[self.look.seat]
        return seat.missed if seat is not None and seat.missed >= self.table.away_after else 0

    @property
    def may_leave(self) -> bool:
        """Whether I have a seat in a running match."""
        me = self.me
        return me is not None and not (me.is_away or me.has_left or self.is_match_over)

    # --- words

    @property
    def headline(self) -> str:
        """Say whose turn it is and what they have to do."""
        if self.sight is None:
            return ""
        if self.time.is_paused:
            return _("The match is paused")
        if self.me and self.me.is_away and self.me.is_turn:
            return _("A bot plays for you")
        events = [event for _step, events in self.look.recent for event in events]
        return headlines.headline(self.sight, self.names, events, self.look.legal)

    @property
    def layer(self) -> ShownSeat | None:
        """The seat that played the top card; None for the first card of a deal."""
        sight = self.sight
        return self.places[sight.layer] if sight and sight.layer >= 0 else None

    @property
    def is_top_new(self) -> bool:
        """Whether the newest move is that of the top card."""
        newest = self.look.recent[-1][1] if self.look.recent else []
        return any(isinstance(event, CardPlayed) for event in newest)

    @property
    def pending(self) -> range | None:
        """A range over the pending cards to draw, ten at most; None if no cards are pending."""
        sight = self.sight
        if sight is None or sight.phase != PENDING or sight.pending_kind == "skip":
            return None
        return range(min(sight.pending_total, 10))

    @property
    def silence(self) -> str:
        """Say until when everybody has to be silent; empty when people may speak."""
        return headlines.silence(self.sight, self.names) if self.sight else ""

    @property
    def recent(self) -> list[last_moves.MoveText]:
        """The last moves in words, newest first."""
        look = self.look
        counts = self.sight.counts if self.sight else []
        reasons = bot_reasons.reasons(look.recent, look.bot_steps, counts, self.names)
        senders = actors.names(look.rulings.values()) if look.rulings else {}
        referees = {step: senders[by] for step, by in look.rulings.items()}
        return last_moves.last_moves(look.recent, self.names, self._overdue, reasons, referees)

    @property
    def has_bots(self) -> bool:
        """Whether bots sit at the table, whose moves can be explained."""
        return any(seat.is_bot for seat in self.look.seats)

    @property
    def moments(self) -> list["MomentAtSeat"]:
        """The events of the last moves that deserve a word at a seat, oldest first."""
        partner = next((place.index for place in self.places if place.is_partner), None)
        onlooker = moments_in_words.Onlooker(
            self.look.seat, self.names, partner, has_partners=self._has_partners
        )
        moments = moments_in_words.moments(self.look.recent, onlooker, self._overdue)
        return [
            MomentAtSeat(moment.step, self._anchor(moment.seat), moment.kind, moment.words)
            for moment in moments
        ]

    @property
    def passed_hands(self) -> list[PassedHand]:
        """The hands that changed places in the last moves, oldest first."""
        return [
            PassedHand(step, self._anchor(giver), self._anchor(taker))
            for step, events in self.look.recent
            for event in events
            for giver, taker in moments_in_words.passed_hands(event)
        ]

    @property
    def before_a_challenge(self) -> list[str]:
        """The facts that the viewer may know before a challenge; empty without one."""
        may = any(isinstance(command, commands.Challenge) for command in self.look.legal)
        is_known = may and self.sight is not None and self.sight.colour_before >= 0
        if self.sight is None or not is_known:
            return []
        return stakes.before_a_challenge(self.sight, self.names, self.options)

    @cached_property
    def _overdue(self) -> moments_in_words.Overdue:
        look = self.look
        return moments_in_words.overdue_steps(
            look.recent, look.clock_steps, look.seats, self.table.away_after
        )

    def _anchor(self, seat: int) -> str:
        if seat == moments_in_words.CENTRE:
            return "centre"
        return "me" if seat == self.look.seat else self.places[seat].key

    @cached_property
    def result(self) -> DealResult | None:
        """The result of the deal that has just ended; None during a deal."""
        if self.sight is None or self.sight.phase not in {OVER, MATCH_OVER}:
            return None
        steps = (events for _step, events in self.look.recent)
        return result_of(steps, self.sight, self.names, has_partners=self._has_partners, me=self.look.seat)

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
    def next_dealer(self) -> int:
        """The seat that deals first unless the host names another one. Two queries at an open table."""
        return next_dealer(self.match_before) if self.match_before else 0

    @property
    def rematch_waits_for(self) -> str:
        """The names of those who have not accepted this rematch yet; empty elsewhere."""
        names = [place.kept_for for place in self.places if place.is_free and place.kept_for]
        return listed(names) if names and self.match_before else ""

    @property
    def is_slow(self) -> bool:
        """Whether a turn lasts days."""
        return self.table.turn_seconds >= deadlines.DAY.total_seconds()

    @property
    def tells_turns(self) -> bool:
        """Whether players are notified of their turns."""
        return self.table.turn_seconds >= deadlines.TOLD_FROM.total_seconds()

    @property
    def on_vacation(self) -> ShownSeat | None:
        """The seat for which the table waits, if its player is on vacation."""
        return next((place for place in self.places if place.is_turn and place.vacation_until), None)

    @property
    def turn_mark(self) -> str:
        """The words at the seats whose move it is."""
        is_centre = self.sight is not None and self.sight.phase == CENTRE
        return pgettext("a hand for the centre", "missing") if is_centre else _("to play")

    @property
    def counts_wins(self) -> bool:
        """Whether deals won and lost count, and not points."""
        return self.options.scoring == "win_loss"

    @property
    def most(self) -> int:
        """The total at which the bar of a seat is full."""
        if self.options.match_end == "target" or self.options.scoring == "elimination":
            return self.options.target_score
        return max([place.total for place in self.places] + [1])

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

    @cached_property
    def _needed_key(self) -> str:
        return invitations.key_of(self.table)

    def _place(self, seat: Seat, *, can_be_caught: bool) -> ShownSeat:
        sight, index = self.sight, seat.index
        place = ShownSeat(
            index=index,
            letter=seat.letter,
            name=self.names[index],
            is_me=index == self.look.seat,
            is_free=seat.is_free,
            is_bot=seat.is_bot,
            is_away=seat.is_bot and seat.player_id is not None,
            vacation_until=self._vacation_of(seat),
            player_id=seat.player_id,
        )
        if sight is None:
            return self._kept(place, seat) if seat.is_kept(self.time.at) else place
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
            is_partner=self._is_partner(index),
            side=index % 2 + 1 if self._has_partners else 0,
            wins=sight.wins[index] if sight.wins else 0,
            losses=sight.losses[index] if sight.losses else 0,
        )

    def _kept(self, place: ShownSeat, seat: Seat) -> ShownSeat:
        mine = self.player is not None and seat.kept_for_id == self.player.pk
        is_shown = invitations.is_key_of_seat(seat, self.shown_key, self.time.at)
        return replace(
            place,
            kept_until=seat.kept_until,
            kept_for=self._expected.get(seat.kept_for_id, "") if seat.kept_for_id else "",
            is_kept_for_me=mine or is_shown,
            key_of_seat=invitations.key_of_seat(seat, self.time.at) if self._is_host() else "",
        )

    @cached_property
    def _expected(self) -> dict[int, str]:
        """The names of those for whom seats are kept. One query, none where no seat is kept."""
        wanted = {seat.kept_for_id for seat in self.look.seats if seat.kept_for_id is not None}
        return {person.pk: person.name for person in Player.objects.filter(pk__in=wanted)} if wanted else {}

    def _vacation_of(self, seat: Seat) -> datetime | None:
        """Return the end of the vacation of a player, for whose turns the table waits."""
        if seat.player is None or not self.is_slow:
            return None
        until = seat.player.vacation_until
        return until if until is not None and until > self.time.at else None

    @property
    def _has_partners(self) -> bool:
        return self.options.teams == "partners"

    def _is_partner(self, index: int) -> bool:
        me = self.look.seat
        return self._has_partners and me is not None and index == (me + 2) % 4

    def _is_anothers_forfeit(self, sight: Sight) -> bool:
        return sight.phase == FORFEIT and sight.to_act != self.look.seat

    def _is_host(self) -> bool:
        if self.look.seat is None:
            return False
        host = self.table.host_id
        return host is None or host == self.look.seats[self.look.seat].player_id
