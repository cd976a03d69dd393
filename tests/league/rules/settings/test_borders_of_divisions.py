"""Situation: somebody announces how many go up and down between divisions, and how many play for it."""

import pytest

from games.rules.base.refusal import Refusal
from league.rules.settings.divisions import Border
from tests.league.rules.evening import started

ONE_EACH = [Border(1, 1)]


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"borders": [Border(-1)]}, "bad_borders"),
        ({"borders": [Border(1, 21)]}, "bad_borders"),
        ({"borders": [Border()] * 65}, "bad_borders"),
        ({"borders": [Border(2, 3)]}, "division_too_small"),
    ],
)
def test_borders_that_cannot_be_are_refused(facts: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        started(8, table_size=4, rounds=1, groups=2, **facts)
    assert refused.value.code == code


def test_a_rulebook_that_two_cannot_play_has_no_play_offs() -> None:
    facts = {"table_size": 4, "rounds": 1, "groups": 2, "rulebook": "partners"}
    started(8, **facts)
    with pytest.raises(Refusal):
        started(8, borders=ONE_EACH, **facts)
