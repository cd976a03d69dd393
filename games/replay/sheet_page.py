"""The context of the replay of a match with real cards: its score sheet after each step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.localization.lists import listed, sentences
from games.localization.numbers import number
from games.models import Table
from games.rulebooks import explanations
from games.rules.match.events import RoundStarted
from games.rules.match.seat_names import SeatNames
from games.rules.scoresheet.events import DealCorrected
from games.scoresheets import deal_text
from games.scoresheets.queries import Deal, Replay, SheetStep


@dataclass(frozen=True)
class Cell:
    """A seat in a deal: its `points` as text, the total after it, and the points left in the hand."""

    name: str
    points: str
    total: str
    left: str
    hand: list[int]
    is_out: bool
    is_in: bool


@dataclass(frozen=True)
class DealRow:
    """A deal; `cells` are in seat order, `note` names the seats it eliminated."""

    number: int
    note: str
    cells: list[Cell]
    is_undone: bool


@dataclass(frozen=True)
class Column:
    """A seat: its player, total and place after the step."""

    name: str
    total: str
    place: int | None
    is_out: bool
    is_dealer: bool


@dataclass(frozen=True)
class Stop:
    """A step of the sheet as a link in the timeline."""

    step: int
    words: str
    is_undone: bool
    is_shown: bool


class ScoreReplay:
    """A score sheet after a step, and the timeline of all steps, for the template."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._sheet = replay.sheet
        self.table: Table = replay.sheet.table
        self.played = explanations.played_at(self.table)
        self.status = self.table.get_status_display()
        self.names = SeatNames(
            [seat.name or _("Seat {letter}").format(letter=seat.letter) for seat in replay.sheet.seats],
            replay.sheet.options.customizable_effects,
        )
        self.counts_wins = replay.sheet.options.scoring == "win_loss"
        self.step, self.steps = replay.step, len(replay.moments)
        self.is_first, self.is_last = self.step <= 1, self.step >= self.steps
        self.previous, self.next = max(1, self.step - 1), min(self.steps, self.step + 1)

    @property
    def is_over(self) -> bool:
        """Whether nothing is recorded at the table any more."""
        return self.table.status in (Table.Status.FINISHED, Table.Status.CLOSED, Table.Status.DECIDED)

    @property
    def has_deals(self) -> bool:
        """Whether any deal was ever recorded, also one that was undone since."""
        return any(moment.deal for moment in self._replay.moments)

    @property
    def words(self) -> list[str]:
        """The events of this step in sentences."""
        return self._sentences(self._replay.moments[self.step - 1].events) if self.steps else []

    @property
    def shown(self) -> DealRow | None:
        """The deal that was recorded in this step, with the named cards."""
        return self._row(self._replay.deal) if self._replay.deal else None

    @property
    def columns(self) -> list[Column]:
        """The seats from A on."""
        sheet = self._sheet
        return [
            Column(
                name=name,
                total=self._total(sheet.totals, sheet.wins, sheet.losses, seat),
                place=sheet.places[seat] if sheet.places else None,
                is_out=bool(sheet.eliminated[seat]),
                is_dealer=seat == sheet.dealer,
            )
            for seat, name in enumerate(self.names)
        ]

    @property
    def rows(self) -> list[DealRow]:
        """The deals on the sheet after this step, in the order in which they were recorded."""
        return [self._row(deal) for deal in self._sheet.deals]

    @property
    def stops(self) -> list[Stop]:
        """All steps in order."""
        return [
            Stop(
                step=number,
                words=self._short(moment),
                is_undone=moment.deal is not None and moment.deal.undone_at is not None,
                is_shown=number == self.step,
            )
            for number, moment in enumerate(self._replay.moments, start=1)
        ]

    def _row(self, deal: Deal) -> DealRow:
        cells = [self._cell(deal, seat) for seat in range(len(self.names))]
        eliminated = [self.names[seat] for seat in deal.eliminated]
        note = _("blocked") if deal.is_blocked else ""
        if eliminated:
            sentence = ngettext("{names} eliminated", "{names} eliminated", len(eliminated))
            note = sentence.format(names=listed(eliminated))
        return DealRow(deal.number, note, cells, deal.undone_at is not None)

    def _cell(self, deal: Deal, seat: int) -> Cell:
        is_out = seat in deal.out
        points = f"+{number(deal.points[seat])}" if deal.points[seat] else "0"
        if self.counts_wins:
            won, lost = pgettext("a player", "won"), pgettext("a player", "lost")
            points = {deal.winner: won, deal.loser: lost}.get(seat, "–")
        return Cell(
            name=self.names[seat],
            points=points,
            total=self._total(deal.totals, deal.wins, deal.losses, seat),
            left=""
            if is_out or deal.left[seat] < 0
            else _("{points} left").format(points=number(deal.left[seat])),
            hand=sorted(deal.hands[seat]),
            is_out=is_out,
            is_in=seat in deal.playing,
        )

    def _total(self, totals: Sequence[int], wins: Sequence[int], losses: Sequence[int], seat: int) -> str:
        return f"{wins[seat]} : {losses[seat]}" if self.counts_wins else number(totals[seat])

    def _short(self, moment: SheetStep) -> str:
        if moment.deal is None:
            return sentences(self._sentences(moment.events))
        is_corrected = isinstance(moment.events[0], DealCorrected)
        sentence = _("Deal {deal}, corrected: {story}") if is_corrected else _("Deal {deal}: {story}")
        return sentence.format(deal=moment.deal.number, story=deal_text.describe(moment.deal, self.names))

    def _sentences(self, events: Sequence[Any]) -> list[str]:
        if isinstance(events[0], DealCorrected):  # the later deals were only computed again
            deals = [place for place, event in enumerate(events) if isinstance(event, RoundStarted)]
            events = [events[0], *events[deals[0] : deals[1] if len(deals) > 1 else None]]
        return [line for event in events if (line := event.sentence(self.names))]
