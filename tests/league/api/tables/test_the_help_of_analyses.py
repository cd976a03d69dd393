"""Situation: a programmer reads what the figures of an analysis are."""

import pytest

from league.api.serializers.replays import JudgedChoice


@pytest.mark.parametrize("field", ["cost", "low", "high"])
def test_a_cost_says_its_unit(field):
    assert "in millionths" in JudgedChoice().fields[field].help_text


def test_a_cost_says_what_is_taken_from_what_and_its_range():
    told = JudgedChoice().fields["cost"].help_text
    assert "with the best alternative less that with the choice made" in told
    assert "from -1000000 to 1000000" in told
    assert JudgedChoice().fields["match_cost"].help_text.startswith("As `cost`")
