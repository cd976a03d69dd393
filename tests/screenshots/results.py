"""Results as clubs have them: one past the target, others on the way, and not always the best one first."""

from collections.abc import Sequence
from itertools import count

from league import competitions
from league.models import Competition
from league.rules.advance import Finish
from league.rules.commands import RecordResult
from league.rules.stage import Match
from league.rules.stages import ELIMINATION_500, StageSettings
from tests.league.by_hand import Order, do, waiting

TARGET = 500
_DEALS_WON = {1: 4, 2: 2, 3: 1}


def play(
    competition: Competition, rounds: int = 100, order: Order | None = None, *, minutes: int = 60
) -> None:
    """Play what could be played, so many times; with some luck, unless an order is told."""
    for number in range(rounds):
        ready = waiting(competition)
        if not ready:
            return
        for match in ready:
            placed = order(match.entrants) if order else by_luck(match.entrants, minutes + number)
            report(competition, match, placed, minutes=minutes + number)


def report(competition: Competition, match: Match, order: Sequence[int], *, minutes: int = 60) -> None:
    """Record who came first, second … in a match of the running stage, with totals that could be."""
    stage = competitions.look(competition.pk).stage
    finishes = [
        Finish(one, place, _total(order, place, stage.settings), deal_wins=_DEALS_WON.get(place, 0))
        for place, one in zip(count(1), order, strict=False)
    ]
    do(competition, RecordResult(stage.number, match.id, finishes), minutes=minutes)


def by_luck(entrants: Sequence[int], when: int) -> list[int]:
    """Put entrants in an order: the seeds count, and so does the day."""
    return sorted(entrants, key=lambda one: one * 3 + (one * 7 + when * 5) % 17)


def _total(order: Sequence[int], place: int, settings: StageSettings) -> int:
    chance = (order[0] * 13 + sum(order) * 7) * place
    if settings.format == ELIMINATION_500:
        return 110 * place + chance % 83 if place <= settings.advance else TARGET + chance % 61
    if place == 1:
        return TARGET + chance % 61
    return TARGET * (len(order) - place + 1) // (len(order) + 1) + chance % 61
