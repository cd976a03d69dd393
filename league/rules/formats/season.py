"""The season: matchdays at tables of a division that are all as strong as each other."""

from collections.abc import Sequence

from league.rules.table_draws.tables import Meetings, kept_apart, snake, table_count


def draw(order: Sequence[int], size: int, met: Meetings) -> list[list[int]]:
    """Draw the tables of a matchday for entrants in the order of the standings, at first of the seeds.

    A snake over the order, with swaps inside a row of the snake that keep apart those who have met.
    """
    return kept_apart(snake(order, table_count(len(order), size)), met)


def sizes(entrants: int, table_size: int) -> set[int]:
    """Return the sizes of the tables that so many entrants make."""
    return {len(table) for table in snake(range(entrants), table_count(entrants, table_size))}
