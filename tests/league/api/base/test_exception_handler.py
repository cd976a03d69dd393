"""Situation: a program asks wrongly, in every way we could think of. It is told so, and never 500."""

import datetime as dt
import json

import pytest
from django.db import OperationalError, connection
from django.test import override_settings
from django.utils import timezone

from games.models import ChatMessage, Receipt, Table
from league.models import Membership
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

DEEP = b'{"options":' + b"[" * 50_000 + b"]" * 50_000 + b"}"
BODIES = [
    (b"{", 400),
    (b"", 201),
    (b"\x00", 400),
    (b"\xff\xfe{}", 400),
    (b"NaN", 400),
    (b'{"seats": Infinity}', 400),
    (DEEP, 400),
    (b"[]", 422),
    (b"null", 422),
    (b'"text"', 422),
    (b"7", 422),
    (b'{"seats": 1e400}', 422),
    (b'{"seats": ' + b"9" * 4000 + b"}", 422),
    (b'{"seats": ' + b"9" * 5000 + b"}", 400),
    (b'{"name": "a\\u0000b"}', 422),
    (b'{"name": "\\ud800"}', 422),
    (b'{"name": ["a"]}', 422),
    (json.dumps({"name": "x" * 10_000}).encode(), 422),
    (b'{"options": {"hand_size": "\\ud800"}}', 422),
    (b'{"options": {"\\u0000": 1}}', 422),
    (b'{"options": {"hand_size": [[[]]]}}', 422),
    (b'{"rulebook": "nothing"}', 422),
    (b'{"rulebook": "custom-99999999999999999"}', 422),
    (b'{"seats": 2, "bots": 2}', 422),
    (b'{"a": ' + b'"x"' * 0 + b'"' + b"x" * 10_000_000 + b'"}', 413),
]


@pytest.mark.parametrize(("body", "status"), BODIES, ids=[repr(body[:30]) for body, _status in BODIES])
def test_whatever_is_sent_is_answered_exactly(body, status):
    answer = program().raw("tables/", body)
    assert answer.status_code == status, answer.content[:500]
    if status != 201:
        problem(answer)
        assert not Table.objects.exists()


def test_half_a_letter_is_quoted_as_a_question_mark():
    answer = Program().raw("draw/", b'{"format": "\\ud800"}')
    assert problem(answer) == (422, "invalid")
    assert "?" in answer.json()["errors"]["format"][0]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
@pytest.mark.parametrize(
    "body", [b"seats=2", b"x" * 10_000_000, b"a=1&" * 5000], ids=["short", "long", "many"]
)
def test_a_body_that_is_no_json_is_not_read(kind, body):
    assert problem(program().raw("tables/", body, kind)) == (415, "not_json")


def test_the_kind_of_json_may_say_its_letters():
    assert program().raw("tables/", b'{"seats": 2}', "application/json; charset=utf-8").status_code == 201


def test_fields_are_named_one_by_one():
    answer = program().post("tables/", {"seats": 11, "turn_seconds": "soon"})
    assert problem(answer) == (422, "invalid")
    assert set(answer.json()["errors"]) == {"seats", "turn_seconds"}


def test_a_refusal_of_the_rules_is_told_with_its_code_and_its_options():
    options = {"draw_four_challenge": "nonsense"}
    answer = program().post("tables/", {"options": options})
    assert problem(answer) == (422, "bad_value")
    assert answer.json()["options"] == ["draw_four_challenge"]


@pytest.mark.parametrize(
    "path",
    [
        "tables/?cursor=x",
        "tables/?cursor=cD1hYmM%3D",  # p=abc
        "tables/?cursor=cD0lMDA%3D",  # p=%00
        "tables/?ordering=password",
        "tables/?ordering=-",
        "tables/?ordering=opened_at&cursor=cD0yMDI2",  # p=2026
        "tables/?fields=id,password",
        "tables/?status=nonsense",
        "tables/?player=x",
        "tables/?player=99999999999999999999999",
        "tables/?player=nan",
        "tables/?rulebook=%00",
        "tables/?stauts=open",
        "tables/?status=open&opened_by=7",
        "tables/{}/?fields=id",
        "tables/{}/events/?befor=7",
        "tables/{}/events/wait/?befor=7",
        "clubs/?%00=1",
        "options/?cursor=x",
        "tables/{}/events/?after=x",
        "tables/{}/events/?after=-1",
        "tables/{}/events/?after=99999999999999999999",
        "tables/{}/events/?limit=0",
        "tables/{}/replay/1/?seat=Z",
        "tables/{}/events/wait/?after=x",
        "tables/{}/events/wait/?after=²",
        "tables/{}/stream/?befor=7",
        "tables/{}/stream/?after=x",
        "tables/{}/stream/?chat=-1",
    ],
)
def test_a_question_that_makes_no_sense_is_refused(path):
    mine = program()
    pk = mine.post("tables/", {"seats": 2}).json()["id"]
    assert problem(mine.get(path.format(pk)))[0] == 422


def test_a_parameter_that_means_nothing_is_named_and_so_are_those_that_there_are():
    answer = program().get("tables/?stauts=open")
    assert problem(answer) == (422, "unknown_parameter")
    assert "“stauts”" in answer.json()["detail"]
    assert "status" in answer.json()["detail"]


def test_a_post_takes_no_parameters():
    assert problem(program().post("tables/?seats=2", {})) == (422, "unknown_parameter")
    assert not Table.objects.exists()


# --- what stands there


def test_someone_who_has_it_gets_304_and_who_names_another_state_412():
    mine = program()
    tag = mine.get("clubs/")["ETag"]
    assert mine.get("clubs/", **{"If-None-Match": tag}).status_code == 304
    assert mine.get("clubs/", **{"If-Match": tag}).status_code == 200
    answer = mine.get("clubs/", **{"If-Match": '"other"'})
    assert problem(answer) == (412, "changed_meanwhile")
    assert answer["ETag"] == tag


def test_someone_who_acts_names_a_version_and_no_state_in_a_header():
    mine = program()
    for tag in ("*", mine.get("tables/")["ETag"]):
        assert problem(mine.post("tables/", {"seats": 2}, **{"If-Match": tag})) == (412, "none_to_match")
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "nowhere/",
        "tables/0/",
        "tables/999999/",
        "tables/99999999999999999999999999/",
        "tables/99999999999999999999999999/events/",
        "tables/999999/replay/1/",
        "tables/x/",
        "rulebooks/%00/",
        "clubs/a%0Ab/members/",
        "rulebooks/" + "x" * 5000 + "/",
        "rulebooks/custom-1/",
        "tables",
    ],
)
def test_an_unknown_address_is_404(path):
    assert problem(program().get(path)) == (404, "not_found")


def test_an_unknown_method_is_405_for_everybody():
    for who in (Program(), program()):
        answer = who.client.delete("/api/v1/tables/", headers=who.headers)
        assert problem(answer) == (405, "method_not_allowed")
        assert "GET" in answer["Allow"]
        assert problem(who.client.put("/api/v1/nowhere/", headers=who.headers)) == (404, "not_found")


def test_an_unknown_kind_of_answer_is_406():
    answer = program().get("tables/", Accept="image/png")
    assert problem(answer) == (406, "not_acceptable")


# --- ids of commands


def test_without_an_id_nothing_is_done():
    assert problem(program().post("tables/", {}, key=None)) == (400, "id_missing")
    assert not Table.objects.exists()


@pytest.mark.parametrize("key", ["with blanks", "x" * 65, "ä"])
def test_an_id_has_a_shape(key):
    assert problem(program().post("tables/", {}, key=key.encode().decode("latin-1"))) == (400, "bad_id")


def test_a_command_sent_twice_is_carried_out_once_and_answered_alike():
    mine = program()
    first, second = (mine.post("tables/", {"seats": 2}, key="one") for _time in range(2))
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert Table.objects.count() == 1


def test_an_id_is_for_one_command_only():
    mine = program()
    mine.post("tables/", {"seats": 2}, key="one")
    assert problem(mine.post("tables/", {"seats": 3}, key="one")) == (422, "id_reused")


def test_a_refusal_is_answered_alike_too():
    mine = program()
    for _time in range(2):
        assert problem(mine.post("tables/", {"options": {"hand_size": 99}}, key="one")) == (422, "bad_value")
    assert Receipt.objects.count() == 1


# --- how often


@override_settings(API_PER_MINUTE=20)
def test_someone_who_asks_too_often_waits():
    mine = program()
    answers = [mine.get("rulebooks/classic/") for _time in range(21)]
    assert {answer.status_code for answer in answers[:20]} == {200}
    assert problem(answers[20]) == (429, "throttled")
    assert 0 < int(answers[20]["Retry-After"]) <= 60
    assert Program().get("rulebooks/classic/").status_code == 200  # an address of its own


def test_someone_who_writes_too_fast_waits_and_sends_the_same_again():
    mine = program()
    path = f"tables/{mine.post('tables/', {'seats': 2}).json()['id']}/chat/"
    answers = [mine.post(path, {"text": f"Word {number}"}) for number in range(10)]
    assert problem(answers[-1]) == (429, "too_fast")
    assert answers[-1]["Retry-After"] == "10"
    assert problem(mine.post(path, {"text": "Again"}, key="one")) == (429, "too_fast")
    ChatMessage.objects.update(said_at=timezone.now() - dt.timedelta(seconds=11))
    assert mine.post(path, {"text": "Again"}, key="one").status_code == 200


def test_a_stage_or_a_match_that_was_never_drawn_is_not_there():
    cup = announced(4)
    mine = program()
    Membership.objects.create(club=cup.club, player=mine.player, is_organizer=True)
    path, seen = f"competitions/{cup.pk}/", {"after": cup.version}
    for what in ("stages/0/lot", "stages/9/lot", "matches/1/R9.9/lot", "matches/1/x/end"):
        assert problem(mine.post(f"{path}{what}/", seen)) == (404, "not_found"), what
    answer = mine.post(f"{path}matches/9/R1.1/move/", {**seen, "venue": "online"})
    assert problem(answer) == (404, "not_found")


# --- while things are broken


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [("server closed the connection unexpectedly", 503, "no_database"), ("disk I/O error", 507, "no_room")],
)
def test_a_broken_database_is_a_problem_too(words, status, code):
    mine = program()
    pk = mine.post("tables/", {"seats": 2}).json()["id"]

    def breaks(execute, sql, params, many, context):
        if "games_seat" in sql:
            raise OperationalError(words)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(breaks):
        assert problem(mine.get(f"tables/{pk}/")) == (status, code)
