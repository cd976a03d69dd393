"""The outline of a match: its steps, deals and marks, read from the log in one pass.

It holds nothing hidden, so the same outline serves all viewers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from games.eventstore import Stored
from games.rules.match import events as e
from games.rules.options.options import Options, from_differences

DEAL, LEAD, CHALLENGE, CATCH, UNO, MISS, PENALTY = (
    "deal",
    "lead",
    "challenge",
    "catch",
    "uno",
    "miss",
    "penalty",
)


@dataclass(slots=True)
class Deal:
    """A deal of a match: its steps and versions, and after it its winner (-1 for nobody) and points.

    `totals`, `wins` and `losses` are those after the deal. `head` is the hash of its last event so far.
    """

    number: int
    first_step: int
    last_step: int
    first: int
    last: int
    head: bytes
    winner: int | None = None
    points: list[int] | None = None
    totals: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    losses: list[int] = field(default_factory=list)


class Step(NamedTuple):
    """An accepted command: the versions of its first and last event, and its sender."""

    first: int
    last: int
    by: str


class Mark(NamedTuple):
    """A notable moment of a match; `events` are as everybody may see them.

    `seats` are the seats it is about: the leaders, the caller, the caught, the challenger and the challenged.
    """

    step: int
    kind: str
    seats: tuple[int, ...]
    events: tuple[e.Event, ...]


class Outline:
    """The steps, deals and marks of a match. Steps are the commands of the rules, from 1 on."""

    def __init__(self, rows: Sequence[Stored]) -> None:
        self.steps: list[Step] = []
        self.deals: list[Deal] = []
        self.marks: list[Mark] = []
        self.options: Options | None = None
        self.seats = 0
        self.head = rows[-1].hash if rows else b""
        self._out: set[int] = set()
        self._leaders: tuple[int, ...] = ()
        of_rules = (row for row in rows if isinstance(row.event, e.Event))
        for _step, group in groupby(of_rules, key=attrgetter("step")):
            self._add(list(group))

    def deal_of(self, step: int) -> Deal:
        """Return the deal that a step belongs to; IndexError for a match that has not begun."""
        return next((deal for deal in reversed(self.deals) if deal.first_step <= step), self.deals[0])

    def _add(self, rows: Sequence[Stored]) -> None:
        self.steps.append(Step(rows[0].version, rows[-1].version, rows[0].by))
        number, events = len(self.steps), [row.event for row in rows]
        for event in events:
            if isinstance(event, e.RoundStarted):
                self._begin(event, number, rows[0])
        deal = self.deals[-1]
        deal.last_step, deal.last, deal.head = number, rows[-1].version, rows[-1].hash
        for kind, of_kind in _by_kind(events):
            public = tuple(event.seen_by(None) for event in of_kind)
            self.marks.append(Mark(number, kind, _seats_of(of_kind), public))
        for event in events:
            self._note(deal, event)
        if deal.points is not None and any(isinstance(event, e.PointsScored) for event in events):
            self._mark_lead(deal, number)

    def _begin(self, started: e.RoundStarted, number: int, row: Stored) -> None:
        self.options, self.seats = from_differences(started.options), started.seats
        self.deals.append(Deal(len(self.deals) + 1, number, number, row.version, row.version, row.hash))
        self.marks.append(Mark(number, DEAL, (started.dealer,), (started,)))

    def _note(self, deal: Deal, event: e.Event) -> None:
        if isinstance(event, e.RoundEnded):
            deal.winner = event.winner
        elif isinstance(event, e.PointsScored):
            deal.points, deal.totals = event.points, event.totals
            deal.wins, deal.losses = event.wins, event.losses
        elif isinstance(event, e.SeatEliminated | e.SeatGivenUp):
            self._out.add(event.seat)

    def _mark_lead(self, deal: Deal, number: int) -> None:
        """Mark a change of the leaders."""
        leaders = self._leaders_after(deal)
        if leaders != self._leaders and leaders:
            self._leaders = leaders
            self.marks.append(Mark(number, LEAD, leaders, ()))

    def _leaders_after(self, deal: Deal) -> tuple[int, ...]:
        assert self.options is not None
        key: dict[int, Any] = {}
        for seat, total in enumerate(deal.totals):
            if seat in self._out:
                continue
            if self.options.scoring == "win_loss":
                key[seat] = (-deal.wins[seat], deal.losses[seat])
            else:
                key[seat] = total if self.options.scoring in _LOW else -total
        return tuple(seat for seat in key if key[seat] == min(key.values()))


def actor(events: Iterable[Any]) -> int:
    """Return the seat that acted in a step, -1 for nobody, as when the dealer deals."""
    for event in events:
        if isinstance(event, e.UnoCaught):
            return event.by
        if isinstance(event, e.RoundStarted | e.DealerChosen):
            return e.NOBODY
        if not isinstance(event, _BEFORE):
            seat: int = getattr(event, "seat", e.NOBODY)
            return seat
    return e.NOBODY


def _by_kind(events: Sequence[e.Event]) -> list[tuple[str, list[e.Event]]]:
    kinds: dict[str, list[e.Event]] = {}
    for event in events:
        kind = _KINDS.get(type(event))
        if isinstance(event, e.CardsDrawn) and event.reason in _PENALISED and event.cards:
            kind = PENALTY
        if kind:
            kinds.setdefault(kind, []).append(event)
    return list(kinds.items())


def _seats_of(events: Sequence[Any]) -> tuple[int, ...]:
    seats = [getattr(event, name, e.NOBODY) for event in events for name in ("seat", "by", "target")]
    return tuple(dict.fromkeys(seat for seat in seats if seat != e.NOBODY))


_KINDS: Final[dict[type, str]] = {
    e.ChallengeMade: CHALLENGE,
    e.ChallengeUpheld: CHALLENGE,
    e.ChallengeFailed: CHALLENGE,
    e.UnoCalled: UNO,
    e.UnoCaught: CATCH,
    e.UnoLapsed: MISS,
    e.UnoMissed: MISS,
    e.RefereePenalty: PENALTY,
    e.IllegalCardPenalised: PENALTY,
    e.FalseCallPenalised: PENALTY,
    e.SilenceBroken: PENALTY,
    e.ForfeitRefused: PENALTY,
}
_PENALISED: Final = {
    "penalty",
    "challenge",
    "uno",
    "referee",
    "bounce",
    "illegal",
    "false_call",
    "centre",
    "silence",
    "customizable",
    "forfeit",
}
_LOW: Final = ("own_hand_low", "elimination")
_BEFORE: Final = (
    e.UnoLapsed,
    e.UnoDue,
    e.SilenceEnded,
    e.UnoMissed,
)  # they come before the events of the acting seat
