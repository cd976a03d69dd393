"""The contents of the style guide: scales, the colours of both themes, all cards, samples of components."""

import re
from typing import Final

from games.pages import hand_layout
from games.rules.cards import cards
from games.rules.cards.cards import TOKENS, Card
from games.templatetags.cards import sprite
from league.styleguide import colours
from league.styleguide.colours import Reading

_HANDS: Final = (
    "r5",
    "r4 r7 yS g2 b+ w w4",
    "r0 r1 r3 r5 r5 rS r+ y0 y2 y4 y7 yR y+ g1 g3 g6 g8 gS b2 b5 b9 bR b+ w w4",
)
_BUTTONS: Final = (
    ("", "Button"),
    ("button--main", "The main one of a page"),
    ("button--danger", "What hurts"),
    ("button--small", "Small"),
    ("button--plain", "Plain"),
    ("button--uno", "UNO"),
)
"""The classes of buttons and their uses."""
_COMMON: Final = ("games/pages/table", "league/league", "league/competitions/boards")
PARTS: Final = {
    "": ("What all pages share, and the table", _COMMON),
    "competitions": ("Competitions", (*_COMMON, "league/awards/closing")),
    "people": (
        "Players, dates and programs",
        ("league/profiles/profiles", "league/calendar/calendar", "league/webhooks/webhooks"),
    ),
    "score": ("Keeping the score", ("games/pages/table", "games/scoresheets/score")),
    "replay": ("Replays", ("games/pages/table", "games/replay/replay")),
    "rules": ("Rules", ("games/rulebooks/rulebooks",)),
}
"""The parts of the guide: their names, and the style sheets of the pages they show, in which the same class
can have different meanings.
"""
_PLAYABLE: Final = 3
"""In the sample hands every third card is playable."""


class StyleguidePage:
    """The style guide for its template."""

    buttons = _BUTTONS
    seconds = range(4)
    awards = ("Best deal", "Most deals won in a row", "Greatest comeback", "Most catches")
    colours = ("red", "yellow", "green", "blue")
    keys = ("0", "1", "2", "7", "9", "S", "R", "+2")
    options = (("", "Stacking"), ("option--changed", "Seven-zero"), ("option--changed", "Jump-in"))

    def __init__(self, part: str = "") -> None:
        """Show a part of it; the first part for an unknown name."""
        self.part = part if part in PARTS else ""
        self.template = f"league/styleguide/_{self.part}.html" if self.part else ""

    @property
    def sheets(self) -> list[str]:
        """The style sheets of the current part."""
        return [f"{name}.css" for name in PARTS[self.part][1]]

    @property
    def parts(self) -> list[tuple[str, str, bool]]:
        """All parts: name, heading, and whether it is the current part."""
        return [(name, heading, name == self.part) for name, (heading, _sheets) in PARTS.items()]

    @property
    def icons(self) -> list[str]:
        """The names of all icons."""
        return re.findall(r'id="icon-([\w-]+)"', sprite())

    @property
    def text(self) -> dict[str, str]:
        """The steps of type, smallest first."""
        return colours.scale("text")

    @property
    def space(self) -> dict[str, str]:
        """The steps of spacing, smallest first."""
        return colours.scale("space")

    @property
    def themes(self) -> list[tuple[str, dict[str, str]]]:
        """The colours of both themes by name."""
        return [(theme, colours.colours(theme)) for theme in ("light", "dark")]

    @property
    def readings(self) -> list[tuple[Reading, Reading]]:
        """The contrast of every pair of colours, light and dark."""
        return list(zip(colours.readings("light"), colours.readings("dark"), strict=True))

    @property
    def cards(self) -> list[tuple[Card, str]]:
        """Every card, with its text."""
        return list(enumerate(TOKENS))

    @property
    def hands(self) -> list["SampleHand"]:
        """Hands of a single card, of the beginning of a deal, and a very large hand."""
        return [SampleHand(cards.cards(tokens)) for tokens in _HANDS]


class SampleHand:
    """A hand as a fan."""

    def __init__(self, held: list[Card]) -> None:
        self.in_a_row = hand_layout.in_a_row(len(held))
        self.is_in_rows = len(held) > self.in_a_row
        self.cards = [
            (card, hand_layout.lean(position, len(held)), position % _PLAYABLE == 0)
            for position, card in enumerate(held)
        ]
        self.count = len(held)
