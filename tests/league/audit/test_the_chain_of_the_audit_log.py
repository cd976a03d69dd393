"""Situation: somebody gets past triggers and changes the audit log, and many write into it at once."""

import datetime as dt
import io
import json
import threading
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client, RequestFactory
from django.utils import timezone

from games.eventstore.triggers import lifted
from games.integrity import checkpoints
from games.rules.base.refusal import Refusal
from league.audit import chain as audit_chain
from league.audit import log
from league.backups.migrations import EachByItself
from league.models import AuditChain, AuditEntry, Club
from tests.league.people import log_in, somebody

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.written_by_hand]
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="stores nothing unreadable")
postgresql_only = pytest.mark.skipif(connection.vendor != "postgresql", reason="lets one write at a time")

DAY = dt.datetime(2026, 11, 21, 0, 5, tzinfo=dt.UTC)
What, Deed = AuditEntry.What, AuditEntry.Deed


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def club() -> Club:
    """A club of which the log has six entries."""
    made = Club.objects.create(name="Jade", slug="jade")
    for number in range(5):
        made.description = f"No {number}, “é”"
        made.save()
    return made


def verify(*arguments: str) -> str:
    """Return what the command says, its faults included."""
    out, err = io.StringIO(), io.StringIO()
    with suppress(CommandError):
        call_command("verify", *arguments, stdout=out, stderr=err)
    return out.getvalue() + err.getvalue()


@contextmanager
def unguarded():
    connection.check_constraints()
    with lifted(connection):
        yield
        connection.check_constraints()


def tamper(version: int, **changes: object) -> str:
    """Change an entry past the triggers; return what `verify` calls it."""
    with unguarded():
        assert AuditEntry.objects.filter(version=version).update(**changes) == 1
    return f"{AuditChain.objects.get()}, version {version}: "


def rechained() -> None:
    """Give all entries hashes that fit, as somebody who knows the code would."""
    chain = AuditChain.objects.get()
    head = audit_chain.first_hash(chain.pk)
    with unguarded():
        for row in AuditEntry.objects.order_by("version"):
            row.hash = head = audit_chain.hash_of(row, head)
            row.save()
    AuditChain.objects.update(version=AuditEntry.objects.count(), head=head)


def test_every_entry_is_chained_to_the_one_before_as_its_documentation_says(club):
    chain, rows = AuditChain.objects.get(), list(AuditEntry.objects.order_by("version"))
    assert [row.version for row in rows] == [1, 2, 3, 4, 5, 6]
    digest = sha256(f"wildleague log 1 audit:{chain.pk}".encode()).digest()
    for row in rows:
        micros = round((row.at - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)).total_seconds() * 1_000_000)
        facts = {
            **{name: getattr(row, name) for name in ("after", "before", "deed", "subject", "token", "what")},
            "club": row.club_id,
            "competition": row.competition_id,
            "salt": bytes(row.salt).hex(),
        }
        payload = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        lines = (row.version, row.version, "audited", 1, row.by, micros, payload)
        digest = sha256(digest + "\n".join(map(str, lines)).encode()).digest()
        assert row.hash == digest
    assert (chain.version, chain.head) == (6, digest)
    assert len({bytes(row.salt) for row in rows}) == 6
    output = verify()
    assert "One stream with 6 events: everything is as it was written" in output


@pytest.mark.parametrize(
    "changes",
    [
        {"by": "user:77"},
        {"at": DAY},
        {"token": 5},
        {"club": None},
        {"competition": 5},
        {"what": "logo"},
        {"subject": 77},
        {"deed": "made"},
        {"before": {"description": "another"}},
        {"after": None},
        {"salt": bytes(16)},
        {"hash": bytes(32)},
    ],
)
def test_a_changed_entry_is_named(club, changes):
    output = tamper(4, **changes)
    assert f"{output}this entry is not the one that was written." in verify()


def test_an_entry_that_is_gone_or_was_put_in_is_named(club):
    name = str(AuditChain.objects.get())
    last = AuditEntry.objects.get(version=6)
    with unguarded():
        AuditEntry.objects.filter(version=6).delete()
    assert f"{name}, version 6: this entry is missing." in verify()
    with unguarded():
        last.pk = None
        AuditEntry.objects.bulk_create([last])
    assert "everything is as it was written" in verify()
    with unguarded():
        last.pk, last.version = None, 7
        last.hash = audit_chain.hash_of(last, last.hash)
        AuditEntry.objects.bulk_create([last])
    assert f"{name}, version 7: this entry stands behind the end of the stream." in verify()
    with unguarded():
        AuditEntry.objects.filter(version__in=[3, 7]).delete()
    assert f"{name}, version 3: this entry is missing." in verify()
    with unguarded():
        AuditEntry.objects.all().delete()
    assert f"{name}, version 1: this entry is missing." in verify()


def test_entries_that_changed_their_places_are_named(club):
    with unguarded():
        third, fifth = (AuditEntry.objects.get(version=version) for version in (3, 5))
        AuditEntry.objects.filter(pk__in=[third.pk, fifth.pk]).delete()
        third.pk, fifth.pk = fifth.pk, third.pk
        AuditEntry.objects.bulk_create([third, fifth])
    output = verify()
    assert f"version 4: this entry bears the number {fifth.pk + 1}, after {third.pk}." in output


def test_a_chain_that_is_gone_with_what_it_held_is_known_by_its_checkpoint(club, tmp_path):
    name = str(AuditChain.objects.get())
    made = checkpoints.make(DAY)
    assert f"\n{name} 6 " in made.text
    with unguarded():
        AuditEntry.objects.all().delete()
        AuditChain.objects.all().delete()
    assert f"{name}, version 0: it is gone, although it has events or a checkpoint names it." in verify()


def test_a_log_that_was_written_anew_is_found_out_by_a_kept_checkpoint(club, tmp_path):
    made = checkpoints.make(DAY)
    file = tmp_path / "kept.txt"
    file.write_text(made.text)
    output = verify("--checkpoint", str(file))
    assert "Proved since 2026-11-21" in output
    assert "the 6 events of one stream" in output
    name = tamper(2, by="user:77")
    rechained()
    assert f"{AuditChain.objects.get()}, version 6: this entry is not the one whose hash was published." in (
        verify("--checkpoint", str(file))
    )
    assert name.startswith("audit:")
    with unguarded():
        AuditEntry.objects.filter(version__gt=4).delete()
    rechained()
    with unguarded():
        checkpoints.Checkpoint.objects.all().delete()
    assert "everything is as it was written" in verify()
    output = verify("--checkpoint", str(file))
    assert "version 5: this entry is missing, although a later one was published." in output
    assert "it is missing here." in output


@sqlite_only
@pytest.mark.parametrize(
    "assignment",
    [
        "before = '{nonsense'",
        "before = CAST(x'ff7b7d' AS TEXT)",
        "after = x'ff00'",
        "at = 'yesterday'",
        "salt = 'text'",
        "hash = 'text'",
        "\"by\" = CAST(x'ff' AS TEXT)",
        "subject = 'x'",
    ],
)
def test_an_entry_that_nobody_can_read_is_named_in_words(club, assignment):
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        cursor.execute(f"UPDATE league_auditentry SET {assignment} WHERE version = 3")
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    output = verify()
    assert "version 3: this entry is not the one that was written." in output
    assert "Traceback" not in output
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_auditentry")


def test_a_change_taken_back_leaves_neither_entry_nor_gap(club):
    before = AuditChain.objects.values().get()
    club.description = "Refused"
    with transaction.atomic():
        club.save()
        transaction.set_rollback(True)
    assert AuditChain.objects.values().get() == before
    assert "everything is as it was written" in verify()


def note(number: int) -> None:
    log.note(What.CLUB, number, Deed.CHANGED, before={"number": 0}, after={"number": number})


@pytest.mark.django_db(transaction=True)
def test_many_who_write_at_once_leave_chains_without_a_gap():
    barrier = threading.Barrier(8)

    def write(first: int) -> None:
        barrier.wait()
        for number in range(first, first + 10):
            with transaction.atomic():
                note(number)
                note(number)
        connection.close()

    threads = [threading.Thread(target=write, args=(100 * number + 1,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert AuditEntry.objects.count() == 160
    assert AuditChain.objects.count() <= (40 if connection.vendor == "postgresql" else 1)
    assert "with 160 events: everything is as it was written" in verify()


@postgresql_only
@pytest.mark.django_db(transaction=True)
def test_someone_who_finds_a_chain_in_the_hands_of_another_waits_for_nobody():
    """Both hold what the other one asks for next: with one chain for all they would wait for ever."""
    note(1)
    inside, done, errors = threading.Event(), threading.Event(), []

    def other() -> None:
        try:
            with transaction.atomic():
                note(2)
                inside.set()
                assert done.wait(10)
                note(4)
        except DatabaseError as error:
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=other)
    thread.start()
    assert inside.wait(10)
    with transaction.atomic():
        note(3)
    done.set()
    thread.join()
    assert not errors
    entries = list(AuditEntry.objects.order_by("pk").values_list("subject", "stream__version", "version"))
    assert [(subject, version) for subject, _last, version in entries] == [(1, 1), (2, 2), (3, 1), (4, 3)]
    assert AuditChain.objects.count() == 2
    assert "2 streams with 4 events: everything is as it was written" in verify()


@pytest.mark.slow(
    "migrates the database back and forth by dozens of migrations, which are written once and stay",
    about=["league/migrations/", "league/audit/"],
)
@pytest.mark.django_db(transaction=True)
def test_entries_from_before_the_chain_get_it_when_the_database_is_migrated():
    with patch.object(audit_chain, "_AT_ONCE", 100):
        audit_chain.append([_entry(number) for number in range(1203)])
    told = ("by", "at", "what", "subject", "deed", "before", "after", "club_id")
    before = list(AuditEntry.objects.values_list("pk", *told))
    try:
        _migrate([("league", "0032_club_needs_second_factor")])
    finally:
        _migrate(EachByItself(connection).graph.leaf_nodes())
    assert list(AuditEntry.objects.values_list("pk", *told)) == before
    assert AuditChain.objects.get().version == 1203
    assert "with 1,203 events: everything is as it was written" in verify()
    with pytest.raises(Exception, match="append-only"), transaction.atomic():
        AuditEntry.objects.update(by="user:9")


def _migrate(targets: list[tuple[str, str]]) -> None:
    executor = MigrationExecutor(connection)
    executor.loader = EachByItself(connection)
    executor.migrate(targets)


def _entry(number: int) -> AuditEntry:
    facts = {"what": What.CLUB, "deed": Deed.CHANGED, "before": {"name": "é"}, "after": None}
    return AuditEntry(at=DAY, by="site", subject=number, club_id=5, **facts)


def _fill(entries: int, club: Club, by: str) -> None:
    """Write very many entries of a team, as quickly as the database can."""
    chain = AuditChain.objects.create()
    json_of = '\'{"name": "Desk"}\''
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {entries})"
    zero = "x'00'" if connection.vendor == "sqlite" else "'\\x00'::bytea"
    what = json_of if connection.vendor == "sqlite" else f"{json_of}::jsonb"
    columns = 'at, "by", club_id, what, subject, deed, before, after, stream_id, version, salt, hash'
    values = f"'2026-11-21 10:00:00', '{by}', {club.pk}, 'team', 7, 'changed', {what}, {what}, {chain.pk}"
    if connection.vendor == "postgresql":
        values = values.replace("'2026-11-21 10:00:00'", "'2026-11-21 10:00:00Z'::timestamptz")
    with connection.cursor() as cursor:
        insert = f"INSERT INTO league_auditentry ({columns})"
        select = f"SELECT {values}, i, {zero}, {zero} FROM n"
        if connection.vendor == "sqlite":
            cursor.execute(f"{insert} {numbers} {select}")
        else:
            cursor.execute(f"{numbers} {insert} {select}")
            cursor.execute("ANALYZE league_auditentry")


class TestVeryManyEntries:
    """Twenty thousand of one team: pages and programs read fifty of them, whatever came before."""

    MANY = 20_000

    @pytest.fixture
    def organizing(self) -> Client:
        ana, client = somebody("Ana"), Client()
        log_in(client, "ana")
        club = Club.objects.create(name="Jade", slug="jade")
        club.membership_set.create(player=ana.player, is_owner=True)
        with unguarded():  # its trigger looks every row up
            _fill(self.MANY, club, f"user:{ana.pk}")
        return client

    def test_a_page_asks_as_much_as_with_few_and_no_list_is_sorted_or_read_to_its_end(
        self, organizing, django_assert_num_queries
    ):
        organizing.get("/clubs/jade/audit/")
        for page, (queries, shown) in {
            "1": (12, 50),
            "200": (12, 50),
            "401": (10, 2),
            "x": (12, 50),
        }.items():
            with django_assert_num_queries(queries):
                answer = organizing.get(f"/clubs/jade/audit/?page={page}")
            assert len(answer.context["lines"]) == shown
        club = Club.objects.get()
        for rows in (
            club.audit.all()[:50],
            AuditEntry.objects.filter(what=What.TEAM, subject=8).order_by("pk"),
            AuditEntry.objects.order_by().filter(by="user:9999", at__gt=DAY),
        ):
            plan = rows.explain()
            assert "Seq Scan" not in plan
            assert "SCAN league_auditentry" not in plan
        assert "Sort" not in club.audit.all()[:50].explain()
        assert "TEMP B-TREE" not in club.audit.all()[:50].explain()


class TestWhoChangesVeryMuch:
    """An account that switches something on and off for ever."""

    def test_so_much_in_a_day_and_no_more(self, settings, club):
        settings.QUOTAS = ["changes=10:3"]
        request = RequestFactory().post("/")
        request.user = somebody("Ana")
        with log.acted_by(request):
            for number in range(10):
                club.description = f"Now {number}"
                club.save()
            club.name = "Once more"
            with pytest.raises(Refusal) as told, transaction.atomic():
                club.save()
        assert told.value.code == "quota_used_up"
        assert told.value.sentence == (
            "You have changed roles or settings 10 times today. Continue tomorrow."
        )
        assert Club.objects.get().name == "Jade"
        club.name = "By the site"
        club.save()
        tomorrow = timezone.now() + dt.timedelta(days=1, seconds=1)
        with log.acted_by(request), patch.object(log.timezone, "now", return_value=tomorrow):
            club.name = "A day later"
            club.save()
        assert AuditEntry.objects.all()[0].by == f"user:{request.user.pk}"

    def test_staff_have_no_limit_of_changes(self, settings, club):
        settings.QUOTAS = ["changes=0:0"]
        request = RequestFactory().post("/")
        request.user = User.objects.create_superuser("boss")
        with log.acted_by(request):
            club.name = "Twice"
            club.save()
        assert Club.objects.get().name == "Twice"
