"""Compiled play-outs do what the plain ones do. They need `numba`, which the extra `fast` brings."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
DEALS = """
from games.bots.playouts import boards, compiling
from games.bots.playouts import layout as at
from games.rules.options.options import build

assert compiling.compile_now() and compiling.kernel().is_compiled
assert compiling.compile_now(), "a second time changes nothing"
for rulebook, seats in (("classic", 4), ("partners", 4), ("super-mario", 3), ("two-player", 2)):
    for policy in (at.AT_RANDOM, at.SENSIBLE):
        ends = []
        for kernel in (compiling.plain(), compiling.kernel()):
            rules, ended = kernel.array(boards.rules_of(build(rulebook))), []
            for deal in range(8):
                fresh = boards.fresh(seats)
                fresh[at.POLICY : at.POLICY + seats] = [policy] * seats
                fresh[at.CHANCE] = (deal + 1) * 2_654_435_761_987
                board = kernel.array(fresh)
                kernel.deal(board, rules)
                kernel.play_out(board, rules)
                ended.append([int(number) for number in board])
            ends.append(ended)
        assert ends[0] == ends[1], (rulebook, policy)
print("alike")
"""


@pytest.mark.slow(
    "compiles for half a minute; the plain play-outs are compared with the engine in every run",
    about=["games/bots/playouts/"],
)
@pytest.mark.skipif(
    importlib.util.find_spec("numba") is None,
    reason="NOTHING COMPILED IS TESTED: numba is missing, `.ci/setup test fast` installs it",
)
def test_compiled_deals_end_on_the_same_board_as_plain_ones(tmp_path: Path) -> None:
    # A process of its own: compiled play-outs stay for good, and the rest of the suite tests the plain ones.
    answer = subprocess.run(
        [sys.executable, "-c", DEALS],
        cwd=ROOT,
        env={**os.environ, "PLAYOUTS_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.stdout == "alike\n", answer.stderr
