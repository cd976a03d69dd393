"""The state of the score sheet of a match with real cards (rules.md 3.19)."""

from typing import Final

import msgspec

from games.rules.cards.cards import Card
from games.rules.match.events import NOBODY, RoundStarted
from games.rules.match.phases import MATCH_OVER, OVER, READY_TO_DEAL
from games.rules.match.state import State
from games.rules.options.options import Options, differences
from games.rules.play.dealing import next_dealer, next_round
from games.rules.play.starter import first_player

RUNNING: Final = "running"
REPORTED: Final = "reported"
DISPUTED: Final = "disputed"
FINAL: Final = "final"


class CountedHands(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The hands at the end of a deal: points by seat, -1 for a hand that was not counted.

    `out` are the seats that went out, in this order; `is_blocked` says that the round was not finished.
    `hands` are the cards where they were named, else empty; `emptied` is how often each hand became empty,
    where that counts.
    """

    left: list[int]
    hands: list[list[Card]]
    out: list[int]
    is_blocked: bool = False
    emptied: list[int] = []


class Sheet:
    """A match with real cards: the state of the rules after every deal that stands.

    `states[0]` is the state before the first deal; undoing a deal removes its state. `asks` says whether the
    players have to confirm a result.
    """

    def __init__(self, rulebook: str, options: Options, seats: int, *, asks: bool) -> None:
        first = State(seats, rulebook, options)
        first.differences = differences(options)
        self.states = [first]
        self.started: list[RoundStarted] = []  # of every deal that stands
        self.counted: list[CountedHands] = []
        self.asks = asks
        self.phase = RUNNING
        self.is_unasked = False  # whether the result was final at once
        self.reporter = NOBODY
        self.confirmed: set[int] = set()
        self.objectors: set[int] = set()
        self.unasked: set[int] = set()  # seats without an account
        self.retired: dict[int, int] = {}  # seat to the first deal without it
        self.penalties: list[tuple[int, int]] = []  # deal and seat of those that stand

    def copy(self) -> "Sheet":
        """Return an independent sheet."""
        twin = Sheet.__new__(Sheet)
        twin.__dict__ = dict(self.__dict__)
        twin.states = [state.copy() for state in self.states]
        twin.started, twin.counted = self.started[:], self.counted[:]
        twin.confirmed, twin.objectors = set(self.confirmed), set(self.objectors)
        twin.retired, twin.penalties = dict(self.retired), self.penalties[:]
        return twin

    @property
    def top(self) -> State:
        """The state after the events of the last deal that stands."""
        return self.states[-1]

    @property
    def deals(self) -> int:
        """The number of deals that stand."""
        return len(self.states) - 1

    @property
    def options(self) -> Options:
        """The options of the match."""
        return self.top.options

    def standing(self) -> State:
        """Return the state before the next deal, without the seats that have retired since."""
        state = self.top.copy()
        for seat, deal in self.retired.items():
            if deal <= state.round + 1 and not state.eliminated[seat]:
                state.eliminated[seat] = deal
                state.retired.append(seat)
        return state

    def next_dealer(self) -> int:
        """Return the next dealer; nobody after the match."""
        return NOBODY if self.top.phase == MATCH_OVER else next_dealer(self.standing())

    def next_player(self) -> int:
        """Return the seat with the first turn of the next deal; -1 after the match or for the youngest."""
        state = self.standing()
        is_youngest = state.options.first_player == "youngest" and not state.round
        if state.phase == MATCH_OVER or is_youngest:
            return NOBODY
        next_round(state, next_dealer(state), state.youngest).change(state)
        return first_player(state)

    def asked(self) -> set[int]:
        """Return the seats that have not confirmed the reported result yet."""
        if self.phase != REPORTED or not self.asks:
            return set()
        return (
            set(range(self.top.seats)) - {self.reporter} - self.confirmed - set(self.retired) - self.unasked
        )

    def reopen(self) -> None:
        """Open the sheet again, without a reported result."""
        self.phase, self.reporter, self.is_unasked = RUNNING, NOBODY, False
        self.confirmed.clear()
        self.objectors.clear()
        self.unasked = set()
        if self.top.phase == MATCH_OVER:
            self.top.phase = OVER if self.deals else READY_TO_DEAL
            self.top.winners, self.top.places = [], []
