"""The examples and explanations of the options: complete, true, and readable."""

import pytest

from games.rules.examples import all_examples, examples_of
from games.rules.option_text import OptionText
from games.rules.option_texts import OPTION_TEXTS
from games.rules.options import NAMES, build
from games.rules.scenario_files import Written, option_value
from games.rules.scenarios import PASSED, run

each_option = pytest.mark.parametrize("about", OPTION_TEXTS, ids=lambda about: about.name)


@pytest.mark.parametrize("example", all_examples(), ids=lambda written: written.id)
def test_an_example_tells_what_the_rules_do(example: Written) -> None:
    assert run(example).line == f"{example.id} {PASSED}"


@each_option
def test_every_option_has_an_example(about: OptionText) -> None:
    assert examples_of(about.name)


def test_every_example_belongs_to_an_option() -> None:
    assert {example.id.rpartition("-")[0] for example in all_examples()} == set(NAMES)
    assert sum(len(examples_of(name)) for name in NAMES) == len(all_examples())


@each_option
def test_some_example_shows_something_else_than_the_usual_value(about: OptionText) -> None:
    values = set()
    for example in examples_of(about.name):
        changes = dict(one.split("=") for one in example.options)
        options = build(example.preset, {name: option_value(name, text) for name, text in changes.items()})
        values.add(getattr(options, about.name))
    usual = getattr(build("classic"), about.name)
    # What the usual value does is the example where others have nothing to do with cards on a table.
    assert values - {usual} or about.name in {"dealer_choice", "uno_penalty", "silence_enforcement"}
