"""Kinds of decisions, and what the decisions of a seat cost by kind."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.analysis.findings import Decision
from games.bots.playouts import layout as at
from games.rules.cards.cards import IS_BLACK

COLOUR, CHALLENGE, CALL, CATCH, WILD, OTHER = "colour", "challenge", "call", "catch", "wild", "other"
"""Naming a colour; challenging, saying UNO, catching or not; a black card or another; all other choices."""
KINDS: Final = (COLOUR, CHALLENGE, CALL, CATCH, WILD, OTHER)

Costs = Mapping[str, list[int]]
"""By kind: the number of decisions, the sum of their costs, and the sum of the squares of the costs."""


def kind_of(decision: Decision) -> str:
    """Return the kind of a decision, by what the seat did and the best of the other choices."""
    played, other = decision.alternatives[0].action, decision.alternatives[1].action
    if any(alternative.action[0] == at.CHALLENGE for alternative in decision.alternatives):
        return CHALLENGE
    if at.CATCH in (played[0], other[0]):
        return CATCH
    if is_silent(decision):
        return CALL
    if played[0] == at.NAME_COLOUR or (_is_black(played) and played[2] == other[2]):
        return COLOUR
    return WILD if _is_black(played) != _is_black(other) else OTHER


def costs_of(decisions: Iterable[Decision]) -> dict[str, list[int]]:
    """Return what decisions cost by kind, without kinds that did not occur.

    A cost may be below zero: the worlds in which it is priced are others than those in which the best choice
    was found. So the sum is not too large.
    """
    costs: dict[str, list[int]] = {}
    for decision in decisions:
        sums = costs.setdefault(kind_of(decision), [0, 0, 0])
        sums[0] += 1
        sums[1] += decision.cost
        sums[2] += decision.cost**2
    return costs


def is_silent(decision: Decision) -> bool:
    """Whether the seat played a card without the call that it could have made with the same card."""
    played, *others = (alternative.action for alternative in decision.alternatives)
    return (
        played[0] == at.PLAY
        and not played[5]
        and any(action[0] == at.PLAY and action[2] == played[2] and action[5] for action in others)
    )


def _is_black(action: tuple[int, ...]) -> bool:
    return action[0] == at.PLAY and bool(IS_BLACK[action[2]])
