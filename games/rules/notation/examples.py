"""Examples of every option: short scenarios for the pages, checked by the tests (`examples.txt`)."""

from functools import cache
from importlib.resources import files

from games.rules.notation.scenario_files import Scenario, read


def examples_of(option: str) -> list[Scenario]:
    """Return the examples of an option in the order of the file; none for an unknown name."""
    return [example for example in all_examples() if example.id.rpartition("-")[0] == option]


@cache
def all_examples() -> tuple[Scenario, ...]:
    """Return every example; its id is the name of the option and a number."""
    return tuple(read(files("games.rules.notation").joinpath("examples.txt").read_text("utf-8")))
