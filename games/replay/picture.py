"""Draw a moment of a finished match as a picture for other sites."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.pictures.shapes import Box, Disc, Drawing, Shape, Text, cut, wrapped
from games.pictures.share import HEIGHT, WIDTH
from games.replay import match_at_step
from games.rules.cards.card_names import colour_called
from games.rules.cards.cards import COLOUR_OF, DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, WILD
from games.rules.match import sentence_patterns
from games.rules.match.visibility import Sight

_FELT, _DEEP, _INK, _SOFT = "#17655c", "#0f4a44", "#f3f7f4", "#bfd8d1"
_PAPER, _DARK, _GLOW = "#fffaf0", "#20262b", "#ffc94d"
_COLOURS: Final = ("#d23b3f", "#f4bd1a", "#2a9156", "#2f72c9")
_ON_COLOUR: Final = ("#ffffff", "#20262b", "#ffffff", "#ffffff")
_BLACK: Final = (
    pgettext_lazy("a few letters on a drawn card", "Wild"),
    "+4",
    pgettext_lazy("a few letters on a drawn card", "Swap"),
    pgettext_lazy("a few letters on a drawn card", "Mix"),
    pgettext_lazy("a few letters on a drawn card", "Star"),
    *("C1", "C2", "C3", "C4", "+10"),
)
_EDGE: Final = 48
_ROWS_TOP: Final = 236


def of_moment(moment: match_at_step.MatchAtStep, names: Sequence[str], words: str) -> Drawing:
    """Draw a moment of a match that has begun, and what happens in it; `names` are the public names."""
    assert moment.sight is not None
    words = words or _("Between two moves")
    drawing = Drawing(WIDTH, HEIGHT, f"{moment.table.title}: {words}")
    drawing.shapes += _background(moment, words)
    drawing.shapes += _pile(moment.sight)
    options = moment.outline.options
    counts_wins = options is not None and options.scoring == "win_loss"
    drawing.shapes += _hands(moment.sight, names, counts_wins=counts_wins)
    return drawing


def _background(moment: match_at_step.MatchAtStep, words: str) -> Iterator[Box | Text]:
    assert moment.sight is not None
    yield Box(0, 0, WIDTH, HEIGHT, _DEEP)
    yield Box(16, 16, WIDTH - 32, HEIGHT - 32, _FELT, radius=28)
    where = _("Deal {deal} · step {step} of {steps}").format(
        deal=moment.sight.round, step=moment.step, steps=len(moment.outline.steps)
    )
    yield Text(_EDGE, 58, 26, cut(moment.table.title, 26, 560), _SOFT)
    yield Text(WIDTH - _EDGE, 58, 24, f"{where} · Wildleague", _SOFT, "end")
    lines = wrapped(words, 42, WIDTH - 2 * _EDGE, 2, is_bold=True)
    for number, line in enumerate(lines):
        yield Text(_EDGE, (148 if len(lines) == 1 else 120) + 54 * number, 42, line, _INK, is_bold=True)


def _pile(sight: Sight) -> Iterator[Box | Shape | Disc | Text]:
    if sight.top >= 0:
        yield from _card(sight.top, _EDGE, _ROWS_TOP, 164)
    below = _ROWS_TOP + 164 * 1.5 + 30
    if sight.colour >= 0:
        yield from _sign(sight.colour, _EDGE + 14, below, 13, _COLOURS[sight.colour])
        yield Text(_EDGE + 38, below, 24, colour_called(sight.colour), _INK)
    turns = _("clockwise") if sight.direction > 0 else _("counter-clockwise")
    yield Text(_EDGE, below + 34, 20, turns, _SOFT)


def _hands(sight: Sight, names: Sequence[str], *, counts_wins: bool) -> Iterator[Box | Shape | Disc | Text]:
    left, right = 290.0, WIDTH - _EDGE
    row = min(92.0, (HEIGHT - 40 - _ROWS_TOP) / sight.seats)
    for seat, name in enumerate(names[: sight.seats]):
        top = _ROWS_TOP + row * seat
        fill = _GLOW if seat == sight.to_act else _INK
        size = min(26.0, row * 0.42)
        yield Text(left, top + row * 0.3, size, cut(name, size, 230, is_bold=True), fill, is_bold=True)
        count = sight.counts[seat]
        facts = sentence_patterns.count(count)
        if not counts_wins:
            facts = f"{facts}, {sentence_patterns.points(sight.totals[seat])}"
        yield Text(left, top + row * 0.7, size * 0.74, facts, _SOFT)
        yield from _hand(sight.hands[seat], count, left + 250, top + row * 0.06, right, row * 0.88)


def _hand(
    hand: Sequence[int] | None, count: int, left: float, top: float, right: float, height: float
) -> Iterator[Box | Shape | Disc | Text]:
    width = height / 1.5
    step = min(width + 5, (right - left - width) / max(1, count - 1))
    for place in range(count):
        x = left + step * place
        # A thin edge separates cards that overlap.
        yield Box(x - 1.5, top, width + 3, height, _FELT, radius=width * 0.14)
        if hand is None:
            yield Box(x, top, width, height, "#143f45", radius=width * 0.13)
            edge = width * 0.1
            yield Box(x + edge, top + edge, width - 2 * edge, height - 2 * edge, "#2a6a6c", edge)
        else:
            yield from _card(sorted(hand)[place], x, top, width)


def _card(card: int, x: float, y: float, width: float) -> Iterator[Box | Shape | Disc | Text]:
    """Draw a card, 1.5 times as high as wide: its colour, the shape of the colour, and its face."""
    colour = COLOUR_OF[card]
    fill = _COLOURS[colour] if colour >= 0 else _DARK
    yield Box(x, y, width, width * 1.5, fill, radius=width * 0.13)
    middle_x, middle_y = x + width / 2, y + width * 0.75
    if colour >= 0:
        yield from _sign(colour, middle_x, middle_y, width * 0.42, _PAPER)
        # The centre of a triangle is lower than half its height.
        yield from _face(card, middle_x, middle_y + (width * 0.08 if colour == 0 else 0), width * 0.46, _DARK)
        yield from _face(card, x + width * 0.17, y + width * 0.19, width * 0.22, _ON_COLOUR[colour])
        return
    for shape in range(4):
        at_x = middle_x + width * (0.2 if shape % 2 else -0.2)
        at_y = middle_y + width * (0.04 if shape < 2 else 0.44)
        yield from _sign(shape, at_x, at_y, width * 0.15, _COLOURS[shape])
    yield from _face(card, middle_x, y + width * 0.36, width * 0.46, _PAPER)


def _face(card: int, x: float, y: float, size: float, ink: str) -> Iterator[Shape | Text]:
    """Draw the face of a card: its number, a Skip sign, two arrows for Reverse, a word for black cards."""
    symbol = SYMBOL_OF[card]
    if COLOUR_OF[card] >= 0 and symbol == SKIP:
        yield from _skip(x, y, size * 0.42, ink)
    elif COLOUR_OF[card] >= 0 and symbol == REVERSE:
        for way in (1, -1):
            head, at = size * 0.5 * way, y - size * 0.2 * way
            yield Shape([(x + head, at), (x, at - size * 0.26), (x, at + size * 0.26)], ink)
            yield Shape(_bar(x - head, x, at, size * 0.09), ink)
    else:
        label = _label(card)
        small = {1: 1.0, 2: 0.76, 3: 0.66, 4: 0.56}.get(len(label), 2.24 / len(label))
        yield Text(x, y, size * small, label, ink, "middle", is_bold=True)


def _skip(x: float, y: float, size: float, ink: str) -> Iterator[Shape]:
    """Draw a ring with a bar, as on a road sign; the ring consists of two half rings."""
    for half in (0, 1):
        angles = [math.pi * (half + part / 16) for part in range(17)]
        outer = [(x + size * math.cos(angle), y + size * math.sin(angle)) for angle in angles]
        inner = [
            (x + size * 0.7 * math.cos(angle), y + size * 0.7 * math.sin(angle)) for angle in reversed(angles)
        ]
        yield Shape(outer + inner, ink)
    far, thin = size * 0.62, size * 0.13
    yield Shape(
        [
            (x - far - thin, y + far - thin),
            (x + far - thin, y - far - thin),
            (x + far + thin, y - far + thin),
            (x - far + thin, y + far + thin),
        ],
        ink,
    )


def _bar(start: float, end: float, y: float, thick: float) -> list[tuple[float, float]]:
    return [(start, y - thick), (end, y - thick), (end, y + thick), (start, y + thick)]


def _label(card: int) -> str:
    if COLOUR_OF[card] < 0:
        return str(_BLACK[card - WILD])
    return "+2" if SYMBOL_OF[card] == DRAW_TWO else str(SYMBOL_OF[card])


def _sign(colour: int, x: float, y: float, size: float, fill: str) -> Iterator[Box | Shape | Disc]:
    """Draw the shape of a colour: triangle, square, diamond or circle."""
    if colour == 0:
        wide, low = size * 1.05, y + size * 0.82
        yield Shape([(x, y - size), (x + wide, low), (x - wide, low)], fill)
    elif colour == 1:
        yield Box(x - size * 0.88, y - size * 0.88, size * 1.76, size * 1.76, fill, radius=size * 0.16)
    elif colour == 2:
        far = size * 1.15
        yield Shape([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], fill)
    else:
        yield Disc(x, y, size, fill)
