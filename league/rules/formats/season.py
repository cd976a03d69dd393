"""The season: matchdays at tables of a division that are equally strong."""

from collections.abc import Mapping, Sequence

from league.rules.brackets.keeping_apart_in_snakes import dealt_apart
from league.rules.table_draws.tables import Meetings, kept_apart, snake, table_count


def draw(order: Sequence[int], size: int, met: Meetings, parties: Mapping[int, str]) -> list[list[int]]:
    """Draw the tables of a matchday for entrants in the order of the standings, at first of the seeds.

    A snake over the order that spreads the members of a party over the tables, with swaps inside a row of the
    snake that avoid rematches. For the swaps, members of a party have met very often in `met`.
    """
    return kept_apart(dealt_apart(order, table_count(len(order), size), parties, {}), met)


def sizes(entrants: int, table_size: int) -> set[int]:
    """Return the sizes of the tables for this number of entrants."""
    return {len(table) for table in snake(range(entrants), table_count(entrants, table_size))}
