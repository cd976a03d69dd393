"""Situation: somebody changes an event, and logs of years are there to be read."""

import json

import msgspec
import pytest

from games import eventstore
from games.rules.match.events import CardPlayed
from tests.games.stored_events import complaint, defaults_of, fields_of, known, sample_of

STORED = known()
TODAY = sorted(
    (name, cls) for name, cls in eventstore.event_classes().items() if not name.startswith("test_")
)


@pytest.mark.parametrize(("name", "cls"), TODAY, ids=lambda case: case if isinstance(case, str) else "")
def test_an_event_has_the_shape_it_was_stored_in(name, cls):
    schema = eventstore.encode(sample_of(cls))[1]
    assert complaint(name, schema, cls, STORED) == ""


@pytest.mark.parametrize("key", sorted(STORED))
def test_every_sample_ever_stored_can_be_read(key):
    name, schema = key.split()
    event = eventstore.decode(name, int(schema), STORED[key]["sample"])
    assert eventstore.decode(*eventstore.encode(event)) == event
    if eventstore.encode(event)[1] == int(schema):
        assert eventstore.encode(event)[2] == STORED[key]["sample"]


@pytest.mark.parametrize("key", sorted(STORED))
def test_a_field_that_was_left_out_is_read_as_its_default_of_then(key):
    name, schema = key.split()
    sample = json.loads(STORED[key]["sample"])
    for field, default in defaults_of(STORED[key]["fields"]).items():
        left_out = {other_field: value for other_field, value in sample.items() if other_field != field}
        written = {**sample, field: default}
        read = [
            eventstore.decode(name, int(schema), json.dumps(written_fields))
            for written_fields in (left_out, written)
        ]
        assert read[0] == read[1], field


def test_no_event_is_ever_forgotten():
    assert {key.split()[0] for key in STORED} <= set(eventstore.event_classes())


class CardLaid(msgspec.Struct):
    """A card event whose shape somebody changed."""

    seat: int
    card: int
    legal: bool = False


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "int", "card": "int", "legal": "bool = False"},
        {"seat": "int", "card": "int"},
        {"seat": "int", "card": "int", "legal": "bool = True", "more": "int = 0"},
        {"place": "int", "card": "int", "legal": "bool = True"},
        {"seat": "str", "card": "int", "legal": "bool = True"},
    ],
)
def test_a_changed_shape_under_the_old_schema_is_noticed(fields):
    assert fields_of(CardPlayed) == {"seat": "int", "card": "int", "legal": "bool = True"}
    problem = complaint("card_played", 1, CardPlayed, {"card_played 1": {"fields": fields}})
    assert "give it schema 2" in problem


def test_an_event_without_a_sample_is_noticed():
    assert "has no stored sample" in complaint("card_laid", 1, CardLaid, STORED)
    assert "has no stored sample" in complaint("card_played", 2, CardPlayed, STORED)
