"""The picture of a bracket: rounds as columns, groups with the cut-off, lines from match to match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.localization.lists import listed
from games.pictures.shapes import AnyShape, Box, Drawing, Text, cut, fitted
from games.pictures.share import HEIGHT, WIDTH
from league.competitions.read_models.context import CompetitionPage
from league.competitions.read_models.rounds import DOWN, ON, UP, Section, ShownRound
from league.competitions.sharing import bracket_cards
from league.competitions.sharing.bracket_cards import INK, PAPER, SOFT, Card, CardLine

EDGE, _HEADER, _TITLE, _NAMES = 24, 76, 34, 30
_GAP_X, _GAP_Y, _GAP_TIGHT = 30, 9, 4
_COLUMN: Final = bracket_cards.WIDTH + _GAP_X
_TIGHT: Final = 32
"""Above this number of matches below each other they are drawn without their names."""
_MOST, _MOST_COLUMNS, _MOST_LISTED, _MOST_SEATS = 64, 8, 16, 48
"""The most matches in a column of a tree; otherwise the most rounds, and in each the most matches and seats.

So a picture that nobody has asked for yet is drawn in a tenth of a second; the page shows the rest.
"""
_MOST_GROUPS: Final = 32
_HIGHEST: Final = 8000
"""The height below which nothing begins: the page shows the rest."""
_LINE: Final = "#a99f8d"


@dataclass(frozen=True, slots=True)
class Column:
    """Cards below each other, in a tree with gaps (None).

    `links` are the lines to the next round, `more` counts cards that are left out.
    """

    name: str
    cards: Sequence[Card | None]
    links: Sequence[str]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """Columns side by side; in a tree all have the same height."""

    title: str
    columns: Sequence[Column]
    is_tree: bool

    @property
    def height(self) -> float:
        """The height, with its title."""
        high = max((self._high(column) for column in self.columns), default=0)
        return high + _NAMES + (_TITLE if self.title else 0)

    @property
    def width(self) -> float:
        """The width."""
        return len(self.columns) * _COLUMN - _GAP_X

    def drawn(self, top: float) -> Iterator[AnyShape]:
        """Draw it below a height."""
        if self.title:
            yield Text(EDGE, top + _TITLE / 2, 17, self.title, INK, is_bold=True)
            top += _TITLE
        high = max((self._high(column) for column in self.columns), default=0)
        for number, column in enumerate(self.columns):
            x = EDGE + number * _COLUMN
            name = cut(column.name, 14, bracket_cards.WIDTH, is_bold=True)
            yield Text(x, top + _NAMES / 2 - 3, 14, name, INK, is_bold=True)
            yield from (self._tree if self.is_tree else _stack)(column, x, top + _NAMES, high)

    def _tree(self, column: Column, x: float, top: float, high: float) -> Iterator[AnyShape]:
        place = high / max(1, len(column.cards))
        for index, (card, link) in enumerate(zip(column.cards, column.links, strict=True)):
            middle = top + place * (index + 0.5)
            if card:
                yield from _line(link, x + bracket_cards.WIDTH, middle, place / 2)
                yield from card.drawn(x, middle - card.height / 2)

    def _high(self, column: Column) -> float:
        if self.is_tree:
            every = [card for other in self.columns for card in other.cards if card]
            tallest, is_tight = max(card.height for card in every), any(card.is_tight for card in every)
            return len(column.cards) * (tallest + (_GAP_TIGHT if is_tight else _GAP_Y))
        return sum(card.height + _GAP_Y for card in column.cards if card) + (_NAMES if column.more else 0)


def whole(page: CompetitionPage) -> Drawing:
    """Draw a whole stage. Rounds with too many matches for a picture are left to the page."""
    blocks = [block(section, page.target) for section in page.sections if section.matches]
    if blocks and page.ahead:
        blocks[-1] = replace(blocks[-1], columns=[*blocks[-1].columns, *ahead(page)])
    return drawing_of(page, [*cut_off(page), *blocks])


def card(page: CompetitionPage) -> Drawing:
    """Draw the current round, in the size of link previews."""
    groups = cut_off(page, columns=3)
    shown = groups or [_window(section, page.target) for section in page.sections[:1]]
    return fitted(drawing_of(page, shown), WIDTH, HEIGHT, PAPER)


def words(page: CompetitionPage) -> str:
    """Return the contents of the picture, in a few words."""
    if page.champions:
        text = _("{competition}: won by {names}")
        return text.format(competition=page.competition.name, names=listed(_winners(page)))
    return f"{page.competition.name}: {page.settings.title}, {page.status_words.lower()}"


def _winners(page: CompetitionPage) -> list[str]:
    """Return the winners of all divisions."""
    return [name for champions in page.champions for name in champions.names]


def drawing_of(page: CompetitionPage, blocks: Sequence[Block], *, has_header: bool = True) -> Drawing:
    """Draw blocks below each other, under the name and the status of the competition."""
    wide = max([block.width for block in blocks] + [2.0 * _COLUMN])
    drawing = Drawing(round(wide) + 2 * EDGE, 0, words(page))
    top = float(_HEADER if has_header else EDGE / 2)
    shapes: list[AnyShape] = list(_header(page, wide)) if has_header else []
    for block in blocks:
        if top > _HIGHEST:
            shapes.append(Text(EDGE, top + 8, 14, _("The rest is on the page."), SOFT))
            top += 24
            break
        shapes += block.drawn(top)
        top += block.height + 8
    drawing.height = round(top) + EDGE
    drawing.shapes = [Box(0, 0, drawing.width, drawing.height, PAPER), *shapes]
    return drawing


def _header(page: CompetitionPage, wide: float) -> Iterator[Text]:
    yield Text(EDGE, 30, 22, cut(page.competition.name, 22, wide - 90, is_bold=True), INK, is_bold=True)
    yield Text(EDGE + wide, 30, 12, "Wildleague", SOFT, "end")
    status = page.status_words
    if page.champions:
        status = _("Won by {names}").format(names=listed(_winners(page)))
    yield Text(EDGE, 54, 13, cut(f"{page.settings.title} · {status}", 13, wide), SOFT)


def cut_off(page: CompetitionPage, columns: int = 4) -> list[Block]:
    """Return the groups of a stage with the cut-off, in columns."""
    cards = [bracket_cards.of_group(group) for group in page.cut[:_MOST_GROUPS]]
    if not cards:
        return []
    parted = [cards[number::columns] for number in range(min(columns, len(cards)))]
    return [Block("", [Column("", some, [""] * len(some)) for some in parted], is_tree=False)]


def ahead(page: CompetitionPage) -> Iterator[Column]:
    """Return a column for each round that is not paired yet."""
    for stage_round in page.ahead:
        players = ngettext("{n} player", "{n} players", stage_round.entrants).format(n=stage_round.entrants)
        table_count = ngettext("{n} table", "{n} tables", stage_round.tables)
        if stage_round.is_of_two:
            table_count = ngettext("{n} match", "{n} matches", stage_round.tables)
        tables = table_count.format(n=stage_round.tables)
        line = CardLine("", f"{players}, {tables}", "", is_open=True)
        yield Column(stage_round.name, [Card(_("Not paired yet"), [line])], [""])


def block(section: Section, target: int) -> Block:
    """Return a section; of a tree that is too high the later rounds, otherwise the first rounds."""
    if section.is_tree:
        rounds = [shown_round for shown_round in section.rounds if len(shown_round.cells) <= _MOST]
        is_tight = max(len(shown_round.cells) for shown_round in rounds) > _TIGHT
        columns = [_column(shown_round, target, _MOST, is_tight=is_tight) for shown_round in rounds]
        return Block(section.title, columns, is_tree=True)
    columns = [
        _listed(shown_round, target, min(_MOST_LISTED, _MOST_SEATS // shown_round.seats))
        for shown_round in section.rounds[:_MOST_COLUMNS]
    ]
    return Block(section.title, columns, is_tree=False)


def _window(section: Section, target: int) -> Block:
    """Return three rounds from the current one on, no more than four matches high."""
    rounds = section.rounds
    going = next((n for n, shown_round in enumerate(rounds) if not shown_round.is_over), len(rounds) - 1)
    first = max(0, min(going, len(rounds) - 3)) if section.is_tree else max(0, going)
    columns = []
    for number, shown_round in enumerate(rounds[first : first + 3]):
        most = 4 >> number if section.is_tree else 3
        if section.is_tree:
            columns.append(replace(_column(shown_round, target, most), more=0))
        else:
            columns.append(_listed(shown_round, target, most))
    return Block(section.title, columns, section.is_tree)


def _column(shown_round: ShownRound, target: int, most: int, *, is_tight: bool = False) -> Column:
    shown = shown_round.cells[:most]
    cards = [bracket_cards.of_match(match, target, is_tight=is_tight) if match else None for match in shown]
    links = [match.link if match else "" for match in shown]
    return Column(shown_round.name, cards, links, len(shown_round.cells) - len(shown))


def _listed(shown_round: ShownRound, target: int, most: int) -> Column:
    """Return a round of a list, without gaps; a tree shows those with a bye in the round after it."""
    shown = shown_round.first_cards(most)
    cards = [bracket_cards.of_match(match, target, is_tight=False) for match in shown]
    if shown_round.free:
        cards.append(bracket_cards.of_byes(shown_round.free[:most]))
    more = shown_round.card_count - len(shown) + max(0, len(shown_round.free) - most)
    return Column(shown_round.name, cards, [""] * len(cards), more)


def _stack(column: Column, x: float, top: float, _high: float) -> Iterator[AnyShape]:
    for card_ in filter(None, column.cards):
        yield from card_.drawn(x, top)
        top += card_.height + _GAP_Y
    if column.more:
        yield Text(x, top + 10, 13, _("and {n} more").format(n=column.more), SOFT)


def _line(link: str, x: float, middle: float, half: float) -> Iterator[Box]:
    """Draw the line from a match to the next round; `half` is half of its place."""
    if link == ON:
        yield Box(x, middle - 0.75, _GAP_X, 1.5, _LINE)
    elif link in (UP, DOWN):
        bend = x + _GAP_X / 2
        yield Box(x, middle - 0.75, _GAP_X / 2, 1.5, _LINE)
        yield Box(bend, middle if link == DOWN else middle - half, 1.5, half, _LINE)
        end = middle + (half if link == DOWN else -half)
        yield Box(bend, end - 0.75, _GAP_X / 2, 1.5, _LINE)
