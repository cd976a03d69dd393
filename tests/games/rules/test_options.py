"""Options: their values, the combinations nobody can play, and what waits for a later version."""

import inspect

import pytest

from games.rules import combinations, rulebooks
from games.rules.combinations import check
from games.rules.decide import new_match
from games.rules.option_texts import OPTION_TEXTS
from games.rules.options import (
    DEFAULTS,
    NAMES,
    Options,
    build,
    differences,
    explain,
    from_differences,
)
from games.rules.refusal import Refusal

REFUSED = [
    ("refused_seats", {}, 1),
    ("refused_seats", {}, 11),
    ("refused_jump_in_self", {"jump_in_self": True}, 3),
    ("refused_partners_seats", {"teams": "partners"}, 3),
    ("refused_partners_going_out", {"teams": "partners", "going_out": "to_last", "scoring": "win_loss"}, 4),
    ("refused_partners_scoring", {"teams": "partners", "scoring": "elimination"}, 4),
    ("refused_partners_scoring", {"teams": "partners", "scoring": "own_hand_low"}, 4),
    ("refused_to_last_seats", {"going_out": "to_last", "scoring": "win_loss", "match_end": "manual"}, 2),
    ("refused_to_last_scoring", {"going_out": "to_last"}, 3),
    ("refused_refill_six_scoring", {"going_out": "refill_six"}, 3),
    ("refused_refill_six_draw_pile", {"going_out": "refill_six", "scoring": "per_out"}, 3),
    ("refused_per_out_going_out", {"scoring": "per_out", "match_end": "rounds", "round_limit": 1}, 3),
    ("refused_end_of_play_going_out", {"draw_pile_exhausted": "end_of_play"}, 3),
    ("refused_target_win_loss", {"scoring": "win_loss"}, 3),
    (
        "refused_target_per_out",
        {"scoring": "per_out", "going_out": "refill_six", "draw_pile_exhausted": "end_of_play"},
        3,
    ),
    ("refused_always_challenge", {"draw_four_legality": "always"}, 3),
    ("refused_skip_rescue", {"skip_rescue": "identical", "skip_effect": "play_again"}, 3),
    ("refused_customizable_effects", {"customizable_effects": ["none"]}, 3),
    ("refused_customizable_effects", {"deck": "mario_112", "customizable_effects": ["none"] * 3}, 3),
    ("refused_stack_ten", {"stack_ten": True}, 3),
    ("refused_draw_four_answer", {"draw_four_answers_draw_two": True, "stack_draw_two": "transfer"}, 3),
    (
        "refused_with_play_automatic",
        {"uno_call_deadline": "with_play", "uno_penalty_trigger": "automatic"},
        3,
    ),
    ("refused_round_limit", {"match_end": "rounds"}, 3),
    ("refused_survivors_scoring", {"survivors": 2}, 3),
    ("refused_survivors_seats", {"scoring": "elimination", "survivors": 3}, 3),
    ("refused_round_loser", {"next_dealer": "round_loser"}, 3),
    (
        "refused_per_out_end",
        {
            "scoring": "per_out",
            "going_out": "refill_six",
            "draw_pile_exhausted": "end_of_play",
            "match_end": "rounds",
            "round_limit": 2,
        },
        3,
    ),
]


@pytest.mark.parametrize(("code", "changes", "seats"), REFUSED)
def test_a_combination_that_makes_no_sense_is_refused_by_name(
    code: str, changes: dict[str, object], seats: int
) -> None:
    with pytest.raises(Refusal) as refused:
        check(build("classic", changes), seats)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_every_combination_has_its_test() -> None:
    written = inspect.getsource(combinations)
    assert {code for code, _changes, _seats in REFUSED} == {
        word for word in written.replace('"', " ").split() if word.startswith("refused_")
    }


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
        default = getattr(DEFAULTS, name)
        if about.many:
            assert default == ()
        elif about.values:
            assert default in about.values
        else:
            assert default >= about.low


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
        ({"survivors": 10}, "bad_value"),
        ({"scoring": "Elimination"}, "bad_value"),
        ({"scoring": None}, "bad_value"),
        ({"customizable_effects": "none"}, "bad_value"),
        ({"customizable_effects": ["nothing"]}, "bad_value"),
    ],
)
def test_a_wrong_name_or_value_is_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        build("classic", changes)
    assert refused.value.code == code


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
