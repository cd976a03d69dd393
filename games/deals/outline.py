"""The outline of a match: its steps, deals and marks, read from the log deal by deal.

It holds nothing hidden, so the same outline serves all viewers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
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
    """An accepted command: the versions of its first and last event, its sender, and the seat that acted."""

    first: int
    last: int
    by: str
    actor: int = e.NOBODY

    @property
    def is_by_bot(self) -> bool:
        """Whether a bot sent the command: at its own seat, or for a player who was away."""
        return self.by == "bot"


class Mark(NamedTuple):
    """A notable moment of a match; `events` are as everybody may see them.

    `seats` are the seats it is about: the leaders, the caller, the caught, the challenger and the challenged.
    """

    step: int
    kind: str
    seats: tuple[int, ...]
    events: tuple[e.Event, ...]


@dataclass(slots=True)
class DealOutline:
    """The outline of a deal; `out` are the seats that were out after it, `leaders` those that led."""

    deal: Deal
    steps: list[Step] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    leaders: tuple[int, ...] = ()


class Outline:
    """The steps, deals and marks of a match. Steps are the commands of the rules, from 1 on."""

    def __init__(self, deals: Sequence[DealOutline] = (), head: bytes = b"") -> None:
        self.head = head
        self.deals = [outline.deal for outline in deals]
        self.steps = list(chain.from_iterable(outline.steps for outline in deals))
        self.marks = list(chain.from_iterable(outline.marks for outline in deals))
        started = _started(deals[-1]) if deals else None
        self.options: Options | None = from_differences(started.options) if started else None
        self.seats = started.seats if started else 0

    @property
    def has_partners(self) -> bool:
        """Whether partners play together."""
        return self.options is not None and self.options.teams == "partners"

    def deal_of(self, step: int) -> Deal:
        """Return the deal that a step belongs to; IndexError for a match that has not begun."""
        return next((deal for deal in reversed(self.deals) if deal.first_step <= step), self.deals[0])


def outlines_of(rows: Iterable[Stored], before: DealOutline | None = None) -> list[DealOutline]:
    """Return the outlines of the deals that begin in the rows; `before` is that of the deal before them."""
    reader = _Reader(before)
    of_rules = (row for row in rows if isinstance(row.event, e.Event))
    for _step, group in groupby(of_rules, key=attrgetter("step")):
        reader.add(list(group))
    return reader.outlines


class _Reader:
    """Reads the steps of a match in order."""

    def __init__(self, before: DealOutline | None) -> None:
        self.outlines: list[DealOutline] = []
        self._number = before.deal.number if before else 0
        self._step = before.deal.last_step if before else 0
        self._out = set(before.out) if before else set()
        self._leaders = before.leaders if before else ()
        self._options: Options | None = None

    def add(self, rows: Sequence[Stored]) -> None:
        """Add the events of a step."""
        self._step += 1
        events = [row.event for row in rows]
        for event in events:
            if isinstance(event, e.RoundStarted):
                self._begin(event, rows[0])
        outline = self.outlines[-1]
        deal = outline.deal
        outline.steps.append(Step(rows[0].version, rows[-1].version, rows[0].by, actor(events)))
        deal.last_step, deal.last, deal.head = self._step, rows[-1].version, rows[-1].hash
        for kind, of_kind in _by_kind(events):
            public = tuple(event.seen_by(None) for event in of_kind)
            outline.marks.append(Mark(self._step, kind, _seats_of(of_kind), public))
        for event in events:
            self._note(deal, event)
        if deal.points is not None and any(isinstance(event, e.PointsScored) for event in events):
            self._mark_lead(outline)
        outline.out, outline.leaders = set(self._out), self._leaders

    def _begin(self, started: e.RoundStarted, row: Stored) -> None:
        self._number += 1
        self._options = from_differences(started.options)
        deal = Deal(self._number, self._step, self._step, row.version, row.version, row.hash)
        mark = Mark(self._step, DEAL, (started.dealer,), (started,))
        self.outlines.append(DealOutline(deal, marks=[mark]))

    def _note(self, deal: Deal, event: e.Event) -> None:
        if isinstance(event, e.RoundEnded):
            deal.winner = event.winner
        elif isinstance(event, e.PointsScored):
            deal.points, deal.totals = event.points, event.totals
            deal.wins, deal.losses = event.wins, event.losses
        elif isinstance(event, e.SeatEliminated | e.SeatGivenUp):
            self._out.add(event.seat)

    def _mark_lead(self, outline: DealOutline) -> None:
        """Mark a change of the leaders."""
        leaders = self._leaders_after(outline.deal)
        if leaders != self._leaders and leaders:
            self._leaders = leaders
            outline.marks.append(Mark(self._step, LEAD, leaders, ()))

    def _leaders_after(self, deal: Deal) -> tuple[int, ...]:
        assert self._options is not None
        key: dict[int, Any] = {}
        for seat, total in enumerate(deal.totals):
            if seat in self._out:
                continue
            if self._options.scoring == "win_loss":
                key[seat] = (-deal.wins[seat], deal.losses[seat])
            else:
                key[seat] = total if self._options.scoring in _LOW else -total
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


def _started(outline: DealOutline) -> e.RoundStarted:
    started = outline.marks[0].events[0]
    assert isinstance(started, e.RoundStarted)
    return started


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
"""The reasons for which cards are drawn as a penalty; those of a Draw Two or a Wild Draw Four are none."""
_LOW: Final = ("own_hand_low", "elimination")
_BEFORE: Final = (
    e.UnoLapsed,
    e.UnoDue,
    e.SilenceEnded,
    e.UnoMissed,
)  # they come before the events of the acting seat
