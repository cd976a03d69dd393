"""Situation: a program, or somebody at a terminal, asks for a draw."""

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.servers import commands

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/programs/draws.md").read_text()
EXAMPLE = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL).group(1)  # type: ignore[union-attr]


def asked(*words: str) -> str:
    out = StringIO()
    call_command("draw", *words, stdout=out)
    return out.getvalue()


def drawn(*words: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(asked(*words, "--json"))
    return document


def process(*words: str) -> tuple[int, bytes, str]:
    """Run the command in a process of its own; return how it ends and what it prints on either side."""
    environment = commands.NO_SETTINGS | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "manage.py", "draw", *words],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env=environment,
    )
    return done.returncode, done.stdout, done.stderr.decode()


def test_the_example_of_the_readme_is_cut_out_of_a_draw() -> None:
    document = drawn("--format", "double_elimination", "--entrants", "8")
    example = json.loads(EXAMPLE)
    rounds = {deal["id"]: deal for deal in document["rounds"]}
    for shown in example.pop("rounds"):
        matches = {match["id"]: match for match in rounds[shown["id"]]["matches"]}
        assert shown["name"] == rounds[shown["id"]]["name"]
        assert all(match == matches[match["id"]] for match in shown["matches"])
    assert example.items() <= document.items()


def test_the_readme_names_every_option() -> None:
    with pytest.raises(SystemExit):
        call_command("draw", "--help")
    told = set(re.findall(r"--[a-z][a-z-]+", PAGE))
    assert {
        "--format",
        "--entrants",
        "--file",
        "--by",
        "--table-size",
        "--advance",
        "--rounds",
        "--legs",
        "--third-place",
        "--consolation",
        "--reseed",
        "--separate-clubs",
        "--seed",
        "--results",
        "--json",
    } <= told


def test_a_file_of_entrants_seeded_by_rating(tmp_path: Path) -> None:
    path = tmp_path / "entrants.csv"
    path.write_text("name,club,rating\nAna,x,10\nBo,,30\nCé,x,20\n")
    words = ("--format", "single_elimination", "--file", str(path), "--by", "rating")
    assert drawn(*words)["names"] == ["Bo", "Cé", "Ana"]
    assert "  R1.2    2 Cé, 3 Ana" in asked(*words).splitlines()
    assert drawn(*words, "--separate-clubs", "1")["club_meetings"] == [
        {"entrants": [{"seed": 2}, {"seed": 3}], "round": "R1"}
    ]


def test_the_next_round_of_a_swiss_from_results(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    matches = [{"entrants": ["a", "b"], "points": [1, 0]}, {"entrants": ["c", "d"], "points": [1, 0]}]
    path.write_text(json.dumps({"entrants": ["a", "b", "c", "d"], "rounds": [{"matches": matches}]}))
    (only,) = drawn("--format", "swiss", "--entrants", "4", "--results", str(path))["rounds"]
    assert only["id"] == "R2"
    pairs = [sorted(entrant["seed"] for entrant in match["entrants"]) for match in only["matches"]]
    assert sorted(pairs) == [[1, 3], [2, 4]]


def test_the_same_input_gives_the_same_bytes_in_every_process() -> None:
    words = ("--format", "swiss", "--entrants", "12", "--table-size", "4", "--seed", "9", "--json")
    code, out, error = process(*words)
    assert (code, error) == (0, "")
    assert out.decode() == asked(*words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--format", "chess", "--entrants", "8"), b""),
        (("--format", "swiss", "--file", "-"), b"\xff\xfe\x00"),
        (("--format", "swiss", "--file", "-"), "Ana\nÉva\nÉva\n".encode()),
        (("--format", "swiss", "--entrants", "-3"), b""),
    ],
)
def test_whatever_is_wrong_ends_with_2_and_one_sentence(words: tuple[str, ...], text: bytes) -> None:
    code, out, error = commands.ended("draw", *words, text=text)
    assert code == 2
    assert out == ""
    assert len(error.strip().splitlines()) == 1
    assert "Traceback" not in error


@pytest.mark.parametrize(
    "words",
    [
        "--format swiss",
        "--entrants 8",
        "--format swiss --entrants 0",
        "--format swiss --entrants 1",
        "--format swiss --entrants 99999999999999999999",
        "--format swiss --entrants many",
        "--format swiss --entrants 8 --file entrants.csv",
        "--format swiss --entrants 8 --seed x",
        f"--format swiss --entrants 8 --seed {2**63 + 1}",
        "--format swiss --entrants 8 --nonsense",
        "--format swiss --entrants 8 --table-size 11",
        "--format swiss --file entrants_that_are_not_there.csv",
        "--format swiss --file .",
        "--format swiss --file - --results -",
        "--format swiss --entrants 8 --results results_that_are_not_there.json",
        "--format swiss --entrants 8 --results README.md",
        "--format elimination_500 --entrants 9 --advance 9",
    ],
)
def test_within_a_program_a_refusal_is_a_command_error(words: str) -> None:
    with pytest.raises(CommandError) as refused:
        asked(*words.split())
    assert len(str(refused.value).splitlines()) == 1
