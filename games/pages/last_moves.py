"""The last moves at a table in words, for its page."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.wording.event_text import sentence

_SHOWN: Final = 10


class Line(NamedTuple):
    """What happened, in words; a page that has not heard of it yet says it also where it is not shown."""

    step: int
    words: str
    is_shown: bool


def last_moves(recent: Sequence[tuple[int, list[Any]]], names: Sequence[str]) -> list[Line]:
    """Return the events of some steps in words, newest first; those before the last ten lines are only said.

    All that belongs to the newest step is shown, however much it is.
    """
    said = [(step, line) for step, events in recent for event in events if (line := sentence(event, names))]
    lines = said[::-1]
    newest = sum(step == lines[0][0] for step, _line in lines)
    return [Line(step, line, place < max(_SHOWN, newest)) for place, (step, line) in enumerate(lines)]
