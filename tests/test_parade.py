"""The parade of rulebooks runs: real web server, worker and pages for a few short matches."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import lifetime

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow(
    "starts web server and worker for two matches; the demo, journeys and faults show them at work, and bots"
    " play by every rulebook in test_house_rules_played_out.py",
    about=["games/bots/", "games/tables/", "games/rules/", "league/workers/", "tests/parade.py"],
)
def test_bots_play_matches_of_several_rulebooks_through_everything_there_is() -> None:
    command = [*lifetime.to_us(signal.SIGTERM), sys.executable, "-m", "tests.parade"]
    command += ["--matches", "1", "--rulebooks", "russian-board,russian-seven-rounds"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stderr
    assert "2 matches, " in done.stdout
    assert done.stdout.endswith("no errors\n")
