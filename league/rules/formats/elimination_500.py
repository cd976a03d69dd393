"""The knock-out at tables: every table plays elimination to 500 until few survive, the final to one."""

from collections.abc import Hashable, Mapping, Sequence

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.brackets.keeping_apart_in_snakes import KeptApart
from league.rules.brackets.plan import PlannedRound
from league.rules.formats import table_knockout
from league.rules.formats.table_knockout import StagePlan, name, plan
from league.rules.table_draws.tables import snake

__all__ = ["LEAST_ENTRANTS", "StagePlan", "check_sizes", "name", "plan", "sizes", "stage"]

LEAST_ENTRANTS = 3


def check_sizes(size: int, advance: int) -> None:
    """Refuse tables at which an elimination to 500 cannot be played (see stage)."""
    if not 3 <= size <= 10:
        raise IllegalCommand("bad_table_size", _("A table of an elimination to 500 has 3 to 10 seats."))
    if advance < 2:
        raise IllegalCommand("advance_too_small", _("At least 2 must advance from each table."))
    if advance >= size:
        raise IllegalCommand(
            "advance_too_large",
            _("{advance} cannot advance from a table of {size}: someone must be eliminated.").format(
                advance=advance, size=size
            ),
        )


def stage(
    order: Sequence[int],
    *,
    size: int,
    advance: int,
    byes: int = 0,
    reseed: bool = False,
    apart: KeptApart | None = None,
    number: int = 1,
    came_from: Mapping[int, Hashable] | None = None,
    had_byes: Mapping[int, int] | None = None,
) -> list[PlannedRound]:
    """Return the stage rounds of entrants in seed order, as table_knockout.stage says.

    Later rounds (from `number` 2) may have fewer entrants.

    Raises IllegalCommand: `too_few_entrants`, `bad_table_size` (3 to 10), `advance_too_small` (2 at least),
    `advance_too_large`, `too_many_byes`.
    """
    if number == 1 and len(order) < LEAST_ENTRANTS:
        raise IllegalCommand(
            "too_few_entrants",
            _("An elimination to 500 needs at least {least_entrants} entrants; there are {count}.").format(
                least_entrants=LEAST_ENTRANTS, count=len(order)
            ),
        )
    check_sizes(size, advance)
    return table_knockout.stage(
        order,
        size=size,
        advance=advance,
        byes=byes,
        reseed=reseed,
        apart=apart,
        number=number,
        came_from=came_from,
        had_byes=had_byes,
    )


def sizes(entrants: int, table_size: int, advance: int, byes: int = 0) -> set[tuple[int, int]]:
    """Return the tables of a whole competition as (seats, survivors). Raises Refusal (`too_many_byes`)."""
    tables_by_size: set[tuple[int, int]] = set()
    for stage in plan(entrants, table_size, advance, byes):
        tables = snake(range(stage.entrants - stage.byes), stage.tables)
        tables_by_size |= {(len(table), 1 if stage.is_final else advance) for table in tables}
    return tables_by_size
