"""Situation: schemathesis asks every operation a few times (`make fuzz-api`: thousands of times).

In a quick run somebody who runs the club does, of every sixth operation. All of them are asked rightly in
test_examples_of_the_schema.py and oddly in test_odd_requests_to_every_address.py, and what strangers are
answered is held against the schema in test_who_is_refused_is_told_alike.py.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.sampled(
    "asks every sixth operation once, not all of them twice, at random, and leaves out the examples of the "
    "schema (which are sent in test_examples_of_the_schema.py) and what schemathesis asks as a stranger",
    about=["league/api/", "league/project/club_middleware.py"],
)
def test_nothing_breaks_and_every_answer_is_promised(thorough: bool) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz_api"]
    command += ["--examples", "2" if thorough else "1"]
    command += ["--phases", "examples,fuzzing" if thorough else "fuzzing"]
    command += ["--who", "both" if thorough else "somebody"]
    command += ["--every", "1" if thorough else "6"]
    env = os.environ | {"DATABASE_URL": ""}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=580, check=False)
    assert ran.returncode == 0, ran.stdout[-20_000:] + ran.stderr[-2_000:]
    assert "Tested: " in ran.stdout
