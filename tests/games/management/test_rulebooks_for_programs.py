"""Situation: a program, or somebody at a terminal, asks whether a rulebook can be played."""

import html
import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Player
from games.rulebooks import commands
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.rules.options.combinations import checked
from games.rules.options.options import NAMES, build, explain
from tests.games.playing import START
from tests.games.rules.options.refused_combinations import REFUSED
from tests.games.visiting import log_in
from tests.suite.extent import some

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
CHECK = "/api/v1/rulebooks/check/"


def asked(client: Client, body: object) -> tuple[int, dict]:
    """Ask the API and return its status and answer."""
    answer = client.post(CHECK, json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def as_told(problem: dict) -> dict[str, object]:
    """What the command prints for a problem of the API."""
    options = problem.get("options", [])
    return {"ok": False, "code": problem["code"], "message": problem["detail"], "options": options}


def outcome(*words: str) -> tuple[int, str]:
    """Run `manage.py rulebook` and return how it ends and what it prints."""
    out = StringIO()
    try:
        call_command("rulebook", *words, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


def as_words(changes: dict[str, object]) -> list[str]:
    return [f"--option={name}={explain(name).written(value)}" for name, value in changes.items()]


@pytest.mark.parametrize(("code", "names", "changes", "seats"), REFUSED)
def test_api_and_command_refuse_with_one_code_one_sentence_and_the_two_options(
    client, code, names, changes, seats
):
    with pytest.raises(Refusal) as refused:
        checked("classic", changes, seats)
    status, answer = asked(client, {"rulebook": "classic", "options": changes, "seats": seats})
    assert status == 422
    assert (answer["code"], answer["detail"]) == (code, refused.value.sentence)
    assert set(answer["options"]) == names
    words = ["check", "classic", *as_words(changes), f"--seats={seats}"]
    end, printed = outcome(*words, "--json")
    assert (end, json.loads(printed)) == (1, as_told(answer))
    assert outcome(*words) == (1, f"{code}: {refused.value.sentence}\n")


@pytest.mark.sampled(
    "sends every fourth combination to the page; programs are asked about each",
    about=["games/rulebooks/", "games/rules/options/", "templates/games/"],
)
@pytest.mark.parametrize(
    ("code", "names", "changes", "seats"), some([case for case in REFUSED if "seats" not in case[1]], every=4)
)
def test_the_page_refuses_with_the_same_code_and_sentence(client, code, names, changes, seats):
    log_in(client, Player.objects.create(name="Ana"))
    page = client.get("/rules/new/").content.decode()
    sent = dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]*checked', page))
    sent |= {"name": "House", "keeper": re.search(r'value="(player-\d+)"', page)[1]}
    for name, value in changes.items():
        many = {f"{name}_{n}": part for n, part in enumerate(value, 1)} if isinstance(value, list) else {}
        sent |= many or {name: explain(name).written(value)}
    answer = client.post("/rules/new/", sent)
    with pytest.raises(Refusal) as refused:
        checked("classic", changes, seats)
    assert answer.status_code == 422
    assert html.unescape(answer.content.decode()).count(f"{refused.value.sentence} [{code}]") == 2


@pytest.mark.parametrize(
    ("rulebook", "changes", "code"),
    [
        ("chess", {}, "unknown_rulebook"),
        ("classic", {"trumps": True}, "unknown_option"),
        ("classic", {"jump_in": "perhaps"}, "bad_value"),
        ("classic", {"hand_size": 11}, "bad_value"),
        ("two-player", {}, "refused_seats"),
    ],
)
def test_unknown_rulebooks_and_wrong_seats_are_refused_alike(client, rulebook, changes, code):
    status, answer = asked(client, {"rulebook": rulebook, "options": changes, "seats": 3})
    assert (status, answer["code"]) == (422, code)
    words = [f"--option={name}={value if value is not True else 'on'}" for name, value in changes.items()]
    end, printed = outcome("check", rulebook, *words, "--seats=3", "--json")
    assert (end, json.loads(printed)) == (1, as_told(answer))


def test_a_playable_rulebook_comes_back_with_every_option_and_the_differences(client):
    status, answer = asked(client, {"rulebook": "welsh", "options": {"hand_size": 5}, "seats": 4})
    assert status == 200
    assert list(answer["options"]) == list(NAMES)
    assert answer["options"]["hand_size"] == 5
    assert answer["differences"] == {
        "hand_size": 5,
        "starter_rule": "act_no_wilds",
        "draw_four_legality": "no_match",
        "draw_four_challenge": "off",
    }
    assert answer["seats"] == [*range(2, 11)]
    end, printed = outcome("check", "welsh", "--option=hand_size=5", "--seats=4", "--json")
    assert (end, json.loads(printed)) == (0, {"ok": True, **answer})
    end, printed = outcome("check", "welsh", "--option=hand_size=5")
    assert (end, printed.splitlines()[0]) == (0, "ok: welsh can be played by 2, 3, 4, 5, 6, 7, 8, 9, 10.")
    assert "  hand_size = 5" in printed


def test_seats_may_be_left_out(client):
    assert asked(client, {"rulebook": "partners"})[1]["seats"] == [4]
    assert asked(client, {"rulebook": "partners", "seats": None})[0] == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [("", 422), ("{", 400), ("null", 422), ("[]", 422), ("1", 422), ('"classic"', 422), ("{}", 422),
     ('{"rulebook": []}', 422), ('{"rulebook": null}', 422),
     ('{"rulebook": "classic", "options": []}', 422), ('{"rulebook": "classic", "options": null}', 422),
     ('{"rulebook": "classic", "seats": "four"}', 422), ('{"rulebook": "classic", "seats": 4.5}', 422),
     ('{"rulebook": "classic", "seats": NaN}', 400),
     ('{"rulebook": "classic", "seats": ' + "9" * 5000 + "}", 400),
     ("[" * 100_000, 400), ('{"rulebook": "classic", "options": ' + '{"a":' * 50_000, 400),
     (b"\xff\xfe{", 400)],
    ids=lambda case: str(case)[:40],
)  # fmt: skip
def test_a_body_that_is_no_question_is_refused(client, body, status):
    answer = client.post(CHECK, body, content_type="application/json")
    assert answer.status_code == status
    assert answer.json()["code"] in {"not_json", "invalid"}


@pytest.mark.parametrize(
    "question",
    [
        {"rulebook": "\ud800"},
        {"rulebook": "\x00"},
        {"rulebook": "x" * 100_000},
        {"rulebook": "classic", "options": {"\ud800": "\ud800"}},
        {"rulebook": "classic", "options": {"deck": "\ud800"}},
        {"rulebook": "classic", "options": {"deck": [[[[["classic_108"]]]]]}},
        {"rulebook": "classic", "options": {"deck": None}},
        {"rulebook": "classic", "options": {"target_score": 10**30}},
        {"rulebook": "classic", "options": {"customizable_effects": {"none": 1}}},
        {"rulebook": "classic", "options": {"customizable_effects": ["none"] * 100_000}},
        {"rulebook": "classic", "seats": 10**30},
        {"rulebook": "classic", "seats": -(10**30)},
    ],
    ids=lambda case: str(case)[:60].encode("ascii", "replace").decode(),
)
def test_nonsense_in_a_question_is_refused(client, question):
    status, answer = asked(client, question)
    assert status == 422
    assert len(answer["detail"]) < 600


def test_other_ways_to_ask_are_refused_and_never_an_error(client):
    assert client.get(CHECK).status_code == 405
    assert client.post("/api/v1/rulebooks/", "{}", content_type="application/json").status_code == 401
    assert client.post(CHECK, {"rulebook": "classic"}).status_code == 415
    assert client.get("/api/v1/rulebooks/", headers={"Accept": "image/png"}).status_code in {200, 406}


def test_the_list_holds_every_preset_resolved_and_every_option_explained(client):
    presets = client.get("/api/v1/rulebooks/").json()["results"]
    options = client.get("/api/v1/options/").json()["results"]
    assert [preset["name"] for preset in presets] == rulebooks.names()
    for preset_ in presets:
        assert preset_["options"] == {
            name: list(value) if isinstance(value, tuple) else value
            for name in NAMES
            for value in [getattr(build(preset_["name"]), name)]
        }
        assert preset_["summary"].endswith(".")
    assert [option["name"] for option in options] == list(NAMES)
    assert all(option["meaning"].endswith(".") for option in options)


def test_one_rulebook_is_explained_in_words(client):
    answer = client.get("/api/v1/rulebooks/russian-stacked/").json()
    assert (answer["name"], answer["extends"]) == ("russian-stacked", "russian")
    assert answer["options"]["stack_draw_two"] == "sum"
    said_of = {option["name"]: option for option in answer["explanations"]}
    assert said_of["stack_draw_two"]["words"] == "added up"
    assert list(said_of) == list(NAMES)


def test_a_custom_rulebook_is_explained_by_its_key(client):
    made = commands.keep(
        keeper=Player.objects.create(name="Ana"),
        name="House",
        preset="welsh",
        options={"hand_size": 5},
        at=START,
    )
    answer = client.get(f"/api/v1/rulebooks/{made.key}/").json()
    assert (answer["title"], answer["extends"], answer["changes"]) == ("House", "welsh", {"hand_size": 5})
    end, printed = outcome("show", made.key)
    assert end == 0
    assert "* hand_size = 5: Cards in hand, 5" in printed


@pytest.mark.parametrize("key", ["chess", "custom-99", "custom-" + "9" * 40, "%00", "defaults"])
def test_a_rulebook_that_does_not_exist_is_not_found(client, key):
    answer = client.get(f"/api/v1/rulebooks/{key}/")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_the_command_lists_and_shows_the_presets():
    end, printed = outcome("list")
    assert end == 0
    assert [line.split()[0] for line in printed.splitlines()] == rulebooks.names()
    end, printed = outcome("show", "filipino")
    assert end == 0
    assert "* uno_penalty = 1: Cards for a missed UNO, one card" in printed
    assert "  hand_size = 7: Cards in hand, 7" in printed
    assert json.loads(outcome("show", "filipino", "--json")[1])["options"]["uno_penalty"] == 1
    assert len(json.loads(outcome("list", "--json")[1])["rulebooks"]) == 30


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (["check", "classic", "--option=jump_in"], 2),
        (["check", "classic", "--option=hand_size=5", "--option=hand_size=6"], 2),
        (["check", "classic", "--option=customizable_effects=none"], 2),
        (["check", "classic", "--option==5"], 1),
        (["check", "classic", "--option=hand_size=" + "9" * 5000], 1),
        (["show", "chess"], 1),
        (["show", "chess", "--json"], 1),
    ],
)
def test_the_command_says_by_its_exit_code_what_went_wrong(words, end):
    assert outcome(*words)[0] == end


def test_the_command_ends_as_a_process_with_its_code():
    env = {**os.environ, "DEBUG": "1"}
    run = [sys.executable, "manage.py", "rulebook", "check", "classic", "--seats"]
    refused = subprocess.run([*run, "11"], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stderr) == (1, "")
    assert refused.stdout.startswith("refused_seats: ")
    unclear = subprocess.run([*run, "many"], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert unclear.returncode == 2
    assert outcome("check", "classic", "--seats", "4")[0] == 0
