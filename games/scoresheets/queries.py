"""Read the score sheet of a table with real cards. It is public: no card on it is a secret."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.utils.translation import gettext as _

from games import eventstore
from games.eventstore import replica
from games.models import Seat, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import Card
from games.rules.match import events as e
from games.rules.options.options import Options, from_differences
from games.rules.scoresheet import events as p
from games.rules.scoresheet.penalties import kinds
from games.rules.scoresheet.state import DISPUTED, FINAL, REPORTED, RUNNING
from games.tables import projection

__all__ = [
    "DISPUTED",
    "FINAL",
    "REPORTED",
    "RUNNING",
    "Deal",
    "Replay",
    "ScoreSheet",
    "SheetMark",
    "SheetStep",
    "at_step",
    "look",
    "of_rows",
    "seat_names",
]


@dataclass(slots=True)
class Deal:
    """A deal as it was recorded, by seat.

    `out` are the seats that went out, in order; `winner` and `loser` are -1 for nobody. `left` are the points
    in each hand, -1 for a hand that was not counted; `hands` are the cards, empty where only points were
    typed. `totals`, `wins` and `losses` are those after the deal. `undone_at` is None for a deal that stands.
    """

    number: int
    dealer: int
    version: int
    step: int
    by: str
    at: dt.datetime
    out: list[int]
    is_blocked: bool
    left: list[int]
    hands: list[list[Card]]
    emptied: list[int]
    winner: int = e.NOBODY
    loser: int = e.NOBODY
    points: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    losses: list[int] = field(default_factory=list)
    eliminated: list[int] = field(default_factory=list)
    """The seats that were eliminated by this deal."""
    playing: list[int] = field(default_factory=list)
    """The seats that were dealt in."""
    undone_by: str = ""
    undone_at: dt.datetime | None = None
    is_corrected: bool = False
    """Whether this deal was undone because a corrected deal replaces it."""


@dataclass(slots=True)
class SheetMark:
    """An entry of the sheet that is not a deal.

    `kind` is penalty, challenge, left, disqualified, disputed, confirmed, settled …. `is_void` says that it
    was taken back.
    """

    deal: int
    seat: int
    kind: str
    version: int
    by: str
    at: dt.datetime
    cards: int = 0
    words: str = ""  # the reason for a decision or a penalty
    target: int = e.NOBODY
    was_right: bool = False
    is_void: bool = False


@dataclass(slots=True)
class Closing:
    """The deal with which a result was final at once: who entered it, and when."""

    by: str
    at: dt.datetime


@dataclass(slots=True)
class ScoreSheet:
    """A physical table with its `deals` and `marks` in order, also the undone ones.

    `phase` is running, reported, disputed or final. `dealer` deals next and `first` has the first turn then;
    both are None after the match (`first` also where only people know who is youngest). `asked` are the seats
    that are asked to confirm the result, until `silent_at` if there is such a time.
    """

    table: Table
    seats: list[Seat]
    options: Options
    phase: str
    deals: list[Deal]
    marks: list[SheetMark]
    totals: list[int]
    wins: list[int]
    losses: list[int]
    eliminated: list[int]
    """The deal in which each seat was eliminated, 0 for seats that are still in."""
    dealer: int | None
    first: int | None
    winners: list[int]
    places: list[int]
    """By seat; empty until the match has ended."""
    asked: list[int]
    confirmed: list[int]
    objectors: list[int]
    reporter: int | None
    retired: list[int]
    silent_at: dt.datetime | None
    closing: Closing | None = None
    """The deal that made the result final, where nobody was asked to confirm it."""

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.table.version

    @property
    def next_deal(self) -> int:
        """The number of the deal that is recorded next."""
        return len(self.standing) + 1

    @property
    def standing(self) -> list[Deal]:
        """The deals that stand."""
        return [deal for deal in self.deals if deal.undone_at is None]

    @property
    def playing(self) -> list[int]:
        """The seats that are still in the match."""
        return [seat for seat, gone in enumerate(self.eliminated) if not gone]

    @property
    def undealt(self) -> list[int]:
        """The seats that left before their first deal."""
        dealt = {seat for deal in self.standing for seat in deal.playing}
        return [seat for seat in self.retired if seat not in dealt]

    @property
    def penalties(self) -> dict[str, int]:
        """The cards of each kind of penalty in the rulebook."""
        return kinds(self.options)

    def deal(self, number: int) -> Deal | None:
        """Return the deal of a number that stands, None if there is none."""
        return next((deal for deal in self.standing if deal.number == number), None)


def look(table_id: int) -> ScoreSheet:
    """Return the score sheet of a table. Three queries; Table.DoesNotExist, Refusal `not_physical`."""
    return of_rows(*_read(table_id))


@dataclass(slots=True)
class SheetStep:
    """A step of the sheet: its events, and the deal if it is one (as it stands in the end)."""

    events: list[Any]
    last: int
    deal: Deal | None


@dataclass(slots=True)
class Replay:
    """A score sheet as it was after a step, and all steps from step 1 on.

    `deal` is the deal of the step as it was then.
    """

    sheet: ScoreSheet
    step: int
    moments: list[SheetStep]
    deal: Deal | None


def at_step(table_id: int, step: int) -> Replay:
    """Return a score sheet after a step; a step outside the match means the first or last. As `look`."""
    table, seats, rows = _read(table_id)
    deals = {deal.step: deal for deal in of_rows(table, seats, rows).deals}
    moments = []
    for number, group in groupby(rows, key=attrgetter("step")):
        sheet_rows = [row for row in group if isinstance(row.event, e.Event | p.SheetEvent)]
        if sheet_rows:
            events = [row.event for row in sheet_rows]
            moments.append(SheetStep(events, sheet_rows[-1].version, deals.get(number)))
    step = max(1, min(step, len(moments)))
    moment = moments[step - 1] if moments else None
    until = moment.last if moment else len(rows)
    sheet = of_rows(table, seats, [row for row in rows if row.version <= until])
    return Replay(sheet, step, moments, _deal_of(sheet, moment.deal.step) if moment and moment.deal else None)


def of_rows(table: Table, seats: list[Seat], rows: Sequence[eventstore.Stored]) -> ScoreSheet:
    """Return the score sheet that follows from the whole log of a table, or from its beginning."""
    sheet = projection.follow_sheet(None, rows)
    assert sheet is not None, "the log of a physical table says so in its first event"
    deals, marks = _deals_and_marks(rows)
    state = sheet.standing()
    dealer, first = sheet.next_dealer(), e.NOBODY
    if dealer != e.NOBODY:
        first = sheet.next_player()
    return ScoreSheet(
        table=table,
        seats=seats,
        options=from_differences(table.options),
        phase=sheet.phase,
        deals=deals,
        marks=marks,
        totals=state.totals,
        wins=state.wins,
        losses=state.losses,
        eliminated=state.eliminated,
        dealer=_seat(dealer),
        first=_seat(first),
        winners=sheet.top.winners[:],
        places=sheet.top.places[:],
        asked=sorted(sheet.asked()),
        confirmed=sorted(sheet.confirmed),
        objectors=sorted(sheet.objectors),
        reporter=_seat(sheet.reporter),
        retired=sorted(sheet.retired),
        silent_at=table.turn_ends_at if sheet.phase == REPORTED else None,
        closing=_closing(rows) if sheet.phase == FINAL and sheet.is_unasked else None,
    )


def seat_names(look: ScoreSheet) -> list[str]:
    """Return the players of the seats, in seat order."""
    return [seat.name or _("Seat {letter}").format(letter=seat.letter) for seat in look.seats]


def _closing(rows: Sequence[eventstore.Stored]) -> Closing | None:
    """Return the deal of the step that made the result final; None where that step is no deal."""
    last = next(row for row in reversed(rows) if isinstance(row.event, p.ResultFinal))
    is_deal = any(row.step == last.step and isinstance(row.event, p.HandsCounted) for row in rows)
    return Closing(last.by, last.at) if is_deal else None


def _deal_of(sheet: ScoreSheet, step: int) -> Deal:
    return next(deal for deal in reversed(sheet.deals) if deal.step == step)


def _read(table_id: int) -> tuple[Table, list[Seat], list[eventstore.Stored]]:
    table = Table.objects.select_related("host").get(pk=table_id)
    if not table.is_physical:
        raise Refusal("not_physical", _("This table is played online: it has no score sheet."))
    seats = list(table.seats.select_related("player"))
    with replica.reading(TableEvent, table):  # a score sheet is the same for everybody
        # Events written after the row was read would not fit to it.
        return table, seats, eventstore.read(TableEvent, table_id, until=table.version)


def _seat(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _deals_and_marks(rows: Sequence[eventstore.Stored]) -> tuple[list[Deal], list[SheetMark]]:
    reader = _SheetReader()
    for row in rows:
        if handler := _HANDLERS.get(type(row.event)):
            handler(reader, row)
    return reader.deals, reader.marks


class _SheetReader:
    """Collect deals and marks from the events of a sheet."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.marks: list[SheetMark] = []
        self.started: Any = None
        self._corrected = (0, 0)  # the step in which a deal is corrected, and its number
        self._later: dict[int, Deal] = {}  # the deals after it, which stay as they were recorded

    def correct(self, row: eventstore.Stored) -> None:
        self._corrected = (row.step, row.event.deal)

    def begin(self, row: eventstore.Stored) -> None:
        self.started = row.event

    def count(self, row: eventstore.Stored) -> None:
        event, started = row.event, self.started
        deal = Deal(started.round, started.dealer, row.version, row.step, row.by, row.at, event.out,
                    event.is_blocked, event.left, event.hands, event.emptied)  # fmt: skip
        deal.playing = [seat for seat, gone in enumerate(started.eliminated) if not gone]
        if self._corrected[0] == row.step and (before := self._later.pop(deal.number, None)):
            deal.step, deal.by, deal.at = before.step, before.by, before.at
        self.deals.append(deal)

    def end(self, row: eventstore.Stored) -> None:
        self.deals[-1].winner, self.deals[-1].loser = row.event.winner, row.event.loser

    def score(self, row: eventstore.Stored) -> None:
        deal, event = self.deals[-1], row.event
        deal.points, deal.totals, deal.wins, deal.losses = (
            event.points,
            event.totals,
            event.wins,
            event.losses,
        )

    def eliminate(self, row: eventstore.Stored) -> None:
        self.deals[-1].eliminated.append(row.event.seat)

    def undo(self, row: eventstore.Stored) -> None:
        undone = next(deal for deal in reversed(self.deals) if deal.undone_at is None)
        step, corrected = self._corrected
        if step == row.step and undone.number > corrected:
            self.deals.remove(undone)
            self._later[undone.number] = undone
            return
        undone.is_corrected = step == row.step
        undone.undone_by, undone.undone_at = row.by, row.at

    def mark(self, row: eventstore.Stored, kind: str, seat: int, **facts: Any) -> None:
        number = 1 + sum(deal.undone_at is None for deal in self.deals)
        self.marks.append(SheetMark(number, seat, kind, row.version, row.by, row.at, **facts))

    def void(self, seat: int, kinds: Sequence[str]) -> None:
        marks = [mark for mark in self.marks if mark.seat == seat and not mark.is_void and mark.kind in kinds]
        marks[-1].is_void = True


_PENALTIES: Final = ("penalty", "uno", "illegal", "false_call", "advice", "silence", "centre")


def _challenge(reader: _SheetReader, row: eventstore.Stored) -> None:
    was_right = isinstance(row.event, e.ChallengeUpheld)
    reader.mark(row, "challenge", row.event.seat, target=row.event.target, was_right=was_right)


_HANDLERS: Final[dict[type, Callable[[_SheetReader, eventstore.Stored], None]]] = {
    e.RoundStarted: _SheetReader.begin,
    p.HandsCounted: _SheetReader.count,
    e.RoundEnded: _SheetReader.end,
    e.PointsScored: _SheetReader.score,
    e.SeatEliminated: _SheetReader.eliminate,
    p.DealCorrected: _SheetReader.correct,
    p.DealUndone: _SheetReader.undo,
    e.RefereePenalty: lambda reader, row: reader.mark(
        row, row.event.reason, row.event.seat, cards=row.event.cards, words=row.event.words
    ),
    p.PenaltyTakenBack: lambda reader, row: reader.void(row.event.seat, _PENALTIES),
    e.ChallengeUpheld: _challenge,
    e.ChallengeFailed: _challenge,
    p.SeatRetired: lambda reader, row: reader.mark(row, row.event.reason, row.event.seat),
    p.SeatRejoined: lambda reader, row: reader.void(row.event.seat, ("left", "disqualified")),
    p.ResultReported: lambda reader, row: reader.mark(row, "reported", row.event.seat),
    p.ResultConfirmed: lambda reader, row: reader.mark(row, "confirmed", row.event.seat),
    p.ResultDisputed: lambda reader, row: reader.mark(row, "disputed", row.event.seat),
    p.DisputeSettled: lambda reader, row: reader.mark(
        row, "stands" if row.event.stands else "reopened", e.NOBODY, words=row.event.reason
    ),
    p.ResultReopened: lambda reader, row: reader.mark(row, "taken_back", e.NOBODY, words=row.event.reason),
    p.ResultFinal: lambda reader, row: reader.mark(row, "final", e.NOBODY),
}
