"""Situation: a reader wants to know which moments decided a match, and what happened there."""

import pytest

from games import eventstore
from games.analysis.findings import CLOCK, Curve, DealFindings, Effect, Fact
from games.analysis.highlights import LED, MOMENT, about, most_telling
from games.analysis.match import MatchToJudge
from games.bots import match_equity
from games.eventstore import encode
from games.models import TableEvent
from games.replay.match_analysis import facts
from games.rules.match import events as e
from tests.games.playing import dealt, play_out

NAMES = ["Ana", "Bo", "Cy"]


def moment(step: int, seat: int, before: int, after: int, *events: e.Event, of_match: int = 1) -> Fact:
    return Fact(MOMENT, step, [seat], [before, after, of_match], events=[encode(event) for event in events])


def test_a_moment_tells_what_happened_and_whose_chance_to_win_what_it_changed() -> None:
    drawn = e.CardsDrawn(seat=1, cards=[1, 2, 3, 4], reason="penalty")
    of_match = moment(9, 0, 390_000, 700_000, drawn)
    told = facts.told(of_match, NAMES, counts_points=True)
    assert told == "Bo drew 4 cards. These cards moved Ana’s chance to win the match from 39% to 70%."
    of_deal = moment(9, 0, 390_000, 700_000, drawn, of_match=0)
    assert "chance to win the deal" in facts.told(of_deal, NAMES, counts_points=True)


def test_moments_of_the_readers_seat_come_first_and_no_step_comes_twice() -> None:
    moments = [
        moment(3, 0, 100_000, 900_000),
        moment(5, 1, 500_000, 900_000),
        moment(5, 0, 300_000, 100_000),
        moment(7, 2, 100_000, 140_000),
        moment(8, 1, 500_000, 400_000),
        moment(9, 2, 100_000, 200_000),
    ]
    telling = [(fact.step, fact.seats) for fact in most_telling(moments)]
    assert telling == [(3, [0]), (5, [1]), (8, [1])]
    telling = [(fact.step, fact.seats) for fact in most_telling(moments, seat=2)]
    assert telling == [(7, [2]), (9, [2]), (3, [0]), (5, [1]), (8, [1])]


def test_a_leader_who_did_not_win_lost_the_lead() -> None:
    assert facts.told(Fact(LED, 20, [1], [2]), NAMES, counts_points=True) == "Bo lost the lead."


@pytest.mark.django_db
def test_the_lead_is_lost_at_the_end_of_the_deal_after_which_another_leads() -> None:
    table = play_out(dealt("bot bot", options={"target_score": 300}))
    match = MatchToJudge(eventstore.read(TableEvent, table.pk), match_equity.Effort(20, 10))
    lost = [fact for fact in about(match, []).facts if fact.kind == LED]
    for fact in lost:
        (number,), (loser,) = fact.numbers, fact.seats
        before, after = match.state_after(number - 1).totals, match.state_after(number).totals
        assert fact.step == match.deals[number - 1][-1][0]
        assert before[loser] > before[1 - loser]
        assert after[loser] <= after[1 - loser]
    assert len(lost) <= 1


def test_a_moment_that_the_clock_made_says_that_time_ran_out() -> None:
    overdue = moment(9, 1, 390_000, 310_000, e.CardsDrawn(seat=1, cards=[1], reason="turn"))
    deal = DealFindings(1, 1, 10, Curve(), effects=[Effect(9, 1, -80_000, stand_in=CLOCK)])
    assert facts.told(overdue, NAMES, [deal], counts_points=True) == (
        "Time ran out for Bo, so the clock moved: Bo drew red 1. "
        "These cards moved Bo’s chance to win the match from 39% to 31%."
    )


def test_a_moment_names_the_bot_that_moved_and_the_player_whose_chance_it_was() -> None:
    moved = moment(9, 0, 390_000, 700_000, e.CardsDrawn(seat=0, cards=[1, 2], reason="turn"))
    moved.bots = [0]
    told = facts.told(moved, NAMES, counts_points=True)
    assert (
        told == "A bot for Ana drew 2 cards. These cards moved Ana’s chance to win the match from 39% to 70%."
    )
