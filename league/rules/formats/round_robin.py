"""Everybody meets everybody, two at a time: the Berger tables of the FIDE Handbook (C.05, Annex 1)."""

from collections.abc import Sequence

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot

Pairs = list[tuple[int, int]]
"""The matches of a stage round as numbers from 1; the first of a pair plays first."""


def schedule(count: int, *, legs: int = 1) -> list[Pairs]:
    """Return every stage round of `count` entrants, as published for 3 to 16 and by the same rule beyond.

    With an odd count the opponent of the highest, missing number has a bye: they are in no pair of that
    round. The second leg repeats the first, with first and second exchanged; before it the last two rounds of
    the first leg change places, so that nobody has the same turn three times in a row. Raises Refusal
    (`too_few_entrants`, `bad_legs`).
    """
    if count < 2:
        raise Refusal(
            "too_few_entrants",
            _("A round robin needs at least 2 entrants; there are {count}.").format(count=count),
        )
    if legs not in (1, 2):
        raise Refusal("bad_legs", _("A round robin has one or two legs."))
    even = count + count % 2
    first_leg = [[pair for pair in _round(even, number) if max(pair) <= count] for number in range(1, even)]
    if legs == 1:
        return first_leg
    second_leg = [[(second, first) for first, second in pairs] for pairs in first_leg]
    return [*first_leg[:-2], *reversed(first_leg[-2:]), *second_leg]


def draw(order: Sequence[int], *, legs: int = 1) -> list[PlannedRound]:
    """Return all stage rounds (see schedule) of entrants in seed order, with byes."""
    rounds = schedule(len(order), legs=legs)
    return [
        PlannedRound(
            f"R{number}",
            _name(number, len(rounds), legs),
            [
                PlannedMatch(f"R{number}.{index}", [Slot(order[first - 1]), Slot(order[second - 1])])
                for index, (first, second) in enumerate(pairs, start=1)
            ],
            _free(order, pairs),
        )
        for number, pairs in enumerate(rounds, start=1)
    ]


def _round(even: int, number: int) -> Pairs:
    """Return one row of the table for an even count.

    The pivot meets the highest number, which is second in odd rounds and first in even ones; the others meet
    their mirror image across the pivot, on a circle that leaves the highest out.
    """
    circle = even - 1
    if number % 2:
        pivot = (number + 1) // 2
        top = (pivot, even)
    else:
        pivot = (even + number) // 2
        top = (even, pivot)
    around = range(1, even // 2)
    return [top, *((_on_circle(pivot + k, circle), _on_circle(pivot - k, circle)) for k in around)]


def _on_circle(number: int, size: int) -> int:
    return (number - 1) % size + 1


def _name(number: int, count: int, legs: int) -> str:
    if legs == 1:
        return f"Round {number}"
    return f"Round {number}, {'first' if number <= count // 2 else 'second'} leg"


def _free(order: Sequence[int], pairs: Pairs) -> list[Slot]:
    playing = {number for pair in pairs for number in pair}
    return [Slot(entrant) for number, entrant in enumerate(order, start=1) if number not in playing]
