"""What is kept: queues, backups and logs that somebody has laid hands on."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from league.workers.queues import DEFAULT
from tests.attacks.visitor import account
from tests.attacks.world import Attack, Tally, World, refused
from tests.servers import processes

_RUBBISH: Final = (
    b"{",
    b"",
    b"\xff\xfe",
    b"7",
    b"{}",
    b'{"body": "e30=", "properties": null}',
    b"[" * 100_000,
)
_NEWER: Final = """
from pathlib import Path
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from league.backups import postgresql, sqlite
known = MigrationRecorder(connection)
known.record_applied("league", "9999_of_tomorrow")
kind = {{"sqlite": sqlite, "postgresql": postgresql}}[connection.vendor]
kind.save(Path({file!r}), lambda line: None)
known.record_unapplied("league", "9999_of_tomorrow")
"""
_GONE: Final = """
from django.db import connection
from games.eventstore.triggers import lifted
from games.models import TableEvent
from league.models import Match
played = Match.objects.exclude(table=None).exclude(finished_at=None).exclude(table=1).first()
with lifted(connection):
    print(TableEvent.objects.filter(stream=played.table_id).delete()[0])
"""
_REWRITTEN: Final = """
from django.db import connection
from django.utils import timezone
from games import eventstore
from games.eventstore.triggers import lifted
from games.integrity import checkpoints
from games.models import Checkpoint, Table, TableEvent
table = Table.objects.filter(status="finished").first()
rows = list(TableEvent.objects.filter(stream=table).order_by("version"))
rows[0].by, head = "organizer:9", eventstore.first_hash(f"table:{table.pk}")
with lifted(connection):
    for row in rows:
        facts = (row.version, row.step, row.name, row.schema, row.by, row.at, row.payload)
        head = row.hash = eventstore.next_hash(head, *facts)
        row.save()
    Table.objects.filter(pk=table.pk).update(head=head)
    Checkpoint.objects.all().delete()
checkpoints.make(timezone.now())
print(f"table:{table.pk}")
"""
_AUDIT_LOG: Final = """
from django.db import DatabaseError, connection, transaction
for sql in ("UPDATE league_auditentry SET by = 'nobody'", "DELETE FROM league_auditentry"):
    try:
        with transaction.atomic():
            connection.cursor().execute(sql)
    except DatabaseError as error:
        print("refused")
"""


def no_messages_in_the_queues(world: World) -> Tally:
    """What is no message, in the folder that is the broker without a server: the worker goes on."""
    folder = Path(world.env["DATA_DIR"]) / "broker"
    for number, held in enumerate(_RUBBISH):
        (folder / f"{number:020}_x.{DEFAULT}.msg").write_bytes(held)
    rest = _waited_for(lambda: not list(folder.glob("*_x.*.msg")))
    time.sleep(3)
    is_up = world.worker.popen.poll() is None
    return refused(f"{len(_RUBBISH)} no messages", is_refused=rest and is_up)


def no_messages_in_redis(world: World) -> Tally:
    """The same where Redis is the broker."""
    if not processes.has_redis():
        return Tally(["there is no Redis here"])
    with _redis(world) as (line, worker):
        line.rpush(DEFAULT, *_RUBBISH)
        rest = _waited_for(lambda: line.llen(DEFAULT) == 0)
        time.sleep(3)
        return refused(f"{len(_RUBBISH)} no messages", is_refused=rest and worker.popen.poll() is None)


def a_backup_of_a_newer_version(world: World) -> Tally:
    """It is put back into a database that knows less."""
    file = world.folder / "of-tomorrow.backup"
    world.manage("shell", "-c", _NEWER.format(file=str(file))).check_returncode()
    ended = world.manage("restore", str(file), "--replace", "--no-input")
    words = ended.stderr.strip().splitlines()[-1]
    is_sound = world.manage("verify").returncode == 0
    return refused(words, is_refused=ended.returncode != 0 and "newer" in words and is_sound)


def events_that_are_gone(world: World) -> Tally:
    """The events of a table whose result counted: the check says so, and ends without a traceback."""
    gone = world.manage("shell", "-c", _GONE)
    gone.check_returncode()
    ended = world.manage("verify")
    words = ended.stderr.strip().splitlines()[0]
    is_told = ended.returncode != 0 and "missing" in ended.stderr and "Traceback" not in ended.stderr
    return refused(words, is_refused=is_told)


def a_history_and_every_checkpoint_written_anew(world: World) -> Tally:
    """Somebody with the machine leaves nothing to find, but for the checkpoint that was kept elsewhere."""
    file = world.folder / "kept.checkpoint"
    file.write_text(world.manage("checkpoint").stdout)
    rewritten = world.manage("shell", "-v0", "-c", _REWRITTEN)
    rewritten.check_returncode()
    stream = rewritten.stdout.split()[-1]
    alone, compared = world.manage("verify"), world.manage("verify", "--checkpoint", str(file))
    is_found = compared.returncode == 1 and f"{stream}, version" in compared.stderr
    return refused(
        f"{alone.returncode} without the checkpoint, {compared.returncode} with it", is_refused=is_found
    )


def entries_of_the_audit_log(world: World) -> Tally:
    """Somebody with the database rewrites who has done what, and takes it away."""
    hook = {"url": "https://example.org/audited", "kinds": ["match.finished"]}
    account(world.site, "ana").send("clubs/riverside/webhooks/", hook)
    ended = world.manage("shell", "-c", _AUDIT_LOG)
    return refused("an update and a deletion", is_refused=ended.stdout.count("refused") == 2)


ATTACKS: Final[Sequence[Attack]] = (
    entries_of_the_audit_log,
    a_history_and_every_checkpoint_written_anew,
    no_messages_in_the_queues,
    no_messages_in_redis,
    a_backup_of_a_newer_version,
    events_that_are_gone,
)


@contextlib.contextmanager
def _redis(world: World) -> Iterator[tuple[Any, processes.Process]]:
    import redis

    with processes.redis(world.folder) as broker:
        env = world.env | {"BROKER_URL": broker}
        with processes.worker(env, world.folder) as worker:
            line = redis.Redis.from_url(broker)
            yield line, worker


def _waited_for(is_so: Callable[[], bool], seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if is_so():
            return True
        time.sleep(0.1)
    return False
