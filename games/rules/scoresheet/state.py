"""The score sheet of a match with real cards: where it stands after its events (rules.md 3.19)."""

from collections.abc import Callable
from typing import Any, Final

from games.rules.match import events as e
from games.rules.match.evolve import evolve
from games.rules.match.phases import MATCH_OVER, OVER, READY_TO_DEAL
from games.rules.match.state import State
from games.rules.options.options import Options, differences
from games.rules.play.dealing import next_dealer, next_round
from games.rules.play.starter import first_player
from games.rules.scoresheet import events as p

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
        self.counted: list[p.HandsCounted] = []
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
        evolve(state, next_round(state, next_dealer(state), state.youngest))
        return first_player(state)

    def asked(self) -> set[int]:
        """Return the seats that have not said yet what they think of the reported result."""
        if self.phase != REPORTED or not self.asks:
            return set()
        return set(range(self.top.seats)) - {self.reporter} - self.confirmed - set(self.retired)

    def follow(self, event: e.Event | p.SheetEvent) -> None:
        """Change the sheet by one event. KeyError for events that no score sheet has."""
        _HANDLERS[type(event)](self, event)


def count(state: State, event: p.HandsCounted) -> None:
    """Let the rules know what everybody holds at the end of a round."""
    state.left = event.left[:]
    state.hands = [hand[:] for hand in event.hands]
    state.emptied = event.emptied[:] or [0] * state.seats


def _started(sheet: Sheet, event: e.RoundStarted) -> None:
    sheet.states.append(sheet.standing())
    sheet.started.append(event)
    evolve(sheet.top, event)


def _counted(sheet: Sheet, event: p.HandsCounted) -> None:
    sheet.counted.append(event)
    count(sheet.top, event)


def _undone(sheet: Sheet, _event: p.DealUndone) -> None:
    sheet.states.pop()
    sheet.started.pop()
    sheet.counted.pop()
    _open(sheet)


def _retired(sheet: Sheet, event: p.SeatRetired) -> None:
    sheet.retired[event.seat] = event.deal


def _rejoined(sheet: Sheet, event: p.SeatRejoined) -> None:
    del sheet.retired[event.seat]


def _penalised(sheet: Sheet, event: e.RefereePenalty) -> None:
    sheet.penalties.append((sheet.deals + 1, event.seat))


def _penalty_taken_back(sheet: Sheet, event: p.PenaltyTakenBack) -> None:
    last = max(place for place, (_deal, seat) in enumerate(sheet.penalties) if seat == event.seat)
    del sheet.penalties[last]


def _reported(sheet: Sheet, event: p.ResultReported) -> None:
    sheet.phase = REPORTED
    sheet.reporter = event.seat


def _confirmed(sheet: Sheet, event: p.ResultConfirmed) -> None:
    sheet.confirmed.add(event.seat)


def _disputed(sheet: Sheet, event: p.ResultDisputed) -> None:
    sheet.phase = DISPUTED
    sheet.objectors.add(event.seat)


def _settled(sheet: Sheet, event: p.DisputeSettled) -> None:
    if not event.stands:
        _open(sheet)


def _final(sheet: Sheet, _event: p.ResultFinal) -> None:
    sheet.phase = FINAL


def _open(sheet: Sheet) -> None:
    """Let the sheet be written on again: nothing has been reported."""
    sheet.phase, sheet.reporter = RUNNING, e.NOBODY
    sheet.confirmed.clear()
    sheet.objectors.clear()
    if sheet.top.name == MATCH_OVER:
        sheet.top.name = OVER if sheet.deals else READY_TO_DEAL
        sheet.top.winners, sheet.top.places = [], []


def _by_the_rules(sheet: Sheet, event: e.Event) -> None:
    evolve(sheet.top, event)


def _noted(sheet: Sheet, event: e.Event) -> None:
    """Leave the sheet as it is: the event is for those who read the log."""


_HANDLERS: Final[dict[type, Callable[[Sheet, Any], None]]] = {
    e.DealerChosen: _by_the_rules,
    e.RoundStarted: _started,
    p.HandsCounted: _counted,
    e.WentOut: _by_the_rules,
    e.RoundEnded: _by_the_rules,
    e.PointsScored: _by_the_rules,
    e.SeatEliminated: _by_the_rules,
    e.MatchEnded: _by_the_rules,
    p.DealUndone: _undone,
    p.DealCorrected: _noted,
    p.SeatRetired: _retired,
    p.SeatRejoined: _rejoined,
    e.RefereePenalty: _penalised,
    p.PenaltyTakenBack: _penalty_taken_back,
    e.ChallengeMade: _noted,
    e.ChallengeUpheld: _noted,
    e.ChallengeFailed: _noted,
    p.ResultReported: _reported,
    p.ResultConfirmed: _confirmed,
    p.ResultDisputed: _disputed,
    p.DisputeSettled: _settled,
    p.ResultFinal: _final,
}
