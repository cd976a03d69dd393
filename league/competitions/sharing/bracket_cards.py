"""A match, or a group, in the picture of a bracket: a card with a line for each entrant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.pictures.fonts import width
from games.pictures.shapes import AnyShape, Box, Text, cut
from league.competitions.bracket import Contender
from league.competitions.read_models.cut_off import CutGroup
from league.competitions.read_models.shown_match import ShownMatch

PAPER, INK, SOFT, EDGE = "#f7f4ee", "#20262b", "#5d676e", "#c9bfad"
GOOD, BAD, ACCENT = "#1c7a45", "#b3261e", "#0d5f63"
_SHEET, _TRACK = "#ffffff", "#ddd5c6"
WIDTH: Final = 196
_ROW, _HEAD, _EDGE, _BAR = 21.0, 19.0, 5.0, 8.0
_NAME, _SMALL = 13.0, 11.0
_TIGHT: Final = 0.72
"""The height of a line where room is scarce, relative to its usual height."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """An entrant, or the source of an open seat: then `front` is empty.

    `way` is the progress towards the target, None where no bar is drawn.
    """

    front: str
    name: str
    figure: str
    is_on: bool = False
    is_out: bool = False
    is_cut: bool = False
    is_open: bool = False
    way: float | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card with a heading, if any; `is_tight` where room is scarce: without it, in small type."""

    heading: str
    lines: Sequence[CardLine]
    is_tight: bool = False

    @property
    def height(self) -> float:
        """The height."""
        bars = sum(_BAR for line in self.lines if line.way is not None)
        head = _HEAD if self._has_heading else 0
        return 2 * self._edge + head + self._row * max(1, len(self.lines)) + bars

    def drawn(self, x: float, y: float) -> Iterator[AnyShape]:
        """Draw it with its upper left corner at a point."""
        yield Box(x - 1, y - 1, WIDTH + 2, self.height + 2, EDGE, 6)
        yield Box(x, y, WIDTH, self.height, _SHEET, 5)
        top = y + self._edge
        if self._has_heading:
            heading = cut(self.heading, _SMALL, WIDTH - 16)
            yield Text(x + 8, top + _HEAD / 2, _SMALL, heading, SOFT)
            top += _HEAD
        for line in self.lines:
            yield from _line(line, x, top, self._row)
            top += self._row + (_BAR if line.way is not None else 0)

    @property
    def _has_heading(self) -> bool:
        return bool(self.heading) and not self.is_tight

    @property
    def _row(self) -> float:
        return _ROW * (_TIGHT if self.is_tight else 1)

    @property
    def _edge(self) -> float:
        return 1 if self.is_tight else _EDGE


def of_match(shown: ShownMatch, target: int, *, is_tight: bool) -> Card:
    """Return the card of a match."""
    lines = [
        CardLine(
            str(line.contender.seed or ""),
            line.contender.name,
            line.figure,
            is_on=line.mark in ("on", "won"),
            is_out=line.mark == "out",
            is_cut=line.is_cut,
            way=min(1.0, max(0.0, line.contender.total / (target or 1))) if shown.has_bars else None,
        )
        for line in shown.lines
    ]
    lines += [
        CardLine("", words[0].upper() + words[1:], "", is_open=True) for words in shown.match.open_seats
    ]
    name = shown.match.name
    if shown.match.is_tied:
        name = _("{match}: tied, to be decided").format(match=name)
    return Card(name, lines, is_tight)


def of_byes(free: Sequence[Contender]) -> Card:
    """Return the card of those who advance without playing."""
    lines = [CardLine(str(contender.seed or ""), contender.name, "", is_on=True) for contender in free]
    return Card(_("Bye"), lines)


def of_group(group: CutGroup) -> Card:
    """Return the card of a group with the cut-off."""
    lines = [
        CardLine(
            f"{row.row.rank}.",
            row.player.name,
            str(row.row.points),
            is_on=bool(row.goes_on),
            is_out=row.goes_on is False,
            is_cut=row.is_last,
        )
        for row in group.rows
    ]
    return Card(group.title or _("Standings"), lines)


def _line(line: CardLine, x: float, top: float, high: float) -> Iterator[AnyShape]:
    middle = top + high / 2
    if line.is_open:
        yield Text(x + 10, middle, _SMALL, cut(line.name, _SMALL, WIDTH - 14), SOFT)
        return
    ink, name = SOFT if line.is_out else INK, min(_NAME, high * 0.75)
    yield Text(x + 27, middle, _SMALL, line.front, SOFT, "end")
    room = WIDTH - 40 - (10 + width(line.figure, name) if line.figure else 0)
    shown_name = cut(line.name, name, room, is_bold=line.is_on)
    yield Text(x + 33, middle, name, shown_name, ink, is_bold=line.is_on)
    if line.figure:
        yield Text(x + WIDTH - 10, middle, name, line.figure, GOOD if line.is_on else ink, "end")
    yield from _below(line, x, top + high)


def _below(line: CardLine, x: float, bottom: float) -> Iterator[Box]:
    """Draw the bar of a line, and the cut-off below it."""
    if line.way is not None:
        wide = WIDTH - 33 - 10
        yield Box(x + 33, bottom, wide, 4, _TRACK, 2)
        if line.way:
            yield Box(x + 33, bottom, max(4.0, wide * line.way), 4, BAD if line.is_out else ACCENT, 2)
        bottom += _BAR
    if line.is_cut:
        yield from (Box(x + 8 + 9 * dash, bottom - 1, 5, 1.5, GOOD) for dash in range((WIDTH - 16) // 9))
