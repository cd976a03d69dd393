"""What the page of a table shows: a look at the table, put into words and lists for the template."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from math import ceil

from games.models import Seat, Table
from games.result_page import Result, result_of
from games.rules import commands, rulebooks
from games.rules.cards import COLOURS, IS_BLACK
from games.rules.options import from_differences
from games.rules.sight import Sight
from games.rules.state import AFTER_DRAW, CALLED, MATCH_OVER, OVER, PENDING, STARTER_CHOICE
from games.tables import Look
from games.words import sentence


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


@dataclass(frozen=True)
class HeldCard:
    """A card of my hand. `key` names its button, the same one as long as the hand stays the same."""

    card: int
    key: str
    is_playable: bool
    is_black: bool
    is_drawn: bool


class TablePage:
    """A look at a table for a template; `at` is the time the page is made."""

    colours = range(len(COLOURS))

    def __init__(self, look: Look, at: datetime) -> None:
        self.look = look
        self.at = at
        self.table: Table = look.table
        self.version = look.version
        self.sight: Sight | None = look.sight
        self.is_open = self.table.status == Table.Status.OPEN
        self.is_closed = self.table.status == Table.Status.CLOSED
        self.is_match_over = self.sight is not None and self.sight.name == MATCH_OVER
        self.names = [seat.name or "Free seat" for seat in look.seats]
        self.rulebook_title = rulebooks.title(self.table.rulebook)
        self.rulebook_summary = rulebooks.summary(self.table.rulebook)
        self._kinds = {type(command) for command in look.legal}

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

    @property
    def others(self) -> list[Place]:
        """The other seats, clockwise from my left; all seats for a spectator."""
        if self.look.seat is None:
            return self.places
        after = self.look.seat + 1
        return self.places[after:] + self.places[: after - 1]

    @property
    def by_total(self) -> list[Place]:
        """The seats, highest total first."""
        return sorted(self.places, key=lambda place: -place.total)

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(place.is_free for place in self.places)

    # --- my hand and what I may do

    @property
    def hand(self) -> list[HeldCard]:
        """My cards by colour; the card just drawn is marked once."""
        if self.sight is None or self.look.seat is None:
            return []
        playable = {one.card for one in self._plays()}
        drawn = self.sight.drawn_card
        found: list[HeldCard] = []
        for position, card in enumerate(sorted(self.sight.hands[self.look.seat] or [])):
            is_drawn = card == drawn and all(not one.is_drawn for one in found)
            # After drawing only that one copy may be laid, not its twin in the hand.
            fits = card in playable and (is_drawn or self.sight.name != AFTER_DRAW)
            found.append(HeldCard(card, f"card-{card}-{position}", fits, IS_BLACK[card], is_drawn))
        return found

    @property
    def black_cards(self) -> list[int]:
        """The black cards I may play: each needs its choice of colour."""
        return sorted({one.card for one in self._plays() if IS_BLACK[one.card]})

    @property
    def may_say_uno(self) -> bool:
        """Whether the call can go with a card now: the play would leave one card."""
        return any(one.uno for one in self._plays())

    @property
    def may_draw(self) -> bool:
        return commands.DrawCard in self._kinds

    @property
    def may_pass(self) -> bool:
        return commands.Pass in self._kinds

    @property
    def may_accept(self) -> bool:
        return commands.Accept in self._kinds

    @property
    def may_challenge(self) -> bool:
        return commands.Challenge in self._kinds

    @property
    def may_call(self) -> bool:
        return commands.CallUno in self._kinds

    @property
    def may_deal(self) -> bool:
        return commands.Deal in self._kinds

    @property
    def may_choose_colour(self) -> bool:
        return commands.ChooseColour in self._kinds

    @property
    def may_start(self) -> bool:
        """Whether I may fill the seats and start: the host, or anybody where there is none."""
        return self._is_mine()

    @property
    def may_leave(self) -> bool:
        """Whether I sit at a match that is still being played."""
        return self.me is not None and not self.me.is_away and not self.is_match_over

    # --- words

    @property
    def headline(self) -> str:
        """Say whose turn it is and what is asked."""
        if self.sight is None:
            return ""
        if self.sight.name == MATCH_OVER:
            return "The match is over"
        if self.sight.name == OVER:
            return "The deal is over"
        if self.sight.to_act == self.look.seat:
            return self._my_headline()
        return self._their_headline(self.names[self.sight.to_act])

    @property
    def challenged(self) -> str:
        """Who laid the card that may be challenged."""
        source = self.sight.pending_source if self.sight else -1
        return self.names[source] if source >= 0 else ""

    @property
    def recent(self) -> list[str]:
        """The last moves in words, newest first."""
        events = [event for _step, some in self.look.recent for event in some]
        lines = [line for event in events if (line := sentence(event, self.names))]
        return lines[::-1][:10]

    @cached_property
    def result(self) -> Result | None:
        """The points of the deal just ended; None while it is being played."""
        if self.sight is None or self.sight.name not in {OVER, MATCH_OVER}:
            return None
        return result_of((some for _step, some in self.look.recent), self.sight, self.names)

    @property
    def target(self) -> int:
        """The points at which the match ends."""
        return from_differences(self.table.options).target_score

    # --- time

    @property
    def seconds_left(self) -> int | None:
        """Seconds until the clock acts for a person; None when a bot is thinking."""
        if self.table.status != Table.Status.RUNNING or self.table.due_at is None or self._bot_thinks():
            return None
        return max(0, ceil((self.table.due_at - self.at).total_seconds()))

    @property
    def time_left(self) -> str:
        """The time left in words; the script counts on in the same way."""
        left = self.seconds_left or 0
        if left >= 7200:
            return f"{left // 3600} h"
        return f"{left // 60} min" if left >= 120 else f"{left} s"

    @property
    def seconds_in_all(self) -> int:
        """How long the whole turn lasts, for the bar of the clock."""
        return max(self.table.turn_seconds, self.seconds_left or 0, 1)

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
            is_turn=index == sight.to_act,
            is_dealer=index == sight.dealer,
            has_called=sight.uno[index] == CALLED and sight.counts[index] == 1,
            eliminated=sight.eliminated[index],
            can_be_caught=can_be_caught,
        )

    def _plays(self) -> Iterable[commands.PlayCard]:
        return [command for command in self.look.legal if isinstance(command, commands.PlayCard)]

    def _is_mine(self) -> bool:
        if self.me is None:
            return False
        host = self.table.host_id
        return host is None or host == self.look.seats[self.me.index].player_id

    def _bot_thinks(self) -> bool:
        return self.sight is not None and self.sight.to_act >= 0 and self.places[self.sight.to_act].is_bot

    def _my_headline(self) -> str:
        sight = self.sight
        assert sight is not None
        if sight.name == PENDING:
            choice = ": take them or challenge" if sight.challengeable and self.may_challenge else ""
            return f"{sight.pending_total} cards for you{choice}"
        return {
            AFTER_DRAW: "Play the card you drew, or pass",
            STARTER_CHOICE: "You name the first colour",
        }.get(sight.name, "Your turn")

    def _their_headline(self, name: str) -> str:
        sight = self.sight
        assert sight is not None
        if sight.name == PENDING:
            return f"{sight.pending_total} cards for {name}"
        return {
            AFTER_DRAW: f"{name} drew a card",
            STARTER_CHOICE: f"{name} names the first colour",
        }.get(sight.name, f"{name} to play")
