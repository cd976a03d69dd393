"""Situation: bots measure what matches by a rulebook are like."""

import json

import pytest

from games.bots import figures
from games.rules.base.refusal import Refusal
from games.rules.options.combinations import fitting_seats
from games.rules.options.options import build
from games.rules.options.rulebooks import names


def measured(preset: str, seats: int, **options) -> figures.Figures:
    return figures.measure(preset, build(preset, options), seats, deals=60)


def test_every_preset_is_measured_for_every_number_of_players() -> None:
    for preset in names():
        sizes = [seats for seats in range(2, 11) if figures.figures(preset, seats)]
        assert sizes == fitting_seats(preset, build(preset)), preset


def test_figures_are_read_as_they_were_stored() -> None:
    of = measured("classic", 3)
    assert figures.from_stored(json.loads(json.dumps(of))) == of


def test_figures_agree_with_each_other() -> None:
    of = measured("classic", 4)
    assert of.played >= 60
    assert sum(of.turns.counts) == sum(of.points.counts) == of.played
    assert of.deal_turns.low <= of.deal_turns.mean <= of.deal_turns.high
    assert of.match_turns.mean == pytest.approx(of.deal_turns.mean * of.match_deals.mean, rel=0.05)
    assert 0 <= of.right <= of.challenges
    assert 0 < of.first < 1
    assert of.even == 0.25


def test_partners_win_together() -> None:
    assert measured("partners", 4).even == 0.5


def test_no_one_challenges_where_that_is_not_allowed() -> None:
    assert measured("classic", 3, draw_four_challenge="off").challenges == 0


def test_a_higher_target_takes_longer() -> None:
    short, long = (measured("classic", 2, target_score=target) for target in (50, 400))
    assert short.match_deals.mean < long.match_deals.mean
    assert figures.minutes(short, is_online=True)[1] < figures.minutes(long, is_online=True)[1]


def test_more_people_than_can_play_are_refused() -> None:
    with pytest.raises(Refusal):
        measured("classic", 40)
