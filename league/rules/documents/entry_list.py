"""A list of entries read from CSV or JSON: name, club and rating of each, in seed order."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from games.rules.base.language import _, ngettext, shown_number
from games.rules.base.refusal import Refusal, quoted
from league.rules.brackets import parties

LIMIT: Final = 4_000_000
"""The largest list, in bytes."""

_COLUMNS: Final = ("name", "club", "rating", "party")
_MOST, _LONGEST, _HIGHEST = 10_000, 200, 1_000_000_000


class Entry(msgspec.Struct, frozen=True):
    """An entry. `club` and `party` are empty where there is none, `rating` is None."""

    name: str
    club: str = ""
    rating: float | None = None
    party: str = ""


def read(data: bytes) -> list[Entry]:
    """Return the entries of a list in UTF-8, in its order.

    JSON is a list of names or of objects with `name`, `club`, `rating`, `party`; everything else is read as
    CSV with these columns, separated by commas, semicolons or tabs. A first row with column names sets their
    order; otherwise they are name, club, rating, party. Spaces around a field are ignored. A party has the
    spelling of its first entrant: capitals and the number of blanks do not matter. An entrant of several
    parties has all of them, separated by semicolons.

    Raises Refusal: `too_large`, `not_utf8`, `bad_list`, `bad_entry`, `same_name`, `nobody`,
    `party_too_large`, `bad_value`.
    """
    text = _text(data)
    rows = _json_rows(text) if text.lstrip().startswith(("[", "{")) else _csv_rows(text)
    entries = _checked((where, _entry(where, row)) for where, row in rows)
    spellings = parties.Spellings(entry.party for entry in entries)
    entries = [
        msgspec.structs.replace(entry, party=spellings.of(entry.party)) if entry.party else entry
        for entry in entries
    ]
    parties.check(entry.party for entry in entries)
    return entries


def _text(data: bytes) -> str:
    if len(data) > LIMIT:
        raise Refusal("too_large", _("The list is larger than {size} MB.").format(size=LIMIT // 1_000_000))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(
            "not_utf8", _("The list is not in UTF-8: byte {byte} is invalid.").format(byte=error.start + 1)
        ) from None
    if "\0" in text:
        raise Refusal("bad_list", _("The list is not text: it contains a zero byte."))
    return text


def _checked(rows: Iterable[tuple[str, Entry]]) -> list[Entry]:
    """Return the entries, none of them twice; each stands with its place in the list."""
    entries: list[Entry] = []
    names: set[str] = set()
    for where, entry in rows:
        if entry.name in names:
            raise Refusal(
                "same_name",
                _("{where} is the second entrant called {name}.").format(
                    where=where, name=quoted(entry.name)
                ),
            )
        names.add(entry.name)
        entries.append(entry)
        if len(entries) > _MOST:
            raise Refusal(
                "too_many", _("The list has more than {most} entrants.").format(most=shown_number(_MOST))
            )
    if not entries:
        raise Refusal("nobody", _("The list contains no names."))
    return entries


def _json_rows(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        decoded = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal(
            "bad_list", _("The list is not JSON: {error}.").format(error=" ".join(str(error).split())[:200])
        ) from None
    if not isinstance(decoded, list):
        raise Refusal("bad_list", _("The list must be a JSON array of entrants."))
    for number, row in enumerate(decoded, start=1):
        where = _("Entrant {number}").format(number=number)
        if isinstance(row, str):
            yield where, {"name": row}
        elif isinstance(row, dict):
            yield where, row
        else:
            raise Refusal("bad_entry", _("{where} is neither a name nor an object.").format(where=where))


def _csv_rows(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = next((mark for mark in ",;\t" if mark in first), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: tuple[str, ...] = ()
    try:
        for fields in reader:
            cells = [field.strip() for field in fields]
            if not any(cells):
                continue
            where = _("Line {number}").format(number=reader.line_num)
            if not columns:
                columns = _header(cells) or _COLUMNS
                if columns is not _COLUMNS:
                    continue
            if len(cells) > len(columns):
                raise Refusal(
                    "bad_entry",
                    ngettext(
                        "{where} has {count} column, not {columns}.",
                        "{where} has {count} columns, not {columns}.",
                        len(cells),
                    ).format(where=where, count=len(cells), columns=", ".join(columns)),
                )
            yield where, dict(zip(columns, cells, strict=False))
    except csv.Error as error:
        raise Refusal(
            "bad_list",
            _("Line {line_num} of the list is not CSV: {error}.").format(
                line_num=reader.line_num, error=error
            ),
        ) from None


def _header(cells: list[str]) -> tuple[str, ...]:
    """Return the columns named by a first row, none if it is an entrant."""
    names = tuple(cell.lower() for cell in cells)
    return names if "name" in names and set(names) <= set(_COLUMNS) and len(set(names)) == len(names) else ()


def _entry(where: str, row: dict[str, Any]) -> Entry:
    unknown = sorted(set(row) - set(_COLUMNS))
    if unknown:
        raise Refusal(
            "bad_entry",
            _("{where} has {what}; an entrant has name, club, rating and party.").format(
                where=where, what=quoted(unknown[0])
            ),
        )
    name, club = row.get("name", ""), row.get("club") or ""
    if not isinstance(name, str) or not 0 < len(name.strip()) <= _LONGEST:
        raise Refusal(
            "bad_entry",
            _("{where} needs a name of 1 to {longest} characters.").format(where=where, longest=_LONGEST),
        )
    if not isinstance(club, str) or len(club) > _LONGEST:
        raise Refusal(
            "bad_entry",
            _("{where} has a club that is not a text of up to {longest} characters.").format(
                where=where, longest=_LONGEST
            ),
        )
    party = row.get("party") or ""
    if not isinstance(party, str) or len(party) > _LONGEST:
        raise Refusal(
            "bad_entry",
            _("{where} has a party that is not a text of up to {longest} characters.").format(
                where=where, longest=_LONGEST
            ),
        )
    return Entry(name.strip(), club.strip(), _rating(where, row.get("rating")), party.strip())


def _rating(where: str, value: Any) -> float | None:
    if value is None or value == "":
        return None
    try:
        rating = (
            float(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None
        )
    except (ValueError, OverflowError):
        rating = None
    if rating is None or not abs(rating) <= _HIGHEST:
        raise Refusal(
            "bad_entry",
            _("{where} has the rating {rating}, which is not a number.").format(
                where=where, rating=quoted(str(value))
            ),
        )
    return rating
