"""Situation: schemathesis asks every operation a few times (`make fuzz-api`: thousands of times)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow(
    "asks every operation at random; each is asked rightly in test_examples_of_the_schema.py and oddly in "
    "test_odd_requests_to_every_address.py, and by strangers in "
    "test_refusals_tell_nothing_by_their_difference.py",
    about=["league/api/", "league/project/club_middleware.py"],
)
def test_nothing_breaks_and_every_answer_is_promised() -> None:
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz_api"]
    command += ["--examples", "2", "--phases", "examples,fuzzing"]
    env = os.environ | {"DATABASE_URL": ""}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=580, check=False)
    assert ran.returncode == 0, ran.stdout[-20_000:] + ran.stderr[-2_000:]
    assert "Tested: " in ran.stdout
