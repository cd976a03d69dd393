"""Situation: a program, or somebody at a terminal, asks for the standings of a file of results."""

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.rules.tiebreaks import TIE_BREAKS
from tests.servers import commands

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/programs/standings.md").read_text()
EXAMPLE = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL).group(1)  # type: ignore[union-attr]


def asked(path: Path, *words: str) -> str:
    """Run `manage.py standings` on a file and return what it prints."""
    out = StringIO()
    call_command("standings", "--file", str(path), *words, stdout=out)
    return out.getvalue()


def rows(path: Path, codes: str, *words: str) -> list[dict[str, Any]]:
    rows_: list[dict[str, Any]] = json.loads(asked(path, "--tiebreaks", codes, "--json", *words))["rows"]
    return rows_


def process(*words: str, text: bytes = b"") -> tuple[int, str, str]:
    """Run the command in a process of its own; return how it ends and what it prints on either side."""
    command = [sys.executable, "manage.py", "standings", *words]
    environment = commands.NO_SETTINGS | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, check=False, env=environment)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "results.json"
    path.write_text(EXAMPLE)
    return path


def test_the_example_of_the_readme(example: Path) -> None:
    assert rows(example, "points,bh,direct") == [
        {"rank": 1, "entrant": "c", "points": 1, "bh": 0.5, "direct": 0, "decided_by": None},
        {"rank": 2, "entrant": "a", "points": 1, "bh": 0, "direct": 0, "decided_by": "bh"},
        {"rank": 3, "entrant": "b", "points": 0, "bh": 1, "direct": 0, "decided_by": "points"},
    ]


def test_the_readme_explains_every_code() -> None:
    explained = set(re.findall(r"`([a-z_0-9]+)`", "".join(re.findall(r"^\| (.*?) \|", PAGE, re.MULTILINE))))
    assert explained == set(TIE_BREAKS)


def test_without_json_it_is_a_table_for_people(example: Path) -> None:
    assert asked(example, "--tiebreaks", "bh", "--unplayed", "fide2024").splitlines() == [
        "rank  entrant  points  bh  decided by",
        "   1  c             1   1",
        "   2  a             1   0  bh",
        "   3  b             0   1  points",
    ]


def test_nobody_has_entered(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text('{"entrants": []}')
    assert rows(tmp_path / "results.json", "points") == []
    assert asked(tmp_path / "results.json") == "nobody has entered\n"


def test_points_decide_first_unless_they_stand_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    match = {"entrants": ["a", "b"], "points": [3, 1], "deal_wins": [1, 4]}
    path.write_text(json.dumps({"entrants": ["a", "b"], "rounds": [{"matches": [match]}]}))
    assert [row["entrant"] for row in rows(path, "deal_wins")] == ["a", "b"]
    assert [row["entrant"] for row in rows(path, "deal_wins,points")] == ["b", "a"]
    assert rows(path, "deal_wins,points")[1]["decided_by"] == "deal_wins"


def test_lots_follow_from_the_seed_and_not_from_the_order_of_entries(tmp_path: Path) -> None:
    names = [f"player {number}" for number in range(8)]
    first, other = tmp_path / "one.json", tmp_path / "other.json"
    first.write_text(json.dumps({"entrants": names}))
    other.write_text(json.dumps({"entrants": names[::-1]}))
    by_seed = [[row["entrant"] for row in rows(first, "lot", "--seed", str(seed))] for seed in range(5)]
    assert [
        [row["entrant"] for row in rows(other, "lot", "--seed", str(seed))] for seed in range(5)
    ] == by_seed
    assert len(set(map(tuple, by_seed))) == 5


def test_a_win_and_a_draw_may_be_worth_anything(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    played = [{"matches": [{"entrants": ["a", "b"], "points": [3, 0]}]}, {}]
    path.write_text(json.dumps({"entrants": ["a", "b", "c"], "rounds": played}))
    buchholz = {row["entrant"]: row["bh"] for row in rows(path, "bh", "--win", "3", "--draw", "1")}
    assert buchholz == {
        "a": 1 + 2,
        "b": 4 + 0,
        "c": 0,
    }  # the bye at the end is a draw; dummies have 2 at most
    assert {row["entrant"]: row["bh"] for row in rows(path, "bh")} == {"a": 1.5 + 3, "b": 4.5, "c": 0}


def test_someone_who_knows_better_says_whether_matches_were_fixed_beforehand(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    forfeit = {"entrants": ["a", "b"], "points": [1, 0], "kind": "forfeit", "absent": ["b"]}
    path.write_text(json.dumps({"entrants": ["a", "b"], "rounds": [{"matches": [forfeit]}]}))
    assert [row["bh"] for row in rows(path, "bh")] == [0, 0]
    assert [row["bh"] for row in rows(path, "bh", "--round-robin")] == [0, 1]
    assert [row["bh"] for row in rows(path, "bh", "--swiss", "--unplayed", "fide2024")] == [1, 0]


def test_as_a_program_runs_it(example: Path) -> None:
    code, out, err = commands.ended("standings", "--file", str(example), "--tiebreaks", "points,bh", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["rows"] == rows(example, "points,bh")
    assert process("--file", "-", "--tiebreaks", "points,bh", "--json", text=EXAMPLE.encode()) == (0, out, "")


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        (["--tiebreaks", "points"], b"", "the following arguments are required: --file"),
        (["--file", "-", "--wat"], b"", "unrecognized arguments: --wat"),
        (["--file", "-"], b"{", "The results are not JSON in UTF-8: Input data was truncated."),
        (["--file", "nowhere.json"], b"", "'nowhere.json' cannot be read: No such file or directory."),
    ],
)
def test_whatever_is_wrong_is_one_sentence_and_two(words: list[str], text: bytes, sentence: str) -> None:
    assert commands.ended("standings", *words, text=text) == (2, "", sentence + "\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seed", "x"], "argument --seed: invalid seed value: 'x'"),
        (["--win", "nan"], "argument --win: 'nan' is no number of points"),
        (["--draw", "half"], "argument --draw: 'half' is no number of points"),
        (["--unplayed", "fide2025"], "argument --unplayed: invalid choice: 'fide2025'"),
        (["--swiss", "--round-robin"], "argument --round-robin: not allowed with argument --swiss"),
        (["--file", "."], "'.' cannot be read: Is a directory."),
        (["--file", "\0"], "cannot be read: embedded null byte."),
    ],
)
def test_wrong_arguments_in_the_same_process_are_an_error(
    example: Path, words: list[str], sentence: str
) -> None:
    with pytest.raises(CommandError) as refused:
        asked(example, *words)
    assert sentence in str(refused.value)


def test_a_program_in_the_same_process_gets_the_sentence_as_an_error(example: Path) -> None:
    with pytest.raises(
        CommandError, match=r"There is no tie-break “nix”\. Tie-breaks: points, wins"
    ) as refused:
        asked(example, "--tiebreaks", "points,nix")
    assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="The tie-break “bh” is named twice"):
        asked(example, "--tiebreaks", "bh,points,bh")
