"""The state of a match.

The state is mutable and only events change it (see `games.rules.match.events`).
"""

from typing import Any, Final

from games.rules.match.phases import (
    AFTER_DRAW,
    AWARD,
    CALLED,
    CENTRE,
    DEALING,
    EXCHANGE,
    FORFEIT,
    MATCH_OVER,
    NONE,
    OPEN,
    OVER,
    PENDING,
    READY,
    READY_TO_DEAL,
    RUNNING,
    STARTER_CHOICE,
    TURN,
)
from games.rules.match.simple_effects import answerable, draws_one, simple_effects, tabled_plays
from games.rules.options.options import DEFAULTS, Options

__all__ = [
    "AFTER_DRAW",
    "AWARD",
    "CALLED",
    "CENTRE",
    "DEALING",
    "EXCHANGE",
    "FORFEIT",
    "MATCH_OVER",
    "NOBODY",
    "NONE",
    "OPEN",
    "OVER",
    "PENDING",
    "READY",
    "READY_TO_DEAL",
    "RUNNING",
    "STARTER_CHOICE",
    "TURN",
    "State",
]


NOBODY: Final = -1
"""The seat of nobody."""


class State:
    """A match at a moment. Seats are 0 for A …; `-1` stands for no seat or card; piles have the top last."""

    __slots__ = (
        "answerable",
        "aside",
        "chain_height",
        "colour",
        "colour_before",
        "dealer",
        "differences",
        "direction",
        "discard_pile",
        "draw_pile",
        "drawn_card",
        "drawn_count",
        "draws_one",
        "eliminated",
        "emptied",
        "forfeit_cards",
        "hands",
        "idle_turns",
        "later",
        "layer",
        "layer_before",
        "left",
        "loser",
        "losses",
        "offered_card",
        "options",
        "out",
        "pending_card",
        "pending_challengeable",
        "pending_kind",
        "pending_legal",
        "pending_source",
        "pending_total",
        "phase",
        "placed",
        "places",
        "points",
        "previous_winner",
        "retired",
        "round",
        "rulebook",
        "seats",
        "silence_kind",
        "silence_mark",
        "simple_effects",
        "starter_before",
        "starter_top",
        "tabled_plays",
        "to_act",
        "totals",
        "uno",
        "winner",
        "winners",
        "wins",
        "youngest",
    )

    def __init__(self, seats: int = 0, rulebook: str = "", options: Options = DEFAULTS) -> None:
        self.seats = seats
        self.rulebook = rulebook
        self.play_by(options)
        self.differences: dict[str, bool | int | str | list[str]] = {}
        self.round = 0
        self.dealer = NOBODY
        self.previous_winner = NOBODY
        self.totals = [0] * seats
        self.eliminated = [0] * seats
        self.wins = [0] * seats
        self.losses = [0] * seats
        self.youngest = NOBODY
        self.retired: list[int] = []  # seats that left the match, in this order; eliminated, too
        self.clear_round()

    def play_by(self, options: Options) -> None:
        """Set the options and the values that follow from them."""
        self.options = options
        self.simple_effects = simple_effects(options)
        self.tabled_plays = tabled_plays(options)
        self.answerable = answerable(options)
        self.draws_one = draws_one(options)

    def clear_round(self) -> None:
        self.phase = READY_TO_DEAL
        self.direction = 1
        self.colour = -1
        self.to_act = NOBODY
        self.hands: list[list[int]] = [[] for _seat in range(self.seats)]
        self.draw_pile: list[int] = []
        self.discard_pile: list[int] = []
        self.aside: list[int] = []  # cards of seats that left are out of play
        self.layer = NOBODY  # the seat that played the top card; nobody for a starter
        self.starter_top = False
        self.pending_kind = ""
        self.pending_total = 0
        self.pending_source = NOBODY
        self.pending_challengeable = False
        self.pending_legal = True  # the hidden verdict on the last Wild Draw Four
        self.drawn_card = -1
        self.drawn_count = 0  # cards drawn in the turn so far
        self.idle_turns = 0  # consecutive turns that ended after zero cards drawn
        self.uno = bytearray(self.seats)  # the duty of each seat; an open duty is found fastest in bytes
        self.winner = NOBODY
        self.points = [0] * self.seats
        self.left: list[int] = []  # the points of each hand where the rules see no cards; else empty
        self.winners: list[int] = []
        self.places: list[int] = []
        self._clear_house_rules()

    def clear_pending(self) -> None:
        """Remove the pending effect."""
        self.pending_kind = ""
        self.pending_total = 0
        self.pending_source = NOBODY
        self.pending_challengeable = False
        self.pending_card = -1
        self.chain_height = 0

    def _clear_house_rules(self) -> None:
        self.out: list[int] = []  # seats gone out to the last, in this order
        self.emptied = [0] * self.seats  # how often each hand became empty in this round
        self.loser = NOBODY
        self.silence_kind = ""
        self.silence_mark = -1  # the seat of a silence of twos, or the ordered colour
        self.pending_card = -1  # the Skip that raised a pending skip
        self.chain_height = 0  # cards from the first Wild Draw Four of the chain to the top
        self.colour_before = -1  # restored when a card is taken back
        self.layer_before = NOBODY
        self.starter_before = False
        self.offered_card = -1
        self.placed: list[int] = []  # the seats whose hands are on the centre
        self.forfeit_cards = 0
        self.later: list[dict[str, Any]] = []  # the planned events after a waiting phase

    def copy(self) -> "State":
        """Return an independent state; options and differences are shared because they never change."""
        twin = State.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hands = [hand[:] for hand in self.hands]
        for name in _FLAT_LISTS:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    __hash__ = None  # type: ignore[assignment]  # a mutable state is not hashable

    def __repr__(self) -> str:
        return "State(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in State.__slots__) + ")"

    @property
    def top(self) -> int:
        """The top card of the discard pile, -1 if there is none yet."""
        return self.discard_pile[-1] if self.discard_pile else -1

    @property
    def is_round_over(self) -> bool:
        """Whether the round has ended, perhaps with the whole match."""
        return self.phase in (OVER, MATCH_OVER)

    def is_active(self, seat: int) -> bool:
        """Whether there is such a seat and it is still in the match and in the round."""
        return 0 <= seat < self.seats and not self.eliminated[seat] and seat not in self.out

    def active_seats(self) -> list[int]:
        """The seats still in the match and in the round, clockwise from A."""
        return [seat for seat in range(self.seats) if not self.eliminated[seat] and seat not in self.out]

    def in_turn_order(self, seat: int) -> list[int]:
        """The other active seats, beginning with next after `seat`."""
        seats = self.active_seats()[:: self.direction]
        later = [other for other in seats if (other - seat) * self.direction > 0]
        return later + [other for other in seats if (other - seat) * self.direction < 0]

    def next_after(self, seat: int) -> int:
        """The nearest active seat from `seat` in the current direction."""
        following = (seat + self.direction) % self.seats
        if self.eliminated[following] or following in self.out:
            return self._nearest(following, self.direction)
        return following

    def next_before(self, seat: int) -> int:
        """The nearest active seat against the current direction."""
        before = (seat - self.direction) % self.seats
        if self.eliminated[before] or before in self.out:
            return self._nearest(before, -self.direction)
        return before

    def left_of(self, seat: int) -> int:
        """The nearest active seat clockwise from `seat`, whatever the direction."""
        return self._nearest(seat, 1)

    def _nearest(self, seat: int, direction: int) -> int:
        for _step in range(self.seats):
            seat = (seat + direction) % self.seats
            if not self.eliminated[seat] and seat not in self.out:
                return seat
        return NOBODY


_FLAT_LISTS: Final = (
    "aside",
    "discard_pile",
    "draw_pile",
    "eliminated",
    "emptied",
    "losses",
    "out",
    "placed",
    "places",
    "points",
    "retired",
    "totals",
    "uno",
    "winners",
    "wins",
)
