"""Who holds what at a table, and what drawing, duties and silence do to it (rules.md 3.10, 3.11, 4.7)."""

from typing import Any, NamedTuple

from games.rules.match.state import CALLED, NONE, OPEN, State
from tests.games.rules.oracle import is_black, symbol

NOBODY = -1


class Effect(NamedTuple):
    """What waits for the seat next after its source (3.8); `skip` is the Skip that raised it."""

    kind: str
    total: int
    source: int = NOBODY
    challengeable: bool = False
    legal: bool = True
    skip: int = -1


class Piles:
    """A table that starts where a state stands: before the first deal, in a turn, or at the start of a deal.

    Its attributes are named as those of a state, so that `oracle` can look at it, too.
    """

    def __init__(self, state: State) -> None:
        assert state.phase in ("created", "turn", "pending", "starter_choice")
        assert state.pending_source == NOBODY
        self.options, self.seats = state.options, state.seats
        self.phase, self.to_act, self.direction = state.phase, state.to_act, state.direction
        self.hands = [hand[:] for hand in state.hands]
        self.draw_pile, self.discard_pile = state.draw_pile[:], state.discard_pile[:]
        self.colour, self.layer, self.starter_top = state.colour, state.layer, state.starter_top
        self.effect = Effect(state.pending_kind, state.pending_total) if state.pending_kind else None
        self.drawn_card, self.drawn_count, self.idle = -1, 0, 0
        self.uno = list(state.uno)
        self.out, self.emptied = state.out[:], state.emptied[:]
        self.silence_kind, self.silence_mark = state.silence_kind, state.silence_mark
        self.placed: list[int] = []
        self.offered = -1
        self.later: list[tuple[str, Any]] = []
        self.before = (self.colour, self.layer, self.starter_top)
        self.chain: int | None = None  # where the first Wild Draw Four of the chain lies
        self.guarded = False  # whether the chain could still be taken back (3.11)
        self.dealer, self.round = state.dealer, state.round
        self.previous_winner, self.youngest = state.previous_winner, NOBODY
        self.totals, self.wins, self.losses = state.totals[:], state.wins[:], state.losses[:]
        self.eliminated = state.eliminated[:]
        self.retired, self.aside = state.retired[:], state.aside[:]
        self.winner, self.loser = NOBODY, NOBODY
        self.points = [0] * state.seats
        self.winners: list[int] = []
        self.places: list[int] = []

    @property
    def top(self) -> int:
        return self.discard_pile[-1]

    @property
    def pending_kind(self) -> str:
        return self.effect.kind if self.effect else ""

    @property
    def pending_total(self) -> int:
        return self.effect.total if self.effect else 0

    @property
    def pending_source(self) -> int:
        return self.effect.source if self.effect else NOBODY

    @property
    def pending_challengeable(self) -> bool:
        return bool(self.effect and self.effect.challengeable)

    @property
    def pending_card(self) -> int:
        return self.effect.skip if self.effect else -1

    # Who is where

    def active(self) -> list[int]:
        return [seat for seat in range(self.seats) if not self.eliminated[seat] and seat not in self.out]

    def after(self, seat: int, direction: int | None = None) -> int:
        """Return next after the seat."""
        step = direction or self.direction
        seat_ = (seat + step) % self.seats
        while seat_ not in self.active():
            seat_ = (seat_ + step) % self.seats
        return seat_

    def others_after(self, seat: int) -> list[int]:
        """Return the other active seats in turn order."""
        round_the_table = [(seat + self.direction * n) % self.seats for n in range(1, self.seats)]
        return [seat for seat in round_the_table if seat in self.active()]

    # 3.11: drawing

    def _take(self, seat: int, number: int) -> int:
        """Let the seat draw, and return how many cards there were."""
        for drawn in range(number):
            if not self.draw_pile:
                self._rebuild()
            if not self.draw_pile:
                return drawn
            self.hands[seat].append(self.draw_pile.pop())
        return number

    def _rebuild(self) -> None:
        if self.options.draw_pile_exhausted == "end_of_play":
            return
        first_kept = len(self.discard_pile) - 1
        if self.guarded and self.chain is not None:
            first_kept = max(self.chain - 1, 0)
        if not first_kept:
            return
        self.draw_pile = self.chance.shuffled(self.discard_pile[:first_kept])[::-1]
        del self.discard_pile[:first_kept]
        if self.chain is not None:
            self.chain = max(self.chain - first_kept, 0)

    # 3.10: windows and duties

    def _close_windows(self, seat: int) -> None:
        """Let a turn action of the seat close all windows."""
        clockwise = [(seat + n) % self.seats for n in range(self.seats)]
        for other in clockwise:
            if self.uno[other] == OPEN:
                self.uno[other] = NONE
                if other != seat and self.options.uno_penalty_trigger == "automatic":
                    self._take(other, self.options.uno_penalty)

    def _find_duties(self, called_by: int = NOBODY, *, penultimate: bool = False) -> None:
        for seat in range(self.seats):
            if len(self.hands[seat]) != 1 or seat in self.received or seat not in self.active():
                self.uno[seat] = NONE
            if seat not in self.active() or len(self.hands[seat]) != 1:
                continue
            if self.options.uno_duty == "laid_only":
                is_due = seat == self.laid_by and penultimate
            else:
                is_due = seat == self.laid_by or self.sizes[seat] != 1 or seat in self.received
            if is_due:
                self.uno[seat] = CALLED if seat == called_by else OPEN

    def _settle(self) -> None:
        """Do what follows from where things stand after any command."""
        if self.phase in ("over", "match_over"):
            self.uno = [NONE] * self.seats
            self.silence_kind, self.silence_mark = "", -1
            return
        for seat in range(self.seats):
            if len(self.hands[seat]) != 1:
                self.uno[seat] = NONE
        self._end_silence()

    # 4.7: silence

    def _end_silence(self) -> None:
        kind, mark = self.silence_kind, self.silence_mark
        is_back = self.phase in ("turn", "pending") and self.to_act == mark
        if (kind == "twos" and (is_back or mark not in self.active())) or (
            kind == "black" and self.colour != mark
        ):
            self.silence_kind, self.silence_mark = "", -1

    def _maybe_start_silence(self, seat: int, card: int) -> None:
        if self.options.silence == "twos" and symbol(card) == "2" and seat in self.active():
            self.silence_kind, self.silence_mark = "twos", seat
        if self.options.silence == "black" and is_black(card):
            self.silence_kind, self.silence_mark = "black", self.colour
