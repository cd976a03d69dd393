"""The content of a puzzle: a position as its seat sees it, the possible moves, and what each is worth.

Chances are whole numbers, 1,000,000 for certainty.
"""

import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.analysis.findings import Doubt, Lacking
from games.analysis.knowledge import knowledge_of
from games.analysis.positions import Position, Step
from games.bots.memory import Memory
from games.bots.seen_state import state_seen_by
from games.eventstore import decode, encode
from games.rules.cards.cards import Card
from games.rules.match import commands as c
from games.rules.match.visibility import Sight, seen_by
from games.rules.notation import notation
from games.rules.options.options import differences

EDITION: Final = 1
"""Counted up when puzzles are chosen or stored in another way; older ones are made again."""
_STORY: Final = 12
"""The most events that a puzzle tells."""


class WorthOfMove(msgspec.Struct, array_like=True):
    """A possible move, its chance to win the deal from `low` to `high`, and how much more the best wins.

    `move` is in the notation without the seat, `action` as the play-outs write it. `lead` is that of the best
    move before this one, from `lead_low` to `lead_high`. Intervals are of 99 %.
    """

    move: str
    action: tuple[int, ...]
    chance: int
    low: int
    high: int
    lead: int
    lead_low: int
    lead_high: int


class Content(msgspec.Struct, array_like=True):
    """A puzzle. The first of `moves` is the solution, the others follow from the best on.

    `known` are the cards of each hand that the seat has seen; `story` are the events since it moved last.
    """

    sight: Sight
    options: dict[str, Any]
    discards: list[Card]
    known: list[list[Card]]
    lacking: list[Lacking]
    story: list[tuple[str, int, str]]
    moves: list[WorthOfMove]
    doubt: Doubt | None = None

    @property
    def seat(self) -> int:
        """The seat whose move it is."""
        assert self.sight.viewer is not None
        return self.sight.viewer

    @property
    def events(self) -> list[Any]:
        """The events since the seat moved last, as it saw them."""
        return [decode(*stored) for stored in self.story]

    @property
    def solution(self) -> WorthOfMove:
        """The best move."""
        return self.moves[0]

    @property
    def legal(self) -> list[c.Command]:
        """The possible moves, in the order of the notation: it does not tell the solution."""
        return [notation.command_of_seat(move, self.seat) for move in sorted(row.move for row in self.moves)]

    def worth(self, move: str) -> WorthOfMove | None:
        """Return a move with its worth; None if it is not possible."""
        return next((row for row in self.moves if row.move == move), None)


def content_of(
    position: Position,
    memory: Memory,
    steps: Sequence[Step],
    moves: Sequence[WorthOfMove],
    doubt: Doubt | None,
) -> Content:
    """Return the content of a puzzle: what the seat of a memory sees in a position of a deal."""
    state = position.before
    assert state is not None
    seat, seen = memory.seat, state_seen_by(state, memory.seat)
    knowledge = knowledge_of(state, memory)
    return Content(
        sight=seen_by(state, seat),
        options=differences(state.options),
        discards=seen.discard_pile[:],
        known=knowledge.known,
        lacking=knowledge.lacking,
        story=[encode(event) for event in _story(steps, position.step, seat)],
        moves=list(moves),
        doubt=doubt,
    )


def packed(content: Content) -> bytes:
    """Return a content as it is stored."""
    return zlib.compress(msgspec.json.encode(content))


def unpacked(content: bytes) -> Content:
    """Return a stored content."""
    return _CONTENT.decode(zlib.decompress(content))


def _story(steps: Sequence[Step], step: int, seat: int) -> list[Any]:
    """Return the events since a seat moved last, as the seat saw them; only the last of very many."""
    before = [(number, events) for number, events in steps if number < step]
    own = [number for number, events in before if getattr(events[0], "seat", -1) == seat]
    since = own[-1] if own else 0
    seen = [event.seen_by(seat) for number, events in before if number >= since for event in events]
    return [event for event in seen if event.sentence(_LETTERS)][-_STORY:]


_CONTENT: Final = msgspec.json.Decoder(Content)
_LETTERS: Final = "ABCDEFGHIJ"
