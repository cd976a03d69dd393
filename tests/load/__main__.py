"""`make load`: play evenings with one, two and four web processes, and print what they cost.

    python -m tests.load [--web 1,2,4] [--bots 300] [--spectators 600] [--people 40] [--programs 20]
                         [--organizers 2] [--seconds 60] [--fetching]

The site is the real one: PostgreSQL, Redis, a worker for each queue, beat. Its bots move every two seconds.
They play alone first, then with spectators, then with everybody: the differences are what each costs. Locust
plays the people, on the same machine, so absolute figures are those of less than the whole machine.
"""

import argparse
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote
from urllib.request import Request, urlopen

from tests.databases import postgres
from tests.load.seed import BOT_PAUSE_MS
from tests.servers import processes

# What is printed here is the command's answer, and the addresses are our own.
# ruff: noqa: T201

SETTINGS: Final = {
    "METRICS_TOKEN": "load",
    "API_PER_MINUTE": "1000000",
    "PAGE_STREAMS": "100000",
    "WEB_CONNECTIONS_OF_ADDRESS": "100000",
    "LOG_LEVEL": "ERROR",
    "DEBUG": "1",
    "QUOTAS": "tables=100000:100000",
}
"""All come from one address, which strangers may not do."""
WARM_UP: Final = 15.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Site:
    """A running site: its addresses, and how to find its processes: by session, or by folder."""

    addresses: Sequence[str]
    sessions: dict[str, set[int]]
    folders: dict[str, str]

    def seconds(self) -> dict[str, float]:
        """Return the seconds of processor time so far, by kind of process."""
        spent = {name: sum(map(_cpu, _pids(ids))) for name, ids in self.sessions.items()}
        return spent | {name: sum(map(_cpu, _within(folder))) for name, folder in self.folders.items()}

    def megabytes(self) -> float:
        """Return the memory that the web processes have in use."""
        return sum(_memory(pid) for pid in _pids(self.sessions["web"]))

    def metrics(self) -> str:
        """Return the metrics of all processes."""
        asked = Request(f"{self.addresses[0]}/metrics", headers={"Authorization": "Bearer load"})
        with urlopen(asked, timeout=60) as answer:
            return str(answer.read().decode())


def main() -> None:
    """Play the evenings and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--web", default="1,2,4", help="numbers of web processes, separated by commas")
    parser.add_argument("--bots", type=int, default=300, help="tables of four bots")
    parser.add_argument("--spectators", type=int, default=600)
    parser.add_argument("--people", type=int, default=40, help="players with browsers, two at a table")
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--organizers", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=60, help="of each part")
    parser.add_argument(
        "--fetching", action="store_true", help="spectators fetch fragments, which their streams do not carry"
    )
    asked = parser.parse_args()
    programs = postgres.find()
    if programs is None or not processes.has_redis():
        sys.exit("An evening under load needs PostgreSQL and Redis on this machine.")
    print(
        f"{os.cpu_count()} processors; {asked.bots} tables of bots that move every {BOT_PAUSE_MS / 1000:g} s"
    )
    print(_HEAD)
    for number in map(int, asked.web.split(",")):
        with tempfile.TemporaryDirectory() as folder, postgres.cluster(programs, durable=True) as cluster:
            _play(number, asked, cluster.address, Path(folder))


_WAYS: Final = ("rendered", "streamed", "fetched")
_HEAD: Final = (
    "| web | who | moves/s | late p95, s | tap to screens p50, p95, p99, s | processor time a move, ms:"
    " worker, database, web, broker | a spectator and move: ms, fragments rendered, streamed, fetched"
    " | a stream, kB | busiest |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def _play(number: int, asked: argparse.Namespace, database: str, folder: Path) -> None:
    """Play an evening with so many web processes, in three parts."""
    counts = [str(count) for count in (asked.bots, asked.people, asked.programs, asked.organizers)]
    with contextlib.ExitStack() as stack:
        broker = stack.enter_context(processes.redis(folder))
        env = {**SETTINGS, "DATABASE_URL": database, "BROKER_URL": broker, "DATA_DIR": str(folder)}
        env["LIVE_URL"] = broker.replace("/0", "/1")
        for command in (["manage.py", "migrate", "-v0"], ["-m", "tests.load.seed", *counts]):
            made = _run(command, env)
        evening = json.loads(made)
        site = stack.enter_context(_running(number, env, folder))
        evening |= {"sites": site.addresses, "fetching": asked.fetching}
        tables = [person["table"] for person in evening["people"]] or evening["bots"]
        choose = random.Random(1)
        crowd = [choose.choice((evening["bots"], tables)[half % 2]) for half in range(asked.spectators)]
        nobody = {"spectators": [], "people": [], "programs": [], "organizers": []}
        time.sleep(WARM_UP)
        for name, who in (
            ("bots", nobody),
            (f"{len(crowd)} spectators", nobody | {"spectators": crowd}),
            ("everybody", {"spectators": crowd}),
        ):
            print(_measured(name, site, evening | who, asked, folder), flush=True)


def _measured(name: str, site: Site, evening: dict[str, Any], asked: argparse.Namespace, folder: Path) -> str:
    """Let some people take part for a while; return a line of the table."""
    people = sum(len(evening[kind]) for kind in ("spectators", "people", "programs", "organizers"))
    memory = site.megabytes()
    with _crowd(evening, people, asked.seconds, folder) as result:
        if people:
            time.sleep(WARM_UP)
        before, cpu, began = site.metrics(), site.seconds(), time.monotonic()
        time.sleep(asked.seconds)
        elapsed, after = time.monotonic() - began, site.metrics()
        spent = {kind: seconds - cpu[kind] for kind, seconds in site.seconds().items()}
        grown = site.megabytes() - memory
    moves = _count(after) - _count(before)
    crowd = len(evening["spectators"])
    cost = ", ".join(f"{1000 * spent[kind] / moves:.1f}" for kind in ("worker", "postgres", "web", "redis"))
    heard = moves / elapsed / (asked.bots + len(evening["people"]) / 2) * crowd * elapsed
    screens = ", ".join(f"{_share(result['screens'], part):.2f}" for part in (0.5, 0.95, 0.99))
    fragments = ", ".join(f"{_fragments(before, after, way) / (heard or 1):.2f}" for way in _WAYS)
    busiest = max(spent, key=lambda kind: spent[kind])
    cells = (
        f"{len(site.addresses)}",
        name,
        f"{moves / elapsed:.0f}",
        _late(before, after),
        screens if result["screens"] else "",
        cost,
        f"{1000 * spent['web'] / heard:.2f}; {fragments}" if crowd else "",
        f"{1000 * grown / crowd:.0f}" if crowd and name != "everybody" else "",
        f"{busiest}, {100 * spent[busiest] / elapsed:.0f} % of a processor",
    )
    return f"| {' | '.join(cells)} |"


@contextlib.contextmanager
def _running(number: int, env: dict[str, str], folder: Path) -> Iterator[Site]:
    """Run the processes of a site as `wildleague` starts them."""
    with contextlib.ExitStack() as stack:
        webs = [stack.enter_context(processes.web_process(env, folder)) for _number in range(number)]
        wildleague = [sys.executable, "-m", "league.command_line"]
        worker = stack.enter_context(processes.running("worker", [*wildleague, "worker"], env, folder))
        schedule = str(folder / "beat")
        beat = processes.running("beat", [*wildleague, "beat", "--schedule", schedule], env, folder)
        stack.enter_context(beat)
        sessions = {
            "web": {process.popen.pid for _address, process in webs},
            "worker": {worker.popen.pid},
        }
        server = unquote(env["DATABASE_URL"].partition("@")[2].partition(":")[0])
        folders = {"postgres": f"{server}/data", "redis": str(folder)}
        yield Site([address for address, _process in webs], sessions, folders)


@contextlib.contextmanager
def _crowd(evening: dict[str, Any], people: int, seconds: int, folder: Path) -> Iterator[dict[str, Any]]:
    """Let Locust play the people; afterwards the dictionary holds what they saw."""
    result: dict[str, Any] = {"screens": []}
    if not people:
        yield result
        return
    who, answer = folder / "evening.json", folder / "result.json"
    who.write_text(json.dumps(evening))
    command = [
        sys.executable,
        "-m",
        "locust",
        "-f",
        str(Path(__file__).with_name("evening.py")),
        "--headless",
    ]
    command += ["--users", str(people), "--spawn-rate", str(max(10, people / WARM_UP))]
    command += [
        "--run-time",
        f"{round(2 * WARM_UP + seconds)}s",
        "--csv",
        str(folder / "locust"),
        "--only-summary",
    ]
    env = os.environ | {"LOAD_EVENING": str(who), "LOAD_RESULT": str(answer)}
    log = folder / "locust.log"
    with log.open("w") as output:
        crowd = subprocess.Popen(command, env=env, stdout=output, stderr=output)
    try:
        yield result
    finally:
        crowd.wait(120)
    result |= json.loads(answer.read_text())
    failures = (folder / "locust_failures.csv").read_text().splitlines()[1:]
    for line in failures:
        print(f"  failed: {line}", file=sys.stderr)


def _run(command: Sequence[str], env: dict[str, str]) -> str:
    made = subprocess.run(
        [sys.executable, *command], env=os.environ | env, check=True, stdout=subprocess.PIPE, text=True
    )
    return made.stdout


def _count(metrics: str) -> float:
    """Return how many moves and other commands there were at tables."""
    return sum(
        map(float, re.findall(r"^wildleague_command_seconds_count\{.*\} (\S+)$", metrics, re.MULTILINE))
    )


def _fragments(before: str, after: str, way: str) -> float:
    """Return how many fragments of tables were rendered, streamed or fetched."""
    pattern = rf'^wildleague_fragments_total\{{kind="table",way="{way}"\}} (\S+)$'
    counts = [sum(map(float, re.findall(pattern, metrics, re.MULTILINE))) for metrics in (before, after)]
    return counts[1] - counts[0]


def _late(before: str, after: str) -> str:
    """Return within how many seconds after their time 95 of 100 moves of bots and the clock were made."""
    buckets: dict[float, float] = {}
    for sign, metrics in ((-1, before), (1, after)):
        for bound, count in re.findall(
            r'^wildleague_late_seconds_bucket\{.*?le="([^"]+)".*?\} (\S+)$', metrics, re.MULTILINE
        ):
            buckets[float(bound)] = buckets.get(float(bound), 0) + sign * float(count)
    most = buckets.get(float("inf"), 0)
    return next((f"≤ {bound:g}" for bound, count in sorted(buckets.items()) if count >= 0.95 * most), "")


def _share(values: Sequence[float], part: float) -> float:
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def _within(folder: str) -> list[int]:
    """Return the processes that work in a folder; PostgreSQL gives each of its own a session."""
    return [pid for pid in _all_pids() if _folder(pid) == folder]


def _pids(sessions: set[int]) -> list[int]:
    return [pid for pid in _all_pids() if (fields := _fields(pid)) and fields[3] in sessions]


def _all_pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


def _fields(pid: int) -> list[int]:
    """Return the numbers of /proc/PID/stat from the parent on; nothing if the process has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return []
    return [0, *map(int, text[1:])]


def _folder(pid: int) -> str:
    try:
        return str(Path(f"/proc/{pid}/cwd").readlink())
    except OSError:
        return ""


def _cpu(pid: int) -> float:
    fields = _fields(pid)
    return (fields[11] + fields[12]) / _TICKS if fields else 0.0


def _memory(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE / 1e6
    except OSError:
        return 0.0


if __name__ == "__main__":
    main()
