"""Situation: two programs act at one table, and the slower one has not seen what the faster one did."""

from typing import Any

import pytest

from games.models import Table, TableEvent
from tests.league.api.asking import Program, problem, program
from tests.league.api.openapi.document import document

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_TABLE = "/api/v1/tables/{id}/"
HELD = {"out": 0, "held": [{"seat": 1, "points": 5}]}
ONLINE: dict[str, dict[str, Any]] = {
    "moves": {"move": "draw"},
    "sit": {},
    "bots": {},
    "keep": {},
    "free": {"seat": 1},
    "start": {},
    "leave": {},
    "come-back": {},
    "words": {"words": "rain"},
    "pause": {},
    "resume": {},
    "ruling": {"ruling": "end"},
}
REAL_CARDS: dict[str, dict[str, Any]] = {
    "sheet/deals": {"deal": 1, **HELD},
    "sheet/deals/{deal}": HELD,
    "sheet/undo": {"deal": 1},
    "sheet/penalty": {"seat": 0, "kind": "uno"},
    "sheet/note": {"seat": 0, "kind": "dealer"},
    "sheet/end": {},
    "result/confirm": {},
    "result/object": {},
    "result/settle": {"stands": True},
}
WITHOUT = {
    "chat": "It is said after whatever has been said.",
    "chat/{message}/hide": "A message never changes; hiding it twice changes nothing.",
    "replay/analysis": "The match is over; asking for its analysis twice changes nothing.",
    "replay/comments": "The match is over, and it is said beside whatever has been said.",
    "replay/comments/{comment}/remove": "A comment never changes; who is faster has removed it.",
    "referee": "It says what is wanted; calling twice changes nothing.",
    "referee/take-back": "It says what is wanted; taking it back twice changes nothing.",
}
"""What needs no version, and why. The guide of the API says so, too."""


def told(table: Table) -> tuple[Any, ...]:
    """What must stay as it is."""
    return Table.objects.values_list("version", "head", "status").get(pk=table.pk), events(table)


def events(table: Table) -> int:
    return TableEvent.objects.filter(stream=table.pk).count()


def test_every_act_at_a_table_names_the_version_or_has_a_reason_not_to() -> None:
    schema = document()
    named, unnamed = set(), set()
    for path, methods in schema["paths"].items():
        if not path.startswith(_TABLE):
            continue
        for method in methods.keys() - {"get"}:
            body = methods[method].get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            shape = schema["components"]["schemas"].get(name, {})
            is_named = "after" in shape.get("required", ())
            (named if is_named else unnamed).add(path.removeprefix(_TABLE).rstrip("/"))
    assert named == set(ONLINE) | set(REAL_CARDS)
    assert unnamed == set(WITHOUT)


@pytest.mark.parametrize("what", ONLINE)
def test_someone_who_has_not_seen_the_last_move_does_nothing_at_an_online_table(what: str) -> None:
    host = program("Hal")
    opened = host.post("tables/", {"seats": 3, "bots": 2}).json()
    host.post(f"tables/{opened['id']}/start/", {"after": opened["version"]})
    refused(host, opened["id"], what, {**ONLINE[what], "after": opened["version"]})


@pytest.mark.parametrize("what", REAL_CARDS)
def test_someone_who_has_not_seen_the_last_deal_writes_nothing_on_a_sheet(what: str) -> None:
    host = program("Hal")
    opened = host.post("tables/real-cards/", {"players": ["Hal", "Bo", "Cy"]}).json()
    seen = {"after": opened["version"]}
    held = [{"seat": 1, "points": 5}, {"seat": 2, "points": 7}]
    done = host.post(f"tables/{opened['id']}/sheet/deals/", {**seen, "deal": 1, "out": 0, "held": held})
    assert done.status_code == 200
    refused(host, opened["id"], what.format(deal=1), {**REAL_CARDS[what], **seen})


def test_a_penalty_is_meant_whatever_has_been_played_meanwhile() -> None:
    host, bo = program("Hal"), program("Bo")
    opened = host.post("tables/", {"seats": 3, "bots": 1}).json()
    path = f"tables/{opened['id']}/"
    seated = bo.post(f"{path}sit/", {"after": opened["version"]}).json()
    before = host.post(f"{path}start/", {"after": seated["version"]}).json()
    # Hal plays, so the others are asked to agree.
    penalty = {"ruling": "penalty", "seat": 2, "cards": 2, "reason": "advice"}
    penalty["after"] = before["version"] - 1
    assert host.post(f"{path}ruling/", penalty).json()["version"] > before["version"]


def refused(who: Program, table: int, what: str, body: dict[str, Any]) -> None:
    """Whoever comes too late is told so, and nothing has changed."""
    before = told(Table.objects.get(pk=table))
    assert problem(who.post(f"tables/{table}/{what}/", body)) == (409, "stale")
    missing = {name: value for name, value in body.items() if name != "after"}
    answer = who.post(f"tables/{table}/{what}/", missing)
    assert problem(answer) == (422, "invalid")
    assert "after" in answer.json()["errors"]
    assert told(Table.objects.get(pk=table)) == before
