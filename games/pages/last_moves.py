"""The last moves at a table in words, for its page."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.wording.moments import Overdue, is_before_a_turn

_SHOWN: Final = 10


class MoveText(NamedTuple):
    """A move in words; moves that are not shown are still announced to screen readers."""

    step: int
    words: str
    is_shown: bool
    reason: str = ""
    """Why a bot moved so, with the line of its move."""


def last_moves(
    recent: Sequence[tuple[int, list[Any]]],
    names_at: Callable[[int], Sequence[str]],
    overdue: Overdue,
    reasons: Mapping[int, str] = MappingProxyType({}),
    referees: Mapping[int, str] = MappingProxyType({}),
) -> list[MoveText]:
    """Return the events of some steps in words, newest first; only the last ten are shown.

    All events of the newest step are shown, however many they are. `names_at` returns the names of those who
    sat there at a step. `overdue` are the steps at which the time of a seat ran out, `reasons` those of bots,
    `referees` the names at steps that were rulings.
    """
    oldest_first = in_words(recent, names_at, overdue, referees)
    steps = [step for step, _line in oldest_first]
    explained = {
        steps.index(step) + _lines_before_a_turn(events, names_at(step)): reasons[step]
        for step, events in recent
        if step in reasons and step in steps
    }
    newest = steps.count(steps[-1]) if steps else 0
    from_newest = reversed(list(enumerate(oldest_first)))
    return [
        MoveText(step, line, place < max(_SHOWN, newest), explained.get(number, ""))
        for place, (number, (step, line)) in enumerate(from_newest)
    ]


def in_words(
    steps: Sequence[tuple[int, list[Any]]],
    names_at: Callable[[int], Sequence[str]],
    overdue: Overdue,
    referees: Mapping[int, str] = MappingProxyType({}),
) -> list[tuple[int, str]]:
    """Return the events of some steps in words, each with its step, oldest first."""
    lines = []
    for step, events in steps:
        names = names_at(step)
        if step in overdue:
            lines.append((step, _("Time ran out for {name}").format(name=names[overdue[step].seat])))
        told = [line for event in events if (line := event.sentence(names))]
        if told and step in referees:
            told[0] = f"{told[0]} ({referees[step]})"
        lines += [(step, line) for line in told]
    return lines


def _lines_before_a_turn(events: Sequence[Any], names: Sequence[str]) -> int:
    return sum(bool(event.sentence(names)) for event in takewhile(is_before_a_turn, events))
