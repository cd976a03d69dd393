"""Situation: a program reads the seating of the next draw, and sends another one to be the draft."""

import pytest

from league.import_export import seatings
from league.models import Competition, Membership
from tests.games.sending import new_id
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import fresh, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def season() -> Competition:
    return started(4, format="swiss", table_size=2, rounds=3, venue="elsewhere", by_hand=True)


def organizer(cup: Competition, name: str = "Olga", **facts: object) -> Program:
    mine = program(name, **facts)
    Membership.objects.create(club=cup.club, player=mine.player, is_organizer=True)
    return mine


def path(cup: Competition) -> str:
    return f"competitions/{cup.pk}/draft/seating/"


def tables(mine: Program, cup: Competition) -> list[list[int]]:
    rounds = mine.get(f"competitions/{cup.pk}/draft/").json()["draft"]["rounds"]
    return [[seat["entrant"] for seat in table["seats"]] for table in rounds[0]["tables"]]


def as_csv(mine: Program, cup: Competition, text: bytes, after: int | str | None, key: str = "") -> object:
    headers = {**mine.headers, "Idempotency-Key": key or new_id()}
    query = "" if after is None else f"?after={after}"
    return mine.client.post(
        f"/api/v1/{path(cup)}{query}", text, content_type="text/csv; charset=utf-8", headers=headers
    )


ROWS = [
    {"table": 1, "seat": 2, "entrant": 1},
    {"table": 1, "seat": 1, "entrant": 4, "name": "Player 4"},
    {"table": 2, "seat": 1, "name": "Player 3"},
    {"table": 2, "seat": 2, "entrant": 2},
]


def test_rows_become_a_draft_that_says_so(season) -> None:
    mine = organizer(season)
    answer = mine.post(path(season), {"after": season.version, "rows": ROWS})
    assert answer.status_code == 200, answer.content
    assert answer.json()["version"] == fresh(season).version
    assert tables(mine, season) == [[4, 1], [3, 2]]
    draft = mine.get(f"competitions/{season.pk}/draft/").json()["draft"]
    assert (draft["is_prescribed"], draft["warnings"], draft["seed"]) == (True, [], "")


def test_a_seating_is_sent_back_as_it_was_read(season) -> None:
    mine = organizer(season)
    told = mine.get(path(season)).json()
    assert [list(row) for row in told["results"]] == [["table", "seat", "entrant", "name"]] * 4
    answer = mine.post(path(season), {"after": told["version"], "rows": told["results"]})
    assert answer.status_code == 200, answer.content
    sheet = mine.get(path(season) + "?format=csv")
    assert sheet["Content-Type"].startswith("text/csv")
    seated = tables(mine, season)
    assert as_csv(mine, season, sheet.content, fresh(season).version).status_code == 200
    assert tables(mine, season) == seated
    answer = mine.post(path(season), {"after": fresh(season).version, "csv": sheet.content.decode()})
    assert answer.status_code == 200


def test_a_bye_is_table_nought(season) -> None:
    mine = organizer(season)
    rows = [{"table": 1, "entrant": 1}, {"table": 1, "entrant": 2}, {"table": 0, "entrant": 3}]
    answer = mine.post(path(season), {"after": season.version, "rows": [*rows, {"table": 0, "entrant": 4}]})
    assert answer.status_code == 200, answer.content
    byes = mine.get(f"competitions/{season.pk}/draft/").json()["draft"]["rounds"][0]["byes"]
    assert [bye["seats"][0]["entrant"] for bye in byes] == [3, 4]
    told = mine.get(path(season)).json()["results"]
    assert [row["table"] for row in told] == [1, 1, 0, 0]


def test_every_mistake_is_told_by_its_line_and_again_to_who_sends_it_again(season) -> None:
    mine = organizer(season)
    wrong = [{"table": 1, "entrant": 1}, {"table": 1, "entrant": 1}, {"table": 2, "name": "Zoe"}]
    key = new_id()
    answers = [
        mine.post(path(season), {"after": season.version, "rows": wrong}, key=key) for _time in range(2)
    ]
    assert problem(answers[0]) == (422, "bad_seating")
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["errors"] == {
        "rows": [
            "Line 2: “Player 1” is already in this round, in line 1.",
            "Line 3: There is no entrant “Zoe”.",
            "Line 3: Players at table 2: 1. There must be 2.",
            "Without a seat or a bye in round 1: “Player 2”, “Player 3” and “Player 4” (3).",
        ]
    }
    assert fresh(season).version == season.version


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "rows"),
        ({"rows": ROWS, "csv": "table,entrant\n1,1"}, "rows"),
        ({"rows": [{"seat": 1, "entrant": 1}]}, "rows.0.table"),
        ({"rows": [{"table": 1, "entrant": "1"}]}, "rows.0.entrant"),
        ({"rows": [{"table": seatings.MOST_TABLES + 1, "entrant": 1}]}, "rows.0.table"),
        ({"rows": [{"table": 1, "seat": 11, "entrant": 1}]}, "rows.0.seat"),
        ({"rows": [{"table": 1, "round": 1000, "entrant": 1}]}, "rows.0.round"),
        ({"rows": [{"table": 1, "name": "x" * 61}]}, "rows.0.name"),
        ({"rows": [{"table": 1, "chair": 1}]}, "rows.0.chair"),
        ({"rows": [{"table": 0, "entrant": 1}] * (seatings.MOST_LINES + 1)}, "rows"),
    ],
)
def test_bodies_that_say_no_seating_are_refused_by_field(season, body, field) -> None:
    answer = organizer(season).post(path(season), {"after": season.version, **body})
    assert problem(answer) == (422, "invalid")
    assert field in answer.json()["errors"]


def test_no_rows_at_all_are_no_seating(season) -> None:
    answer = organizer(season).post(path(season), {"after": season.version, "rows": []})
    assert problem(answer) == (422, "bad_seating")


def test_a_sheet_names_the_version_in_its_address(season) -> None:
    mine = organizer(season)
    text = b"table,entrant\n1,1\n1,2\n2,3\n2,4\n"
    assert problem(as_csv(mine, season, text, None)) == (422, "invalid")
    assert problem(as_csv(mine, season, text, "x")) == (422, "invalid")
    assert problem(as_csv(mine, season, text, season.version - 1)) == (409, "stale")
    assert problem(as_csv(mine, season, "table,entrant\n1,Zoë".encode("cp1252"), 1)) == (422, "bad_file")
    assert problem(as_csv(mine, season, b"x" * 1_000_001, 1)) == (413, "too_large")
    key = new_id()
    for _time in range(2):
        assert as_csv(mine, season, text, season.version, key).status_code == 200
    assert fresh(season).version == season.version + 1
    other = as_csv(mine, season, text.replace(b"1,2", b"1,3"), season.version, key)
    assert problem(other) == (422, "id_reused")


def test_a_body_of_another_kind_is_refused(season) -> None:
    mine = organizer(season)
    assert problem(mine.raw(path(season), b"<rows/>", "text/xml"))[0] == 415


def test_only_organizers_read_and_send_it(season) -> None:
    for role in ("is_member", "is_referee"):
        mine = program(role)
        Membership.objects.create(club=season.club, player=mine.player, **{role: True})
        assert problem(mine.get(path(season))) == (403, "not_allowed")
        answer = mine.post(path(season), {"after": season.version, "rows": ROWS})
        assert problem(answer) == (403, "not_allowed")
    mine = organizer(season, "Oleg", scopes=("read", "play"))
    assert problem(mine.post(path(season), {"after": season.version, "rows": ROWS})) == (403, "lacks_scope")
    assert problem(Program().post(path(season), {"after": season.version, "rows": ROWS})) == (
        401,
        "not_logged_in",
    )
