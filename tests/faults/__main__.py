"""`python -m tests.faults FAULT …`: bots and people play, something breaks, and nothing may be lost.

Everything is real and on a throw-away folder: web, worker, beat, database, broker. After each fault every
table has to go on and `manage.py verify` has to be clean; in the end every match has to be over, and every
command that was answered with success has to be in the log exactly once.

`--installation` starts the services of `docker/installation/compose.yml` as they stand there, with spectators
besides; the faults are then its services (`every` for all), each of which is killed, and a table says what
was seen. `--only` leaves out the services that it does not name.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.databases import migrated
from tests.faults import installation, services
from tests.faults.services import EVERY, SERVICES, Evening
from tests.faults.show import Show
from tests.faults.stage import Stage, patiently, staged
from tests.servers import lifetime

# What is printed here is the command's answer.
# ruff: noqa: T201

HOUR = 3600
TAKING_ANSWERS = {
    "web",
    "postgresql",
    "disk",
    *installation.WEB,
    *installation.PROGRAMS,
    installation.POSTGRES,
}
"""Faults that may come between a command of people and its answer: these need one on its way at any time."""
FAULTS: dict[str, Callable[["Show"], None]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Let the faults happen one after the other; return 1 as soon as something was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument(
        "faults", nargs="+", choices=sorted({*FAULTS, *services.FAULTS, EVERY}), metavar="FAULT"
    )
    parser.add_argument("--matches", type=int, default=5, help="of bots, running when something breaks")
    parser.add_argument("--deals", type=int, default=1, help="points to win a match, in deals of about 100")
    parser.add_argument(
        "--down",
        type=float,
        default=2,
        help="seconds for which something is away; longer where metrics show it later",
    )
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--redis", action="store_true", help="as the broker, instead of a folder")
    parser.add_argument(
        "--broker", default="", metavar="ADDRESS", help="of a broker that may be used, amqp://…"
    )
    parser.add_argument("--twice", action="store_true", help="deliver every task twice")
    parser.add_argument("--installation", action="store_true", help="run the services of the compose file")
    parser.add_argument("--only", nargs="+", default=list(SERVICES), choices=SERVICES, metavar="SERVICE")
    parser.add_argument(
        "--session-address", action="store_true", help="news by PostgreSQL, past its pool, instead of Redis"
    )
    asked = parser.parse_args(arguments)
    asked.faults = list(services.FAULTS) if asked.faults == [EVERY] else asked.faults
    left_out = set(SERVICES) - set(asked.only)
    if unknown := set(asked.faults) - (
        set(services.FAULTS) - left_out if asked.installation else set(FAULTS)
    ):
        parser.error(f"these cannot break here: {', '.join(sorted(unknown))}")
    lifetime.end_by_sigterm_as_by_ctrl_c()
    folder = lifetime.folder()
    run = _run_services if asked.installation else _run_faults
    try:
        run(folder, asked)
    except AssertionError as wrong:
        print(wrong, file=sys.stderr)
        _print_logs(folder)
        return 1
    print(f"{', '.join(asked.faults)}: survived")
    return 0


def _run_faults(folder: Path, asked: argparse.Namespace) -> None:
    with staged(folder, asked.database, redis=asked.redis, broker=asked.broker, twice=asked.twice) as stage:
        _set_up(stage)
        migrated.migrate()
        stage.open()
        show = Show(stage, asked.matches, asked.deals, asked.down)
        with show.people():
            for name in asked.faults:
                show.let_people_hurry(name in TAKING_ANSWERS)
                show.fill()
                began = time.monotonic()
                FAULTS[name](show)
                show.require_all_go_on()
                show.require_verified()
                seconds = time.monotonic() - began
                print(f"  {name}: {len(show.bots)} tables went on, {seconds:.0f} s", flush=True)
        _require_a_good_end(show)


def _run_services(folder: Path, asked: argparse.Namespace) -> None:
    with installation.staged(folder, asked.only, session_address=asked.session_address) as stage:
        for name in stage.missing:
            print(f"NO {name.upper()}: it is not killed, and the others do without it", flush=True)
        _set_up(stage)
        stage.open()
        evening = Evening(stage, asked.matches, asked.deals, asked.down)
        print(services.HEAD)
        with evening.people():
            for name in asked.faults:
                if name in stage.missing:
                    continue
                evening.let_people_hurry(name in TAKING_ANSWERS)
                evening.fill()
                print(services.FAULTS[name](evening), flush=True)
                evening.require_all_go_on()
                evening.require_verified()
            evening.require_notified(by_postgresql=asked.session_address)
        _require_a_good_end(evening)


def _require_a_good_end(show: Show) -> None:
    show.require_all_end()
    show.require_nothing_lost()
    show.require_verified()


def _kill(name: str) -> Callable[[Show], None]:
    def fault(show: Show) -> None:
        show.stage.kill(name)
        time.sleep(show.down)
        show.stage.start(name)

    return fault


def _broker_down(show: Show) -> None:
    """Nobody can send a task: people play on all the same, and the sweep plays for the bots afterwards."""
    show.stage.kill("redis")
    show.require_accepted_meanwhile()
    time.sleep(show.down)
    show.stage.start("redis")


def _broker_hangs(show: Show) -> None:
    """The broker takes connections and says nothing."""
    import signal

    process = show.stage.running["redis"].popen
    process.send_signal(signal.SIGSTOP)
    try:
        show.require_accepted_meanwhile()
        time.sleep(show.down)
    finally:
        process.send_signal(signal.SIGCONT)


def _flushed(show: Show) -> None:
    import redis

    with redis.Redis(port=show.stage.redis_port) as connection:
        connection.flushall()


def _clock_jumps(show: Show) -> None:
    """An hour forward, and back again: no table may wait that long."""
    for seconds in (HOUR, 0):
        show.stage.clock.write_text(str(seconds))
        time.sleep(1)
        show.require_all_go_on()


def _disk_full(show: Show) -> None:
    """People are told so in a sentence; nothing that was written is harmed."""

    def is_somebody_told() -> bool:
        for caller in show.callers:
            caller.speak()  # no move may come: the worker cannot write either, and so never deals
        return show.is_somebody_told()

    show.stage.limit_files(4096)
    try:
        statuses = lambda: f"Nobody is told: {[caller.answers.by_status for caller in show.callers]}"  # noqa: E731
        patiently(is_somebody_told, 60, statuses)
    finally:
        show.stage.limit_files(-1)


FAULTS = {
    "worker": _kill("worker"),
    "beat": _kill("beat"),
    "web": _kill("web"),
    "postgresql": _kill("postgresql"),
    "broker": _broker_down,
    "hanging-broker": _broker_hangs,
    "flush": _flushed,
    "clock": _clock_jumps,
    "disk": _disk_full,
}


def _set_up(stage: Stage) -> None:
    import django

    os.environ |= {
        "DATA_DIR": str(stage.folder), "SECRET_KEY": "of the fault suite, known to everybody", "DEBUG": "0",
        "SWEEP_SECONDS": "1", "LOG_LEVEL": "WARNING",
        **stage.env,
    }  # fmt: skip
    django.setup()


def _print_logs(folder: Path) -> None:
    for log in sorted(folder.glob("*.log")):
        print(f"--- {log.name}\n{log.read_text(errors='replace')[-5000:]}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
