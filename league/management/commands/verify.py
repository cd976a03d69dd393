"""`manage.py verify`: check every hash of the logs, replay them, and compare all rows with the result."""

import json
import os
import re
import signal
import sys
import time
import zlib
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, DataError, IntegrityError, connection, connections

from games.integrity import checkpoints
from games.integrity.verification import UNREADABLE, Fault, is_about_bytes
from games.models import Chained, Checkpoint, Table, TableEvent
from league.audit.verification import check_audit
from league.competition_verification import check_competition
from league.models import (
    AuditChain,
    AuditEntry,
    Competition,
    CompetitionEvent,
    Roster,
    RosterEvent,
)
from league.monitoring import last_runs
from league.profiles.feats_verification import check_table_with_feats
from league.roster.verification import check_roster

_EVENTS_AT_ONCE: Final = 5_000
_BAR: Final = 30
_MOST_JOBS: Final = 64
_CHECK: Final = {
    TableEvent.KIND: check_table_with_feats,
    CompetitionEvent.KIND: check_competition,
    RosterEvent.KIND: check_roster,
    AuditEntry.KIND: check_audit,
}
_OWNERS: Final[dict[type[Chained], Any]] = {
    TableEvent: Table.objects,
    CompetitionEvent: Competition.objects,
    RosterEvent: Roster.objects,
    AuditEntry: AuditChain.objects,
}


class Stream(NamedTuple):
    """A stream to check, its number of events, and its published hashes by version."""

    kind: str
    pk: int
    events: int
    published: dict[int, bytes]

    @property
    def name(self) -> str:
        """The name, such as `table:7`."""
        return f"{self.kind}:{self.pk}"


class Command(BaseCommand):
    """Print the first bad event of every broken stream, by stream and version; then exit with 1."""

    help = "Check the hash chain of every log, read it again and compare all rows with what it says."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--stream", help="only this one, such as table:7")
        way = parser.add_mutually_exclusive_group()
        way.add_argument("--resume", action="store_true", help="continue where the last run stopped")
        way.add_argument("--checkpoint", type=Path, help="compare the logs with the checkpoint in this file")
        parser.add_argument("--jobs", type=int, help="processes; on PostgreSQL one a processor, else one")

    def handle(self, *_args: Any, **options: Any) -> None:
        kept = _kept(options["checkpoint"]) if options["checkpoint"] else None
        try:
            self._verify(kept, **options)
        except DatabaseError as error:
            reason = str(error).partition("\n")[0]
            raise CommandError(f"The database does not answer: {reason}", returncode=2) from error
        except BrokenExecutor as error:
            reason = "One of the processes was ended from outside, perhaps for want of memory: try --jobs 1."
            raise CommandError(reason, returncode=2) from error
        except KeyboardInterrupt as error:
            raise CommandError("Stopped: --resume goes on from here.", returncode=2) from error

    def _verify(self, kept: checkpoints.KeptCheckpoint | None, **options: Any) -> None:
        place = _place()
        done, faults = _resumed(place) if options["resume"] else ("", [])
        streams = streams_to_check(options["stream"], kept)
        if options["stream"] and not streams:
            raise CommandError(f"There is no stream called {options['stream']}.", returncode=2)
        if not done:
            faults += _faults_of_checkpoints(kept, alone=bool(options["stream"]))
        left = _behind(done, streams)
        self._say(faults)
        for checked, found_now in self._walk(left, _jobs(options["jobs"])):
            self._say(found_now)
            faults += found_now
            if not options["stream"]:
                _remember(place, checked, faults)
        if not options["stream"]:
            place.unlink(missing_ok=True)
        self._conclude(streams, faults)
        if not options["stream"]:
            last_runs.note_done(last_runs.VERIFICATION)
        if kept:
            self.stdout.write(_proved(streams, kept))

    def _walk(self, streams: Sequence[Stream], jobs: int) -> Iterator[tuple[str, list[str]]]:
        """Yield the last stream of each checked portion, and the faults found; show the progress."""
        portions = list(_portions(streams))
        bar = _Bar(sum(stream.events for stream in streams))
        for portion, portion_faults in zip(portions, _checked(portions, jobs), strict=True):
            bar.move(sum(stream.events for stream in portion))
            yield portion[-1].name, list(map(str, portion_faults))
        bar.end()

    def _say(self, faults: Iterable[str]) -> None:
        for fault in faults:
            self.stderr.write(fault)

    def _conclude(self, streams: Sequence[Stream], faults: Sequence[str]) -> None:
        if faults:
            summary = f"{len(faults)} streams or checkpoints are not as they were written."
            if len(faults) == 1:
                summary = "One stream or checkpoint is not as it was written."
            raise CommandError(summary, returncode=1)
        streams_checked = "One stream" if len(streams) == 1 else f"{len(streams):,} streams"
        events = sum(stream.events for stream in streams)
        self.stdout.write(f"{streams_checked} with {events:,} events: everything is as it was written.")


class _Bar:
    """A progress bar; only on a terminal."""

    def __init__(self, total: int) -> None:
        self._total = max(1, total)
        self._done = 0
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()

    def move(self, events: int) -> None:
        """Count further events."""
        self._done += events
        share = self._done / self._total
        left = (time.monotonic() - self._began) * (1 - share) / max(share, 1e-6)
        filled = "#" * round(share * _BAR)
        self._write(f"\r{share:4.0%} [{filled:<{_BAR}}] {self._done:,} events, {left:.0f} s left ")

    def end(self) -> None:
        """Remove the bar."""
        self._write("\r" + " " * (_BAR + 50) + "\r")

    def _write(self, text: str) -> None:
        if self._shown:
            sys.stderr.write(text)
            sys.stderr.flush()


def streams_to_check(wanted: str | None, kept: checkpoints.KeptCheckpoint | None = None) -> list[Stream]:
    """Return all streams, or the wanted one, always in the same order.

    Includes streams without a row, known only from their events or a checkpoint. The hashes of a checkpoint
    kept outside count more than those of the checkpoints here.
    """
    published = checkpoints.named_heads(checkpoints.readable()[0])
    for named in kept.named if kept else ():
        published.setdefault(named.stream, {})[named.version] = named.head
    streams = []
    for model, all_owners in _OWNERS.items():
        events: Any = model._default_manager.all()  # noqa: SLF001 - so it is named in generic code
        owners = all_owners.all()
        if wanted is not None:
            pk = _number_in(wanted)
            events, owners = events.filter(stream_id=pk), owners.filter(pk=pk)
        known = dict.fromkeys(map(_number, events.values_list("stream_id", flat=True).distinct()), 0)
        known |= {int(pk): 0 for kind, pk in (name.split(":") for name in published) if kind == model.KIND}
        known |= {pk: _number(version) for pk, version in owners.values_list("pk", "version")}
        for pk, version in sorted(known.items()):
            name = model.stream_name(pk)
            if wanted in (None, name):
                streams.append(Stream(model.KIND, pk, version, published.get(name, {})))
    return streams


def _number_in(name: str) -> int:
    """Return the number of a stream such as `table:7`; 0 for what is no name of a stream."""
    digits = name.rpartition(":")[2]
    return int(digits) if re.fullmatch("[0-9]{1,18}", digits) else 0


def _number(stored: Any) -> int:
    """Return the number in a column of numbers; 0 for anything else, since SQLite stores any type there."""
    return stored if isinstance(stored, int) else 0


def _behind(done: str, streams: Sequence[Stream]) -> Sequence[Stream]:
    names = [stream.name for stream in streams]
    return streams[names.index(done) + 1 :] if done in names else streams


def _portions(streams: Iterable[Stream]) -> Iterator[list[Stream]]:
    portion: list[Stream] = []
    for stream in streams:
        portion.append(stream)
        if sum(each.events for each in portion) >= _EVENTS_AT_ONCE:
            yield portion
            portion = []
    if portion:
        yield portion


def _checked(portions: Sequence[list[Stream]], jobs: int) -> Iterator[list[Fault]]:
    if jobs == 1 or len(portions) == 1:
        yield from map(_faults, portions)
        return
    connections.close_all()  # no two processes may share a connection
    with ProcessPoolExecutor(jobs, get_context("fork"), _leave_interrupts) as processes:
        yield from processes.map(_faults, portions)


def _leave_interrupts() -> None:
    """Ignore Ctrl-C here: only the first process reports that the run was stopped."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _faults(portion: Sequence[Stream]) -> list[Fault]:
    return [fault for fault in map(_fault, portion) if fault]


def _fault(stream: Stream) -> Fault | None:
    try:
        return _CHECK[stream.kind](stream.pk, stream.published)
    except ObjectDoesNotExist:
        return Fault(stream.name, 0, "it is gone, although it has events or a checkpoint names it.")
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
        return Fault(stream.name, 0, f"one of the rows that follow from it cannot be read: {error}.")
    except (IntegrityError, DataError) as error:
        return _unchecked(stream, error)  # invented events may lead to values that the tables refuse
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - what others have put there breaks anything, and the rest is checked
        return _unchecked(stream, error)


def _unchecked(stream: Stream, error: Exception) -> Fault:
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return Fault(stream.name, 0, f"it cannot be checked ({reason}).")


def _faults_of_checkpoints(kept: checkpoints.KeptCheckpoint | None, *, alone: bool) -> list[str]:
    """Return the faults of the chain of checkpoints (left out for one stream) and of a kept checkpoint."""
    faults = [None if alone else checkpoints.fault(), checkpoints.compare(kept) if kept else None]
    return [str(fault) for fault in faults if fault]


def _kept(file: Path) -> checkpoints.KeptCheckpoint:
    try:
        checkpoint = checkpoints.parse(file.read_text("ascii"))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=2) from error
    except ValueError:
        checkpoint = None
    if checkpoint is None:
        raise CommandError(f"{file} is no checkpoint: it must be the text as it was published.", returncode=2)
    return checkpoint


def _proved(streams: Sequence[Stream], kept: checkpoints.KeptCheckpoint) -> str:
    """Return a sentence that says since when the logs are proved: since the day of the checkpoint."""
    by_then = checkpoints.named_heads(Checkpoint.objects.filter(day__lte=kept.day))
    last = {stream.name: max(by_then[stream.name]) for stream in streams if stream.name in by_then}
    streams_settled = "one stream" if len(last) == 1 else f"{len(last):,} streams"
    return (
        f"Proved since {kept.day} by the checkpoint in the file: the {sum(last.values()):,} events of"
        f" {streams_settled} that it covers have not changed. What came later is proved by a later checkpoint"
        " only."
    )


def _jobs(wanted: int | None) -> int:
    usual = (os.cpu_count() or 1) if connection.vendor == "postgresql" else 1
    return min(max(1, wanted or usual), _MOST_JOBS)


def _place() -> Path:
    """Return the file in which a run stores its progress, one for each database."""
    database = [str(connection.settings_dict[name]) for name in ("NAME", "HOST", "PORT")]
    return Path(settings.DATA_DIR) / f"verify-{zlib.crc32(' '.join(database).encode()):08x}.json"


def _remember(place: Path, done: str, faults: Sequence[str]) -> None:
    try:
        place.write_text(json.dumps({"done": done, "faults": faults}))
    except OSError as error:
        reason = f"{place}, where a run remembers how far it is, cannot be written: {error.strerror}."
        raise CommandError(reason, returncode=2) from error


def _resumed(place: Path) -> tuple[str, list[str]]:
    """Return the last checked stream and the faults up to it."""
    try:
        stored = json.loads(place.read_text())
        return str(stored["done"]), list(map(str, stored["faults"]))
    except FileNotFoundError:
        return "", []
    except OSError as error:
        raise CommandError(f"{place} cannot be read: {error.strerror}.", returncode=2) from error
    except (ValueError, LookupError, TypeError) as error:
        raise CommandError(f"{place} is not what a stopped run leaves: delete it to start again.") from error
