"""An answer as people read it: what fits into a line stands in one, and what is long is cut."""

import json
from typing import Any, Final

_WIDTH: Final = 92
_SHORT, _LONG = 2, 6
"""So many lines of an answer are shown: of what acts, and of what is read."""


def answer(said: Any, method: str) -> str:
    """Return what is shown of an answer; nothing of a long one to what acts: its GET shows it better."""
    lines = (said if isinstance(said, str) else _folded(said)).splitlines()
    most = _LONG if method == "GET" else _SHORT
    if len(lines) <= most:
        return "\n".join(lines)
    return "\n".join([*lines[: most - 1], " …"]) if method == "GET" else ""


def _folded(value: Any, deep: int = 0) -> str:
    """Return JSON, with what does not fit into a line over several."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) + deep <= _WIDTH or not isinstance(value, dict | list):
        return text
    inner = " " * (deep + 1)
    if isinstance(value, list):
        parts = [_folded(one, deep + 1) for one in value]
    else:
        parts = [f"{json.dumps(name)}: {_folded(one, deep + 1)}" for name, one in value.items()]
    begins, ends = ("[", "]") if isinstance(value, list) else ("{", "}")
    return f"{begins}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * deep}{ends}"
