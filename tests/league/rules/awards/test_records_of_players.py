"""Situation: the log of a finished table is looked through for records of those who sat there."""

import pytest

from games.rules.match import events as e
from league.rules.awards.award import Feat, Moment
from league.rules.awards.feats import RECORDS, feats
from tests.league.rules.awards.table_logs import ANN, BO, FOUR, begin, log, online, written

QUICK = online(
    "A: r1 | B: b1 b2 b3 | C: y1 y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 | top r9 | turn A", "A play r1"
)
SLOW = online(
    "A: r1 r2 | B: b1 b2 b3 | C: y1 y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 g4 | top r9 | turn A",
    "A play r1 uno ; B draw ; B pass ; C draw ; C pass ; D draw ; D pass ; A play r2",
)


def test_of_each_kind_everybody_keeps_the_best_with_its_moment() -> None:
    deals = written("A 0 40 20 10", "B 5 0 90 30", "A 0 1 1 1", "A 0 20 20 20")
    deals[-1].append(e.MatchEnded([0], [1, 2, 3, 3]))
    assert feats(log(*deals)) == {
        ("best_deal", ANN): Feat(ANN, (70,), Moment(7, 1)),
        ("best_deal", BO): Feat(BO, (125,), Moment(7, 2)),
        ("streak", ANN): Feat(ANN, (2,), Moment(7, 4)),
        ("comeback", ANN): Feat(ANN, (55,), Moment(7, 2)),
    }


@pytest.mark.parametrize(("deals", "step"), [([*QUICK, *SLOW], 2), ([*SLOW, *QUICK], 11)])
def test_the_fewest_turns_are_the_best_whenever_they_were_taken(deals: list, step: int) -> None:
    assert feats(log(*deals))["fastest_out", ANN] == Feat(ANN, (1, 1), Moment(7, step))


@pytest.mark.parametrize(("better", "step"), [(["A 0 9 9 9", "A 0 40 20 10"], 2), (["A 0 40 20 10"] * 2, 1)])
def test_of_equals_the_first_stays(better: list[str], step: int) -> None:
    assert feats(log(*written(*better)))["best_deal", ANN] == Feat(ANN, (70,), Moment(7, step))


@pytest.mark.parametrize("who", [(0, 0, 0, 0), (ANN, 0, 0, 0), (ANN, ANN, 0, 0)])
def test_against_bots_alone_nobody_does_anything_of_note(who: tuple[int, ...]) -> None:
    assert feats(log(*written("A 0 40 20 10"), who=who)) == {}


def test_a_bot_among_people_has_no_records() -> None:
    feats_ = feats(log(*written("C 30 40 0 10", "A 0 1 1 1"), who=(ANN, BO, 0, 0)))
    assert list(feats_) == [("best_deal", ANN)]


def test_a_table_at_which_no_deal_ended_tells_of_nothing() -> None:
    assert feats(log([begin(4)], who=FOUR)) == {}


def test_the_records_are_shown_in_this_order() -> None:
    assert list(RECORDS) == ["best_deal", "fastest_out", "streak", "comeback", "longest_chain"]
    assert all(code == award.code for code, award in RECORDS.items())
