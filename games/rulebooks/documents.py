"""Rulebooks as documents for programs, for the API and `manage.py rulebook`."""

from typing import Any

from games.rulebooks.catalogue import Rulebook, preset
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.rules.options.combinations import checked, fitting_seats
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_GROUPS
from games.rules.options.options import DEFAULTS, NAMES, Options, differences


def verdict(rulebook: str, changes: dict[str, Any], seats: int | None = None) -> dict[str, Any]:
    """Return whether a preset with changes can be played, with any number of seats if none is given.

    With `ok` the answer has all options, those that differ from the defaults, and the seats that fit; without
    it the code, the sentence, and the options of the refusal.
    """
    try:
        options = checked(rulebook, changes, seats)
    except Refusal as refusal:
        return refused(refusal)
    return {
        "ok": True,
        "options": plain(options),
        "differences": differences(options),
        "seats": fitting_seats(rulebook, options),
    }


def refused(refusal: Refusal) -> dict[str, Any]:
    """Return a refusal as a document."""
    return {
        "ok": False,
        "code": refusal.code,
        "message": refusal.sentence,
        "options": list(refusal.options),
    }


def plain(options: Options) -> dict[str, Any]:
    """Return all options with their values."""
    values = {name: getattr(options, name) for name in NAMES}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def summaries() -> list[dict[str, Any]]:
    """Return every preset with its options."""
    return [_about(preset(name)) for name in rulebooks.names()]


def explained(rulebook: Rulebook) -> dict[str, Any]:
    """Return a rulebook with every option explained."""
    options = rulebook.options
    explanations = [
        {**_option(about), "words": about.words(getattr(options, about.name))} for about in _texts()
    ]
    return {**_about(rulebook), "explanations": explanations}


def option(about: OptionText) -> dict[str, Any]:
    """Return an option with its meaning, its values, its group and its default."""
    usual = getattr(DEFAULTS, about.name)
    group = next(group.title for group in OPTION_GROUPS if about in group.options)
    usual = list(usual) if isinstance(usual, tuple) else usual
    return {**_option(about), "group": group, "usual": usual}


def catalogue() -> list[dict[str, Any]]:
    """Return every option with its meaning and the meaning of each value."""
    return [option(about) for about in _texts()]


def _texts() -> list[OptionText]:
    return [about for group in OPTION_GROUPS for about in group.options]


def _about(rulebook: Rulebook) -> dict[str, Any]:
    return {
        "name": rulebook.key,
        "title": rulebook.title,
        "summary": rulebook.summary,
        "extends": rulebook.preset if rulebook.custom else rulebooks.parent(rulebook.preset) or None,
        "seats": fitting_seats(rulebook.preset, rulebook.options),
        "options": plain(rulebook.options),
        "changes": rulebook.changes,
    }


def _option(about: OptionText) -> dict[str, Any]:
    document: dict[str, Any] = {"name": about.name, "title": about.title, "meaning": about.meaning}
    if about.choices:
        document["values"] = [
            {"value": choice.value, "words": choice.words, "meaning": choice.meaning}
            for choice in about.choices
        ]
        document["is_list"] = about.many
    else:
        document["from"], document["to"] = about.low, about.high
    return document
