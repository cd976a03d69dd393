"""Proofs of a table's shuffles: commitments, words of the seats, and revealed secrets."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

import msgspec
from cachetools import LRUCache, cached

from games import eventstore
from games.deals import played_deals
from games.eventstore import replica
from games.models import Table, TableEvent
from games.rules.fairness.shuffle import METHOD, Proof
from games.rules.match.events import RoundStarted
from games.rules.options.options import from_differences
from games.tables.events import MatchStarted, SeatLeft, SecretRevealed, ShufflesCommitted, WordsGiven


@dataclass(slots=True)
class FairDeal:
    """A deal the server has committed to: `words` by seat when it is dealt, the secret when it is over."""

    number: int
    commitment: str
    words: list[str] = field(default_factory=list)
    secret: str = ""

    @property
    def is_dealt(self) -> bool:
        """Whether its cards have been dealt."""
        return bool(self.words)

    def proof(self) -> dict[str, Any]:
        """Return the proof as a match record holds it; only of a deal whose secret is revealed."""
        return msgspec.to_builtins(Proof(METHOD, self.commitment, self.secret, self.words))  # type: ignore[no-any-return] # a struct becomes a dict


def deals(table_id: int, seats: int) -> list[FairDeal]:
    """Return every deal the server has committed to; none for an imported table. One query."""
    return follow(eventstore.read_named(TableEvent, table_id, _NAMES), seats)


@cached(LRUCache(16), key=lambda table: (table.pk, bytes(table.head)), lock=Lock())
def proofs_of(table: Table) -> dict[str, Any]:
    """Return the card orders of all finished deals with their proofs, as in a match record.

    The running deal is not in it. Five queries at most.
    """
    with replica.reading(TableEvent, table):
        deals_by_number = {deal.number: deal for deal in deals(table.pk, table.seat_count) if deal.secret}
        _match, shown = played_deals.rounds(table) if deals_by_number else (None, [])
    rounds = [
        {
            "number": number,
            "dealer": shown.dealer,
            "chance": shown.chance,
            "actions": ["dealer_draw"] if shown.is_dealer_drawn else [],
            "proof": deals_by_number[number].proof(),
        }
        for number, shown in enumerate(shown, start=1)
        if number in deals_by_number
    ]
    choice = from_differences(table.options).dealer_choice
    return {"options": {"dealer_choice": choice}, "seats": [""] * table.seat_count, "rounds": rounds}


def follow(events: Iterable[Any], seats: int) -> list[FairDeal]:
    """Return every deal committed to in the events of a table of so many seats."""
    deals: list[FairDeal] = []
    words = [""] * seats
    is_open = True
    for event in events:
        if isinstance(event, ShufflesCommitted):
            deals += [
                FairDeal(event.first + index, commitment)
                for index, commitment in enumerate(event.commitments)
            ]
        elif isinstance(event, WordsGiven):
            words[event.seat] = event.words
        elif isinstance(event, SeatLeft) and is_open:
            words[event.seat] = ""
        elif isinstance(event, RoundStarted) and event.round <= len(deals):
            deals[event.round - 1].words = words[:]
        elif isinstance(event, SecretRevealed):
            deals[event.round - 1].secret = event.secret
        elif isinstance(event, MatchStarted):
            is_open = False
    return deals


_EVENTS: Final = (ShufflesCommitted, WordsGiven, SeatLeft, RoundStarted, SecretRevealed, MatchStarted)
_NAMES: Final = [name for name, cls in eventstore.event_classes().items() if cls in _EVENTS]
