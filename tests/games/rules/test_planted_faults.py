"""Random play notices the faults planted in the engine, within the tables of an ordinary budget."""

from collections.abc import Callable

import pytest

from tests.games.rules.long_play import play_table
from tests.games.rules.planted import FAULTS, TABLES, Fault, noticed, planted

tries_the_tests = pytest.mark.slow(
    "shows that random play notices faults, not that there are none",
    about=["games/rules/", "tests/games/rules/"],
)


@tries_the_tests
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.about)
def test_a_fault_is_noticed(fault: Fault) -> None:
    assert noticed(fault, range(TABLES))


def test_a_fault_stands_in_the_engine_only_while_it_is_planted() -> None:
    sound = [_part(fault) for fault in FAULTS]
    for fault in FAULTS:
        with planted(fault):
            assert _part(fault) is not sound[FAULTS.index(fault)]
    assert [_part(fault) for fault in FAULTS] == sound


@tries_the_tests
def test_without_a_fault_nothing_is_noticed() -> None:
    assert [play_table(number, ends=False).fault for number in range(100)] == [""] * 100


def _part(fault: Fault) -> Callable[..., object]:
    holder = fault.holder if isinstance(fault.holder, dict) else vars(fault.holder)
    return holder[fault.name]
