"""Slots of templates: places where another app shows something on the pages of a table."""

from typing import Final

_TEMPLATES: Final[dict[str, list[str]]] = {}


def register(slot: str, template: str) -> None:
    """Let a slot show a template; it gets the context of the page."""
    templates = _TEMPLATES.setdefault(slot, [])
    if template not in templates:
        templates.append(template)


def templates_of(slot: str) -> list[str]:
    """Return the templates that a slot shows."""
    return _TEMPLATES.get(slot, [])
