"""A result that nobody was asked to confirm is final at once; a reason opens it again."""

import pytest

from games.rules.scoresheet import decide as ph
from games.rules.scoresheet.events import DealUndone, ResultReopened
from games.rules.scoresheet.state import FINAL, RUNNING
from tests.games.rules.scoresheet.sheets import deal
from tests.games.rules.scoresheet.test_impossible_scoresheets import refused, sheet, write


def mistyped(*, asks):
    """Deal 2 ends a match to 50, because of a 0 too many."""
    return sheet(3, deal(1, "A", "B 20, C 5"), deal(2, "B", "A 50, C 5"), target_score=50, asks=asks)


def test_undoing_the_last_deal_with_a_reason_opens_a_final_result_again():
    made = mistyped(asks=False)
    assert made.phase == FINAL
    assert write(made, ph.UndoDeal(2, "A  0 too many ")) == [ResultReopened("A 0 too many"), DealUndone(2)]
    assert (made.phase, made.deals, made.top.winners) == (RUNNING, 1, [])
    write(made, deal(2, "B", "A 5, C 5"))
    assert made.phase == RUNNING


@pytest.mark.parametrize(
    ("corrected", "phase"), [(deal(2, "B", "A 5, C 5"), RUNNING), (deal(2, "C", "A 50, B 5"), FINAL)]
)
def test_a_deal_is_corrected_with_a_reason_and_the_match_goes_on_or_ends_anew(corrected, phase):
    made = mistyped(asks=False)
    write(made, ph.CorrectDeal(corrected, "Typo"))
    assert (made.phase, made.top.winners) == (phase, [] if phase == RUNNING else [2])


@pytest.mark.parametrize(
    "command", [ph.UndoDeal(2), ph.UndoDeal(2, " "), ph.CorrectDeal(deal(2, "B", "A 5, C 5"))]
)
def test_a_final_result_stays_without_a_reason(command):
    assert refused(mistyped(asks=False), command) == "result_final"


def test_a_result_that_players_confirmed_stays_whatever_the_reason():
    made = mistyped(asks=True)
    write(made, *(ph.ConfirmResult(seat) for seat in range(3)))
    assert refused(made, ph.UndoDeal(2, "Typo")) == "result_final"
