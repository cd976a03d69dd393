"""The rulings of a referee about a seat."""

from typing import Final

from games.rules.match import commands

RULINGS: Final = ("penalty", "advice", "silence", "performed", "refused", "end")
"""Penalties of three kinds, whether a forfeit was performed, and the end of the match."""


def ruling(kind: str, *, seat: int, cards: int) -> commands.Command:
    """Return the command of a ruling; `cards` counts for penalties."""
    if kind == "end":
        return commands.EndMatch()
    if kind in ("performed", "refused"):
        return commands.Perform(seat, done=kind == "performed")
    return commands.Penalise(seat, cards, kind)
