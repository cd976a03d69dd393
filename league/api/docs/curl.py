"""The line of curl that makes a call, to be copied: `$API`, `$TOKEN`, `$(key)` are said first on the page."""

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, Final

PREFIX: Final = "/api/v1"
_WIDTH: Final = 96


def line(call: Mapping[str, Any], *, is_open: bool) -> str:
    """Return the command as a shell reads it, over several lines where one would be long."""
    words = list(_words(call, is_open=is_open))
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < _WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f"     {word}")
    return " \\\n".join(lines)


def _words(call: Mapping[str, Any], *, is_open: bool) -> Iterator[str]:
    yield "curl"
    if call["method"] != ("POST" if {"sent", "form"} & call.keys() else "GET"):
        yield f"-X {call['method']}"
    if call["media"] == "text/csv":
        yield '-H "Accept: text/csv"'
    if call["status"] != 401 and (call["method"] == "GET" or not is_open):
        yield '-H "Authorization: Bearer $TOKEN"'
    if call["method"] != "GET" and not is_open and not _lacks_id(call):
        yield '-H "Idempotency-Key: $(key)"'
    if "sent" in call:
        yield '-H "Content-Type: application/json"'
        yield "-d " + shlex.quote(json.dumps(call["sent"], ensure_ascii=False))
    for name, value in call.get("form", {}).items():
        yield f"-F {shlex.quote(f'{name}={value}')}"
    yield f'"$API{call["path"].removeprefix(PREFIX)}"'


def _lacks_id(call: Mapping[str, Any]) -> bool:
    """Whether the example shows what is said without an id."""
    return isinstance(call["answer"], dict) and call["answer"].get("code") == "id_missing"
