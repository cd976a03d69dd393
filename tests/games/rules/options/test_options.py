"""Options: their values, the combinations nobody can play, and what waits for a later version."""

import re

import pytest

from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match
from games.rules.options import combinations, rulebooks
from games.rules.options.combinations import check, checked
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import (
    DEFAULTS,
    NAMES,
    Options,
    build,
    differences,
    explain,
    from_differences,
    stored,
)
from tests.games.rules.options.refused_combinations import REFUSED


# D09
@pytest.mark.parametrize(("code", "names", "changes", "seats"), REFUSED)
def test_a_combination_that_makes_no_sense_is_refused_by_name(
    code: str, names: set[str], changes: dict[str, object], seats: int
) -> None:
    with pytest.raises(Refusal) as refused:
        checked("classic", changes, seats)
    assert refused.value.code == code
    assert set(refused.value.options) == names
    assert refused.value.sentence.endswith(".")
    for name in names:
        assert re.search(rf"\b{name}\b", refused.value.sentence), "the sentence names both"


def test_every_combination_has_its_test() -> None:
    written = {
        (combination.code, frozenset(combination.options)) for combination in combinations.COMBINATIONS
    }
    assert {(code, frozenset(names)) for code, names, _changes, _seats in REFUSED} == written


def test_a_refusal_of_options_names_options_that_exist() -> None:
    for combination in combinations.COMBINATIONS:
        assert set(combination.options) <= {*NAMES, "seats", "rulebook"}
        assert len(set(combination.options)) == 2


@pytest.mark.parametrize(
    ("rulebook", "changes", "seats"),
    [
        ("two-player", {}, [2]),
        ("partners", {}, [4]),
        ("russian-to-last", {}, [*range(3, 11)]),
        ("classic", {}, [*range(2, 11)]),
        ("elimination-500", {"survivors": 4}, [*range(5, 11)]),
        ("two-player", {"teams": "partners"}, []),
    ],
)
def test_the_seats_that_fit_follow_from_the_rulebook_and_its_options(
    rulebook: str, changes: dict[str, object], seats: list[int]
) -> None:
    assert combinations.fitting_seats(rulebook, build(rulebook, changes)) == seats


def test_without_seats_it_is_enough_that_some_number_fits() -> None:
    assert checked("elimination-500", {"survivors": 9}).survivors == 9
    with pytest.raises(Refusal) as refused:
        checked("two-player", {"going_out": "to_last", "scoring": "win_loss", "match_end": "manual"})
    assert refused.value.code == "refused_to_last_seats"


# D09
@pytest.mark.parametrize("name", rulebooks.names())
def test_no_rulebook_is_a_refused_combination(name: str) -> None:
    fewest, most = rulebooks.fitting_seats(name)
    for seats in range(fewest, most + 1):
        combinations.check(build(name), seats)


def test_the_defaults_are_played() -> None:
    for seats in range(2, 11):
        check(DEFAULTS, seats)


def test_there_are_fifty_two_options_and_each_is_explained() -> None:
    assert len(NAMES) == len(OPTION_TEXTS) == 52
    assert set(NAMES) == set(Options.__struct_fields__)
    for name in NAMES:
        about = explain(name)
        assert about.meaning.endswith(".")
        assert about.title
        assert all(choice.words and choice.meaning.endswith(".") for choice in about.choices)
        assert len({choice.words for choice in about.choices}) == len(about.choices)
        default = getattr(DEFAULTS, name)
        if about.many:
            assert default == ()
        elif about.values:
            assert default in about.values
        else:
            assert about.low <= default <= about.high


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"jump": True}, "unknown_option"),
        ({"jump_in": 1}, "bad_value"),
        ({"jump_in": "on"}, "bad_value"),
        ({"uno_penalty": 3}, "bad_value"),
        ({"uno_penalty": True}, "bad_value"),
        ({"hand_size": 0}, "bad_value"),
        ({"hand_size": 11}, "bad_value"),
        ({"hand_size": True}, "bad_value"),
        ({"hand_size": 7.0}, "bad_value"),
        ({"target_score": 0}, "bad_value"),
        ({"round_limit": -1}, "bad_value"),
        ({"target_score": 10_001}, "bad_value"),
        ({"target_score": 10**30}, "bad_value"),
        ({"round_limit": 1_001}, "bad_value"),
        ({"survivors": 10}, "bad_value"),
        ({"scoring": "Elimination"}, "bad_value"),
        ({"scoring": None}, "bad_value"),
        ({"customizable_effects": "none"}, "bad_value"),
        ({"customizable_effects": ["nothing"]}, "bad_value"),
        ({"customizable_effects": [["none"]]}, "bad_value"),
        ({"deck": {"name": "classic_108"}}, "bad_value"),
        ({"deck": "\ud800" * 200}, "bad_value"),
        ({"\ud800" * 200: True}, "unknown_option"),
    ],
)
def test_a_wrong_name_or_value_is_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        build("classic", changes)
    assert refused.value.code == code
    assert len(refused.value.sentence.encode()) < 400, "any sentence can be shown"


def test_options_stored_before_numbers_had_limits_are_still_read() -> None:
    kept = {"target_score": 1_000_000_000, "round_limit": 50_000}
    assert from_differences(kept).target_score == 1_000_000_000
    assert stored("classic", kept).round_limit == 50_000
    with pytest.raises(Refusal):
        stored("classic", {"hand_size": 0})


def test_only_what_differs_is_kept_and_brings_the_options_back() -> None:
    options = build("elimination-500", {"target_score": 300, "survivors": 2})
    kept = differences(options)
    assert kept == {"scoring": "elimination", "target_score": 300, "survivors": 2}
    assert from_differences(kept) == options
    kept["survivors"] = 5
    assert differences(options)["survivors"] == 2


@pytest.mark.parametrize("name", rulebooks.names())
def test_every_rulebook_comes_back_from_its_differences(name: str) -> None:
    assert from_differences(differences(build(name))) == build(name)


def test_a_rulebook_for_two_is_refused_with_three() -> None:
    with pytest.raises(Refusal) as refused:
        new_match("two-player", build("two-player"), 3)
    assert refused.value.code == "refused_seats"


@pytest.mark.parametrize(
    ("rulebook", "changes", "seats", "needed"),
    [
        ("two-player", {}, 3, "exactly 2 seats"),
        ("russian-to-last", {"going_out": "ends_round"}, 2, "3 to 10 seats"),
    ],
)
def test_seats_that_a_rulebook_is_not_for_are_refused_with_those_it_needs(
    rulebook: str, changes: dict[str, object], seats: int, needed: str
) -> None:
    with pytest.raises(Refusal) as refused:
        checked(rulebook, changes, seats)
    assert (refused.value.code, refused.value.options) == ("refused_seats", ("rulebook", "seats"))
    title = rulebooks.title(rulebook)
    assert refused.value.sentence == f"The rulebook “{title}” (rulebook) needs {needed} (seats)."
