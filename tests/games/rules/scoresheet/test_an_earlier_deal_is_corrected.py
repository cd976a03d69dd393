"""Situation: after some deals of real cards somebody finds that an earlier one was written down wrongly."""

import pytest

from games.rules.base.refusal import IllegalCommand
from games.rules.match.events import MatchEnded
from games.rules.scoresheet import decide as ph
from games.rules.scoresheet.deals import stands
from tests.games.rules.scoresheet.sheets import deal
from tests.games.rules.scoresheet.test_impossible_scoresheets import sheet, write


def written(made, *commands):
    """The sheet after some things were written on it."""
    write(made, *commands)
    return made


def correct(made, *args, **facts):
    return write(made, ph.CorrectDeal(deal(*args, **facts)))


def refused(made, *args, **facts):
    with pytest.raises(IllegalCommand) as caught:
        ph.decide(made, ph.CorrectDeal(deal(*args, **facts)))
    return caught.value


def like(made, *commands):
    """Whether a sheet stands as if this had been written on it from the beginning."""
    other = written(sheet(rulebook=made.top.rulebook), *commands)
    return (made.top, made.phase, made.counted) == (other.top, other.phase, other.counted)


def test_totals_follow_and_later_deals_stay_as_they_were():
    made = written(sheet(), deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C w4"), deal(3, "A", "B 7, C 8"))
    correct(made, 1, "C", "A 10, B 20")
    assert like(made, deal(1, "C", "A 10, B 20"), deal(2, "B", "A 30, C w4"), deal(3, "A", "B 7, C 8"))
    assert stands(made, 2) == deal(2, "B", "A 30, C w4")
    write(made, deal(4, "A", "B 7, C 8"))


def test_saying_the_same_changes_nothing():
    made = written(sheet(), deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 50"))
    assert ph.decide(made, ph.CorrectDeal(deal(1, "A", "B 20, C 5"))) == []
    assert ph.decide(made, ph.CorrectDeal(deal(2, "B", "A 30, C w4"))) == []


def test_the_last_deal_is_corrected_like_any_other():
    made = written(sheet(), deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 5"))
    correct(made, 2, "A", "B 30, C 5")
    assert like(made, deal(1, "A", "B 20, C 5"), deal(2, "A", "B 30, C 5"))


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((0, "A", "B 20, C 5"), "no_such_deal"),
        ((3, "A", "B 20, C 5"), "no_such_deal"),
        ((1, "A", "B 20"), "hand_missing"),
        ((1, "A", "A 3, B 20, C 5"), "winner_holds"),
        ((1, "A", "B 20, H 5"), "no_such_seat"),
        ((1, "A", "B -3, C 5"), None),
    ],
)
def test_a_wrong_correction_is_refused_and_changes_nothing(args, code):
    made = written(sheet(), deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 5"))
    code_ = refused(made, *args)
    assert code in (None, code_.code)
    assert like(made, deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 5"))


def test_a_player_who_would_have_been_eliminated_before_stands_in_the_way():
    made = sheet(rulebook="elimination-500")
    write(made, deal(1, "A", "B 200, C 5"), deal(2, "B", "A 30, C 5"))
    refusal = refused(made, 1, "A", "B 500, C 5")
    assert refusal.code == "later_deals"
    assert refusal.sentence.startswith("If deal 1 is changed like this, deal 2 cannot be right.")


def test_a_player_who_would_not_have_been_eliminated_yet_has_no_hand_in_later_deals():
    made = sheet(rulebook="elimination-500")
    write(made, deal(1, "A", "B 500, C 5"), deal(2, "A", "C 30"))
    assert refused(made, 1, "A", "B 100, C 5").code == "later_deals"
    write(made, ph.UndoDeal(2))
    correct(made, 1, "A", "B 100, C 5")
    assert not made.top.eliminated[1]


def test_a_match_that_would_have_been_over_earlier_is_not_corrected_so():
    made = written(sheet(target_score=100), deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 5"))
    refusal = refused(made, 1, "A", "B 95, C 5")
    assert (refusal.code, "over before" in refusal.sentence) == ("later_deals", True)


def test_a_reported_result_is_reported_anew_or_the_match_goes_on():
    made = written(sheet(target_score=100), deal(1, "A", "B 20, C 5"), deal(2, "A", "B 80, C 5"))
    assert made.phase == "reported"
    events = ph.decide(made, ph.CorrectDeal(deal(1, "A", "B 30, C 5")))
    assert any(isinstance(event, MatchEnded) for event in events)
    correct(made, 1, "A", "B 30, C 5")
    assert (made.phase, made.top.totals[0]) == ("reported", 120)
    correct(made, 1, "B", "A 30, C 5")
    assert made.phase == "running"
    assert made.top.winners == []


def test_a_match_that_was_ended_by_hand_stays_ended():
    made = written(sheet(), deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 5"), ph.EndMatch())
    correct(made, 1, "C", "A 200, B 5")
    assert made.phase == "reported"
    assert made.top.winners == [2]


def test_a_player_who_has_left_since_stays_out_of_it():
    made = written(sheet(), deal(1, "A", "B 20, C 5"), ph.RetireSeat(2), deal(2, "B", "A 30"))
    correct(made, 1, "C", "A 10, B 20")
    assert made.retired == {2: 2}
    assert made.standing().eliminated == [0, 0, 2]


def test_a_dispute_is_settled_first_and_what_is_final_stays():
    made = written(sheet(), deal(1, "A", "B 20, C 5"), ph.EndMatch(), ph.ObjectToResult(1))
    assert refused(made, 1, "A", "B 25, C 5").code == "disputed"
    write(made, ph.SettleDispute(stands=False))
    correct(made, 1, "A", "B 25, C 5")
    write(made, ph.EndMatch(), ph.SettleDispute(stands=True))
    assert refused(made, 1, "A", "B 20, C 5").code == "result_final"
