"""The knock-out by tables: every table plays elimination to 500 until so many survive, the final to one."""

from collections.abc import Mapping, Sequence

from games.rules.refusal import IllegalCommand
from league.rules.events import DrawnMatch, StageRoundDrawn
from league.rules.formats import table_knockout
from league.rules.formats.table_knockout import StagePlan, name, plan
from league.rules.plan import PlannedRound
from league.rules.standings import Row, elimination
from league.rules.state import State
from league.rules.tables import snake

__all__ = [
    "StagePlan",
    "champion",
    "check_sizes",
    "draw",
    "name",
    "plan",
    "rounds_ahead",
    "rows",
    "sizes",
    "stage",
]

LEAST_ENTRANTS = 3


def check_sizes(size: int, advance: int) -> None:
    """Refuse tables at which an elimination to 500 cannot be played (see stage)."""
    if not 3 <= size <= 10:
        raise IllegalCommand("bad_table_size", "A table of an elimination to 500 has from 3 to 10 seats.")
    if advance < 2:
        raise IllegalCommand("advance_too_small", "At least 2 must advance from each table.")
    if advance >= size:
        raise IllegalCommand(
            "advance_too_large", f"{advance} cannot advance from a table of {size}: somebody must go out."
        )


def stage(
    order: Sequence[int],
    *,
    size: int,
    advance: int,
    byes: int = 0,
    reseed: bool = False,
    clubs: Mapping[int, str] | None = None,
) -> list[PlannedRound]:
    """Return every stage round of entrants in seed order, as table_knockout.stage says.

    Raises IllegalCommand: `too_few_entrants`, `bad_table_size` (3 to 10), `advance_too_small` (2 at least),
    `advance_too_large`, `too_many_byes`.
    """
    if len(order) < LEAST_ENTRANTS:
        raise IllegalCommand(
            "too_few_entrants",
            f"An elimination to 500 needs at least {LEAST_ENTRANTS} entrants, and there are {len(order)}.",
        )
    check_sizes(size, advance)
    return table_knockout.stage(order, size=size, advance=advance, byes=byes, reseed=reseed, clubs=clubs)


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
