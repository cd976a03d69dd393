"""Situation: a bracket was announced when only an elimination to 500 looked at how rounds are seeded."""

import json

import pytest

from games import eventstore
from league.competitions import stream  # noqa: F401 - the events of competitions are registered there
from league.rules.settings.stages import StageSettings

STAGES = [
    {"format": "single_elimination", "table_size": 2, "reseed": "seed", "third_place": True},
    {"format": "elimination_500", "reseed": "total"},
    {"format": "swiss", "reseed": "total"},
]


@pytest.mark.parametrize("schema", [5, 6])
def test_a_bracket_that_was_drawn_to_its_end_stays_one(schema: int) -> None:
    kept = {
        "club": 1,
        "name": "Cup",
        "stages": STAGES,
        "rulebook": "classic",
        "options": {},
        "turn_seconds": 60,
        "bot_pause_ms": 0,
    }
    read = eventstore.decode("competition_created", schema, json.dumps(kept)).stages
    assert read == [
        StageSettings("single_elimination", table_size=2, third_place=True),
        StageSettings("elimination_500", reseed="total"),
        StageSettings("swiss"),
    ]
    assert [query.is_redrawn for query in read] == [False, True, False]
