"""The examples and explanations of the options: complete, true, and readable."""

import pytest

from games.rules.notation.example_texts import EXAMPLE_TITLES
from games.rules.notation.examples import all_examples, examples_of
from games.rules.notation.scenario_files import Scenario, option_changes
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import NAMES, build, explain
from games.rules.scenarios import PASSED, run

# The cards of an example are given, so that another deck changes nothing; no card shows how a chat is shut.
WITHOUT_CHOICE = {"deck", "silence_enforcement"}


def _about(example: Scenario) -> str:
    return example.id.rpartition("-")[0]


each_option = pytest.mark.parametrize("about", OPTION_TEXTS, ids=lambda about: about.name)


@pytest.mark.parametrize("example", all_examples(), ids=lambda written: written.id)
def test_an_example_tells_what_the_rules_do(example: Scenario) -> None:
    assert run(example).line == f"{example.id} {PASSED}"


@each_option
def test_every_option_has_an_example(about: OptionText) -> None:
    assert examples_of(about.name)


def test_the_examples_of_an_option_are_numbered_from_one() -> None:
    for name in NAMES:
        numbers = [int(example.id.rpartition("-")[2]) for example in examples_of(name)]
        assert numbers == [*range(1, len(numbers) + 1)]


def test_every_example_belongs_to_an_option() -> None:
    assert {example.id.rpartition("-")[0] for example in all_examples()} == set(NAMES)
    assert sum(len(examples_of(name)) for name in NAMES) == len(all_examples())


@pytest.mark.parametrize(
    "example",
    [example for example in all_examples() if _about(example) not in WITHOUT_CHOICE],
    ids=lambda example: example.id,
)
def test_with_another_value_of_its_option_an_example_comes_out_differently(example: Scenario) -> None:
    about = explain(_about(example))
    used = getattr(build(example.preset, option_changes(example.options)), about.name)
    others: list[object] = [value for value in about.values if value != used]
    if about.many:
        others = [["none"]]
    elif not about.values:
        others = [about.low, about.low + 1, (about.high or 600) - 1]
    assert any(
        run(_changed(example, f"{about.name}={about.written(other)}")).verdict != PASSED for other in others
    )


def _changed(example: Scenario, option: str) -> Scenario:
    name = option.partition("=")[0]
    kept = [option for option in example.options if not option.startswith(f"{name}=")]
    return Scenario(example.id, example.preset, [*kept, option], example.title, example.lines)


def test_translators_find_the_heading_of_every_example():
    assert set(EXAMPLE_TITLES) == {example.title for example in all_examples()}
