"""Proofs of a table's shuffles: what was committed to, what took part, what was revealed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import msgspec

from games.events import codec
from games.events.table_events import MatchStarted, SeatLeft, SecretRevealed, ShufflesCommitted, WordsGiven
from games.eventstore import store
from games.models import Table, TableEvent
from games.recent import Shelf
from games.rules.cards import cards
from games.rules.fairness.shuffle import METHOD, Proof
from games.rules.match.events import DealerChosen, Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.notation.notation import seat_letter
from games.rules.options.options import from_differences
from games.rules.records.moves import orders_of

_proven: Final[Shelf[dict[str, Any]]] = Shelf(16)
"""What somebody fetched, by table and head."""


@dataclass(slots=True)
class FairDeal:
    """A deal that the server is bound to: `words` by seat once it is dealt, the secret once it is over."""

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
    """Return every deal the server has committed to at a table, none for one brought in. One query."""
    return follow(store.read_named(TableEvent, table_id, _NAMES), seats)


def proven(table: Table) -> dict[str, Any]:
    """Return the orders of all deals that are over with their proofs, a part of the match record. One query.

    Nothing of a deal that is being played is in it.
    """
    key = (table.pk, bytes(table.head))
    found = _proven.get(key)
    if found is None:
        found = _proven_anew(table)
        _proven.put(key, found)
    return found


def _proven_anew(table: Table) -> dict[str, Any]:
    rows = store.read(TableEvent, table.pk, until=table.version)
    found = {
        deal.number: deal for deal in follow((row.event for row in rows), table.seat_count) if deal.secret
    }
    rounds = [
        {"number": number, **facts, "proof": found[number].proof()}
        for number, facts in _orders(rows).items()
        if number in found
    ]
    choice = from_differences(table.options).dealer_choice
    return {"options": {"dealer_choice": choice}, "seats": [""] * table.seat_count, "rounds": rounds}


def _orders(rows: Iterable[store.Stored]) -> dict[int, dict[str, Any]]:
    """Return dealer, orders of cards, and whether cards found the dealer, by the number of the deal."""
    found: dict[int, dict[str, Any]] = {}
    state: State | None = None
    chance: list[str] = []
    for _step, group in groupby((row for row in rows if isinstance(row.event, Event)), attrgetter("step")):
        events = [row.event for row in group]
        for event in events:
            if isinstance(event, RoundStarted):
                chance = []
                drawn = isinstance(events[0], DealerChosen) and bool(events[0].draws)
                actions = ["dealer_draw"] if drawn else []
                found[event.round] = {
                    "dealer": seat_letter(event.dealer),
                    "chance": chance,
                    "actions": actions,
                }
        chance += [cards.text(order) for order in orders_of(state or State(), events)]
        state = fold(events, state)
    return found


def follow(events: Iterable[Any], seats: int) -> list[FairDeal]:
    """Return every deal committed to in the events of a table of so many seats."""
    found: list[FairDeal] = []
    words = [""] * seats
    is_open = True
    for event in events:
        if isinstance(event, ShufflesCommitted):
            found += [FairDeal(event.first + place, one) for place, one in enumerate(event.commitments)]
        elif isinstance(event, WordsGiven):
            words[event.seat] = event.words
        elif isinstance(event, SeatLeft) and is_open:
            words[event.seat] = ""
        elif isinstance(event, RoundStarted) and event.round <= len(found):
            found[event.round - 1].words = words[:]
        elif isinstance(event, SecretRevealed):
            found[event.round - 1].secret = event.secret
        elif isinstance(event, MatchStarted):
            is_open = False
    return found


_EVENTS: Final = (ShufflesCommitted, WordsGiven, SeatLeft, RoundStarted, SecretRevealed, MatchStarted)
_NAMES: Final = [name for name, cls in codec.names().items() if cls in _EVENTS]
