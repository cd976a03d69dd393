"""Whole competitions are held through pages and a real worker: here the shortest of them."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import lifetime

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow(
    "holds a whole season; journeys, the parade and the tests of the season after a season show its parts",
    about=["league/competitions", "league/rules/", "games/tables"],
)
def test_bots_play_a_season_of_three_divisions_with_play_offs_and_the_season_after_it() -> None:
    command = [*lifetime.to_us(signal.SIGTERM), sys.executable, "-m", "tests.cups", "season"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("season: 3 divisions of [8, 8, 8], two seasons, 2 play-offs in each, ")
