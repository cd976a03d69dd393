"""Situation: an option says that it cannot change play by the rules it stands among."""

from collections.abc import Iterator

import pytest

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match, step
from games.rules.match import commands as c
from games.rules.match.events import Event
from games.rules.match.state import MATCH_OVER, OVER, State
from games.rules.notation.examples import all_examples
from games.rules.notation.scenario_files import Scenario, option_changes
from games.rules.options.combinations import check
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import Options, build, differences, explain, from_differences
from tests.games.rules.any_match import RichChance, some_move_or_leaving
from tests.games.rules.comparison import random_table
from tests.games.rules.near_the_end import bring_near_the_end
from tests.suite.extent import is_thorough

MOVES = 120
_OF_THE_OPTIONS = {"options", "differences", "simple_effects", "tabled_plays", "answerable", "draws_one"}
_ALONE: dict[str, object] = {"teams": "off"}
_HIDING: dict[str, tuple[dict[str, object], ...]] = {
    "customizable_effects": ({"deck": "classic_108"}, {"deck": "plus_ten_112"}),
    "customizable_points": ({"customizable_effects": []},),
    "next_dealer": ({"match_end": "rounds", "round_limit": 1},),
    "draw_until_max": ({"draw_rule": "one"},),
    "skip_rescue": ({"skip_effect": "play_again"},),
    "two_player_reverse": (
        {
            "teams": "partners",
            "going_out": "ends_round",
            "scoring": "winner_takes_all",
            "match_end": "target",
        },
    ),
    "stack_ten": ({"deck": "swap_112"},),
    "draw_four_challenge": ({"draw_four_legality": "always", "draw_four_challenge": "off"},),
    "last_card_draw_effect": (
        {"going_out": "to_last", "scoring": "win_loss", "match_end": "manual"},
        {
            "going_out": "refill_six",
            "scoring": "per_out",
            "draw_pile_exhausted": "end_of_play",
            "match_end": "rounds",
            "round_limit": 1,
        },
    ),
    "jump_in_self": ({"jump_in": False},),
    "silence_enforcement": ({"silence": "off"},),
    "target_score": (
        {"match_end": "rounds", "round_limit": 2, "scoring": "own_hand_low"},
        {"match_end": "manual", "scoring": "win_loss"},
    ),
    "round_limit": ({"match_end": "target"}, {"match_end": "manual"}),
    "survivors": ({"scoring": "winner_takes_all"}, {"scoring": "own_hand_low"}),
}
"""The values of other options with which an option does not matter."""
_IMPLIED = {
    "customizable_effects",
    "skip_rescue",
    "stack_ten",
    "draw_four_challenge",
    "jump_in_self",
    "survivors",
}
"""Where these do not matter, every other value of theirs is refused."""
_NUMBERS = {
    "draw_until_max": (1, 7, 20),
    "target_score": (1, 60, 500),
    "round_limit": (0, 3),
    "survivors": (2,),
}


def test_each_option_that_may_hide_is_tried() -> None:
    assert {about.name for about in OPTION_TEXTS if about.matters_with} == set(_HIDING)


@pytest.mark.parametrize("name", _HIDING)
def test_an_option_that_matters_with_others_names_their_values(name: str) -> None:
    for condition in explain(name).matters_with:
        about = explain(condition.option)
        assert condition.option != name
        if about.choices and not about.many:
            assert set(condition.values) < set(about.values)


@pytest.mark.parametrize("example", all_examples(), ids=lambda written: written.id)
def test_an_option_matters_in_its_own_examples(example: Scenario) -> None:
    options = build(example.preset, option_changes(example.options))
    assert explain(example.id.rpartition("-")[0]).matters(options)


@pytest.mark.sampled("plays 600 tables of each, not 20", about=["games/rules/"])
@pytest.mark.parametrize("name", _HIDING)
def test_another_value_of_an_option_that_does_not_matter_changes_nothing(name: str) -> None:
    others = 0
    for number in range(600 if is_thorough() else 20):
        seed = number.to_bytes(4, "big")
        chance = RichChance(b"hidden" + name.encode() + seed)
        options, seats = _table_without_meaning(name, chance)
        for other in _others(explain(name), options, seats):
            assert not _difference(options, other, seats, seed)
            others += 1
    assert (others > 0) == (name not in _IMPLIED)


def test_two_matches_by_rules_that_do_differ_differ() -> None:
    options = build("classic")
    changed = from_differences({"skip_effect": "play_again"})
    assert any(_difference(options, changed, 3, number.to_bytes(4, "big")) for number in range(5))


def _table_without_meaning(name: str, chance: RichChance) -> tuple[Options, int]:
    """Return a random table by whose rules an option does not matter."""
    ways = _HIDING[name]
    hiding = _ALONE | ways[chance.below(len(ways))]
    options, seats = random_table(chance)
    seats = {"partners": 4}.get(str(hiding["teams"]), max(seats, 3))
    wanted = differences(options) | hiding
    while blamed := _blamed(from_differences(wanted), seats):
        for option in set(blamed) - set(hiding):
            wanted.pop(option, None)
    option_ = from_differences(wanted)
    assert not explain(name).matters(option_)
    return option_, seats


def _blamed(options: Options, seats: int) -> tuple[str, ...]:
    try:
        check(options, seats)
    except Refusal as refusal:
        return refusal.options
    return ()


def _others(about: OptionText, options: Options, seats: int) -> Iterator[Options]:
    values = [["none"], ["extra_turn"]] if about.many else [*(about.values or _NUMBERS[about.name])]
    for value in values:
        changed = from_differences(differences(options) | {about.name: value})
        if changed != options and not _blamed(changed, seats):
            yield changed


def _difference(option: Options, two: Options, seats: int, seed: bytes) -> str:
    """Return what differs when the same moves are played by both, an empty text if nothing does."""
    first, second = (new_match("classic", options, seats) for options in (option, two))
    moves = RichChance(b"moves" + seed)
    for number in range(MOVES):
        if first.phase == MATCH_OVER:
            break
        move = _move(first, moves)
        shuffles = seed + number.to_bytes(2, "big")
        outcomes = [_carried_out(state, move, Chance(shuffles)) for state in (first, second)]
        if number == 0 and moves.below(2):
            for state in (first, second):
                bring_near_the_end(state, RichChance(b"end" + seed))
        if outcomes[0] != outcomes[1] or _seen(first) != _seen(second):
            return f"{move}: {outcomes}"
    return ""


def _move(state: State, chance: RichChance) -> c.Command:
    if state.round == 0:
        return c.Deal()
    if state.phase == OVER and state.options.match_end == "manual" and chance.below(3) == 0:
        return c.EndMatch()
    return some_move_or_leaving(state, chance)


def _carried_out(state: State, move: c.Command, chance: Chance) -> list[Event] | str:
    try:
        events = step(state, move, chance)
    except Refusal as refusal:
        return refusal.code
    return [event for event in events if not hasattr(event, "options")]


def _seen(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in State.__slots__ if name not in _OF_THE_OPTIONS}
