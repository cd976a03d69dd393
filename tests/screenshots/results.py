"""Results as clubs have them: one past the target, others on the way, and not always the best one first."""

from collections.abc import Sequence
from itertools import count

from league import competitions
from league.models import Competition
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import RecordResult
from league.rules.competition.stage import Match, Stage
from league.rules.settings.stages import ELIMINATION_500, StageSettings
from tests.league.by_hand import Order, do
from tests.league.club_nights import BY, later

TARGET = 500
_DEALS_WON = {1: 4, 2: 2, 3: 1}


def play(
    competition: Competition, rounds: int = 100, order: Order | None = None, *, minutes: int = 60
) -> None:
    """Play what could be played, so many times; with some luck, unless an order is told.

    What could be played at a time is written at once, which is many times as quick.
    """
    for number in range(rounds):
        stage = competitions.look(competition.pk).stage
        ready = [match for match in stage.matches.values() if match.is_waiting]
        if not ready:
            return
        results = [
            _result(
                stage,
                match,
                order(match.entrants) if order else by_luck(match.entrants, minutes + number),
            )
            for match in ready
        ]
        competitions.act_all(competition.pk, results, by=BY, at=later(minutes + number))


def report(competition: Competition, match: Match, order: Sequence[int], *, minutes: int = 60) -> None:
    """Record who came first, second … in a match of the running stage, with totals that could be."""
    do(competition, _result(competitions.look(competition.pk).stage, match, order), minutes=minutes)


def _result(stage: Stage, match: Match, order: Sequence[int]) -> RecordResult:
    finishes = [
        Finish(number, place, _total(order, place, stage.settings), deal_wins=_DEALS_WON.get(place, 0))
        for place, number in zip(count(1), order, strict=False)
    ]
    return RecordResult(stage.number, match.id, finishes)


def by_luck(entrants: Sequence[int], when: int) -> list[int]:
    """Put entrants in an order: the seeds count, and so does the day."""
    return sorted(entrants, key=lambda entrant: entrant * 3 + (entrant * 7 + when * 5) % 17)


def _total(order: Sequence[int], place: int, settings: StageSettings) -> int:
    chance = (order[0] * 13 + sum(order) * 7) * place
    if settings.format == ELIMINATION_500:
        return 110 * place + chance % 83 if place <= settings.advance else TARGET + chance % 61
    if place == 1:
        return TARGET + chance % 61
    return TARGET * (len(order) - place + 1) // (len(order) + 1) + chance % 61
