"""Read scenario files: fenced blocks with four lines for each scenario (rules.md 7.1)."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from games.rules.notation.notation import NotationError
from games.rules.options.options import explain

_FENCE: Final = "```"
_SCENARIOS: Final = "text"  # the word at the fence of a block of scenarios
_ID: Final = r"[A-Za-z][\w.-]*\d[\w.-]*"
_HEADER: Final = re.compile(rf"({_ID}) \[([^\]]*)\] (\S.*)")
_LOOKS_LIKE_SCENARIO: Final = re.compile(rf"{_ID}\s*\[")
_KEYWORDS: Final = ("given", "when", "then")
_Line = tuple[int, bool, str]
"""The number of a line, whether it is indented, and its words separated by single blanks."""


class Scenario(msgspec.Struct):
    """A scenario; `trouble` says what could not be read."""

    id: str
    preset: str = ""
    options: list[str] = []
    title: str = ""
    lines: dict[str, str] = {}
    trouble: str = ""

    def items(self, keyword: str) -> list[str]:
        """Return the items of the given or then line."""
        return [item.strip() for item in self.lines[keyword].split("|")]

    def actions(self) -> list[str]:
        """Return the actions of the when line."""
        return [action.strip() for action in self.lines["when"].split(";")]


def read(text: str) -> list[Scenario]:
    """Return all scenarios of a file; a file without any fence is one block."""
    scenarios: list[Scenario] = []
    for info, block in _blocks(text.splitlines()):
        if info is None:
            scenarios += _strays(block)
        elif _is_of_scenarios(info, block):
            scenarios += _read_block(block)
    _mark_repeated(scenarios)
    return scenarios


def option_value(name: str, text: str) -> object:
    """Return the value of an option in the notation of a scenario: `on`, `3`, `forced`, `(a/b)`."""
    about = explain(name)
    if about.many:
        if not (text.startswith("(") and text.endswith(")")):
            raise NotationError(f"{name} needs a list such as (a/b), not {text!r}")
        return text[1:-1].split("/") if text != "()" else []
    if about.values == (True, False) and text in ("on", "off"):
        return text == "on"
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text


def option_changes(texts: Iterable[str]) -> dict[str, object]:
    """Return the options of texts such as `jump_in=on`; NotationError, or Refusal `unknown_option`."""
    changes: dict[str, object] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or name in changes:
            raise NotationError(f"{text!r} is no option with its value")
        changes[name] = option_value(name, value)
    return changes


def _blocks(lines: list[str]) -> Iterator[tuple[str | None, list[_Line]]]:
    """Yield the numbered lines of each block with the word at its fence, None for lines between blocks."""
    info: str | None = None if any(line.lstrip().startswith(_FENCE) for line in lines) else _SCENARIOS
    block: list[_Line] = []
    for number, line in enumerate(lines, start=1):
        if line.lstrip().startswith(_FENCE):
            yield info, block
            info, block = (line.strip(" \t`") if info is None else None), []
        elif line.strip():
            block.append((number, line[0].isspace(), " ".join(line.split())))
    yield info, block


def _is_of_scenarios(info: str, block: list[_Line]) -> bool:
    """Whether a block has scenarios, or was meant to have."""
    if any(_LOOKS_LIKE_SCENARIO.match(line) for _number, _indented, line in block):
        return True
    return info == _SCENARIOS and any(line.split()[0] in _KEYWORDS for _number, _indented, line in block)


def _strays(block: list[_Line]) -> list[Scenario]:
    """Return the scenarios outside the blocks, as when a fence is missing."""
    return [
        Scenario(parts[1], trouble="it stands outside the fenced blocks")
        for _number, _indented, line in block
        if (parts := _HEADER.fullmatch(line))
    ]


def _read_block(block: list[_Line]) -> list[Scenario]:
    scenarios: list[Scenario] = []
    for number, indented, line in block:
        if scenarios and (indented or line.split()[0] in (*_KEYWORDS, "note")):
            _add_line(scenarios[-1], line)
        else:
            scenarios.append(_header(number, line))
    for scenario in scenarios:
        missing = [word for word in _KEYWORDS if word not in scenario.lines]
        if missing and not scenario.trouble:
            scenario.trouble = f"the line {missing[0]!r} is missing"
    return scenarios


def _header(number: int, line: str) -> Scenario:
    parts = _HEADER.fullmatch(line)
    if not parts:
        match = _LOOKS_LIKE_SCENARIO.match(line)
        name = line.split("[", maxsplit=1)[0].strip() if match else f"line {number}"
        return Scenario(name, lines={}, trouble=f"this is no heading of a scenario: {line!r}")
    preset, *options = [part.strip() for part in parts[2].split(";")]
    return Scenario(parts[1], preset, options, parts[3], {})


def _add_line(scenario: Scenario, line: str) -> None:
    keyword, _blank, rest = line.partition(" ")
    if keyword == "note":
        return
    if keyword not in _KEYWORDS:
        scenario.trouble = scenario.trouble or f"{keyword!r} is no line of a scenario"
    elif keyword in scenario.lines:
        scenario.trouble = scenario.trouble or f"the line {keyword!r} comes twice"
    else:
        scenario.lines[keyword] = rest


def _mark_repeated(scenarios: list[Scenario]) -> None:
    seen = set()
    for scenario in scenarios:
        if scenario.id in seen:
            scenario.trouble = scenario.trouble or "this number is used twice in the file"
        seen.add(scenario.id)
