"""Situation: somebody verifies the shuffles of a match record, which perhaps somebody else has changed."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.cards import cards
from games.rules.fairness.shuffle import RoundChance, commitment_to, orders_in
from games.rules.fairness.shuffle_check import verify
from games.rules.options.options import build
from games.rules.records.checking import check, replay
from games.rules.records.record import read, text
from tests.games.rules.records.recording import proven
from tests.servers import commands

ROOT = Path(__file__).resolve().parents[4]
FAIRNESS = (ROOT / "FAIRNESS.md").read_text()
SCRIPT = re.search(r"^```python\n(.*?)^```", FAIRNESS, re.MULTILINE | re.DOTALL)[1]
Record = dict[str, Any]


@pytest.fixture
def record() -> Record:
    """A match of several deals by three seats, one of which gave words; the dealer was found by cards."""
    return json.loads(_played())


@cache
def _played(**options: Any) -> str:
    return text(proven("classic", build("classic", {"target_score": 200, **options}), ["Zoë 7", "", ""]))


def verdict(record: Record) -> Record:
    return verify(json.dumps(record).encode())


def script(record: Record, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the script of FAIRNESS.md, as somebody would who copied it from there."""
    program, file = folder / "verify.py", folder / "match.json"
    program.write_text(SCRIPT, encoding="utf-8")
    file.write_text(json.dumps(record), encoding="utf-8")
    command = [sys.executable, "-I", str(program), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_record_as_it_was_written_is_proven_deal_by_deal(record: Record) -> None:
    answer = verdict(record)
    assert answer["ok"]
    assert [deal["round"] for deal in answer["rounds"]] == list(range(1, len(record["rounds"]) + 1))
    assert [deal["orders"] for deal in answer["rounds"]] == [len(deal["chance"]) for deal in record["rounds"]]
    assert all(deal["proof"]["words"] == ["Zoë 7", "", ""] for deal in record["rounds"])


def _exchange(record: Record) -> None:
    """Exchange the last two different cards of the first pile, which nobody ever saw."""
    place = record["rounds"][0]["actions"].index("dealer_draw") + 1
    order = record["rounds"][0]["chance"][place].split()
    other = next(at for at in range(len(order) - 2, 0, -1) if order[at] != order[-1])
    order[other], order[-1] = order[-1], order[other]
    record["rounds"][0]["chance"][place] = " ".join(order)


def _another_secret(record: Record) -> None:
    record["rounds"][0]["proof"]["secret"] = "00" * 32


def _another_pair(record: Record) -> None:
    _another_secret(record)
    record["rounds"][0]["proof"]["commitment"] = commitment_to(bytes(32))


def _other_words(record: Record) -> None:
    record["rounds"][0]["proof"]["words"][1] = "mine"


def _no_proof(record: Record) -> None:
    del record["rounds"][0]["proof"]


def _another_method(record: Record) -> None:
    record["rounds"][0]["proof"]["method"] = "wildleague-shuffle/2"


@pytest.mark.parametrize(
    ("change", "order", "code"),
    [
        (_exchange, 2, "shuffle_differs"),
        (_another_secret, 0, "wrong_secret"),
        (_another_pair, 1, "shuffle_differs"),
        (_other_words, 1, "shuffle_differs"),
        (_no_proof, 0, "no_proof"),
        (_another_method, 0, "unknown_method"),
    ],
)
def test_whatever_was_changed_is_named(
    record: Record, change: Callable[[Record], None], order: int, code: str
) -> None:
    change(record)
    assert check(json.dumps(record).encode())["ok"]
    answer = verdict(record)
    assert (answer["ok"], answer["round"], answer["order"], answer["code"]) == (False, 1, order, code)
    assert [deal["ok"] for deal in answer["rounds"]] == [False] + [True] * (len(record["rounds"]) - 1)


@pytest.mark.parametrize(
    "proof",
    [
        7,
        [],
        {},
        {"method": None},
        {"secret": "zz"},
        {"secret": "00"},
        {"secret": " ".join(["00"] * 32)},
        {"words": []},
        {"words": ["a\nb", "", ""]},
        {"words": ["a@b", "", ""]},
        {"words": ["", "", "", ""]},
        {"words": "abc"},
        {"words": [None, "", ""]},
        {"more": 1},
        {"commitment": None},
    ],
    ids=str,
)
def test_a_proof_that_is_none_is_said_to_be_none(record: Record, proof: Any) -> None:
    deal = record["rounds"][0]
    deal["proof"] = deal["proof"] | proof if isinstance(proof, dict) and proof else proof
    assert check(json.dumps(record).encode())["ok"]
    answer = verdict(record)
    assert (answer["ok"], answer["code"], answer["round"], answer["order"]) == (False, "bad_proof", 1, 0)


def test_a_record_that_breaks_the_rules_is_refused_as_by_a_check(record: Record) -> None:
    record["rounds"][0]["actions"].append("A play r1")
    data = json.dumps(record).encode()
    assert verify(data) == check(data)
    assert verify(b"[]") == check(b"[]")


def test_a_dealer_who_was_named_although_cards_had_to_find_one_is_found(record: Record) -> None:
    first = record["rounds"][0]
    assert first["actions"].pop(0) == "dealer_draw"
    del first["chance"][0]
    first["times"] = None
    # The deck of the dealer's draw and that of the deal are different outcomes: nothing else changes.
    assert check(json.dumps(record).encode())["ok"]
    assert verdict(record)["code"] == "dealer_differs"


def test_a_random_dealer_follows_from_the_secret() -> None:
    record = json.loads(_played(dealer_choice="random"))
    assert verdict(record)["ok"]
    # Only the deal is left, so that everybody could be its dealer by the rules.
    dealt = orders_in(replay(read(json.dumps(record).encode())).steps[0].events)
    first = record["rounds"][0]
    rounds = [{"dealer": letter, "chance": first["chance"][:dealt], "actions": []} for letter in "ABC"]
    answers = [
        verdict({**record, "result": None, "rounds": [{**round_, "proof": first["proof"]}]})
        for round_ in rounds
    ]
    assert [answer["ok"] for answer in answers] == [letter == first["dealer"] for letter in "ABC"]
    assert {answer["code"] for answer in answers if not answer["ok"]} == {"dealer_differs"}


def test_the_script_of_the_document_is_short_and_agrees(record: Record, tmp_path: Path) -> None:
    assert len(SCRIPT.splitlines()) <= 40
    done = script(record, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [f"ok {deal['commitment']}" for deal in verdict(record)["rounds"]]
    assert done.stdout.splitlines() == lines


@pytest.mark.parametrize("change", [_exchange, _another_secret, _another_pair, _other_words])
def test_the_script_of_the_document_finds_what_was_changed(
    record: Record, change: Callable[[Record], None], tmp_path: Path
) -> None:
    change(record)
    done = script(record, tmp_path)
    assert done.returncode == 1
    assert re.match(r"FAILED: (the secret is not|outcome 1 of round [01] is)", done.stdout)


def _no_orders(record: Record) -> None:
    record["rounds"][0]["chance"] = []


def _a_card_for_a_deck(record: Record) -> None:
    record["rounds"][0]["chance"] = ["r5", "r5"]


def _no_deals(record: Record) -> None:
    record["rounds"] = []


@pytest.mark.parametrize("change", [_no_orders, _a_card_for_a_deck, _no_deals])
def test_the_script_proves_nothing_where_nothing_was_shuffled(
    record: Record, change: Callable[[Record], None], tmp_path: Path
) -> None:
    change(record)
    done = script(record, tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("FAILED: there is no")
    assert not verdict(record)["ok"]


def test_the_script_knows_a_random_dealer(tmp_path: Path) -> None:
    record = json.loads(_played(dealer_choice="random"))
    assert script(record, tmp_path).returncode == 0
    record["rounds"][0]["dealer"] = "ABC"["CAB".index(record["rounds"][0]["dealer"])]
    assert "another seat had to deal" in script(record, tmp_path).stdout


def test_the_command_prints_the_verdict(record: Record, tmp_path: Path, capsys) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    call_command("record", "verify-shuffle", str(file))
    assert json.loads(capsys.readouterr().out) == verdict(record)
    _exchange(record)
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("record", "verify-shuffle", str(file))
    assert ended.value.code == 1
    assert json.loads(capsys.readouterr().out)["code"] == "shuffle_differs"


@pytest.mark.parametrize(("text", "code"), [("-", 0), ("nowhere.json", 2)])
def test_the_command_ends_like_the_other_ones_about_records(record: Record, text: str, code: int) -> None:
    assert commands.ended("record", "verify-shuffle", text, text=json.dumps(record).encode())[0] == code


# --- the test vectors of FAIRNESS.md, by our own code and by the script

VECTORS = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", FAIRNESS.split("## Test vectors")[1], re.MULTILINE))
SECRET, WORDS = bytes(range(32)), ["blue horse", "", "Zoë 7"]


def quoted(name: str) -> str:
    return re.findall(r"`(.+?)`", VECTORS[name])[-1]


def by_script() -> dict[str, Any]:
    functions = SCRIPT.split("\nrecord = ")[0]
    made: dict[str, Any] = {}
    exec(functions, made)  # what people are told to copy
    return made


def test_the_vectors_say_what_goes_in() -> None:
    assert quoted("secret") == SECRET.hex()
    assert quoted("commitment") == commitment_to(SECRET)
    assert quoted("words") == "\n".join(WORDS).encode().hex()
    assert "18 bytes" in VECTORS["words"]


@pytest.mark.parametrize("outcome", [1, 2])
def test_the_vectors_of_numbers_and_orders_are_right(outcome: int) -> None:
    numbers = [int(part) for part in VECTORS[f"round 3, outcome {outcome}: first numbers"].split(", ")]
    script = by_script()
    stream = script["numbers"]({"secret": SECRET.hex(), "words": WORDS}, 3, outcome)
    assert [next(stream) for _number in numbers] == numbers
    for number in numbers[:1]:
        assert RoundChance(SECRET, WORDS, 3, outcome - 1).below(2**32) == number
    few = "r1 r2 r2 g+ w w4 bS y0"
    name = f"round 3, outcome {outcome}, order of " + (f"`{few}`" if outcome == 1 else "the same cards")
    stream = script["numbers"]({"secret": SECRET.hex(), "words": WORDS}, 3, outcome)
    assert " ".join(script["shuffled"](few.split(), stream)) == quoted(name)
    assert cards.text(RoundChance(SECRET, WORDS, 3, outcome - 1).shuffled(cards.cards(few))) == quoted(name)


def test_the_vector_of_a_whole_deck_is_right() -> None:
    order = cards.text(RoundChance(SECRET, WORDS, 3).shuffled(cards.deck("classic_108")))
    top = next(value for name, value in VECTORS.items() if "top of the whole deck" in name)
    assert order.startswith(re.findall(r"`(.+?)`", top)[0])
    digest = next(value for name, value in VECTORS.items() if name.startswith("SHA-256"))
    assert digest == f"`{hashlib.sha256(order.encode()).hexdigest()}`"


def test_the_vector_of_a_choice_is_right() -> None:
    assert VECTORS["round 0, outcome 1, one of three"] == str(RoundChance(SECRET, WORDS, 0).below(3))
