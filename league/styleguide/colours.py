"""The colours of both themes as defined in the style sheet, and their contrast (WCAG 2.2)."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import games

Theme = dict[str, str]

_SHEET: Final = Path(games.__file__).parent / "static/games/site.css"
_ROOT: Final = re.compile(r":root\s*{([^}]*)}")
_BOTH: Final = re.compile(r"light-dark\(([^,]+), ([^)]+)\)\Z")
_PROPERTY: Final = re.compile(r"--([\w-]+):\s*([^;]+);")
_HEX: Final = re.compile(r"#[0-9a-f]{6}\Z")
TEXT: Final = 4.5
"""The least contrast of text (success criterion 1.4.3)."""
DRAWING: Final = 3.0
"""The least contrast of large text, and of the distinguishing parts of drawings and controls (1.4.3, 1.4.11).
"""


class Pair(NamedTuple):
    """A colour on a background, its use, and the least contrast it needs."""

    front: str
    back: str
    what: str
    least: float = TEXT


PAIRS: Final = (
    Pair("ink", "paper", "text on the page"),
    Pair("ink", "sheet", "text on a sheet"),
    Pair("ink", "sunk", "text in a well"),
    Pair("soft", "paper", "notes on the page"),
    Pair("soft", "sheet", "notes on a sheet"),
    Pair("soft", "sunk", "tags"),
    Pair("accent", "paper", "links on the page"),
    Pair("accent", "sheet", "links on a sheet"),
    Pair("accent-ink", "accent", "the main button"),
    Pair("danger", "paper", "errors on the page"),
    Pair("danger", "sheet", "errors on a sheet"),
    Pair("danger-ink", "danger", "refusals"),
    Pair("good", "sheet", "what went well"),
    Pair("paper", "ink", "notices"),
    Pair("felt-ink", "felt", "text on the felt"),
    Pair("felt-ink", "felt-deep", "text at the edge of the felt"),
    Pair("felt-soft", "felt", "notes on the felt"),
    Pair("felt-soft", "felt-deep", "notes at the edge of the felt"),
    Pair("glow", "felt", "whose turn it is", DRAWING),
    Pair("glow-ink", "glow", "what must be caught in time"),
    Pair("felt-glow", "felt", "what counts at once, in words"),
    Pair("felt-glow", "felt-deep", "the same at the edge of the felt"),
    Pair("good-ink", "good", "what is live"),
    Pair("mark", "paper", "tables on the projector"),
    Pair("print-ink", "print-paper", "what is printed"),
    Pair("print-soft", "print-paper", "notes on paper"),
    Pair("black", "card-paper", "the colour that counts"),
    Pair("yellow-ink", "yellow", "words on yellow"),
    Pair("bright", "green-deep", "words on green"),
    Pair("bright", "red", "words on red"),
    Pair("bright", "blue", "words on blue"),
    Pair("card-paper", "red", "signs on red", DRAWING),
    Pair("card-paper", "green", "signs on green", DRAWING),
    Pair("card-paper", "blue", "signs on blue", DRAWING),
    Pair("black", "yellow", "signs on yellow", DRAWING),
    Pair("red-sign", "card-paper", "the figure of a red card"),
    Pair("yellow-sign", "card-paper", "the figure of a yellow card"),
    Pair("green-sign", "card-paper", "the figure of a green card"),
    Pair("blue-sign", "card-paper", "the figure of a blue card"),
    Pair("card-paper", "black", "signs on black"),
    Pair("green-line", "sheet", "green lines of graphs"),
    Pair("blue-line", "sheet", "blue lines of graphs"),
)


class Reading(NamedTuple):
    """The contrast of a pair in a theme."""

    pair: Pair
    front: str
    back: str
    contrast: float

    @property
    def is_enough(self) -> bool:
        """Whether the contrast is sufficient."""
        return self.contrast >= self.pair.least


@lru_cache(maxsize=1)
def themes() -> dict[str, Theme]:
    """Return the custom properties of both themes; most are the same in both."""
    properties = dict(_PROPERTY.findall(_ROOT.findall(_SHEET.read_text())[0]))
    both = {name: _BOTH.match(value) for name, value in properties.items()}
    return {
        theme: {name: pair[number] if (pair := both[name]) else value for name, value in properties.items()}
        for number, theme in ((1, "light"), (2, "dark"))
    }


def colours(theme: str) -> Theme:
    """Return the names and values of a theme's colours."""
    return {name: value for name, value in themes()[theme].items() if _HEX.match(value)}


def scale(kind: str) -> dict[str, str]:
    """Return the steps of the scale of `text` or `space`, smallest first."""
    return {name: value for name, value in themes()["light"].items() if name.startswith(f"{kind}-")}


def readings(theme: str) -> list[Reading]:
    """Return the contrast of every pair in a theme."""
    known = colours(theme)
    return [
        Reading(pair, known[pair.front], known[pair.back], contrast(known[pair.front], known[pair.back]))
        for pair in PAIRS
    ]


def contrast(first: str, other: str) -> float:
    """Return the contrast of two colours such as `#20262b`, from 1 to 21."""
    dark, light = sorted((_luminance(first), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
