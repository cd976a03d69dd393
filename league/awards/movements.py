"""Who goes up, down and stays after a season, division by division."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.competitions.next_season import Ended, rules_of, what_follows
from league.rules.settings.divisions import REASONS, STAYED, Move


@dataclass(frozen=True, slots=True)
class Mover:
    """Somebody of a division: where to, and why in words; empty for whoever simply stays."""

    player: Player
    to: int
    why: str


@dataclass(frozen=True, slots=True)
class Division:
    """A division, from 1, and what becomes of its people; `gone` have withdrawn."""

    number: int
    up: list[Mover]
    down: list[Mover]
    staying: list[Mover]
    gone: list[Player]


def movements(season: Ended, players: Mapping[int, Player]) -> list[Division]:
    """Return the divisions of a season that is over; none where there is one alone, or too few go on."""
    if len(season.divisions) < 2:
        return []
    try:
        follows = what_follows(season, rules_of(season))
    except Refusal:  # so few are left that they cannot be divided: that is decided with the next season
        return []
    moves = [one for one in follows.moves if one.origin]
    return [
        Division(
            number,
            [_mover(one, players) for one in moves if one.origin == number and 0 < one.to < number],
            [_mover(one, players) for one in moves if one.origin == number < one.to],
            [_mover(one, players) for one in moves if one.origin == number == one.to],
            [players[int(one.entrant)] for one in moves if one.origin == number and not one.to],
        )
        for number in range(1, len(season.divisions) + 1)
    ]


def _mover(move: Move, players: Mapping[int, Player]) -> Mover:
    return Mover(
        players[int(move.entrant)], move.to, "" if move.reason == STAYED else _(REASONS[move.reason])
    )
