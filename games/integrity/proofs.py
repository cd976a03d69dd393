"""Proofs of a table's shuffles: commitments, words of the seats, and revealed secrets."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import Any, Final

import msgspec
from cachetools import LRUCache, cached

from games import eventstore
from games.models import Table, TableEvent
from games.rules.cards import cards
from games.rules.fairness.shuffle import METHOD, Proof
from games.rules.match.events import DealerChosen, Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.notation.notation import seat_letter
from games.rules.options.options import from_differences
from games.rules.records.moves import orders_of
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
    """Return the card orders of all finished deals with their proofs, as in a match record. One query.

    The running deal is not in it.
    """
    rows = eventstore.read(TableEvent, table.pk, until=table.version)
    deals_by_number = {
        deal.number: deal for deal in follow((row.event for row in rows), table.seat_count) if deal.secret
    }
    rounds = [
        {"number": number, **facts, "proof": deals_by_number[number].proof()}
        for number, facts in _orders(rows).items()
        if number in deals_by_number
    ]
    choice = from_differences(table.options).dealer_choice
    return {"options": {"dealer_choice": choice}, "seats": [""] * table.seat_count, "rounds": rounds}


def _orders(rows: Iterable[eventstore.Stored]) -> dict[int, dict[str, Any]]:
    """Return dealer, card orders, and whether the dealer was drawn by cards, by the number of the deal."""
    orders: dict[int, dict[str, Any]] = {}
    state: State | None = None
    chance: list[str] = []
    for _step, group in groupby((row for row in rows if isinstance(row.event, Event)), attrgetter("step")):
        events = [row.event for row in group]
        for event in events:
            if isinstance(event, RoundStarted):
                chance = []
                drawn = isinstance(events[0], DealerChosen) and bool(events[0].draws)
                actions = ["dealer_draw"] if drawn else []
                orders[event.round] = {
                    "dealer": seat_letter(event.dealer),
                    "chance": chance,
                    "actions": actions,
                }
        chance += [cards.text(order) for order in orders_of(state or State(), events)]
        state = fold(events, state)
    return orders


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
