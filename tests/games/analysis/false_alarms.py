"""Marks that bots get whose choices are judged by their own values.

A mark says that a cost is surely above 3 points of a hundred: of deals in which no choice costs so much, at
most one of 200 may get any mark (one tail of 99 %, by Holm's method over the deal). A strong bot plays what
is worth most in play-outs, which is how choices are judged: its marks are false alarms, or come from thinking
too little.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from games.analysis.deal import Worlds, decisions_of
from games.analysis.findings import NO_MARK
from tests.games.analysis.bot_matches import Bot, match_of

PROMISED: Final = 0.005
"""The share of deals that may get a mark though no choice deserves one."""


class Alarms(NamedTuple):
    """Deals that were judged, those with a mark, their decisions, and the marks."""

    deals: int = 0
    marked: int = 0
    decisions: int = 0
    marks: int = 0

    def __add__(self, other: object) -> "Alarms":
        assert isinstance(other, Alarms)
        return Alarms(*(mine + more for mine, more in zip(self, other, strict=True)))

    def __str__(self) -> str:
        share = self.marked / self.deals
        return (
            f"{self.deals} deals, {self.decisions} decisions: {self.marks} marks, "
            f"{self.marked} deals with a mark ({share:.1%}; promised: at most {PROMISED:.1%})"
        )

    @property
    def are_too_many(self) -> bool:
        """Whether there are surely more than promised: more than chance makes in one of a thousand tries."""
        expected = PROMISED * self.deals
        return self.marked > expected + 3.1 * sqrt(expected) + 1


def alarms(bots: Sequence[Bot], seeds: Iterable[int], worlds: Worlds, *, deals: int = 1) -> Alarms:
    """Judge the first deals of a match of each seed."""
    total = Alarms()
    for seed in seeds:
        match = match_of(bots, seed, deals=deals, effort=worlds.equity)
        for number in range(1, len(match.deals) + 1):
            decisions = decisions_of(match.deal(number), worlds, is_proved=True)
            marks = sum(decision.mark != NO_MARK for decision in decisions)
            total += Alarms(1, int(marks > 0), len(decisions), marks)
    return total
