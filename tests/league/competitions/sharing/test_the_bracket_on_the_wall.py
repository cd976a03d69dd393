"""Situation: a hall reads the bracket from a projector."""

import re

import pytest
from django.test import Client

from league.rules.settings.stages import StageSettings
from tests.league.club_nights import started
from tests.league.organizing import report_all

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_SHAPE = 2.3


def picture(cup) -> str:
    address = f"/competitions/{cup.pk}/bracket.svg?size=wall&shape={round(10 * _SHAPE)}"
    return Client().get(address).content.decode()


def filled(svg: str) -> float:
    """Return how much of the width of the wall the picture fills."""
    wide, high = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())
    return min(1.0, wide / high / _SHAPE)


@pytest.mark.parametrize("entrants", [9, 13, 16, 24])
def test_a_bracket_at_tables_fills_the_wall(entrants):
    stage = StageSettings("single_elimination", table_size=4, advance=2)
    cup = started(entrants, stages=[stage], venue="elsewhere")
    svg = picture(cup)
    assert filled(svg) > 0.8
    report_all(cup)
    assert filled(picture(cup)) > 0.8


def test_a_bracket_of_two_keeps_its_lines():
    cup = started(8, stages=[StageSettings("single_elimination", table_size=2)], venue="elsewhere")
    wide, high = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', picture(cup)).groups())
    assert wide < 1.8 * high
