"""Situation: match records are downloaded, checked over HTTP, and handled on the command line."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.integrity.match_records import LIMIT, check, export, import_record
from games.models import Table
from tests.games.integrity.test_match_records_of_tables import dealt, finished
from tests.games.playing import START, open_table
from tests.games.rules.records.test_invalid_match_records import record
from tests.games.visiting import HTMX
from tests.servers import commands

ROOT = Path(__file__).resolve().parents[3]


def broken() -> bytes:
    document = record()
    document["rounds"][0]["actions"][0] = "A play b1"
    return json.dumps(document).encode()


# On the page of the replay.


@pytest.mark.django_db
def test_a_finished_match_is_downloaded_from_its_replay(client: Client) -> None:
    table = finished()
    assertContains(client.get(f"/tables/{table.pk}/replay/"), f'href="/tables/{table.pk}/record.json"')
    answer = client.get(f"/tables/{table.pk}/record.json")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="match-{table.pk}.json"'
    assert answer.content.decode() == export(table.pk)


@pytest.mark.django_db
def test_a_running_match_hands_out_no_record(client: Client) -> None:
    table = dealt()
    assertNotContains(client.get(f"/tables/{table.pk}/replay/"), "record.json")
    answer = client.get(f"/tables/{table.pk}/record.json")
    assertContains(answer, "it is available after the match", status_code=409)
    assertNotContains(answer, "r4 r1", status_code=409)


@pytest.mark.django_db
def test_a_match_that_was_never_played_has_no_record(client: Client) -> None:
    assert client.get("/tables/4711/record.json").status_code == 404
    table = open_table("Ana", seats=2)
    assert client.get(f"/tables/{table.pk}/record.json").status_code == 409
    tables.give_up(table.pk, by="organizer:1", at=START)
    assertContains(client.get(f"/tables/{table.pk}/record.json"), "no cards have been dealt", status_code=409)


@pytest.mark.django_db
def test_an_unfinished_match_that_was_brought_in_is_shown_with_all_hands(client: Client) -> None:
    table, _said = import_record(json.dumps(record()).encode(), at=START)
    page = client.get(f"/tables/{table.pk}/replay/?step=2")
    assertContains(page, "Not finished")
    assertContains(page, 'class="hands__cards"', count=3)
    assertContains(page, "record.json")
    assertContains(client.get(f"/tables/{table.pk}/"), "This match was not finished")
    assertContains(client.get(f"/tables/{table.pk}/replay/?step=2", headers=HTMX), "Ana played red 5")


# Over HTTP.


def post(data: bytes, path: str = "/api/records/check", **facts: object) -> object:
    client = Client(enforce_csrf_checks=True)
    return client.post(path, data, **{"content_type": "application/json", **facts})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "status"),
    [
        (json.dumps(record()).encode(), 200),
        (broken(), 422),
        (b"", 400),
        (b"[]", 400),
        (b"[" * 100_000, 400),
        (b"\xff", 400),
        (b'{"\\ud800": 1}', 400),
        (b'{"format": "wildleague-record/1", "rulebook": "\xc3\xa9", "seats": [], "rounds": []}', 400),
        (b"{" + b" " * LIMIT, 413),
        (b" " * (LIMIT + 3_000_000), 413),
    ],
)
def test_a_record_is_checked_over_http_by_anybody(data: bytes, status: int) -> None:
    answer = post(data)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
    assert answer.json() == check(data)
    here = post(data, "/api/v1/records/check/")
    assert here.status_code == status
    verdict = check(data)
    same = verdict.keys() if verdict["ok"] else {"code", "round", "action"} & here.json().keys()
    assert {name: here.json()[name] for name in same} == {name: verdict[name] for name in same}
    assert here["Content-Type"] == ("application/json" if status == 200 else "application/problem+json")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream", "nonsense", ""],
)
def test_the_content_type_of_the_body_does_not_matter(content_type: str) -> None:
    data = json.dumps(record()).encode()
    assert post(data, content_type=content_type).json() == check(data)


@pytest.mark.django_db
def test_a_form_with_a_file_is_no_record() -> None:
    answer = Client().post("/api/records/check", {"file": io.BytesIO(json.dumps(record()).encode())})
    assert (answer.status_code, answer.json()["code"]) == (400, "not_a_record")


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_a_record_is_only_posted(method: str) -> None:
    answer = getattr(Client(), method)("/api/records/check")
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")


# On the command line.


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("record", *words, stdout=out)
    return out.getvalue()


def test_a_valid_record_is_checked_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record()))
    assert json.loads(run("check", str(file))) == check(file.read_bytes())


def test_a_broken_record_ends_the_command_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(broken())
    for verb in ("check", "import"):
        with pytest.raises(SystemExit) as ended:
            call_command("record", verb, str(file))
        assert ended.value.code == 1
        assert json.loads(capsys.readouterr().out) == check(broken())


@pytest.mark.django_db
def test_an_exported_record_is_imported(tmp_path: Path) -> None:
    table = finished()
    file = tmp_path / "record.json"
    file.write_text(run("export", str(table.pk)), encoding="utf-8")
    answer = json.loads(run("import", str(file)))
    assert answer == {**check(file.read_bytes()), "table": answer["table"]}
    assert answer["table"] != table.pk
    assert run("export", str(answer["table"])) == file.read_text(encoding="utf-8")


@pytest.mark.django_db
def test_only_a_table_that_was_played_is_exported() -> None:
    for number in ("4711", "9" * 40):
        with pytest.raises(CommandError, match="no table"):
            run("export", number)
    with pytest.raises(CommandError, match="no cards have been dealt"):
        run("export", str(open_table("Ana", seats=2).pk))


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for name in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(CommandError, match="cannot be read") as refused:
            run("check", str(name))
        assert refused.value.returncode == 2


def test_a_record_comes_through_a_pipe_without_any_database(tmp_path: Path) -> None:
    changed = {**record(), "seats": ["Ána", "Bo", "Cy"]}
    done = subprocess.run(
        [sys.executable, "manage.py", "record", "check", "-"],
        cwd=ROOT,
        input=broken(),
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "DATA_DIR": str(tmp_path),
            "DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none",
        },
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout) == check(broken())
    for data, code in ((json.dumps(changed).encode(), 0), (b"nonsense", 1)):
        end, out, error = commands.ended("record", "check", "-", text=data)
        assert (end, error) == (code, "")
        assert json.loads(out) == check(data)


@pytest.mark.django_db
def test_nothing_is_kept_of_a_check() -> None:
    post(json.dumps(record()).encode())
    assert not Table.objects.exists()
