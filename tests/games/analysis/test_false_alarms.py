"""A bot that plays what is worth most in play-outs gets no marks, and chances agree with ends."""

import json
from pathlib import Path

import pytest

from games.analysis.deal import Worlds
from games.analysis.findings import WHOLE
from games.analysis.judged_choices import Pace
from games.analysis.reliability import Compared, agreement
from games.bots.match_equity import Effort
from tests.games.analysis.agreement import KINDS, compared, keep, kept, samples
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


def test_chances_at_random_steps_are_compared_with_their_ends(tmp_path: Path) -> None:
    taken = list(samples(2, range(1, 3), FEW, positions=1))
    assert len(taken) == 2 * 2 * len(KINDS)
    for kind in KINDS:
        assert agreement(compared(taken, kind)).bins
    sums = [sum(sample.chance for sample in taken if sample[:2] == (KINDS[0], match)) for match in (1, 2)]
    assert sums == [pytest.approx(WHOLE, abs=2)] * 2, "somebody wins every deal"
    keep(taken[:5], tmp_path / "samples")
    keep(taken[5:], tmp_path / "samples")
    assert kept([tmp_path / "samples"]) == taken


def test_the_error_of_a_bin_counts_matches_and_not_chances() -> None:
    apart = [Compared(0.55, number % 2 == 0, number) for number in range(40)]
    together = [comparison._replace(source=number % 4) for number, comparison in enumerate(apart)]
    assert agreement(apart).bins[0].error == pytest.approx(0.5 / 40**0.5)
    assert agreement(together).bins[0].error == pytest.approx(0.5 / 4**0.5)


def test_the_figure_of_the_documentation_is_drawn_from_what_was_measured() -> None:
    assert FIGURE.read_text("utf-8") == figure(json.loads(MEASURED.read_text("utf-8")))
