"""The match record: the text of a whole match, which can be checked, replayed and shared.

This module reads and writes its format: errors say where a text is not a record, and the text is readable for
people.
"""

import json
import re
import textwrap
from collections.abc import Sequence
from typing import Any, Final, NoReturn

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal

FORMAT: Final = "wildleague-record/1"
LIMIT: Final = 2_000_000
"""The longest record, in bytes."""
LONGEST_NAME: Final = 60

_LONGEST_NUMBER: Final = 15  # digits; more have no meaning here and are slow to read
_DEEPEST: Final = 20  # levels of JSON; a record needs five
_LONGEST_MESSAGE: Final = 300
_LONGEST_LINE: Final = 95
_PLACE: Final = re.compile(r"^(.*?)(?: - at `\$\.?(.*)`)?$", re.DOTALL)
_ROUND: Final = re.compile(r"rounds\[(\d+)\](?:\.actions\[(\d+)\])?")


ABOUT: Final = ("event", "site", "date", "notes", "times")
"""Fields for people, which the check ignores."""
ABOUT_ROUND: Final = ("times", "notes", "proof")


class RoundResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of a round; only given fields are verified. `winner` is null for a round nobody won."""

    winner: str | msgspec.UnsetType | None = msgspec.UNSET
    points: dict[str, int] | None = None
    total: dict[str, int] | None = None


class MatchResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The winners of the match."""

    winners: list[str] | None = None


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A deal. `youngest` is named in the first round with `first_player` = youngest."""

    dealer: str | None = None
    youngest: str | None = None
    chance: list[str]
    actions: list[str]
    times: Any = None
    result: RoundResult | None = None
    notes: Any = None
    proof: Any = None


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A match. `options` are changes to the rulebook; fields of type `Any` are not checked."""

    format: str
    event: Any = None
    site: Any = None
    date: Any = None
    notes: Any = None
    times: Any = None
    rulebook: str
    options: dict[str, Any] = {}
    seats: list[str]
    rounds: list[Round]
    result: MatchResult | None = None


class InvalidRecord(Refusal):
    """A text that is not a record or breaks the rules; rounds and actions count from 1, 0 is before them."""

    def __init__(self, code: str, sentence: str, *, round: int = 0, action: int = 0, where: str = "") -> None:  # noqa: A002 - the word of the record
        super().__init__(code, textwrap.shorten(sentence, _LONGEST_MESSAGE, placeholder=" …"))
        self.round = round
        self.action = action
        self.where = where[:_LONGEST_MESSAGE]

    def report(self) -> dict[str, Any]:
        """Return the report of a check."""
        place = {"where": self.where} if self.where else {}
        about = {"round": self.round, "action": self.action, "code": self.code, "message": self.sentence}
        return {"ok": False, **about, **place}


def read(data: bytes) -> Record:
    """Return the record of a file's bytes; InvalidRecord `too_large` or `not_a_record`."""
    if len(data) > LIMIT:
        raise InvalidRecord("too_large", _("A match record can have up to 2 MB."))
    try:
        record = msgspec.convert(_json(data), Record)
    except msgspec.ValidationError as error:
        _refuse(*_text_and_place(str(error)))
    _require_sense(record)
    return record


def text(record: Record) -> str:
    """Return the record as JSON, in readable lines."""
    return text_around([round_text(deal) for deal in record.rounds], record)


def round_text(deal: Round) -> str:
    """Return a round as it stands in the text of its record."""
    values: dict[str, Any] = msgspec.to_builtins(deal)
    lines = [f"{_line(name)}: {_shown(name, value)}" for name, value in values.items()]
    return "    {" + ",\n     ".join(lines) + "}"


def with_proof(written: str, proof: Any) -> str:
    """Return the text of a round that has no proof yet, with its proof."""
    return written[:-1] + f',\n     "proof": {_line(proof)}' + "}"


def text_around(rounds: Sequence[str], record: Record) -> str:
    """Return the text of a record with rounds that are written already."""
    values: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(record, rounds=[]))
    values.pop("rounds")
    result = values.pop("result", None)
    lines = [f"  {_line(name)}: {_line(value)}" for name, value in values.items()]
    lines.append('  "rounds": [\n' + ",\n".join(rounds) + "\n  ]")
    lines += [f'  "result": {_line(result)}'] if result else []
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _shown(name: str, value: Any) -> str:
    """Return a value of a round: each order of cards on its own line, several actions on a line."""
    if name not in ("chance", "actions", "times") or not isinstance(value, list):
        return _line(value)
    rows = [""]
    for item in map(_line, value):
        if rows[-1] and (name == "chance" or len(rows[-1]) + len(item) > _LONGEST_LINE):
            rows.append("")
        rows[-1] += f", {item}" if rows[-1] else item
    return "[" + ",\n      ".join(rows) + "]"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json(data: bytes) -> Any:
    try:
        value = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_constant=lambda word: _refuse(_("{word} is not a JSON number").format(word=word), ""),
            parse_int=_whole_number,
        )
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate can be escaped, but not encoded
        if _is_deeper(value, _DEEPEST):
            _refuse(_("it is nested too deep"), "")
    except json.JSONDecodeError as error:
        _refuse(error.msg, f"line {error.lineno} column {error.colno}")
    except UnicodeDecodeError as error:
        _refuse(_("it is not in UTF-8"), f"byte {error.start}")
    except UnicodeEncodeError:
        _refuse(_("it holds half a character"), "")
    except RecursionError:
        _refuse(_("it is nested too deep"), "")
    return value


def _is_deeper(value: Any, levels: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not levels or any(_is_deeper(item, levels - 1) for item in inside)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            _refuse(_("the key {name} comes twice").format(name=repr(name)), name)
        values[name] = value
    return values


def _whole_number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        _refuse(_("a number of {number} digits is too long").format(number=len(digits)), "")
    return int(digits)


def _require_sense(record: Record) -> None:
    if record.format != FORMAT:
        sentence = _("the format must be {wanted}, not {given}")
        _refuse(sentence.format(wanted=repr(FORMAT), given=repr(record.format)), "format")
    if not record.rounds:
        _refuse(_("it contains no deals"), "rounds")
    for number, name in enumerate(record.seats):
        if not name.strip() or len(name) > LONGEST_NAME or "\0" in name:
            _refuse(_("a name has 1 to {most} characters").format(most=LONGEST_NAME), f"seats[{number}]")


def _text_and_place(message: str) -> tuple[str, str]:
    match = _PLACE.match(message)
    assert match is not None  # the pattern matches every text
    return match[1].replace("`", "'"), match[2] or ""


def _refuse(what: str, where: str) -> NoReturn:
    place = _ROUND.match(where)
    if where:
        sentence = _("This is not a match record: {what} (at {where}).")
    else:
        sentence = _("This is not a match record: {what}.")
    raise InvalidRecord(
        "not_a_record",
        sentence.format(what=what, where=where),
        round=int(place[1]) + 1 if place else 0,
        action=int(place[2]) + 1 if place and place[2] else 0,
        where=where or "file",
    )
