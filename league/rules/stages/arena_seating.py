"""The next tables of an arena: who is free, whether it is time to seat them, and who sits with whom."""

from league.rules.competition.event_values import Draw, DrawnMatch
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.formats import arena
from league.rules.played_rounds import Entrant
from league.rules.settings.stages import ARENA
from league.rules.stages.drawn_rounds import seating_of
from league.rules.stages.keeping_apart import parties
from league.rules.stages.rounds_so_far import history


def is_open(stage: Stage) -> bool:
    """Whether free players of a stage get tables now."""
    return stage.settings.format == ARENA and bool(stage.ends_at) and not stage.is_closed


def is_time_over(state: State, at: float) -> bool:
    """Whether the time of an arena is over at a moment (seconds since 1970), and players still get tables."""
    return is_open(state.stage) and not state.is_paused and at >= state.stage.ends_at


def free(state: State, stage: Stage) -> list[int]:
    """Return the players who could be seated now, by seed: neither gone, nor on a break, nor in a match."""
    playing = {entrant for match in stage.matches.values() if match.is_open for entrant in match.entrants}
    return [
        number
        for group in stage.groups
        for number in group
        if number not in playing and not (state.entrants[number].gone or state.entrants[number].is_away)
    ]


def is_time_to_seat(state: State, stage: Stage, *, is_patient: bool = True) -> bool:
    """Whether free players of an arena get tables now; see `arena.is_time`."""
    if not is_open(stage) or len(free(state, stage)) < 2:
        return False
    return arena.is_time(_room(state, stage), stage.settings.table_size, is_patient=is_patient)


def next_seating(state: State, stage: Stage, seed: str) -> Draw:
    """Return tables for the free players of an arena.

    The same state and seed (hexadecimal) give the same tables.
    """
    room, size = _room(state, stage), stage.settings.table_size
    drawn = arena.seat(room, size, parties=parties(state), seed=int(seed, 16))
    tables = [[int(entrant) for entrant in table] for table in drawn.tables]
    planned = seating_of(len(stage.rounds) + 1, tables, [int(entrant) for entrant in drawn.byes])
    ids = [match.id for match in planned.matches]
    why = [DrawnMatch(key, dict(cost)) for key, cost in zip(ids, drawn.why, strict=True)]
    return Draw([planned], seed, why, drawn.cost, drawn.bound)


def is_kept_back(state: State, stage: Stage) -> bool:
    """Whether free players wait only so that they do not meet the table that they have just left."""
    return is_time_to_seat(state, stage, is_patient=False) and not is_time_to_seat(state, stage)


def _room(state: State, stage: Stage) -> arena.Room:
    waited: list[Entrant] = [slot.entrant for planned in stage.rounds for slot in planned.byes]
    return arena.Room(
        list(free(state, stage)),
        any(match.is_open for match in stage.matches.values()),
        history(state, stage, 0),
        waited,
    )
