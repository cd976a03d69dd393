"""The table of costs: kept in `table.toml`, written by `python -m tests.bench.costs --write`."""

import fcntl
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.league.costs.full_site import ACCOUNT, GUEST, ORGANIZER, STRANGER
from tests.league.costs.measuring import Cost
from tests.league.costs.operations import Operation, every

FILE: Final = Path(__file__).with_name("table.toml")
MOST_MS: Final = {STRANGER: 300, GUEST: 300, ACCOUNT: 2000, ORGANIZER: 2000}
"""Milliseconds of processor time on the machine of the table."""
MOST_MB: Final = {STRANGER: 64, GUEST: 64, ACCOUNT: 256, ORGANIZER: 256}
"""Sixteen threads of a web process then take a gigabyte for strangers at most, beside what is kept."""
_TOLERANCE: Final = 3.0
_NOISE: Final = 60
"""Milliseconds that garbage collection and neighbours may add to a short request."""


@dataclass(frozen=True)
class Row:
    """What an operation cost when the table was written."""

    asker: str
    place: str
    largest: str
    ms: float
    first: float
    mb: float
    answer: int
    is_queued: bool = False


@dataclass(frozen=True)
class Table:
    """The rows by operation, and what the yardstick took on the same machine, in milliseconds."""

    yardstick: float
    rows: Mapping[str, Row]


def read() -> Table:
    """Return the table as it is kept."""
    document = tomllib.loads(FILE.read_text())
    return Table(document["yardstick"], {key: Row(**row) for key, row in document["operations"].items()})


def keep(key: str, row: Row) -> None:
    """Put a row into the table, and take out those of operations that are gone."""
    with FILE.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        table, there = read(), {operation.key for operation in every()}
        rows = {**table.rows, key: row}
        _write(Table(table.yardstick, {key: row for key, row in rows.items() if key in there}))


def _write(table: Table) -> None:
    lines = [
        "# What every operation costs with its largest input: `python -m tests.bench.costs --write`.",
        "# ms: processor time, median of three; first: before anything is cached; mb: memory, at its peak.",
        f"yardstick = {table.yardstick:.1f}",
        "",
        "[operations]",
        *(_line(key, row) for key, row in sorted(table.rows.items())),
    ]
    FILE.write_text("\n".join(lines) + "\n")


def _line(key: str, row: Row) -> str:
    facts = [f'asker = "{row.asker}"', f'place = "{row.place}"', f'largest = "{row.largest}"']
    facts += [
        f"ms = {row.ms:.0f}",
        f"first = {row.first:.0f}",
        f"mb = {row.mb:.1f}",
        f"answer = {row.answer}",
    ]
    facts += ["is_queued = true"] if row.is_queued else []
    return f'"{key}" = {{ {", ".join(facts)} }}'


def row_of(operation: Operation, cost: Cost, largest: str) -> Row:
    """Return the row of an operation that was measured."""
    measured = (cost.ms, cost.first, cost.mb, cost.answer, cost.is_queued)
    return Row(operation.asker, cost.place, largest, *measured)


def faults(row: Row) -> list[str]:
    """Return what is too much in a row."""
    if row.is_queued:
        return []
    statuses = []
    ms = max(row.ms, row.first)
    if ms > MOST_MS[row.asker]:
        statuses.append(f"{ms:.0f} ms, and a {row.asker} may cost {MOST_MS[row.asker]}")
    if row.mb > MOST_MB[row.asker]:
        statuses.append(f"{row.mb:.0f} MB, and a {row.asker} may cost {MOST_MB[row.asker]}")
    return statuses


def grown(row: Row, cost: Cost) -> list[str]:
    """Return in what a new measurement, at the pace of the table, exceeds its row."""
    statuses = []
    if (cost.answer < 400) != (row.answer < 400):
        statuses.append(f"answers {cost.answer}, not {row.answer}")
    ms = cost.best
    if not row.is_queued and ms > max(row.ms, row.first) * _TOLERANCE + _NOISE:
        statuses.append(f"{ms:.0f} ms, and the table says {row.ms:.0f}")
    if not row.is_queued and ms > MOST_MS[row.asker] * _TOLERANCE:
        statuses.append(f"{ms:.0f} ms, far beyond {MOST_MS[row.asker]}")
    if cost.mb > max(row.mb * _TOLERANCE, MOST_MB[row.asker]):
        statuses.append(f"{cost.mb:.0f} MB, and the table says {row.mb:.0f}")
    return statuses
