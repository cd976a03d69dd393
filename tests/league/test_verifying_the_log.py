"""Situation: somebody got past triggers and code, and changed what was written."""

import datetime as dt
import io
import json
import os
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.db.transaction import atomic

from games import eventstore
from games.eventstore.triggers import lifted
from games.integrity import checkpoints
from games.models import Checkpoint, Seat, Table, TableEvent
from league.awards import closings
from league.management.commands import verify as command
from league.models import (
    AuditChain,
    AuditEntry,
    Closing,
    Competition,
    CompetitionEvent,
    Entrant,
    Match,
    Placement,
    ReadTable,
)
from league.profiles import achievements
from tests.games.playing import START, deal, play_out
from tests.league.club_nights import fresh, play_on, play_round, started

pytestmark = [pytest.mark.django_db, pytest.mark.written_by_hand, pytest.mark.both_databases]
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="stores nothing unreadable")

DAY = dt.datetime(2026, 11, 21, 0, 5, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    """Where a run remembers how far it was."""
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def table() -> Table:
    """A match of two bots that is over."""
    return play_out(deal("bot bot", "r5 g1 / r2 r3", "r9 g9 g8 b8 b9 y9", options={"target_score": 10}))


@pytest.fixture
def competition() -> Competition:
    """An evening whose first stage round is played."""
    evening = started(4, rounds=2)
    play_round(evening)
    return evening


def verify(*arguments: str) -> str:
    """Return what the command says, its faults included."""
    out, err = io.StringIO(), io.StringIO()
    with suppress(CommandError):
        call_command("verify", *arguments, stdout=out, stderr=err)
    assert bool(out.getvalue()) != bool(err.getvalue())
    return out.getvalue() + err.getvalue()


@contextmanager
def unguarded():
    """Switch the triggers off; on PostgreSQL nothing may be waiting to be checked then."""
    connection.check_constraints()
    with lifted(connection):
        yield
        connection.check_constraints()


def tamper(version: int, table: Table, **changes) -> None:
    with unguarded():
        assert TableEvent.objects.filter(stream=table, version=version).update(**changes) == 1


def rechained(stream: str, rows: list) -> bytes:
    """Give changed rows hashes that fit, as somebody who knows the code would, and return the new head."""
    head = eventstore.first_hash(stream)
    with unguarded():
        for row in rows:
            head = row.hash = eventstore.next_hash(
                head, row.version, row.step, row.name, row.schema, row.by, row.at, row.payload
            )
            row.save()
    return head


def test_a_log_as_it_was_written_is_right(table, competition):
    streams = Table.objects.count() + Competition.objects.count() + AuditChain.objects.count()
    events = TableEvent.objects.count() + CompetitionEvent.objects.count() + AuditEntry.objects.count()
    line = f"{streams} streams with {events:,} events: everything is as it was written.\n"
    assert verify() == line
    assert verify("--stream", f"table:{table.pk}").startswith("One stream with")


def test_damage_is_said_with_exit_code_1(table):
    Table.objects.filter(pk=table.pk).update(name="Another")
    with pytest.raises(CommandError, match="One stream or checkpoint is not as it was written") as caught:
        call_command("verify", stderr=io.StringIO())
    assert caught.value.returncode == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"payload": '{"seat": 1}'},
        {"by": "player:1"},
        {"at": START + dt.timedelta(microseconds=1)},
        {"step": 40},
        {"schema": 2},
        {"name": "turn_passed"},
        {"hash": bytes(32)},
    ],
)
def test_whatever_is_changed_in_an_event_it_is_named(table, changes):
    tamper(9, table, **changes)
    assert verify().startswith(f"table:{table.pk}, version 9: this event is not the one that was written")


def test_one_byte_of_one_event_is_enough(table):
    row = TableEvent.objects.get(stream=table, version=4)
    tamper(4, table, payload=row.payload[:-1] + " }")
    assert f"table:{table.pk}, version 4: " in verify()


def test_two_events_that_changed_places_are_named(table):
    first, other = (TableEvent.objects.get(stream=table, version=version) for version in (7, 8))
    with unguarded():
        TableEvent.objects.filter(pk=first.pk).update(version=9999)
        TableEvent.objects.filter(pk=other.pk).update(version=7)
        TableEvent.objects.filter(pk=first.pk).update(version=8)
    assert f"table:{table.pk}, version 7: " in verify()


def test_an_event_that_is_gone_is_named(table):
    with unguarded():
        TableEvent.objects.filter(stream=table, version=6).delete()
    assert f"table:{table.pk}, version 6: this event is missing." in verify()


def test_an_end_that_was_cut_off_is_named(table):
    with unguarded():
        TableEvent.objects.filter(stream=table, version__gt=table.version - 2).delete()
    assert f"table:{table.pk}, version {table.version - 1}: this event is missing." in verify()


def test_all_events_gone_is_noticed(table):
    with unguarded():
        TableEvent.objects.filter(stream=table).delete()
    assert f"table:{table.pk}, version 1: this event is missing." in verify()


def test_an_event_that_was_added_is_named(table):
    last = TableEvent.objects.get(stream=table, version=table.version)
    facts = {"name": "turn_passed", "payload": '{"seat":0}', "step": last.step, "by": "bot", "at": last.at}
    head = eventstore.next_hash(
        last.hash, last.version + 1, last.step, "turn_passed", 1, "bot", last.at, '{"seat":0}'
    )
    TableEvent.objects.create(stream=table, version=last.version + 1, hash=head, **facts)
    assert f"table:{table.pk}, version {last.version + 1}: this event stands behind the end" in verify()


def test_a_history_written_anew_with_fitting_hashes_ends_in_another_head(table):
    rows = list(TableEvent.objects.filter(stream=table))
    rows[0].by = "organizer:2"
    rechained(f"table:{table.pk}", rows)
    assert f"table:{table.pk}, version {len(rows)}: the head of the chain differs." in verify()


def test_a_whole_history_written_anew_is_found_out_by_its_checkpoint(table):
    checkpoints.make(DAY)
    assert "everything is as it was written" in verify()
    rows = list(TableEvent.objects.filter(stream=table))
    rows[0].by = "organizer:2"
    Table.objects.filter(pk=table.pk).update(head=rechained(f"table:{table.pk}", rows))
    line = f"table:{table.pk}, version {len(rows)}: this event is not the one whose hash was published."
    assert line in verify()


def test_an_event_that_nobody_can_read_is_named(table):
    rows = list(TableEvent.objects.filter(stream=table))
    rows[8].payload = '{"nonsense":1}'
    rows[8].name = "card_played"
    Table.objects.filter(pk=table.pk).update(head=rechained(f"table:{table.pk}", rows))
    assert f"table:{table.pk}, version 9: this event cannot be read" in verify()


def test_an_event_that_cannot_have_happened_is_named_by_its_step(table):
    rows = list(TableEvent.objects.filter(stream=table))
    at = next(place for place, row in enumerate(rows) if row.name == "card_played")
    rows[at].payload = eventstore.encode(eventstore.event_classes()["card_played"](1, 53))[2]
    Table.objects.filter(pk=table.pk).update(head=rechained(f"table:{table.pk}", rows))
    first = min(row.version for row in rows if row.step == rows[at].step)
    assert f"table:{table.pk}, version {first}: this cannot have happened" in verify()


def raw(statement: str, *values: object) -> None:
    """Change a row as an editor of database files would."""
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(statement, values)


@sqlite_only
@pytest.mark.parametrize(
    "assignment",
    [
        "payload = CAST(x'ff7b7d' AS TEXT)",
        "name = CAST(x'ff' AS TEXT)",
        "at = replace(at, ' ', 'T')",
        "at = replace(at, '-', 'x')",
        "at = replace(at, ' 1', ' 9')",
        "hash = 'text'",
        "by = 'bot' || char(0)",
    ],
)
def test_bytes_that_are_no_text_and_no_time_are_named_too(table, assignment):
    raw(f"UPDATE games_tableevent SET {assignment} WHERE stream_id = %s AND version = 5", table.pk)
    assert f"table:{table.pk}, version 5: this event is not the one that was written." in verify()
    raw("UPDATE games_tableevent SET at = '2026-11-21 10:00:00', name = 'x', payload = '{}', hash = x'00'")


@sqlite_only
@pytest.mark.parametrize(
    ("rows", "assignment"),
    [
        ("games_table", "version = 'x'"),
        ("games_table", "head = 'text'"),
        ("games_table", "head = CAST(x'ff00' AS TEXT)"),
        ("games_table", "finished_at = '2026-13-45 00:00:00'"),
        ("games_table", "started_at = x'ff00'"),
        ("league_competition", "version = 'x'"),
        ("league_competition", "head = 'text'"),
        ("league_match", "finished_at = '2026-13-45 00:00:00'"),
    ],
)
def test_rows_that_nobody_can_read_are_named_and_stop_no_other_stream(table, competition, rows, assignment):
    tamper(2, table, payload="{}")
    other = Table.objects.exclude(pk=table.pk).latest("pk")
    broken = competition if rows.startswith("league") else other
    where = {"games_table": other.pk, "league_match": Match.objects.latest("pk").pk}.get(rows, competition.pk)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
    raw(f"UPDATE {rows} SET {assignment} WHERE id = %s", where)
    output = verify()
    assert f"table:{table.pk}, version 2: this event is not the one that was written." in output
    assert f"{broken._meta.model_name}:{broken.pk}, version " in output
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = OFF")


@sqlite_only
def test_an_event_that_was_put_into_no_stream_is_missing_in_its_own(table):
    connection.check_constraints()
    with lifted(connection), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_tableevent SET stream_id = 'x' WHERE stream_id = %s AND version = 5", [table.pk]
        )
        output = verify()
        cursor.execute("UPDATE games_tableevent SET stream_id = %s WHERE stream_id = 'x'", [table.pk])
    assert f"table:{table.pk}, version 5: this event is missing." in output
    assert "table:0, version 0: it is gone" in output


def test_a_stream_that_is_gone_altogether_is_known_by_its_checkpoint(table):
    checkpoints.make(DAY)
    with unguarded():
        TableEvent.objects.filter(stream=table).delete()
        Table.objects.filter(pk=table.pk).delete()
    assert f"table:{table.pk}, version 0: it is gone" in verify()


@sqlite_only
@pytest.mark.parametrize("assignment", ["text = CAST(x'ff00' AS TEXT)", "day = '2026-13-45'", "hash = 'x'"])
def test_a_checkpoint_that_nobody_can_read_is_named_and_stops_no_stream(table, assignment):
    tamper(2, table, payload="{}")
    made = checkpoints.make(DAY)
    raw(f"UPDATE games_checkpoint SET {assignment} WHERE id = %s", made.pk)
    output = verify()
    assert f"checkpoint:{made.pk}, version 0: it cannot be read." in output
    assert f"table:{table.pk}, version 2: this event is not the one that was written." in output


def test_a_checkpoint_with_a_line_that_is_none_is_named(table):
    made = checkpoints.make(DAY)
    with unguarded():
        Checkpoint.objects.filter(pk=made.pk).update(text=made.text + "nonsense\n")
    assert "checkpoint:2026-11-21, version 0: its text is not the one" in verify()


def test_a_row_that_does_not_follow_from_the_log_is_named_with_its_column(table):
    Seat.objects.filter(table=table, index=0).update(total=F("total") + 5)
    line = (
        f"table:{table.pk}, version {table.version}: the column total does not say what follows from the log."
    )
    assert line in verify()
    Seat.objects.filter(table=table, index=0).delete()
    assert "the seats are not those of the log" in verify()


@pytest.mark.parametrize(
    ("model", "changes", "what"),
    [
        (Competition, {"name": "Another"}, "facts of the competition"),
        (Entrant, {"seed": 9}, "entrants"),
        (Match, {"decided_by": "somebody"}, "matches"),
        (Placement, {"points": 99}, "placements"),
    ],
)
def test_a_row_of_a_competition_that_does_not_follow_is_noticed_and_left_as_it_is(
    competition, model, changes, what
):
    model.objects.filter(pk=model.objects.first().pk).update(**changes)
    assert f"competition:{competition.pk}" in verify()
    assert f"the {what} do not say what follows from the log." in verify()
    assert model.objects.filter(**changes).exists()


def test_a_changed_decision_of_a_competition_is_named(competition):
    with unguarded():
        CompetitionEvent.objects.filter(stream=competition, version=2).update(by="organizer:77")
    assert f"competition:{competition.pk}, version 2: this event is not the one that was written" in verify()


def test_every_stream_that_is_damaged_is_named(table, competition):
    Table.objects.filter(pk=table.pk).update(name="Another")
    Competition.objects.filter(pk=competition.pk).update(name="Another")
    output = verify()
    assert f"table:{table.pk}, " in output
    assert f"competition:{competition.pk}, " in output


def test_a_stopped_run_goes_on_behind_the_stream_it_had_reached(table, competition, folder):
    Table.objects.filter(pk=table.pk).update(name="Another")
    names = [f"table:{pk}" for pk in Table.objects.order_by("pk").values_list("pk", flat=True)]
    known = f"{names[0]}, version 3: found before."
    command._place().write_text(json.dumps({"done": names[-1], "faults": [known]}))
    output = verify("--resume")
    assert known in output
    assert f"table:{table.pk}, " not in output.replace(known, "")
    assert list(folder.iterdir()) == []
    assert f"table:{table.pk}, " in verify("--resume")


@pytest.mark.django_db(transaction=True)
def test_several_processes_find_the_same(table, competition, monkeypatch):
    monkeypatch.setattr(command, "_EVENTS_AT_ONCE", 10)
    assert verify("--jobs", "2") == verify("--jobs", "1")
    tamper(3, table, by="bot")
    assert verify("--jobs", "2") == verify("--jobs", "1")
    assert f"table:{table.pk}, version 3: " in verify("--jobs", "2")


def test_a_file_that_no_stopped_run_left_is_refused_in_words(folder):
    command._place().write_text("[]")
    with pytest.raises(CommandError, match="delete it"):
        call_command("verify", "--resume")
    with pytest.raises(CommandError, match="There is no stream called table:999999"):
        call_command("verify", "--stream", "table:999999")


def test_a_checkpoint_names_what_is_settled_once_and_follows_the_one_before(table, competition):
    running = deal("Ana Bo", "r5 g1 / r2 r3", "r9 g9 g8")
    first = checkpoints.make(DAY)
    lines = first.text.splitlines()
    assert lines[:3] == ["wildleague checkpoint 1", "2026-11-21", "0" * 64]
    assert f"table:{table.pk} {table.version} {Table.objects.get(pk=table.pk).head.hex()}" in lines
    assert f"table:{running.pk} " not in first.text
    assert checkpoints.make(DAY + dt.timedelta(hours=3)) is None
    play_round(competition)
    second = checkpoints.make(DAY + dt.timedelta(days=1))
    assert second.text.splitlines()[2] == first.hash.hex()
    assert f"table:{table.pk} " not in second.text
    assert f"competition:{competition.pk} " in second.text
    assert "everything is as it was written" in verify()


def test_a_changed_checkpoint_is_named(table):
    checkpoints.make(DAY)
    checkpoints.make(DAY + dt.timedelta(days=1))
    with unguarded():
        Checkpoint.objects.filter(day=DAY.date()).update(text="wildleague checkpoint 1\n")
    assert "checkpoint:2026-11-21, version 0: its text is not the one that was published" in verify()
    with unguarded():
        Checkpoint.objects.filter(day=DAY.date()).delete()
    assert "checkpoint:2026-11-22, version 0: it does not follow the checkpoint before it." in verify()


def test_a_checkpoint_can_be_fetched_byte_for_byte(client, table):
    assert "no checkpoint yet" in client.get("/checkpoints/").content.decode()
    made = checkpoints.make(DAY)
    assert made.hash.hex() in client.get("/checkpoints/").content.decode()
    answer = client.get("/checkpoints/2026-11-21.txt")
    assert answer.content.decode() == made.text
    assert client.get("/checkpoints/2026-11-20.txt").status_code == 404
    assert client.get("/checkpoints/nonsense.txt").status_code == 404


def test_the_command_prints_the_checkpoint_to_publish(table):
    out = io.StringIO()
    call_command("checkpoint", stdout=out)
    call_command("checkpoint", stdout=out)
    assert out.getvalue() == 2 * Checkpoint.objects.get().text


def test_a_table_without_events_stops_no_check_of_the_competition_that_counted_it(table):
    season = play_on(started(4, rounds=1))
    closings.recompute(season.pk)
    played = Match.objects.filter(competition=season).first().table_id
    tamper(2, table, payload="{}")
    with unguarded():
        TableEvent.objects.filter(stream=played).delete()
    output = verify()
    assert f"table:{played}, version 1: this event is missing." in output
    assert f"competition:{season.pk}, version {season.version}: the " in output
    assert f"table:{table.pk}, version 2: " in output


def test_rows_computed_from_more_than_the_log_has_are_named(table):
    season = play_on(started(4, rounds=1))
    closings.recompute(season.pk)
    achievements.recompute([table.pk])
    assert "everything is as it was written" in verify()
    ReadTable.objects.filter(table=table).update(version=table.version + 1)
    assert (
        f"table:{table.pk}, version {table.version}: the feats are of more events than there are." in verify()
    )
    version = season.version
    for stamp in (f"1.{version + 1}.0", "nonsense"):
        Closing.objects.filter(competition=season).update(stamp=stamp)
        line = f"competition:{season.pk}, version {version}: the closing is of more events than there are."
        assert line in verify()
    Closing.objects.filter(competition=season).update(stamp=f"1.{version - 1}.0")
    assert f"competition:{season.pk}, " not in verify()


def test_a_row_that_breaks_a_check_is_named_and_stops_no_other(table):
    season = play_on(started(4, rounds=1))
    closings.recompute(season.pk)
    tamper(2, table, payload="{}")
    played = Match.objects.filter(competition=season).first().table
    rows = list(TableEvent.objects.filter(stream=played))
    last = [row for row in rows if row.name == "points_scored"][-1]
    last.payload = json.dumps(json.loads(last.payload) | {"totals": []})
    Table.objects.filter(pk=played.pk).update(head=rechained(f"table:{played.pk}", rows))
    output = verify()
    assert f"competition:{season.pk}, version 0: it cannot be checked (IndexError: " in output
    assert f"table:{table.pk}, version 2: " in output


@pytest.mark.parametrize("changes", [{"schema": 0}, {"schema": -1, "payload": "[]"}, {"schema": 99}])
def test_an_event_of_a_format_that_never_was_is_named(table, changes):
    if connection.vendor == "postgresql" and changes["schema"] < 0:
        pytest.skip("takes no such number")
    rows = list(TableEvent.objects.filter(stream=table))
    for name, value in changes.items():
        setattr(rows[3], name, value)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
    Table.objects.filter(pk=table.pk).update(head=rechained(f"table:{table.pk}", rows))
    assert f"table:{table.pk}, version 4: this event cannot be read" in verify()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
    with unguarded():
        TableEvent.objects.filter(stream=table, version=4).update(schema=1)


def test_a_stream_that_does_not_fit_into_the_tables_is_named_and_stops_no_other(
    table, competition, monkeypatch
):
    tamper(2, table, payload="{}")
    monkeypatch.setitem(command._CHECK, "competition", _breaking)
    output = verify()
    assert f"competition:{competition.pk}, version 0: it cannot be checked (IntegrityError: " in output
    assert f"table:{table.pk}, version 2: " in output


def _breaking(pk: int, _published: object) -> None:
    with atomic():
        Entrant.objects.bulk_create(Entrant.objects.filter(competition=pk))


def test_a_place_that_cannot_be_used_to_remember_is_said_in_a_sentence(table, folder):
    command._place().mkdir()
    for arguments in ([], ["--resume"]):
        with pytest.raises(CommandError, match=r"cannot be (written|read): Is a directory") as caught:
            call_command("verify", *arguments)
        assert caught.value.returncode == 2
    assert "One stream" in verify("--stream", f"table:{table.pk}")


def test_a_run_that_is_stopped_says_how_to_go_on(table, monkeypatch):
    monkeypatch.setattr(command, "_faults", _stopped)
    with pytest.raises(CommandError, match="Stopped: --resume") as caught:
        call_command("verify")
    assert caught.value.returncode == 2


def _stopped(_portion: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.django_db(transaction=True)
def test_a_process_that_is_killed_is_said_in_a_sentence(table, competition, monkeypatch):
    monkeypatch.setattr(command, "_EVENTS_AT_ONCE", 10)
    monkeypatch.setattr(command, "_faults", _killed)
    with pytest.raises(CommandError, match="One of the processes was ended from outside") as caught:
        call_command("verify", "--jobs", "2")
    assert caught.value.returncode == 2


def _killed(_portion: object) -> None:
    os._exit(9)


def test_a_database_that_does_not_answer_is_said_in_a_sentence(table):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_checkpoint RENAME TO elsewhere")
        with pytest.raises(CommandError, match="The database does not answer: ") as caught, atomic():
            call_command("verify")
        cursor.execute("ALTER TABLE elsewhere RENAME TO games_checkpoint")
    assert caught.value.returncode == 2


@pytest.fixture
def keepsake(tmp_path: Path, table, competition) -> Path:
    """The second checkpoint as somebody has kept it; the first one names the table."""
    checkpoints.make(DAY)
    play_round(competition)
    made = checkpoints.make(DAY + dt.timedelta(days=1))
    file = tmp_path / "kept.txt"
    file.write_text(made.text)
    return file


def test_a_kept_checkpoint_proves_what_was_settled_then(keepsake, table, competition):
    settled = [table, *Table.objects.filter(match__competition=competition), fresh(competition)]
    events = sum(Table.objects.get(pk=closing.pk).version for closing in settled[:-1]) + settled[-1].version
    events += AuditEntry.objects.count()
    output = verify("--checkpoint", str(keepsake))
    assert "everything is as it was written" in output
    assert f"Proved since 2026-11-22 by the checkpoint in the file: the {events:,} events of" in output
    alone = verify("--checkpoint", str(keepsake), "--stream", f"table:{table.pk}")
    assert f"the {table.version} events of one stream that" in alone


def test_checkpoints_written_anew_after_a_history_are_found_out_by_the_kept_one(keepsake, table, competition):
    """Somebody with all rights has changed an event, every hash behind it and every checkpoint."""
    rows = list(CompetitionEvent.objects.filter(stream=competition))
    rows[1].by = "organizer:77"
    Competition.objects.filter(pk=competition.pk).update(
        head=rechained(f"competition:{competition.pk}", rows)
    )
    with unguarded():
        Checkpoint.objects.all().delete()
    checkpoints.make(DAY)
    checkpoints.make(DAY + dt.timedelta(days=1))
    assert "everything is as it was written" in verify()
    output = verify("--checkpoint", str(keepsake))
    assert "checkpoint:2026-11-22, version 0: it is not the one that was kept." in output
    assert (
        f"competition:{competition.pk}, version {len(rows)}: this event is not the one whose hash" in output
    )
    assert "Proved" not in output
    with unguarded():
        Checkpoint.objects.all().delete()
    assert "checkpoint:2026-11-22, version 0: it is missing here." in verify("--checkpoint", str(keepsake))


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:0],
        lambda text: text[:-1],
        lambda text: text.replace("2026-11-22", "2026-13-45"),
        lambda text: text + "nonsense\n",
        lambda text: text + "é",
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused_in_words(keepsake, change):
    keepsake.write_text(change(keepsake.read_text()))
    with pytest.raises(CommandError, match="is no checkpoint") as caught:
        call_command("verify", "--checkpoint", str(keepsake))
    assert caught.value.returncode == 2
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify", "--checkpoint", str(keepsake.parent / "nowhere"))
