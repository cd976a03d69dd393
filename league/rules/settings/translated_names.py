"""The names of stages, rounds, matches and groups in the reader's language; the log has them in English."""

import re
from functools import lru_cache
from typing import Final

from games.rules.base.language import _, gettext_noop

_NAMES: Final = (
    # default names of stages
    gettext_noop("Season"),
    gettext_noop("Swiss"),
    gettext_noop("Round robin"),
    gettext_noop("Elimination to 500"),
    gettext_noop("Knock-out"),
    gettext_noop("Double elimination"),
    gettext_noop("Arena"),
    gettext_noop("Groups"),
    gettext_noop("Finals"),
    gettext_noop("Top cut"),
    # rounds, groups and matches
    gettext_noop("Final"),
    gettext_noop("Semi-final"),
    gettext_noop("Semi-finals"),
    gettext_noop("Quarter-finals"),
    gettext_noop("Grand final"),
    gettext_noop("Third place"),
    gettext_noop("Consolation"),
    gettext_noop("Consolation final"),
    gettext_noop("Second match"),
    gettext_noop("Play-offs"),
    gettext_noop("Bye"),
    gettext_noop("first leg"),
    gettext_noop("second leg"),
    gettext_noop("Round {n}"),
    gettext_noop("Seating {n}"),
    gettext_noop("Table {n}"),
    gettext_noop("Match {n}"),
    gettext_noop("Game {n}"),
    gettext_noop("Winners round {n}"),
    gettext_noop("Losers round {n}"),
    gettext_noop("Place {n}"),
    gettext_noop("Places {first} to {last}"),
    gettext_noop("Group {n}"),
    gettext_noop("Division {n}"),
    gettext_noop("Divisions {upper} and {lower}"),
    gettext_noop("semi-final {n}"),
    gettext_noop("quarter-final {n}"),
    gettext_noop("rank {place} of division {n}"),
    gettext_noop("rank {place} of {match}"),
    gettext_noop("winner of {match}"),
    gettext_noop("loser of {match}"),
)


def translated(name: str) -> str:
    """Return a stored English name (“Group A, Round 2, table 1”) in the reader's language.

    Names given by people stay as they are.
    """
    if (known := _known(name)) is not None:
        return known
    if ", " in name:
        first, *others = name.split(", ")
        return ", ".join([translated(first), *map(_within, others)])
    if name[:1].islower() and (known := _known(name[0].upper() + name[1:])) is not None:
        return known[:1].lower() + known[1:]
    return name


def _known(name: str) -> str | None:
    template, parts = _parsed(name)
    return _(template).format(**parts | {"match": _within(parts.get("match", ""))}) if template else None


def _within(name: str) -> str:
    """Return a name inside a longer name: only English begins it with a capital there."""
    words = translated(name)
    return words if words == name else words[:1].lower() + words[1:]


@lru_cache(maxsize=4096)
def _parsed(name: str) -> tuple[str, dict[str, str]]:
    """Return the template of a name and its values: the same in every language."""
    for pattern, template in _PATTERNS:
        if matched := pattern.fullmatch(name):
            return template, matched.groupdict()
    return "", {}


def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern that recognizes a name; a match stands for a name itself, others for a number."""
    parts = re.sub(r"\\{(\w+)\\}", r"(?P<\1>NUMBER)", re.escape(name))
    return re.compile(parts.replace("<match>NUMBER", "<match>.+").replace("NUMBER", r"(?:\d+|[A-Z]{1,2})"))


_PATTERNS: Final = [(_pattern(name), name) for name in _NAMES]
