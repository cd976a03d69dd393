"""The last moves at a table in words, for its page."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

_SHOWN: Final = 10


class MoveText(NamedTuple):
    """A move in words; moves that are not shown are still announced to screen readers."""

    step: int
    words: str
    is_shown: bool


def last_moves(recent: Sequence[tuple[int, list[Any]]], names: Sequence[str]) -> list[MoveText]:
    """Return the events of some steps in words, newest first; only the last ten are shown.

    All events of the newest step are shown, however many they are.
    """
    oldest_first = [
        (step, line) for step, events in recent for event in events if (line := event.sentence(names))
    ]
    lines = oldest_first[::-1]
    newest = sum(step == lines[0][0] for step, _line in lines)
    return [MoveText(step, line, place < max(_SHOWN, newest)) for place, (step, line) in enumerate(lines)]
