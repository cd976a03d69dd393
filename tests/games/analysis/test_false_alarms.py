"""A bot that plays what is worth most in play-outs gets no marks, and chances agree with ends."""

import json

from games.analysis.deal import Worlds
from games.analysis.judged_choices import Pace
from games.analysis.reliability import Compared, agreement
from games.bots.match_equity import Effort
from tests.games.analysis.agreement import as_seen, of_matches
from tests.games.analysis.bot_matches import Sensible, Strong
from tests.games.analysis.false_alarms import Alarms, alarms
from tests.games.analysis.reliability_figure import FIGURE, MEASURED, figure

FEW = Worlds(open=3, seen=2, choices=Pace(20, 60), equity=Effort(40, 20))


def test_a_strong_bot_gets_no_marks_for_choices_that_are_judged_by_its_own_values() -> None:
    judged = alarms([Strong(200)] * 2, range(1, 3), FEW)
    assert judged.deals == 2
    assert judged.decisions > 20
    assert not judged.are_too_many


def test_the_players_of_the_play_outs_play_matches_of_their_own() -> None:
    judged = alarms([Sensible()] * 3, range(1, 2), FEW)
    assert judged.decisions > 10


def test_more_marked_deals_than_chance_makes_are_too_many() -> None:
    assert not Alarms(deals=1000, marked=10).are_too_many
    assert Alarms(deals=1000, marked=20).are_too_many
    assert "promised" in str(Alarms(1000, 10, 40_000, 12))


def test_chances_as_seen_and_of_matches_are_compared_with_their_ends() -> None:
    seen, matches = list(as_seen(2, range(1, 4), 10)), list(of_matches(2, range(1, 3), 10))
    for compared in (seen, matches):
        assert all(isinstance(pair, Compared) and 0 <= pair.chance <= 1 for pair in compared)
        assert agreement(compared).bins
    before = matches[0].chance + matches[1].chance
    assert abs(before - 1) < 0.001, "somebody wins every match"


def test_the_figure_of_the_documentation_is_drawn_from_what_was_measured() -> None:
    assert FIGURE.read_text("utf-8") == figure(json.loads(MEASURED.read_text("utf-8")))
