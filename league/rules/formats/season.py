"""The league evening: a fixed number of stage rounds, everybody plays in each, points by place."""

from collections import Counter
from itertools import combinations

from league.rules.events import DrawnMatch, StageRoundDrawn
from league.rules.standings import Row, season
from league.rules.state import State
from league.rules.tables import kept_apart, snake, table_count

LEAST_ENTRANTS = 2


def draw(state: State) -> StageRoundDrawn | None:
    """Draw the next stage round, or None when the last one is over.

    The first round is a snake over the seeds, later ones a snake over the standings, with swaps
    inside a row of the snake that keep apart those who have met. Withdrawn entrants sit out.
    """
    number = len(state.stage_rounds) + 1
    order = _order(state)
    if number > state.settings.rounds or len(order) < 2:
        return None
    tables = kept_apart(snake(order, table_count(len(order), state.settings.table_size)), _meetings(state))
    matches = [DrawnMatch(f"Table {index}", table) for index, table in enumerate(tables, start=1)]
    return StageRoundDrawn(number, f"Round {number}", matches)


def sizes(entrants: int, table_size: int) -> set[int]:
    """Return the sizes of the tables that so many entrants make."""
    return {len(table) for table in snake(range(entrants), table_count(entrants, table_size))}


def rows(state: State) -> list[Row]:
    """Return the standings; withdrawn entrants keep what they have earned."""
    numbers = [one.number for one in sorted(state.entrants.values(), key=lambda one: one.seed or one.number)]
    return season(numbers, state.played(), low_wins=state.settings.low_wins)


def _order(state: State) -> list[int]:
    active = [entrant.number for entrant in state.active()]
    if not state.stage_rounds:
        return active
    return [row.entrant for row in rows(state) if row.entrant in active]


def _meetings(state: State) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for stage_round in state.stage_rounds
        for match in stage_round.matches
        for pair in combinations(match.entrants, 2)
    )
