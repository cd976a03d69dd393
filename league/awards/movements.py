"""Promotion and relegation after a season, division by division."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.competitions.next_season import Ended, following_season, rules_of
from league.rules.settings.divisions import REASONS, STAYED
from league.rules.stages.promotion import Move


@dataclass(frozen=True, slots=True)
class Mover:
    """An entrant's next division, and the reason in words; empty for entrants who simply stay."""

    player: Player
    to: int
    why: str


@dataclass(frozen=True, slots=True)
class Division:
    """A division, from 1, and the fates of its entrants; `gone` have withdrawn."""

    number: int
    up: list[Mover]
    down: list[Mover]
    staying: list[Mover]
    gone: list[Player]


def movements(season: Ended, players: Mapping[int, Player]) -> list[Division]:
    """Return the divisions of a finished season; empty for a single division, or where too few continue."""
    if len(season.divisions) < 2:
        return []
    try:
        follows = following_season(season, rules_of(season))
    except Refusal:  # too few are left for divisions: that is decided with the next season
        return []
    moves = [move for move in follows.moves if move.origin]
    return [
        Division(
            number,
            [_mover(move, players) for move in moves if move.origin == number and 0 < move.to < number],
            [_mover(move, players) for move in moves if move.origin == number < move.to],
            [_mover(move, players) for move in moves if move.origin == number == move.to],
            [players[int(move.entrant)] for move in moves if move.origin == number and not move.to],
        )
        for number in range(1, len(season.divisions) + 1)
    ]


def _mover(move: Move, players: Mapping[int, Player]) -> Mover:
    return Mover(
        players[int(move.entrant)], move.to, "" if move.reason == STAYED else _(REASONS[move.reason])
    )
