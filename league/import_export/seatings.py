"""Seatings as spreadsheets: the proposed next draw, to be edited elsewhere, and an uploaded draw."""

import datetime as dt
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.localization.lists import listed, listed_or
from games.models import Player
from games.rules.base.refusal import Refusal, quoted
from league import competitions
from league.competitions import background_draws
from league.import_export.csv_sheet import Cell, Sheet, UploadedRow, parsed, safe
from league.models import Competition
from league.rules.brackets.plan import PlannedRound
from league.rules.competition.draft import seats, with_names
from league.rules.competition.events import Draw
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.decisions.drafts import drawn_ahead, ready_to_draw
from league.rules.decisions.prescribed_draw import frames, prescribed
from league.rules.decisions.prescribed_draw_faults import BYE, NOBODY, UNKNOWN, Fault, PrescribedSeat
from league.rules.settings.stages import ROUND_ROBIN
from league.rules.stages.drawn_rounds import label
from league.rules.stages.next_draw import is_complete

COLUMNS: Final = ("round", "group", "table", "seat", "entrant", "name")
MOST_LINES: Final = 10_000
MOST_TABLES: Final = 1000
MOST_SEATS: Final = 10

_BYE: Final = "bye"
_LETTERS: Final = "ABCDEFGHIJ"
_NO_LOT: Final = "0" * 16
_MOST_NUMBERS: Final = 5


def sheet_of(competition: Competition) -> Sheet:
    """Return the seating of the draft, otherwise of a proposal: a row for each seat and each bye.

    Where a proposal takes long the entrants are listed without tables. Refusals are those of `MakeDraft`.
    """
    state = competitions.look(competition.pk)
    names, draft = _names(state), state.stage.draft
    if draft is None:
        is_slow, state = background_draws.is_slow(state), ready_to_draw(state)
        draft = None if is_slow else drawn_ahead(state, _NO_LOT)
    stage = state.stage
    if draft is None:
        rows = [
            _without_table(stage, frame.group, entrant, names)
            for frame in frames(state)
            for entrant in frame.entrants
        ]
    else:
        rows = list(_rows(stage, with_names(draft, stage), names))
    columns = columns_of(state)
    wanted = [COLUMNS.index(name) for name in columns]
    return Sheet(columns, [[row[index] for index in wanted] for row in rows])


def columns_of(state: State) -> list[str]:
    """Return the columns that the seating of the next draw needs."""
    stage, following = state.stage, state.next_stage
    if following is not None and is_complete(state, stage):
        stage = following
    left_out = set() if stage.settings.format == ROUND_ROBIN else {"round"}
    if (len(stage.groups) or stage.settings.groups) < 2:
        left_out.add("group")
    return [name for name in COLUMNS if name not in left_out]


def lines_of(text: str) -> list[UploadedRow]:
    """Return the rows of a spreadsheet. Refusals: those of `sheet.parsed`, `bad_seating`."""
    lines = parsed(text, COLUMNS, MOST_LINES)
    for name in ("table", "entrant"):
        other = "name" if name == "entrant" else name
        if not any(line.cells[name] or line.cells[other] for line in lines):
            sentence = _("Line 1: the column “{name}” is missing or empty.")
            raise Refusal("bad_seating", sentence.format(name=name))
    return lines


def rows_of(sheet: Sheet) -> list[dict[str, Cell]]:
    """Return the rows of a seating by the names of their columns; a bye is table 0."""
    rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
    return [row | {"table": BYE if row["table"] == _BYE else row["table"]} for row in rows]


def cells_of(row: Mapping[str, object]) -> dict[str, str]:
    """Return the cells of a line from a row of values; table 0 is a bye."""
    cells = {name: _plain("" if row[name] is None else str(row[name])) for name in COLUMNS}
    return cells | {"table": _BYE if row["table"] == BYE else cells["table"]}


def prescribe(
    competition: Competition, lines: Sequence[UploadedRow], *, after: int | None, by: str, at: dt.datetime
) -> None:
    """Replace the draft by a seating, with the competition locked.

    Refusals: `bad_seating`, `being_drawn`, `stale`, and those of `MakeDraft`.
    """
    background_draws.prescribe(competition.pk, lambda state: _draw(state, lines), after=after, by=by, at=at)


def _draw(state: State, lines: Sequence[UploadedRow]) -> Draw:
    """Return the draw of a seating for a state that is ready for it."""
    names = _names(state)
    reader = _Reader(state, names)
    rows = [row for line in lines for row in reader.rows(line)]
    return prescribed(state, rows, names, reader.faults)


class _Reader:
    """Reads lines as rows of numbers, and records faults."""

    def __init__(self, state: State, names: Mapping[int, str]) -> None:
        self.faults: list[Fault] = []
        self._names = names
        self._stage = state.stage
        self._groups = {
            group_name: group
            for group in range(len(state.stage.groups))
            for group_name in (_of_group(state.stage, group).casefold(), label(state.stage, group).casefold())
        }
        self._called: dict[str, list[int]] = defaultdict(list)
        self._called_elsewhere: dict[str, list[int]] = defaultdict(list)
        here = {entrant for group in state.stage.groups for entrant in group} - state.gone()
        for number, name in names.items():
            called = self._called if number in here else self._called_elsewhere
            for spelling in _spellings(name):
                called[spelling].append(number)

    def rows(self, line: UploadedRow) -> Iterator[PrescribedSeat]:
        """Yield the row of a line, if its place is known."""
        if line.surplus:
            self._note(line, _("There is no column for {cells}."), cells=quoted(", ".join(line.surplus)))
        cells, before = line.cells, len(self.faults)
        group, table = self._group(line), self._table(line)
        number = self._number(line, "round", 999)
        seat = self._seat(line)
        is_placed = len(self.faults) == before
        entrant = self._entrant(line) if cells["entrant"] or cells["name"] else NOBODY
        if is_placed:
            yield PrescribedSeat(line.number, table, seat, entrant, number, group)

    def _note(self, line: UploadedRow, sentence: str, /, **facts: object) -> None:
        self.faults.append(Fault(line.number, sentence.format(**facts)))

    def _group(self, line: UploadedRow) -> int:
        text = line.cells["group"]
        if len(self._stage.groups) < 2:
            return 0
        group = self._groups.get(text.casefold())
        if group is None:
            known = listed([_of_group(self._stage, group) for group in range(len(self._stage.groups))])
            self._note(
                line, _("There is no group {said}; there are {known}."), said=quoted(text), known=known
            )
        return group or 0

    def _table(self, line: UploadedRow) -> int:
        text = line.cells["table"]
        if text.casefold() == _BYE:
            return BYE
        if not text:
            self._note(line, _("The table is missing: enter a number or “bye”."))
            return BYE
        return self._number(line, "table", MOST_TABLES)

    def _seat(self, line: UploadedRow) -> int:
        text = line.cells["seat"].upper()
        if len(text) == 1 and text in _LETTERS:
            return _LETTERS.index(text) + 1
        return self._number(line, "seat", MOST_SEATS)

    def _number(self, line: UploadedRow, column: str, most: int) -> int:
        """Return a number from 1, or 0 for an empty cell."""
        text = line.cells[column]
        if not text:
            return 0
        if _is_number(text) and 1 <= int(text) <= most:
            return int(text)
        sentence = _("The column “{column}” needs a number from 1 to {most}, not {said}.")
        self._note(line, sentence, column=column, most=most, said=quoted(text))
        return 0

    def _entrant(self, line: UploadedRow) -> int:
        """Return the entrant, by number or exact name; UNKNOWN where that is not clear."""
        written, name = line.cells["entrant"], line.cells["name"]
        called = self._called.get(written or name, [])
        if not _is_number(written):
            return self._by_name(line, written or name, called)
        number = int(written)
        if any(other != number for other in called):
            sentence = _("{said} is both a number and a name: {known}.")
            known = listed(
                [f"{candidate} ({quoted(self._names[candidate])})" for candidate in sorted({number, *called})]
            )
            self._note(line, sentence, said=quoted(written), known=known)
            return UNKNOWN
        if number in self._names and name and name not in _spellings(self._names[number]):
            sentence = _("Number {number} is {name}, not {said}.")
            self._note(line, sentence, number=number, name=quoted(self._names[number]), said=quoted(name))
            return UNKNOWN
        if number not in self._names:
            self._note(line, _("There is no entrant {number}."), number=number)
            return UNKNOWN
        return number

    def _by_name(self, line: UploadedRow, written: str, called: Sequence[int]) -> int:
        elsewhere = self._called_elsewhere.get(written, [])
        if len(called) == 1 or (elsewhere and not called):
            return [*called, *elsewhere][0]
        if called:
            numbers = listed_or([str(number) for number in called[:_MOST_NUMBERS]])
            sentence = _("Several entrants are called {said}: give the number ({numbers}).")
            self._note(line, sentence, said=quoted(written), numbers=numbers)
        else:
            self._note(line, _("There is no entrant {said}."), said=quoted(written))
        return UNKNOWN


def _without_table(stage: Stage, group: int, entrant: int, names: Mapping[int, str]) -> list[Cell]:
    return [1, _of_group(stage, group), None, None, entrant, names[entrant]]


def _rows(stage: Stage, draft: Draw, names: Mapping[int, str]) -> Iterator[list[Cell]]:
    """Yield a row of all COLUMNS for each seat of the rounds that a file prescribes."""
    is_whole = stage.settings.format == ROUND_ROBIN
    seen: dict[int, int] = defaultdict(int)
    for planned in draft.rounds:
        seen[planned.group] += 1
        if is_whole or seen[planned.group] == 1:
            yield from _rows_of(stage, planned, seen[planned.group], names)


def _rows_of(
    stage: Stage, planned: PlannedRound, number: int, names: Mapping[int, str]
) -> Iterator[list[Cell]]:
    firsts = [match.id for match in planned.matches if match.game == 1]
    tables = {match: table for table, match in enumerate(firsts, start=1)}
    for (match, index), slot in seats(planned):
        entrant = slot.entrant or None
        place: list[Cell] = [tables[match], index + 1] if match in tables else [_BYE, None]
        yield [number, _of_group(stage, planned.group), *place, entrant, names.get(slot.entrant, "")]


def _of_group(stage: Stage, group: int) -> str:
    """Return the name of a group in spreadsheets: the letter, or the number of a division."""
    return label(stage, group).rpartition(" ")[2]


def _names(state: State) -> dict[int, str]:
    """Return the names of the entrants, by number. One query."""
    players = Player.objects.in_bulk({entrant.player for entrant in state.entrants.values()})
    return {number: players[entrant.player].name for number, entrant in state.entrants.items()}


def _plain(name: str) -> str:
    """Return a name as it is read from a cell."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _spellings(name: str) -> set[str]:
    """Return the spellings of a name in spreadsheets: plain, and escaped against formulas."""
    return {_plain(name), _plain(str(safe(name)))}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7
