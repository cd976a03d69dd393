"""The knock-out by tables: every table plays elimination to 500 until so many survive, the final to one."""

import msgspec

from league.rules.events import DrawnMatch, StageRoundDrawn
from league.rules.standings import Row, elimination
from league.rules.state import State
from league.rules.tables import snake

LEAST_ENTRANTS = 3


class StagePlan(msgspec.Struct, frozen=True):
    """One stage round ahead: how many tables and byes so many entrants make."""

    entrants: int
    tables: int
    byes: int

    @property
    def is_final(self) -> bool:
        """Whether this round finds the champion."""
        return self.tables == 1 and self.byes == 0


def plan(entrants: int, size: int, advance: int) -> list[StagePlan]:
    """Return the stage rounds from so many entrants to the final.

    ceil(entrants / size) tables as equal as possible, each with more than `advance` entrants. Where
    that cannot be, the fewest byes that make it possible are given. Ends because every table puts
    out at least one. Needs 2 <= advance < size.
    """
    rounds: list[StagePlan] = []
    while entrants > size:
        byes = _byes(entrants, size, advance)
        tables = -(-(entrants - byes) // size)
        rounds.append(StagePlan(entrants, tables, byes))
        entrants = tables * advance + byes
    return [*rounds, StagePlan(entrants, 1, 0)]


def draw(state: State) -> StageRoundDrawn | None:
    """Draw the next stage round, or None when the champion is known.

    Byes go to the best seeds still in. The others are dealt over the tables by a snake: in the first
    round by seed; later the winners of their tables first (a bye counts as a win), then the seconds
    and so on, equal places by seed. So winners spread over the tables as evenly as possible.
    """
    if state.stage_rounds and state.stage_rounds[-1].is_final:
        return None
    order = _still_in(state)
    if len(order) < 2:
        return None
    settings, number = state.settings, len(state.stage_rounds) + 1
    ahead = plan(len(order), settings.table_size, settings.advance)
    now = ahead[0]
    byes = sorted(order, key=lambda entrant: state.entrants[entrant].seed)[: now.byes]
    tables = snake([entrant for entrant in order if entrant not in byes], now.tables)
    return StageRoundDrawn(
        number,
        name(ahead, number),
        [DrawnMatch(_match_name(now, index), table) for index, table in enumerate(tables, start=1)],
        byes,
        1 if now.is_final else settings.advance,
        now.is_final,
    )


def rounds_ahead(state: State) -> list[tuple[str, StagePlan]]:
    """Return the stage rounds still to be drawn with their names, as far as withdrawals leave them so."""
    settings, drawn = state.settings, state.stage_rounds
    entrants = len(state.active())
    if drawn:
        last = drawn[-1]
        if last.is_final:
            return []
        entrants = len(last.matches) * last.survivors + len(last.byes)
    if entrants < LEAST_ENTRANTS:
        return []
    stages = plan(entrants, settings.table_size, settings.advance)
    return [(name(stages[n:], len(drawn) + n + 1), stage) for n, stage in enumerate(stages)]


def name(ahead: list[StagePlan], number: int) -> str:
    """Return what people call the first of the rounds ahead; `number` is its number from the start."""
    now = ahead[0]
    if now.is_final:
        return "Final"
    if len(ahead) == 2:
        return "Semi-finals" if now.tables > 1 else "Semi-final"
    if len(ahead) == 3 and now.tables == 4:
        return "Quarter-finals"
    return f"Round {number}"


def sizes(entrants: int, table_size: int, advance: int) -> set[tuple[int, int]]:
    """Return the tables of a whole competition as (seats, survivors)."""
    found: set[tuple[int, int]] = set()
    for stage in plan(entrants, table_size, advance):
        tables = snake(range(stage.entrants - stage.byes), stage.tables)
        found |= {(len(table), 1 if stage.is_final else advance) for table in tables}
    return found


def rows(state: State) -> list[Row]:
    """Return the standings: those still in, then by the round and the place in which they went out."""
    numbers = [one.number for one in sorted(state.entrants.values(), key=lambda one: one.seed or one.number)]
    withdrawn = {one.number for one in state.entrants.values() if one.is_withdrawn}
    return elimination(numbers, state.played(), withdrawn=withdrawn)


def champion(state: State) -> int:
    """Return the entrant who is left when nothing more is drawn."""
    return _still_in(state)[0]


def _byes(entrants: int, size: int, advance: int) -> int:
    return next(
        byes for byes in range(entrants) if (entrants - byes) // -(-(entrants - byes) // size) > advance
    )


def _still_in(state: State) -> list[int]:
    """Return who goes on, best first, by the place at the last table and then by seed."""
    active = [entrant.number for entrant in state.active()]
    if not state.stage_rounds:
        return active
    last = state.stage_rounds[-1]
    places = dict.fromkeys(last.byes, 1) | {
        one.entrant: one.place for match in last.matches for one in match.places if one.advances
    }
    return sorted((one for one in active if one in places), key=lambda one: places[one])


def _match_name(stage: StagePlan, index: int) -> str:
    return "Final" if stage.is_final else f"Table {index}"
