"""Situation: the page of a rulebook explains each of its options. The rules play what it says.

The examples of an option show what its values do. An example of the value that a rulebook has is played by
the rules of that rulebook; if there is none, as for most that are switched off, then what the other values do
is not what its rules do.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import pytest

from games.rules.notation.examples import all_examples
from games.rules.notation.scenario_files import Scenario, option_changes
from games.rules.options import rulebooks
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import Options, build, differences, explain
from games.rules.scenarios import PASSED, run

ASIDE: Final = {
    "teams": "off",
    "going_out": "ends_round",
    "scoring": "winner_takes_all",
    "match_end": "target",
    "next_dealer": "clockwise",
    "draw_rule": "one",
    "draw_pile_exhausted": "reshuffle",
    "skip_rescue": "off",
    "skip_effect": "skip_next",
    "ready_pause": "off",
    "seven_zero": "off",
    "colours_in_circle": "off",
    "uno_centre": "off",
    "uno_penalty_trigger": "caught",
    "reverse_reflects": "off",
    "illegal_card_penalty": "0",
    "false_call_penalty": "0",
    "uno_call_deadline": "until_caught",
    "uno_penalty": "2",
    "draw_cards_lose_turn": "on",
}
"""Options that would add a step of their own to an example, or count it differently."""
BESIDE: Final = {"uno_duty-2": {"seven_zero": "on"}, "scoring-4": {"match_end": "manual"}}
"""What an example takes from the rulebook that it belongs to."""
NEVER_SHOWN: Final = {
    "deck",
    "customizable_effects",
    "customizable_points",
    "silence_enforcement",
    "survivors",
}
"""What is in the deck is given with the cards, and how chat is closed is seen at no table of cards."""

each_rulebook = pytest.mark.parametrize("rulebook", rulebooks.names())


def _examples() -> dict[str, dict[object, list[Scenario]]]:
    """Return the examples by their option and its value."""
    positions: dict[str, dict[object, list[Scenario]]] = defaultdict(lambda: defaultdict(list))
    for example in all_examples():
        option = example.id.rpartition("-")[0]
        value = getattr(build(example.preset, option_changes(example.options)), option)
        positions[option][value].append(example)
    return positions


EXAMPLES: Final = _examples()


def _played(example: Scenario, rulebook: str) -> bool:
    """Return whether an example comes out by the rules of a rulebook as it says, perhaps with some aside."""
    option = example.id.rpartition("-")[0]
    its_own = dict(change.split("=", 1) for change in example.options) | BESIDE.get(example.id, {})
    of_rulebook = {name: explain(name).written(value) for name, value in differences(build(rulebook)).items()}
    about_it = {option: explain(option).written(getattr(build(rulebook), option))}
    return any(_comes_out(example, of_rulebook | aside | its_own | about_it) for aside in ({}, ASIDE))


def _comes_out(example: Scenario, options: dict[str, str]) -> bool:
    written = [f"{name}={value}" for name, value in options.items()]
    return run(Scenario(example.id, "classic", written, example.title, example.lines)).verdict == PASSED


def _shown(options: Options) -> Iterator[OptionText]:
    """Yield the options on the page of a rulebook that an example can show."""
    yield from (about for about in OPTION_TEXTS if about.matters(options) and about.name not in NEVER_SHOWN)


def _wrong(rulebook: str) -> Iterator[str]:
    options = build(rulebook)
    for about in _shown(options):
        value = getattr(options, about.name)
        of_values = EXAMPLES[about.name]
        if value in of_values:
            yield from (position.id for position in of_values[value] if not _played(position, rulebook))
        else:
            others = [example for examples in of_values.values() for example in examples]
            yield from (f"not {position.id}" for position in others if _played(position, rulebook))


@each_rulebook
def test_the_texts_of_options_agree_with_the_rules(rulebook: str) -> None:
    assert list(_wrong(rulebook)) == []


def test_a_wrong_text_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value of one option is explained by what another value does."""
    off, jumped = EXAMPLES["stack_draw_two"]["off"], EXAMPLES["jump_in"][True]
    monkeypatch.setitem(EXAMPLES, "stack_draw_two", {"transfer": off})
    monkeypatch.setitem(EXAMPLES, "jump_in", {False: jumped})
    assert list(_wrong("russian")) == [
        *(position.id for position in off),
        *(position.id for position in jumped),
    ]
