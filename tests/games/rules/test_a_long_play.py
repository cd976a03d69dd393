"""Situation: somebody lets the engine play very many commands, and wants to know how it ended."""

import re

import pytest

from tests.games.rules import long_play
from tests.games.rules.cooperation import StuckMatch


def test_it_starts_and_its_last_line_says_what_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert long_play.main(["--commands", "1", "--processes", "1"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(
        r"[\d,]+ of 1 commands in \d+ s \([\d,]+ a second\); tables: 1; "
        r"no exceptions, no broken invariants, no stuck matches",
        last,
    )


@pytest.mark.parametrize(
    ("error", "sort"),
    [
        (KeyError("w4"), "exceptions"),
        (AssertionError(), "broken invariants"),
        (StuckMatch(), "stuck matches"),
    ],
)
def test_a_fault_is_counted_by_its_sort(error: Exception, sort: str) -> None:
    assert long_play._sort_of(error) == sort
