"""The picture of a bracket for a projector: without a head of its own, arranged for the shape of the wall."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.pictures.shapes import Drawing
from league.competitions.read_models.context import CompetitionPage
from league.competitions.sharing.bracket_cards import Card
from league.competitions.sharing.bracket_picture import (
    EDGE,
    Block,
    Column,
    ahead,
    block,
    cut_off,
    drawing_of,
)

USUAL_SHAPE: Final = 2.2
_SHAPES: Final = (0.5, 6.0)
"""The narrowest and the widest wall, width by height."""
_LEGIBLE: Final = 1150
"""Names in a picture of this width are large enough on any wall: their size follows its width."""
_TIGHT: Final = 0.85
"""The type of tight cards, relative to the usual type."""
_MOST_BELOW: Final = 12

Style = Callable[[Card], Card]


class _Stage(NamedTuple):
    """The parts of a picture: groups with their cut-off, the rounds, and the rounds that are still ahead."""

    groups: list[Block]
    blocks: list[Block]
    ahead: list[Column]


def shape_asked(text: str) -> float:
    """Return the shape of a wall that an address names in tenths: `?shape=22`."""
    tenths = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    return min(max(tenths / 10, _SHAPES[0]), _SHAPES[1]) if tenths else USUAL_SHAPE


def wall(page: CompetitionPage, shape: float) -> Drawing:
    """Draw a whole stage as large as a wall of this shape allows.

    Of a bracket too high for legible names the cards lose their headings and bars, and then become tight.
    One that is too high nevertheless keeps them: its pages are turned.
    """
    stage = _stage(page)
    styles: tuple[tuple[Style, float], ...] = ((_headed, 1), (_plain, 1), (_tight, _TIGHT))
    for style, type_size in styles:
        best = max(_arrangements(stage, style), key=partial(_fill, shape=shape))
        if _fill(best, shape) * type_size >= shape / _LEGIBLE:
            return drawing_of(page, best, has_header=False)
    return drawing_of(page, _for_pages(list(_arrangements(stage, _headed))), has_header=False)


def _stage(page: CompetitionPage) -> _Stage:
    blocks = [block(section, page.target) for section in page.sections if section.matches]
    return _Stage(cut_off(page), blocks, [_ahead(page)] if page.ahead else [])


def _arrangements(stage: _Stage, style: Style) -> Iterator[list[Block]]:
    """Yield the blocks of a stage as they are, then with ever more cards below each other.

    Of a tree at tables hardly a line leads on, as its players scatter: it may become a list, too.
    """
    made = [
        replace(each, columns=[_styled(column, style) for column in each.columns]) for each in stage.blocks
    ]
    if made:
        made[-1] = replace(made[-1], columns=[*made[-1].columns, *stage.ahead])
    yield [*stage.groups, *made]
    most = max((len(column.cards) for each in made if _may_fold(each) for column in each.columns), default=0)
    for below in range(1, min(most, _MOST_BELOW) + 1):
        yield [*stage.groups, *(_folded(each, below) if _may_fold(each) else each for each in made)]


def _may_fold(made: Block) -> bool:
    """Whether matches of a round may stand beside each other: in a list, and at tables of three or more."""
    cards = [card for column in made.columns for card in column.cards if card]
    return not made.is_tree or any(len(card.lines) > 2 for card in cards)


def _ahead(page: CompetitionPage) -> Column:
    """Return the rounds that are not paired yet below each other."""
    cards = [replace(card, heading=column.name) for column in ahead(page) for card in column.cards if card]
    return Column(_("Not paired yet"), cards, [""] * len(cards))


def _folded(listed: Block, below: int) -> Block:
    """Return a list of matches with so many of a round below each other, the others beside them."""
    columns = [part for column in listed.columns for part in _parts(column, below)]
    return replace(listed, columns=columns, is_tree=False)


def _parts(column: Column, below: int) -> Iterator[Column]:
    every = [card for card in column.cards if card]
    starts = range(0, max(1, len(every)), below)
    for start in starts:
        cards = every[start : start + below]
        is_last = start == starts[-1]
        name, more = "" if start else column.name, column.more if is_last else 0
        yield Column(name, cards, [""] * len(cards), more)


def _size(blocks: Sequence[Block]) -> tuple[float, float]:
    height = EDGE * 1.5 + sum(each.height + 8 for each in blocks)
    return max((each.width for each in blocks), default=1) + 2 * EDGE, height


def _fill(blocks: Sequence[Block], shape: float) -> float:
    """Return the scale of blocks on a wall of this shape that is 1 high."""
    width, height = _size(blocks)
    return min(shape / width, 1 / height)


def _for_pages(arrangements: Sequence[list[Block]]) -> list[Block]:
    """Return the lowest arrangement that is legible where it fills the width of a wall."""
    narrow = [blocks for blocks in arrangements if _size(blocks)[0] <= _LEGIBLE]
    return min(narrow or arrangements[-1:], key=lambda blocks: _size(blocks)[1])


def _styled(column: Column, style: Style) -> Column:
    return replace(column, cards=[card and style(card) for card in column.cards])


def _headed(card: Card) -> Card:
    return card


def _plain(card: Card) -> Card:
    return replace(card, heading="", lines=[replace(line, way=None) for line in card.lines])


def _tight(card: Card) -> Card:
    return replace(_plain(card), is_tight=True)
