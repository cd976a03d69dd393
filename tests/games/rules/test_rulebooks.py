"""The presets are those of the catalogue."""

import re
import tomllib
from pathlib import Path

import pytest

from games.rules import rulebooks
from games.rules.options import DEFAULTS, NAMES, build
from games.rules.refusal import Refusal

CATALOGUE = Path(__file__).parents[4] / "shared" / "rules.md"
FILE = Path(rulebooks.__file__).with_name("rulebooks.toml")


@pytest.mark.skipif(not CATALOGUE.exists(), reason="the catalogue does not lie beside the repository")
def test_the_file_says_what_section_five_says() -> None:
    written = CATALOGUE.read_text("utf-8")
    section = written[written.index("## 5. Rulebooks") : written.index("### 5.4")]
    blocks = re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    assert tomllib.loads(FILE.read_text("utf-8")) == tomllib.loads("\n".join(blocks))


def test_the_defaults_of_the_file_are_those_of_the_options() -> None:
    defaults = tomllib.loads(FILE.read_text("utf-8"))["defaults"]
    assert list(defaults) == list(NAMES)
    for name, value in defaults.items():
        found = getattr(DEFAULTS, name)
        assert (list(found) if isinstance(found, tuple) else found) == value


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("classic", "scoring", "winner_takes_all"),
        ("elimination-500", "scoring", "elimination"),
        ("filipino", "uno_penalty", 1),
        ("welsh-draw-ten", "draw_four_legality", "no_match"),
        ("russian-low-200", "target_score", 200),
        ("russian-low-200", "skip_rescue", "identical"),
        ("russian-board", "hand_size", 6),
        ("super-mario", "customizable_effects", ("none", "none")),
    ],
)
def test_a_rulebook_inherits_and_changes(name: str, option: str, value: object) -> None:
    assert getattr(build(name), option) == value


def test_every_rulebook_has_a_title_and_a_sentence_for_people() -> None:
    titles = [rulebooks.title(name) for name in rulebooks.names()]
    assert len(set(titles)) == len(titles)
    assert all(rulebooks.summary(name).endswith(".") for name in rulebooks.names())


@pytest.mark.parametrize("name", ["", "defaults", "Classic"])
def test_an_unknown_rulebook_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        build(name)
    assert refused.value.code == "unknown_rulebook"
