"""`python -m tests.load.capacity [--write]`: simulate the machines for many players, with measured costs.

The costs are those of `costs.toml`. Everybody plays at the same time: that is the busiest hour of a site. The
simulation lets moves and news queue for the processes of the site; each process does one thing at a time.
`--write` puts the tables into docs/run/capacity.md.
"""

import argparse
import heapq
import math
import random
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

COSTS: Final = Path(__file__).with_name("costs.toml")
GUIDE: Final = Path(__file__).parents[2] / "docs/run/capacity.md"
PLAYERS: Final = (1_000, 10_000, 100_000)
BUSY: Final = 0.6
"""The share of its time for which a process may be busy in the busiest hour."""
CORES: Final = 8
"""Of a machine."""
SECONDS: Final = 20.0
"""For how long the simulation lets people play; its first quarter is not counted."""
EVENING_HOURS: Final = 4


class Costs(NamedTuple):
    """Milliseconds of a processor, kilobytes, and the rest of `costs.toml`, by name."""

    bot_move_worker: float
    move_database: float
    move_broker: float
    person_move_web: float
    seat_fragment_web: float
    spectator_fragment_web: float
    stream_send_web: float
    stream: float
    event: float
    events_of_a_move: float
    engine_send: float
    network: float


@dataclass(frozen=True)
class Evening:
    """The people of the busiest hour."""

    players: int
    people_at_a_table: int = 3
    bots_at_a_table: int = 1
    seconds_of_a_person: float = 5.0
    seconds_of_a_bot: float = 2.0
    spectators_of_a_player: float = 0.25
    of_the_final: float = 0.01
    """The share of all spectators who watch the same table."""
    has_engine: bool = False
    """Whether an engine for streams sends the news, and not the web processes."""

    @property
    def tables(self) -> int:
        """The number of tables."""
        return math.ceil(self.players / self.people_at_a_table)

    @property
    def spectators(self) -> int:
        """The number of people who watch."""
        return round(self.players * self.spectators_of_a_player)

    @property
    def watched_tables(self) -> float:
        """The share of tables that have a spectator; but for the final, people choose at random."""
        others = (1 - self.of_the_final) * self.spectators
        return 1 - math.exp(-others / self.tables)

    @property
    def bot_share(self) -> float:
        """The share of moves that bots make."""
        return self.bots_at_a_table / (self.people_at_a_table + self.bots_at_a_table)

    @property
    def moves_a_second(self) -> float:
        """The number of moves a second at all tables."""
        round_of = (
            self.people_at_a_table * self.seconds_of_a_person + self.bots_at_a_table * self.seconds_of_a_bot
        )
        return self.tables * (self.people_at_a_table + self.bots_at_a_table) / round_of


@dataclass(frozen=True)
class Processes:
    """The processes of a site; PostgreSQL in cores."""

    web: int
    worker: int
    database: int
    broker: int = 1


@dataclass
class Outcome:
    """What the simulation saw: the seconds from taps to screens, sorted, and how busy each kind was."""

    screens: list[float]
    busy: dict[str, float] = field(default_factory=dict)

    def within(self, share: float) -> float:
        """Return the seconds within which so many of all screens showed a move."""
        return self.screens[min(len(self.screens) - 1, int(share * len(self.screens)))]


def costs() -> Costs:
    """Return the costs of the file."""
    return Costs(**{name: _number(entry) for name, entry in _entries()})


def work(evening: Evening, each: Costs) -> dict[str, float]:
    """Return how many processors each kind of process keeps busy."""
    moves, bots = evening.moves_a_second, evening.bot_share
    seen_by = evening.people_at_a_table - (1 - bots)  # the person who moves has the answer
    watched_by = evening.spectators / evening.tables
    web = (1 - bots) * each.person_move_web + seen_by * each.seat_fragment_web
    web += evening.watched_tables * each.spectator_fragment_web
    if not evening.has_engine:
        web += watched_by * each.stream_send_web
    needed = {
        "web": web,
        "worker": bots * each.bot_move_worker,
        "database": each.move_database,
        "broker": each.move_broker,
    }
    if evening.has_engine:
        needed["engine"] = (seen_by + watched_by) * each.engine_send
    return {kind: moves * ms / 1000 for kind, ms in needed.items()}


def processes_for(evening: Evening, each: Costs) -> Processes:
    """Return enough processes for an evening, none of which is busy for too much of its time."""
    needed = {kind: max(1, math.ceil(cores / BUSY)) for kind, cores in work(evening, each).items()}
    return Processes(max(2, needed["web"]), needed["worker"], needed["database"], needed["broker"])


def machines(processes: Processes) -> int:
    """Return how many machines carry the web processes and workers; the database and Redis have their own."""
    return math.ceil((processes.web + processes.worker) / CORES)


def simulate(
    evening: Evening, processes: Processes, each: Costs, *, seed: int, seconds: float = SECONDS
) -> Outcome:
    """Let people play for a while."""
    return _Simulation(evening, processes, each, random.Random(seed)).run(seconds)


class _Move:
    """A move on its way: when it was made, at which table, and what it still has to go through."""

    __slots__ = ("by_bot", "made_at", "table")

    def __init__(self, made_at: float, table: int, *, by_bot: bool) -> None:
        self.made_at, self.table, self.by_bot = made_at, table, by_bot


class _Servers:
    """Processes of a kind that share a queue, or have one each: the next that is free takes the next task."""

    def __init__(self, number: int) -> None:
        self._free = [0.0] * number
        self.busy = 0.0

    def take(self, at: float, seconds: float) -> float:
        """Let the first process that is free work for some seconds; return when it is done."""
        done = max(at, heapq.heappop(self._free)) + seconds
        heapq.heappush(self._free, done)
        self.busy += seconds
        return done


class _Simulation:
    def __init__(self, evening: Evening, processes: Processes, each: Costs, choose: random.Random) -> None:
        self._evening, self._costs, self._choose = evening, each, choose
        self._web = [_Servers(1) for _process in range(processes.web)]
        self._kinds = {
            "worker": _Servers(processes.worker),
            "database": _Servers(processes.database),
            "broker": _Servers(processes.broker),
        }
        self._sizes = {
            "web": processes.web,
            "worker": processes.worker,
            "database": processes.database,
            "broker": processes.broker,
        }
        self._spectators = self._seated()

    def run(self, seconds: float) -> Outcome:
        """Play for some seconds; moves reach each kind of process in the order of time."""
        screens: list[float] = []
        coming: list[tuple[float, int, int, _Move]] = []
        for number, move in enumerate(self._moves(seconds)):
            coming.append((move.made_at, number, 0, move))
        heapq.heapify(coming)
        while coming:
            at, number, stage, move = heapq.heappop(coming)
            if stage < len(_STAGES):
                heapq.heappush(coming, (self._do(_STAGES[stage], move, at), number, stage + 1, move))
            else:
                shown = self._show(move, at)
                if move.made_at >= seconds / 4:
                    screens += (done - move.made_at + self._costs.network / 1000 for done in shown)
        busy = {kind: servers.busy / self._sizes[kind] / seconds for kind, servers in self._kinds.items()}
        busy["web"] = sum(servers.busy for servers in self._web) / self._sizes["web"] / seconds
        return Outcome(sorted(screens), busy)

    def _moves(self, seconds: float) -> Iterator[_Move]:
        """Yield the moves: people do not wait for each other's clocks, so they come at random."""
        at, choose = 0.0, self._choose
        while (at := at + choose.expovariate(self._evening.moves_a_second)) < seconds:
            yield _Move(
                at, choose.randrange(self._evening.tables), by_bot=choose.random() < self._evening.bot_share
            )

    def _do(self, stage: str, move: _Move, at: float) -> float:
        """Let a move go through a kind of process; return when it has."""
        each = self._costs
        if stage == "made":
            if move.by_bot:
                return self._kinds["worker"].take(at, self._about(each.bot_move_worker))
            return self._home(move).take(at, self._about(each.person_move_web))
        return self._kinds[stage].take(
            at, self._about({"database": each.move_database, "broker": each.move_broker}[stage])
        )

    def _show(self, move: _Move, at: float) -> list[float]:
        """Render the move for the others at the table and for spectators; return when each has it."""
        each, home, has_engine = self._costs, self._home(move), self._evening.has_engine
        others = self._evening.people_at_a_table - (not move.by_bot)
        shown = [home.take(at, self._about(each.seat_fragment_web)) for _seat in range(others)]
        spectators = self._spectators[move.table]
        if not spectators:
            return shown
        done = home.take(at, self._about(each.spectator_fragment_web))
        if has_engine:
            return shown + [done + (number + 1) * each.engine_send / 1000 for number in range(spectators)]
        return shown + [home.take(at, self._about(each.stream_send_web)) for _person in range(spectators)]

    def _home(self, move: _Move) -> _Servers:
        """Return the process that the requests of a table prefer."""
        return self._web[move.table % len(self._web)]

    def _about(self, ms: float) -> float:
        """Return the seconds of a task that takes so long on average."""
        return self._choose.expovariate(1000 / ms)

    def _seated(self) -> Mapping[int, int]:
        """Return how many people watch each table: one table has many, the others have few."""
        spectators: dict[int, int] = defaultdict(int)
        spectators[0] = round(self._evening.of_the_final * self._evening.spectators)
        for _person in range(self._evening.spectators - spectators[0]):
            spectators[self._choose.randrange(self._evening.tables)] += 1
        return spectators


def tables() -> Iterator[tuple[str, list[str]]]:
    """Yield the tables of the guide by name, as lines."""
    each = costs()
    yield "costs", _costs_table()
    lines = [
        _HEAD,
        f"|{'---|' * 11}",
    ]
    for has_engine in (False, True):
        for players in PLAYERS:
            evening = Evening(players, has_engine=has_engine)
            lines.append(_line(evening, each))
        if not has_engine:
            lines_without, lines = lines, lines[:2]
    yield "machines", lines_without
    yield "machines with an engine", lines


def _line(evening: Evening, each: Costs) -> str:
    processes, moves = processes_for(evening, each), evening.moves_a_second
    seen = simulate(evening, processes, each, seed=1)
    streams = evening.players + evening.spectators
    events = moves * each.events_of_a_move * 3600 * EVENING_HOURS
    cells = (
        f"{evening.players:,}",
        f"{moves:,.0f}",
        f"{processes.web:,}",
        f"{processes.worker}",
        f"{processes.database}",
        f"{processes.broker}",
        f"{machines(processes)}",
        f"{streams:,}" + (" (the engine’s)" if evening.has_engine else ""),
        "" if evening.has_engine else f"{streams * each.stream / 1e6:.1f} GB",
        ", ".join(f"{seen.within(share):.2f}" for share in (0.5, 0.95, 0.99)) + " s",
        f"{events / 1e6:,.0f} M, {events * each.event / 1e6:,.1f} GB",
    )
    return f"| {' | '.join(cells)} |"


def _costs_table() -> list[str]:
    lines = ["| cost | | where it comes from |", "|---|---|---|"]
    for name, entry in _entries():
        unit = next(unit for unit in ("ms", "kb", "number") if unit in entry)
        measure = {"ms": " ms", "kb": " kB", "number": ""}[unit]
        lines.append(f"| {name.replace('_', ' ')} | {entry[unit]:g}{measure} | {entry['from']} |")
    return lines


def _entries() -> list[tuple[str, dict[str, Any]]]:
    groups = tomllib.loads(COSTS.read_text())
    return [(name, entry) for group in groups.values() for name, entry in group.items()]


def _number(entry: dict[str, Any]) -> float:
    return float(next(entry[unit] for unit in ("ms", "kb", "number") if unit in entry))


def between(text: str, name: str, lines: Iterable[str]) -> str:
    """Return the text of the guide with other lines between the marks of a table."""
    marks = f"(<!-- {name} -->\n).*?(<!-- end -->)"
    return re.sub(marks, lambda match: f"{match[1]}{chr(10).join(lines)}\n{match[2]}", text, flags=re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables, or write them into the guide."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.capacity", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/run/capacity.md")
    is_written = parser.parse_args(arguments).write
    text = GUIDE.read_text()
    for name, lines in tables():
        print(f"{name}\n" + "\n".join(lines), file=sys.stderr if is_written else sys.stdout)
        text = between(text, name, lines)
    if is_written:
        GUIDE.write_text(text)


_STAGES: Final = ("made", "database", "broker")
_HEAD: Final = (
    "| players at the same time | moves a second | web processes | workers | cores of PostgreSQL"
    " | Redis servers | machines of 8 cores for web and workers | open streams | their memory"
    " | tap to screen p50, p95, p99 | events in 4 hours |"
)

if __name__ == "__main__":
    main()
