"""Names of rounds and matches are kept in English and read in any language."""

import pytest

from games.rules.base import language
from league.competitions.opening import translated_name
from league.rules.settings.stages import SEASON, StageSettings
from league.rules.settings.translated_names import translated

_WORDS = {
    "Round {n}": "Runde {n}",
    "Table {n}": "Tisch {n}",
    "Group {n}": "Gruppe {n}",
    "Semi-finals": "Halbfinale",
    "Knock-out": "K.-o.-Runde",
    "semi-final {n}": "Halbfinale {n}",
    "winner of {match}": "Sieger von {match}",
    "rank {place} of {match}": "{place}. von {match}",
    "Places {first} to {last}": "Plätze {first} bis {last}",
}


@pytest.fixture
def german(monkeypatch):
    monkeypatch.setattr(language, "_translate", lambda sentence: _WORDS.get(sentence, sentence))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Semi-finals", "Halbfinale"),
        ("Group B, Round 2", "Gruppe B, runde 2"),
        ("Round 2, table 11", "Runde 2, tisch 11"),
        ("winner of semi-final 2", "Sieger von halbfinale 2"),
        ("rank 3 of Round 1, table 2", "3. von runde 1, tisch 2"),
        ("Places 5 to 8", "Plätze 5 bis 8"),
        ("The long night", "The long night"),
        ("Round about", "Round about"),
        ("", ""),
    ],
)
@pytest.mark.usefixtures("german")
def test_a_name_is_put_together_anew(name, expected):
    assert translated(name) == expected


@pytest.mark.parametrize("name", ["rank 2 of division 1", "Winners round 1, match 3", "final", "a, B", "ß"])
def test_in_english_every_name_stays_as_it_is(name):
    assert translated(name) == name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Friday: Semi-finals, match 2", "Friday: Halbfinale, match 2"),
        ("Cup: second try: Round 3", "Cup: second try: Runde 3"),
        ("Round 3", "Round 3"),
        ("Tea: at Ana's", "Tea: at Ana's"),
    ],
)
@pytest.mark.usefixtures("german")
def test_of_the_name_of_a_table_what_people_chose_stays(name, expected):
    assert translated_name(name) == expected


@pytest.mark.parametrize(("name", "title"), [("Knock-out", "K.-o.-Runde"), ("Cup of Ana", "Cup of Ana")])
@pytest.mark.usefixtures("german")
def test_a_stage_is_called_anew_too_unless_people_named_it(name, title):
    assert StageSettings(SEASON, name).title == title
