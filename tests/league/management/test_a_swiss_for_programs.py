"""Situation: a program runs a whole tournament of two a match with nothing but `manage.py draw`."""

import json
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

CLUBS = {"Ana": "Ash", "Eve": "Ash", "Bo": "Elm", "Flo": "Elm"}
NAMES = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal", "Ida"]


def drawn(*words: str) -> dict[str, Any]:
    out = StringIO()
    call_command("draw", *words, "--json", stdout=out)
    document: dict[str, Any] = json.loads(out.getvalue())
    return document


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"entrants": NAMES, "rounds": []}))
    return path


@pytest.fixture
def entrants(tmp_path: Path) -> Path:
    path = tmp_path / "entrants.csv"
    rows = [f"{name},{CLUBS.get(name, '')},{2000 - n}" for n, name in enumerate(NAMES)]
    path.write_text("\n".join(["name,club,rating", *rows]) + "\n")
    return path


def test_nine_meet_somebody_new_in_seven_rounds_and_are_free_once_at_most(results: Path) -> None:
    met: list[frozenset[str]] = []
    free: list[str] = []
    for _round in range(7):
        pairs, byes = play(results, drawn("--format", "swiss", "--results", str(results)))
        assert len(pairs) == 4
        met += map(frozenset, pairs)
        free += byes
    assert len(set(met)) == len(met) == 28
    assert len(set(free)) == len(free) == 7
    rounds = json.loads(results.read_text())["rounds"]
    for name in NAMES:
        turns = [pair.index(name) for round_ in rounds for pair in entrants_of(round_) if name in pair]
        assert abs(turns.count(0) - turns.count(1)) <= 2


def test_a_correction_changes_the_next_round_and_correcting_back_changes_it_back(results: Path) -> None:
    play(results, drawn("--format", "swiss", "--results", str(results)))
    words = ("--format", "swiss", "--results", str(results), "--seed", "7")
    told, before = results.read_text(), drawn(*words)
    corrected = json.loads(told)
    corrected["rounds"][0]["matches"][0]["points"].reverse()
    results.write_text(json.dumps(corrected))
    assert drawn(*words) != before
    results.write_text(told)
    assert drawn(*words) == before


def test_club_mates_are_kept_apart_in_the_first_round(entrants: Path) -> None:
    words = ("--format", "swiss", "--file", str(entrants))
    mates = [
        {NAMES.index(a) + 1, NAMES.index(b) + 1} for a, b in combinations(CLUBS, 2) if CLUBS[a] == CLUBS[b]
    ]
    assert [pair for pair in seeds(drawn(*words)) if set(pair) in mates] == [[1, 5], [6, 2]]
    assert not [pair for pair in seeds(drawn(*words, "--separate-clubs", "1")) if set(pair) in mates]


def test_a_round_robin_is_the_published_table_with_its_last_rounds_exchanged_before_a_second_leg() -> None:
    document = drawn("--format", "round_robin", "--entrants", "4", "--legs", "2")
    tables = [
        [tuple(each["seed"] for each in match["entrants"]) for match in deal["matches"]]
        for deal in document["rounds"]
    ]
    assert tables[:3] == [[(1, 4), (2, 3)], [(2, 4), (3, 1)], [(4, 3), (1, 2)]]
    assert tables[3:] == [[(4, 1), (3, 2)], [(3, 4), (2, 1)], [(4, 2), (1, 3)]]
    assert [deal["id"] for deal in document["rounds"]] == ["R1", "R2", "R3", "R4", "R5", "R6"]


def seeds(document: dict[str, Any]) -> list[list[int]]:
    return [[each["seed"] for each in match["entrants"]] for match in document["rounds"][0]["matches"]]


def entrants_of(round_: dict[str, Any]) -> list[list[str]]:
    return [match["entrants"] for match in round_["matches"]]


def play(results: Path, round_: dict[str, Any]) -> tuple[list[list[str]], list[str]]:
    """Let the better seed win everywhere, and return who has met and who was free."""
    pairs = [[NAMES[seed - 1] for seed in pair] for pair in seeds(round_)]
    byes = [NAMES[each["seed"] - 1] for each in round_["byes"]]
    history = json.loads(results.read_text())
    history["rounds"].append(
        {
            "matches": [
                {"entrants": pair, "points": [1, 0] if pair == sorted(pair) else [0, 1]} for pair in pairs
            ],
            "byes": [{"entrant": name, "points": 1} for name in byes],
        }
    )
    results.write_text(json.dumps(history))
    return pairs, byes
