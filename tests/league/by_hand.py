"""Competitions whose results come from elsewhere: quick to play, in any order wanted."""

from collections.abc import Callable, Sequence

from games.models import Player
from league import competitions
from league.models import Competition
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import AnyCommand, RecordResult, Start
from league.rules.competition.stage import Match
from league.rules.settings.stages import StageSettings
from tests.league.club_nights import BY, START, announced, later

Order = Callable[[list[int]], Sequence[int]]
"""Puts the entrants of a match in the order of their places."""


def played_elsewhere(entrants: int, *stages: StageSettings, **facts) -> Competition:
    """A running competition of some stages, without tables of this site."""
    made = announced(entrants, stages=list(stages), venue="elsewhere", **facts)
    do(made, Start())
    return made


def do(competition: Competition, *commands: AnyCommand, minutes: int = 0, by: str = BY) -> None:
    """Carry out commands, so many minutes after the beginning."""
    for command in commands:
        competitions.act(competition.pk, command, by=by, at=later(minutes) if minutes else START)


def waiting(competition: Competition) -> list[Match]:
    """The matches of the running stage that could be played now."""
    return [match for match in competitions.look(competition.pk).stage.matches.values() if match.is_waiting]


def report(competition: Competition, match: Match, order: Sequence[int], *, minutes: int = 60) -> None:
    """Record who came first, second … in a match of the running stage."""
    stage = competitions.look(competition.pk).stage.number
    do(competition, _result(stage, match, order), minutes=minutes)


def play(competition: Competition, rounds: int = 100, order: Order = sorted, *, minutes: int = 60) -> None:
    """Play what could be played, so many times; the best entry number wins unless told otherwise.

    What could be played at a time is written at once, which is many times as quick.
    """
    for number in range(rounds):
        stage = competitions.look(competition.pk).stage
        ready = [match for match in stage.matches.values() if match.is_waiting]
        if not ready:
            return
        results = [_result(stage.number, match, order(match.entrants)) for match in ready]
        competitions.act_all(competition.pk, results, by=BY, at=later(minutes + number))


def _result(stage: int, match: Match, order: Sequence[int]) -> RecordResult:
    finishes = [Finish(seat, place, 100 * (9 - place), 0) for place, seat in enumerate(order, start=1)]
    return RecordResult(stage, match.id, finishes)


def names(competition: Competition) -> dict[int, str]:
    """What the entrants are called, by number."""
    rows = Player.objects.filter(entries__competition=competition).values_list("entries__number", "name")
    return dict(rows)
