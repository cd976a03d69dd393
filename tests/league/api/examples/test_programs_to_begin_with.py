"""Situation: somebody begins with what docs/programs/api.md shows: a tour with curl, and a typed client."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints, is_typeddict

import pytest
from django.utils import timezone

from games.models import Table
from league.accounts import tokens
from league.api.examples import client
from tests.league.api.openapi.document import document
from tests.league.people import somebody
from tests.servers import curl

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

PAGE = Path(__file__).resolve().parents[4] / "docs/programs/api.md"
TOUR = next(
    block for block in re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL) if "TOKEN=wl_…" in block
)
SHAPES = {"Table": "TableSeen", "TableInList": "TableRow", "Seat": "SeatRow", "Event": "TableEvent"}
"""What the schema calls what the client has another name for."""


def token_of(name: str) -> str:
    return tokens.make(somebody(name), name="Tour", scopes=["play"], days=1, at=timezone.now())[1]


def toured(address: str, folder: Path, *, with_ours: bool) -> list[str]:
    """What the tour prints, with the curl of this machine or with ours."""
    commands = f"{folder}:{os.environ['PATH']}" if with_ours else os.environ["PATH"]
    if with_ours:
        program = folder / "curl"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {Path(curl.__file__)} "$@"\n')
        program.chmod(0o755)
    tour = TOUR.replace("http://127.0.0.1:8000", address).replace("wl_…", token_of("Ana"))
    script = "set -eu\n" + re.sub(r"^(get|post|curl) ", r"echo; \1 ", tour, flags=re.MULTILINE)
    ran = subprocess.run(
        ["sh", "-c", script],
        env=os.environ | {"PATH": commands},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    return [line for line in ran.stdout.splitlines() if line]


@pytest.mark.parametrize("with_ours", [True, False], ids=["our curl", "curl"])
def test_the_tour_with_curl_leads_where_it_says(asgi_server: str, tmp_path: Path, with_ours: bool) -> None:
    if not with_ours and not shutil.which("curl"):
        return  # the same tour runs with ours, everywhere
    told = toured(asgi_server, tmp_path, with_ours=with_ours)
    rules, checked, table, moved, events, waited, running = map(json.loads, told[:7])
    number = Table.objects.get().pk
    assert (rules["name"], checked["options"]["target_score"]) == ("classic", 300)
    assert (table["id"], table["you"]["seat"], "draw" in table["legal"]) == (number, "A", True)
    assert moved["version"] > table["version"]
    assert events["results"][0]["type"] == "cards_drawn"
    assert waited["results"][0]["version"] == 2
    assert running["results"] == [{"id": number, "name": "Classic for 2"}]
    assert told[7:] == ["id,name,status", f"{number},Classic for 2,running", "401"]
    assert json.loads((tmp_path / "problem.json").read_text())["code"] == "not_logged_in"


def test_a_client_opens_a_table_and_plays(asgi_server: str) -> None:
    ana = client.Client(asgi_server, token_of("Ana"))
    rules = {"dealer_choice": "fixed", "starter_rule": "number_only"}
    table = ana.open_table(seats=2, bots=1, options=rules)
    started = ana.act(table, "start", dealer=1)
    assert started["state"] is not None
    assert started["state"]["to_act"] == "A"
    drawn = ana.move(started, "draw")
    assert ana.events(table["id"], started["version"])[0]["type"] == "cards_drawn"
    assert ana.wait(table["id"], drawn["version"] - 1)[0]["version"] == drawn["version"]
    assert ana.table(table["id"])["version"] == drawn["version"]
    with pytest.raises(client.ProblemError) as refused:
        ana.move(started, "draw")
    assert (refused.value.status, refused.value.code) == (409, "stale")
    with pytest.raises(client.ProblemError) as refused:
        ana.open_table(seats=11)
    assert set(refused.value.errors) == {"seats"}


def test_a_client_follows_a_list_to_its_end(asgi_server: str) -> None:
    ana = client.Client(asgi_server, token_of("Ana"))
    opened = [ana.open_table(seats=2)["id"] for _number in range(3)]
    assert [table["id"] for table in client.Client(asgi_server).tables(limit=1, ordering="id")] == opened


@pytest.mark.parametrize("name", [name for name, member in vars(client).items() if is_typeddict(member)])
def test_the_types_of_the_client_are_those_of_the_schema(name: str) -> None:
    shape = document()["components"]["schemas"][SHAPES.get(name, name)]
    for field, hint in get_type_hints(getattr(client, name)).items():
        assert field in shape["properties"], field
        assert (type(None) in getattr(hint, "__args__", ())) == may_be_null(shape["properties"][field]), field


def may_be_null(schema: dict[str, Any]) -> bool:
    kinds = [shape.get("type") for shape in schema.get("oneOf", [])] or schema.get("type", [])
    return "null" in kinds


def test_the_client_needs_nothing_but_python() -> None:
    lines = Path(client.__file__).read_text().splitlines()
    needed = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert needed <= set(sys.stdlib_module_names)


def test_the_client_has_types_without_a_gap_also_where_somebody_copies_it_to(tmp_path: Path) -> None:
    shutil.copy(client.__file__, tmp_path)
    check = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "client.py"]
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_client_is_a_program_too(asgi_server: str) -> None:
    command = [sys.executable, "-I", "-W", "error", str(client.__file__), asgi_server]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
