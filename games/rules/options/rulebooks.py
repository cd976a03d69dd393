"""The named presets (rules.md section 5): read from `rulebooks.toml`, resolved along `extends`."""

import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import Any, Final

from games.rules.base.language import _
from games.rules.base.refusal import Refusal, quoted
from games.rules.options.rulebook_texts import RULEBOOK_TEXTS, STATED

_ROOT: Final = "defaults"
_SEATS: Final = {"two-player": (2, 2), "partners": (4, 4), "russian-to-last": (3, 10)}


def names() -> list[str]:
    """Return the names of all rulebooks in the order of the file."""
    return [name for name in _blocks() if name != _ROOT]


@cache
def _resolved(name: str) -> dict[str, Any]:
    own = dict(_blocks()[name])
    parent = own.pop("extends", None)
    return {**_resolved(parent), **own} if parent else own


def resolve(name: str) -> dict[str, Any]:
    """Return every option of a rulebook by name; Refusal `unknown_rulebook` if there is none."""
    if name not in names():
        sentence = _("There is no rulebook called {name}.").format(name=quoted(name))
        raise Refusal("unknown_rulebook", sentence, ("rulebook",))
    return dict(_resolved(name))


def parent(name: str) -> str:
    """Return the rulebook that this one extends, empty if it extends only the defaults."""
    resolve(name)
    extended: str = _blocks()[name]["extends"]
    return "" if extended == _ROOT else extended


def root(name: str) -> str:
    """Return the first ancestor of a rulebook, or itself if it extends none."""
    extended = parent(name)
    return root(extended) if extended else name


def title(name: str) -> str:
    """Return the rulebook's name for people."""
    return _(_text(name)[0])


def summary(name: str) -> str:
    """Return a sentence about what is special in the rulebook."""
    return _(_text(name)[1])


def summary_with(name: str, changed: Collection[str]) -> str:
    """Return the summary where some options are changed; empty if it states one of them."""
    return summary(name) if set(changed).isdisjoint(STATED[name]) else ""


def fitting_seats(name: str) -> tuple[int, int]:
    """Return the smallest and the largest number of seats the rulebook is meant for."""
    resolve(name)
    return _SEATS.get(name, (2, 10))


def _text(name: str) -> tuple[str, str]:
    resolve(name)
    return RULEBOOK_TEXTS[name]


@cache
def _blocks() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("games.rules.options").joinpath("rulebooks.toml").read_text("utf-8"))
