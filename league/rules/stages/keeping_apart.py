"""Entrants to keep apart in a stage (families, car pools, clubs), and the bracket orders that do it.

Brackets do it in `keeping_apart_in_brackets` and `keeping_apart_in_snakes`, tables in
`table_draws.earlier_rounds`, pairs of a Swiss round in `swiss.pairing`.
"""

from collections.abc import Sequence
from typing import Any

from league.rules.brackets.keeping_apart_in_brackets import kept_apart, kept_apart_next
from league.rules.brackets.keeping_apart_in_snakes import KeptApart
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.formats.single_elimination import byes_given


def clubs(state: State) -> dict[Any, str]:
    """Return the team of each entrant who has a team."""
    return {entrant.number: entrant.team for entrant in state.entrants.values() if entrant.team}


def parties(state: State) -> dict[Any, str]:
    """Return the party of each entrant who belongs to a party."""
    return dict(state.parties())


def at_tables(state: State) -> KeptApart:
    """Return which entrants are kept apart at the first tables of a knock-out."""
    return KeptApart(clubs(state), parties(state))


def bracket_order(state: State, stage: Stage, order: Sequence[int]) -> list[int]:
    """Return the seeds of a bracket drawn to its end, with entrants who should not meet moved apart.

    At tables the draw does that; entrants from groups were already kept apart together with their group.
    """
    if stage.settings.seats > 2 or _is_spread(state, stage):
        return list(order)
    byes = byes_given(stage.settings, len(order))
    return kept_apart(order, clubs(state), stage.settings.separate_clubs, state.parties(), byes=byes)


def next_order(state: State, stage: Stage, order: Sequence[int], number: int) -> list[int]:
    """Return the seeds of a round that is drawn by itself, with entrants who should not meet moved apart.

    `number` is that of the round, from 1.
    """
    if number == 1 and _is_spread(state, stage):
        return list(order)
    mates = clubs(state) if number <= stage.settings.separate_clubs else {}
    return kept_apart_next(order, mates, state.parties())


def _is_spread(state: State, stage: Stage) -> bool:
    return stage.number > 1 and len(state.stages[stage.number - 2].groups) > 1
