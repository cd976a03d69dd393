"""The secrets of a table's shuffles: committed before the first deal, and each revealed after its deal.

No other module reads them. FAIRNESS.md says what they prove.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Final

from games.eventstore import Stored
from games.models import Seat, ShuffleSeed, Table
from games.rules.base.chance import Chance
from games.rules.fairness.shuffle import (
    BEFORE_FIRST,
    METHOD,
    RoundChance,
    Secret,
    commitment_to,
    orders_in,
    secret_of,
)
from games.rules.match.events import RoundEnded, RoundStarted
from games.rules.match.phases import RUNNING
from games.rules.match.state import State
from games.tables.events import SecretRevealed, ShufflesCommitted, TableChange, TableClosed

AT_ONCE: Final = 20
"""The number of deals committed to at once: about as many as a match to 500 has."""
AHEAD: Final = 10
"""The number of deals in advance at which new commitments are published."""


class TableChance(Chance):
    """The chance of one round of a table; its secret is read only when the rules need an outcome."""

    def __init__(self, make: Callable[[], Chance]) -> None:
        self._make = make

    @cached_property
    def _outcomes(self) -> Chance:
        return self._make()

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1."""
        return self._outcomes.below(n)

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return the cards in a new order."""
        return self._outcomes.shuffled(cards)


def commit(tables: Iterable[int]) -> dict[int, ShufflesCommitted]:
    """Choose the secrets of new tables, by id, and return the first commitments to them. One query."""
    seeds = {table: Secret(secrets.token_bytes(32)) for table in tables}
    ShuffleSeed.objects.bulk_create(ShuffleSeed(table_id=table, seed=seed) for table, seed in seeds.items())
    return {table: _commitments(seed, 1, AT_ONCE) for table, seed in seeds.items()}


def of_dealer_draw(table: Table, seats: Iterable[Seat]) -> Chance:
    """Return the chance that draws the first dealer; it follows from the secret of the first deal."""
    return _chance(table, 1, [seat.words for seat in seats], BEFORE_FIRST, ())


def of_new_deal(table: Table, seats: Iterable[Seat], number: int) -> Chance:
    """Return the chance of a deal that is about to begin, with the current words of the seats."""
    return _chance(table, number, [seat.words for seat in seats], number, ())


def of_running_deal(table: Table, seats: Iterable[Seat], number: int, rows: Iterable[Stored]) -> Chance:
    """Return the chance for the rest of the running deal; `rows` are all its events so far."""
    return _chance(table, number, [seat.dealt_words for seat in seats], number, rows)


def commitment_events(
    table: Table, state: State | None, changes: Iterable[Any], rows: Sequence[Stored]
) -> Iterator[TableChange]:
    """Yield the commitments and revealed secrets that follow from a command; `state` is the one after it.

    A secret is revealed once, when its deal is over or given up, never earlier; `rows` are the events of the
    deal before the command. Secrets of deals that were never dealt are not revealed.
    """
    if state is None or not table.committed:
        return
    for change in changes:
        if isinstance(change, RoundStarted) and table.committed - change.round < AHEAD:
            yield _commitments(_seed(table), table.committed + 1, AT_ONCE)
        elif _ends_the_deal(change, state) and not _is_revealed(state.round, rows):
            yield SecretRevealed(state.round, secret_of(_seed(table), state.round).hex())


def _ends_the_deal(change: Any, state: State) -> bool:
    return isinstance(change, RoundEnded) or (isinstance(change, TableClosed) and state.phase in RUNNING)


def _is_revealed(number: int, rows: Iterable[Stored]) -> bool:
    return any(isinstance(row.event, SecretRevealed) and row.event.round == number for row in rows)


def _chance(
    table: Table, secret_round: int, words: Sequence[str], number: int, rows: Iterable[Stored]
) -> Chance:
    if table.committed < secret_round:
        return Chance(secrets.token_bytes(32))  # the table is older than commitments are
    return TableChance(partial(_outcomes, table, secret_round, words, number, rows))


def _outcomes(
    table: Table, secret_round: int, words: Sequence[str], number: int, rows: Iterable[Stored]
) -> Chance:
    used_orders = orders_in(row.event for row in rows)
    return RoundChance(secret_of(_seed(table), secret_round), words, number, used_orders)


def _commitments(seed: Secret, first: int, count: int) -> ShufflesCommitted:
    return ShufflesCommitted(
        METHOD, first, [commitment_to(secret_of(seed, number)) for number in range(first, first + count)]
    )


def _seed(table: Table) -> Secret:
    return Secret(ShuffleSeed.objects.values_list("seed", flat=True).get(table=table))
