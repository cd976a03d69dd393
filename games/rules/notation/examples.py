"""Examples of every option: short scenarios shown on the pages and proved by the tests (`examples.txt`)."""

from functools import cache
from importlib.resources import files

from games.rules.notation.scenario_files import Written, read


def examples_of(option: str) -> list[Written]:
    """Return the examples of an option in the order of the file; none for a name that is no option."""
    return [written for written in all_examples() if written.id.rpartition("-")[0] == option]


@cache
def all_examples() -> tuple[Written, ...]:
    """Return every example; its id is the name of the option and a number."""
    return tuple(read(files("games.rules.notation").joinpath("examples.txt").read_text("utf-8")))
