"""The score sheet of a match with real cards: where it stands after its events (rules.md 3.19)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from games.rules.match import events as e
from games.rules.match.phases import MATCH_OVER, OVER, READY_TO_DEAL
from games.rules.match.state import State
from games.rules.options.options import Options, differences
from games.rules.play.dealing import next_dealer, next_round
from games.rules.play.starter import first_player

if TYPE_CHECKING:
    from games.rules.scoresheet.events import HandsCounted, SheetEvent

RUNNING: Final = "running"
REPORTED: Final = "reported"
DISPUTED: Final = "disputed"
FINAL: Final = "final"


class Sheet:
    """A match as it is written down: the state of the rules after every deal that stands.

    `states[0]` is that before the first deal; so undoing a deal forgets it, and what is recorded then is
    recorded as if it were the first. `asks` says whether the players have to confirm a result.
    """

    def __init__(self, rulebook: str, options: Options, seats: int, *, asks: bool) -> None:
        first = State(seats, rulebook, options)
        first.differences = differences(options)
        self.states = [first]
        self.started: list[e.RoundStarted] = []  # of every deal that stands
        self.counted: list[HandsCounted] = []
        self.asks = asks
        self.phase = RUNNING
        self.reporter = e.NOBODY
        self.confirmed: set[int] = set()
        self.objectors: set[int] = set()
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
        """The state after the last deal that stands, as its events left it."""
        return self.states[-1]

    @property
    def deals(self) -> int:
        """How many deals stand."""
        return len(self.states) - 1

    @property
    def options(self) -> Options:
        """What is played."""
        return self.top.options

    def standing(self) -> State:
        """Return the state in which the next deal finds the match: who retired since is out of it."""
        state = self.top.copy()
        for seat, deal in self.retired.items():
            if deal <= state.round + 1 and not state.eliminated[seat]:
                state.eliminated[seat] = deal
                state.retired.append(seat)
        return state

    def next_dealer(self) -> int:
        """Return who deals next; nobody once the match has ended."""
        return e.NOBODY if self.top.name == MATCH_OVER else next_dealer(self.standing())

    def next_player(self) -> int:
        """Return who has the first turn of the next deal; -1 after the end, or where the youngest begins."""
        state = self.standing()
        is_youngest = state.options.first_player == "youngest" and not state.round
        if state.name == MATCH_OVER or is_youngest:
            return e.NOBODY
        next_round(state, next_dealer(state), state.youngest).change(state)
        return first_player(state)

    def asked(self) -> set[int]:
        """Return the seats that have not said yet what they think of the reported result."""
        if self.phase != REPORTED or not self.asks:
            return set()
        return set(range(self.top.seats)) - {self.reporter} - self.confirmed - set(self.retired)

    def follow(self, event: "e.Event | SheetEvent") -> None:
        """Change the sheet by one event. KeyError for events that no score sheet has."""
        if isinstance(event, e.Event):
            _OF_THE_RULES[type(event)](self, event)
        else:
            event.change(self)

    def reopen(self) -> None:
        """Let the sheet be written on again: nothing has been reported."""
        self.phase, self.reporter = RUNNING, e.NOBODY
        self.confirmed.clear()
        self.objectors.clear()
        if self.top.name == MATCH_OVER:
            self.top.name = OVER if self.deals else READY_TO_DEAL
            self.top.winners, self.top.places = [], []


def _started(sheet: Sheet, event: e.RoundStarted) -> None:
    sheet.states.append(sheet.standing())
    sheet.started.append(event)
    event.change(sheet.top)


def _penalised(sheet: Sheet, event: e.RefereePenalty) -> None:
    sheet.penalties.append((sheet.deals + 1, event.seat))


def _by_the_rules(sheet: Sheet, event: e.Event) -> None:
    event.change(sheet.top)


def _noted(sheet: Sheet, event: e.Event) -> None:
    """Leave the sheet as it is: the event is for those who read the log."""


# What a sheet does by the events it shares with matches played online.
_OF_THE_RULES: Final[dict[type[e.Event], Callable[[Sheet, Any], None]]] = {
    e.DealerChosen: _by_the_rules,
    e.RoundStarted: _started,
    e.WentOut: _by_the_rules,
    e.RoundEnded: _by_the_rules,
    e.PointsScored: _by_the_rules,
    e.SeatEliminated: _by_the_rules,
    e.MatchEnded: _by_the_rules,
    e.RefereePenalty: _penalised,
    e.ChallengeMade: _noted,
    e.ChallengeUpheld: _noted,
    e.ChallengeFailed: _noted,
}
