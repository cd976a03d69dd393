"""The presets are those of the catalogue."""

import re
import tomllib
from pathlib import Path

import pytest

from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.rules.options.options import DEFAULTS, NAMES, build, explain

CATALOGUE = Path(__file__).parents[5] / "shared" / "rules.md"
FILE = Path(rulebooks.__file__).with_name("rulebooks.toml")


@pytest.mark.skipif(not CATALOGUE.exists(), reason="the catalogue does not lie beside the repository")
def test_the_file_says_what_section_five_says() -> None:
    written = CATALOGUE.read_text("utf-8")
    section = written[written.index("## 5. Rulebooks") : written.index("### 5.4")]
    blocks = re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    assert tomllib.loads(FILE.read_text("utf-8")) == tomllib.loads("\n".join(blocks))


@pytest.mark.skipif(not CATALOGUE.exists(), reason="the catalogue does not lie beside the repository")
def test_the_options_are_those_of_section_four() -> None:
    """Names in order, values and defaults; a row the test cannot read is a failure of the test."""
    written = CATALOGUE.read_text("utf-8")
    section = written[written.index("### 4.1 ") : written.index("### 4.10 ")]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \| [^|]+ \| [^|]+ \|$", section, re.MULTILINE)
    assert [name for name, _values in rows] == list(NAMES)
    for name, values in rows:
        _assert_values(name, values, section)


def _assert_values(name: str, values: str, section: str) -> None:
    about = explain(name)
    default = re.search(r"\*\*`?(\[\]|\w+)`?\*\*", values)
    assert default, f"the default of {name} is not bold"
    assert about.written(getattr(DEFAULTS, name)) == {"[]": "()"}.get(default[1], default[1]), name
    if about.many:
        effects = section[section.index("| Effect name") : section.index("### 4.7 ")]
        assert list(about.values) == re.findall(r"^\| `(\w+)` \|", effects, re.MULTILINE)
    elif about.values:
        wanted = [value.strip(" *`") for value in values.split(",")]
        assert sorted(map(about.written, about.values)) == sorted(wanted), name
    else:
        low, high = _RANGES[values.replace(default[0], default[1])]
        assert (about.low, about.high) == (low, high), name


_RANGES = {
    "1–10, 7": (1, 10),
    "1–20, 10": (1, 20),
    # The catalogue leaves the end open; ours keeps a match from lasting for ever.
    "any positive number, 500": (1, 10_000),
    "0 (none) or n": (0, 1_000),
    "1, 2–9": (1, 9),
}


def test_the_defaults_of_the_file_are_those_of_the_options() -> None:
    defaults = tomllib.loads(FILE.read_text("utf-8"))["defaults"]
    assert list(defaults) == list(NAMES)
    for name, value in defaults.items():
        value_ = getattr(DEFAULTS, name)
        assert (list(value_) if isinstance(value_, tuple) else value_) == value


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


def test_a_rulebook_knows_what_it_extends() -> None:
    assert [rulebooks.parent(name) for name in ("classic", "two-player", "russian-twins")] == [
        "",
        "classic",
        "russian",
    ]


def test_a_rulebook_knows_what_it_grew_out_of_in_the_end() -> None:
    asked = ("classic", "two-player", "russian-twins", "welsh-draw-ten", "filipino")
    assert [rulebooks.root(name) for name in asked] == ["classic", "classic", "russian", "welsh", "filipino"]
