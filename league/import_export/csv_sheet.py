"""Spreadsheets as files: CSV safe from formulas, and CSV as people send it."""

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from games.localization.numbers import number
from games.rules.base.refusal import Refusal

LARGEST: Final = 1_000_000
"""The largest file that is read, in bytes."""
MOST_ROWS: Final = 2_000

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_OF_FORMULAS: Final = re.compile(f"[{re.escape(''.join(_FORMULA))}]")
"""Text without these characters is no formula, however a spreadsheet splits it: so is nearly all."""
_NEXT_CELL: Final = re.compile(r"""(?<=[;\t\r\n])(["\s]*)(?=[-=+@＝＋－＠])""")
"""Where a spreadsheet that splits cells at semicolons would find a formula in the middle of a cell."""
_ENCODINGS: Final = ("utf-8-sig", "cp1252")

Cell = str | int | None


class Sheet(msgspec.Struct, frozen=True):
    """Named columns and rows of cells, as many in each row as there are columns."""

    columns: list[str]
    rows: list[list[Cell]]


class UploadedRow(NamedTuple):
    """An uploaded row, with its number in the spreadsheet; `surplus` are the cells beyond the columns."""

    number: int
    cells: dict[str, str]
    surplus: list[str]


def csv_text(sheet: Sheet) -> str:
    """Return a spreadsheet as CSV (RFC 4180), with the columns in its first row.

    Text that a spreadsheet would read as a formula gets an apostrophe before it (OWASP, CSV injection);
    numbers stay numbers.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([safe(column) for column in sheet.columns])
    writer.writerows([[safe(cell) for cell in row] for row in sheet.rows])
    return out.getvalue()


def json_text(sheet: Sheet) -> bytes:
    """Return a spreadsheet as a JSON list with an object for each row."""
    rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
    return msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n"


def decoded(data: bytes) -> str:
    """Return the text of a file; Refusal `bad_file` if it is no text, `too_large` if it is too long."""
    if len(data) > LARGEST:
        raise Refusal("too_large", _("The file is too large: at most one megabyte can be read at once."))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _as(data, "utf-16")
    if b"\x00" in data:
        raise Refusal("bad_file", _("This is not a CSV file: save the spreadsheet as CSV first."))
    try:
        return data.decode(_ENCODINGS[0])
    except UnicodeDecodeError:
        return _as(data, _ENCODINGS[1])  # the encoding of older spreadsheets


def utf8(data: bytes) -> str:
    """Return the text of a file in UTF-8; Refusal `bad_file` otherwise, `too_large` if it is too long."""
    if len(data) > LARGEST:
        raise Refusal("too_large", _("The file is too large: at most one megabyte can be read at once."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        sentence = _("Line {line} is not UTF-8: save the spreadsheet as CSV in UTF-8.")
        raise Refusal("bad_file", sentence.format(line=line)) from None


def parsed(text: str, known: Sequence[str], most: int = MOST_ROWS) -> list[UploadedRow]:
    """Return the rows of a CSV with commas, semicolons or tabs, by the `known` columns of its first row.

    Cells are stripped; empty rows are left out; missing known columns are empty. Refusal `bad_file` where the
    first row has an unknown or a repeated column, or no rows follow; `too_large` for more than `most` rows.
    """
    if "\x00" in text:
        raise Refusal("bad_file", _("This is not a CSV file: save the spreadsheet as CSV first."))
    rows = _cells(text)
    if len(rows) < 2:
        raise Refusal(
            "bad_file",
            _("There are no rows. The first row must name the columns ({columns}).").format(
                columns=", ".join(known)
            ),
        )
    if len(rows) > most + 1:
        raise Refusal("too_large", _("At most {most} rows can be read at once.").format(most=number(most)))
    columns = _columns(rows[0][1], known)
    empty = dict.fromkeys(known, "")
    return [
        UploadedRow(
            number,
            empty | dict(zip(columns, row, strict=False)),
            [cell for cell in row[len(columns) :] if cell],
        )
        for number, row in rows[1:]
    ]


def _columns(row: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the columns of the first row; spreadsheets append empty ones."""
    columns = [cell.casefold().replace(" ", "_") for cell in row]
    while not columns[-1]:
        columns.pop()
    for name in columns:
        if name not in known:
            listed = ", ".join(known)
            raise Refusal(
                "bad_file",
                _("Unknown column “{name}”. The first row can name: {columns}.").format(
                    name=name[:40], columns=listed
                ),
            )
        if columns.count(name) > 1:
            raise Refusal("bad_file", _("The column “{name}” appears twice.").format(name=name))
    return columns


def _cells(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their numbers from 1; all line ends are accepted."""
    lines = io.StringIO(unicodedata.normalize("NFC", text), newline=None)
    separator = max(",;\t", key=lines.getvalue().strip().split("\n", 1)[0].count)
    try:
        rows = [[" ".join(cell.split()) for cell in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error:
        raise Refusal(
            "bad_file", _("The rows cannot be separated: save the spreadsheet as CSV again.")
        ) from None
    return [(number, row) for number, row in enumerate(rows, start=1) if any(row)]


def _as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise Refusal(
            "bad_file", _("The characters cannot be read: save the spreadsheet as CSV in UTF-8.")
        ) from None


def safe(cell: Cell) -> Cell:
    """Return a cell for writing: text that a spreadsheet would read as a formula gets an apostrophe."""
    if not isinstance(cell, str) or not _OF_FORMULAS.search(cell):
        return cell
    is_formula = cell.startswith(_FORMULA) or cell.lstrip().startswith(_FORMULA)
    return ("'" if is_formula else "") + _NEXT_CELL.sub(r"\1'", cell)
